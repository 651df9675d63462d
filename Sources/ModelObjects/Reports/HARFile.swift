import Foundation

/// A HAR file: what a browser or a proxy recorded (HTTP Archive 1.2, http://www.softwareishard.com/blog/har-12-spec).
struct HARFile: Decodable {
    private let log: Log

    private struct Log: Decodable {
        let entries: [Entry]
    }

    private struct Entry: Decodable {
        let request: Request
        let response: Response
    }

    private struct Request: Decodable {
        let url: String
    }

    private struct Response: Decodable {
        let status: Int?
        let content: Content?
    }

    private struct Content: Decodable {
        let text: String?
        let encoding: String?

        /// The body as it was sent; nil if the file doesn't have it.
        var body: Data? {
            guard let text, !text.isEmpty else { return nil }
            return encoding == "base64" ? Data(base64Encoded: text) : Data(text.utf8)
        }
    }

    /// The bodies of the successful responses whose URL contains a pattern.
    func bodies(matching pattern: String) -> [Data] {
        log.entries.filter {
            Self.contains(pattern, in: $0.request.url) && (200..<300).contains($0.response.status ?? 200)
        }.compactMap(\.response.content?.body)
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
