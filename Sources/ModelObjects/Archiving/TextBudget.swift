import Foundation

/// How many bytes of long texts an archive asks to be hashed, parsed or converted, against the size of its
/// file.
///
/// A text that many places share is in the file once, so 2 MB could hold 100,000 dictionaries whose one key
/// is the same megabyte: 100 GB to hash. Where a text is only stored it costs nothing, whatever its length;
/// where it is looked into, each use of one longer than `longestFree` is counted: the keys of dictionaries,
/// the members of sets, raw values, what a ModelValue is made of, the base of a URL and what stands before
/// it, the single values and list elements of Decodable types, and all that has to be converted since the
/// property had another type. What a Decodable type does with the texts of its own fields is its own affair.
///
/// - A file may ask for 16 bytes of them for each byte of its own, and 4 MB besides: `limit`. Writing refuses
///   more, and counts at least what reading does the first time.
/// - Reading takes three times as much, since it may look at a value three times: for `migrate`, for its
///   property, and once more where a set in it had to wait for its models. So all that was written is read,
///   except where the types have changed.
final class TextBudget {
    static let longestFree = 256

    private(set) var used = 0
    private let limit: Int

    init(limit: Int = .max) {
        self.limit = limit
    }

    var isExceeded: Bool { used > limit }

    /// What an archive of this size may ask for.
    static func limit(fileSize: Int) -> Int { 16 * fileSize + (4 << 20) }
    static func readingLimit(fileSize: Int) -> Int { 3 * limit(fileSize: fileSize) }

    /// Counts the use of a text.
    @inline(__always)
    func use(_ text: String) {
        let count = text.utf8.count
        if count > Self.longestFree { used += count }
    }

    /// Counts all texts of a value that has to be converted four times: parsing one costs more than a hash.
    func useForConversion(_ node: ArchiveNode) {
        let before = used
        use(node)
        used += 3 * (used - before)
    }

    /// Counts the use of all texts and data that a value holds.
    func use(_ node: ArchiveNode) {
        switch node {
        case .string(let text): use(text)
        case .url(let url): use(url.relativeString)
        case .data(let data): if data.count > Self.longestFree { used += data.count }
        case .array(let elements): for element in elements { use(element) }
        case .dictionary(let entries):
            for entry in entries {
                use(entry.key)
                use(entry.value)
            }
        case .marked(_, let content): use(content)
        case .null, .bool, .integer, .unsigned, .float, .double, .date, .reference: break
        }
    }
}
