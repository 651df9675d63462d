/// Spellings of keys, one after another in one buffer, and identified by their indices.
///
/// A class has ten spellings for each property. An array for each of them would take a large part of the time of the
/// class's first use.
struct SpellingList {
    private(set) var bytes: [UInt8] = []
    private var ends: [Int] = []

    init() {}

    init(_ spellings: some Sequence<String>) {
        for spelling in spellings { append(Array(spelling.utf8)) }
    }

    var count: Int { ends.count }

    mutating func append(_ spelling: [UInt8]) {
        bytes += spelling
        ends.append(bytes.count)
    }

    /// The place of a spelling in `bytes`.
    func range(of index: Int) -> Range<Int> { (index == 0 ? 0 : ends[index - 1])..<ends[index] }

    func text(of index: Int) -> String { String(decoding: bytes[range(of: index)], as: UTF8.self) }

    /// Whether two spellings have the same bytes.
    func areEqual(_ left: Int, _ right: Int) -> Bool {
        let (left, right) = (range(of: left), range(of: right))
        guard left.count == right.count else { return false }
        return left.indices.allSatisfy { bytes[$0] == bytes[right.lowerBound + $0 - left.lowerBound] }
    }
}
