import Foundation

/// How much work with long texts an archive asks for, against the size of its file, in bytes to be hashed.
///
/// A text that many places share is in the file once, so 2 MB could hold 100,000 dictionaries whose one key
/// is the same megabyte: 100 GB to hash. Where a text is only stored it costs nothing, whatever its length;
/// where it is looked into, each use of one longer than `longestFree` is counted:
///
/// - as it is, where it is hashed: the keys of dictionaries, the members of sets, and what the models among
///   them hold (`HashedTexts`); raw values, what a ModelValue is made of, the single values and list elements
///   of Decodable types. What a Decodable type does with the texts of its own fields is its own affair;
/// - `parsing` times, where a URL is made of it: one that has a base, with all that stands before it;
/// - `converting` times, where it has to be converted since the property had another type, and from
///   `longestFreeConverted` on: the most that a byte of it was seen to cost is 60 ns, a hashed one 1 ns.
///
/// A file may ask for 64 such bytes for each byte of its own, and 8 MB besides: `limit`. Writing refuses
/// more, and counts at least what reading does the first time. Reading takes three times as much, since it may
/// look at a value three times: for `migrate`, for its property, and once more where a set in it had to wait
/// for its models. So all that was written is read, except where the types have changed.
final class TextBudget {
    static let longestFree = 256
    static let longestFreeConverted = 32
    static let parsing = 8
    static let converting = 64

    private(set) var used: Int64 = 0
    /// How often members of sets and keys refer to which object: for who cannot count their texts yet.
    private(set) var references: [Int: Int] = [:]
    private let limit: Int64
    private let models: HashedTexts?

    /// - Parameter models: The texts of models that are hashed; nil where they are to be counted later.
    init(limit: Int64 = .max, models: HashedTexts? = nil) {
        self.limit = limit
        self.models = models
    }

    var isExceeded: Bool { used > limit }

    /// What an archive of this size may ask for. (64 times the size of a large file is no Int of 32 bits.)
    static func limit(fileSize: some FixedWidthInteger) -> Int64 { 64 * Int64(fileSize) + (8 << 20) }
    static func readingLimit(fileSize: some FixedWidthInteger) -> Int64 { 3 * limit(fileSize: fileSize) }

    /// Counts a text that is hashed.
    @inline(__always)
    func use(_ text: String) {
        let count = text.utf8.count
        if count > Self.longestFree { used += Int64(count) }
    }

    /// Counts all texts and data of a value that is hashed.
    func use(_ node: ArchiveNode) { use(node, 1, over: Self.longestFree) }

    /// Counts all texts of a URL that is made with a base.
    func useForParsing(_ node: ArchiveNode) { use(node, Self.parsing, over: Self.longestFree) }

    /// Counts all texts and data of a value that has to be converted.
    func useForConversion(_ node: ArchiveNode) { use(node, Self.converting, over: Self.longestFreeConverted) }

    private func use(_ node: ArchiveNode, _ weight: Int, over free: Int) {
        // More is not asked for: so the sum stays in range.
        guard !isExceeded else { return }
        switch node {
        case .string(let text): use(text.utf8.count, weight, over: free)
        case .url(let url): use(url.relativeString.utf8.count, weight, over: free)
        case .data(let data): use(data.count, weight, over: free)
        case .array(let elements): for element in elements { use(element, weight, over: free) }
        case .dictionary(let entries):
            for entry in entries {
                use(entry.key.utf8.count, weight, over: free)
                use(entry.value, weight, over: free)
            }
        case .marked(_, let content): use(content, weight, over: free)
        case .reference(let number):
            if let models { used += models.count(of: number) } else { references[number, default: 0] += 1 }
        case .null, .bool, .integer, .unsigned, .float, .double, .date: break
        }
    }

    private func use(_ count: Int, _ weight: Int, over free: Int) {
        if count > free { used += Int64(weight) * Int64(count) }
    }
}
