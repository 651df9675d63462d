import Foundation

/// A HAR file: what a browser or a proxy recorded (HTTP Archive 1.2, http://www.softwareishard.com/blog/har-12-spec).
struct HARFile: Decodable {
    /// The successful responses with a body.
    private var responses: [(url: String, body: Data)] = []

    init(from decoder: any Decoder) throws {
        func object(
            _ key: String, in outer: KeyedDecodingContainer<CoderKey>
        ) throws -> KeyedDecodingContainer<CoderKey> {
            try outer.nestedContainer(keyedBy: CoderKey.self, forKey: CoderKey(key))
        }
        let log = try object("log", in: decoder.container(keyedBy: CoderKey.self))
        var entries = try log.nestedUnkeyedContainer(forKey: CoderKey("entries"))
        while !entries.isAtEnd {
            let entry = try entries.nestedContainer(keyedBy: CoderKey.self)
            let url = try object("request", in: entry).decode(String.self, forKey: CoderKey("url"))
            let response = try object("response", in: entry)
            let status = try response.decodeIfPresent(Int.self, forKey: CoderKey("status")) ?? 200
            let key = CoderKey("content")
            guard response.contains(key), try !response.decodeNil(forKey: key) else { continue }
            let content = try object("content", in: response)
            let text = try content.decodeIfPresent(String.self, forKey: CoderKey("text")) ?? ""
            let encoding = try content.decodeIfPresent(String.self, forKey: CoderKey("encoding"))
            let body = encoding == "base64" ? Data(base64Encoded: text) : Data(text.utf8)
            if let body, !text.isEmpty, 200..<300 ~= status { responses.append((url, body)) }
        }
    }

    /// The bodies of the responses whose URL contains a pattern.
    func bodies(matching pattern: String) -> [Data] {
        responses.filter { Self.contains(pattern, in: $0.url) }.map(\.body)
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
