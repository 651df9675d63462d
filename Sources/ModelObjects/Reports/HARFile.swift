import Foundation

/// A HAR file: what a browser or a proxy recorded (HTTP Archive 1.2, http://www.softwareishard.com/blog/har-12-spec).
struct HARFile: Decodable {
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

    /// The successful responses with a body, and the indices of their entries.
    private var responses: [(index: Int, url: String, content: Entry.Content)] = []

    init(from decoder: any Decoder) throws {
        let log = try decoder.container(keyedBy: CoderKey.self)
            .nestedContainer(keyedBy: CoderKey.self, forKey: CoderKey("log"))
        var entries = try log.nestedUnkeyedContainer(forKey: CoderKey("entries"))
        while !entries.isAtEnd {
            let index = entries.currentIndex
            let decoder = try entries.superDecoder()
            // An entry can lack anything: its request may have been blocked.
            guard let entry = try? Entry(from: decoder), 200..<300 ~= entry.response.status ?? 200,
                let content = entry.response.content, content.text?.isEmpty == false
            else { continue }
            responses.append((index, entry.request.url, content))
        }
    }

    /// The bodies of the responses whose URL contains a pattern, each with the place of its entry in the file.
    func bodies(matching pattern: String) -> [(name: String, content: () throws -> Data)] {
        responses.filter { Self.contains(pattern, in: $0.url) }.map { response in
            ("The response in log.entries[\(response.index)]", { try Self.body(response.content) })
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
