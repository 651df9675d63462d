import Foundation

/// A HAR file: what a browser or a proxy recorded (HTTP Archive 1.2, http://www.softwareishard.com/blog/har-12-spec).
struct HARFile: Decodable {
    private struct Log: Decodable { let entries: [Item] }
    private struct Item: Decodable {
        let entry: Entry?
        // An entry can lack anything: its request may have been blocked.
        init(from decoder: any Decoder) { entry = try? Entry(from: decoder) }
    }

    private struct Entry: Decodable {
        struct Request: Decodable { let url: String }
        struct Response: Decodable {
            let status: Int?
            let content: Content?
        }
        struct Content: Decodable {
            let text: String?
            let encoding: String?
        }
        let request: Request
        let response: Response
    }

    /// Why a body can't be used.
    private struct InvalidBody: Error, CustomStringConvertible {
        var description: String { "Its body is not base64." }
    }

    private let log: Log

    /// The bodies of the successful responses whose URL contains a pattern, each with the place of its entry in the file.
    func bodies(matching pattern: String) -> [(name: String, content: () throws -> Data)] {
        log.entries.enumerated().compactMap { index, item in
            guard let entry = item.entry, 200..<300 ~= entry.response.status ?? 200,
                let content = entry.response.content, content.text?.isEmpty == false,
                Self.contains(pattern, in: entry.request.url)
            else { return nil }
            return ("The response in log.entries[\(index)]", { try Self.body(content) })
        }
    }

    private static func body(_ content: Entry.Content) throws -> Data {
        let text = content.text ?? ""
        guard content.encoding?.lowercased() == "base64" else { return Data(text.utf8) }
        guard let body = Data(base64Encoded: text, options: .ignoreUnknownCharacters) else {
            throw InvalidBody()
        }
        return body
    }

    /// - Parameter pattern: `*` matches any characters.
    private static func contains(_ pattern: String, in url: String) -> Bool {
        var rest = url[...]
        for part in pattern.split(separator: "*") {
            guard let range = rest.range(of: part) else { return false }
            rest = rest[range.upperBound...]
        }
        return true
    }
}
