/// How many bytes of text and data a model's hash looks at, by the rows of an archive.
///
/// A set of models hashes each by what it holds. So 100,000 sets of one model with a megabyte ask for 100 GB, as
/// sets of the text itself do.
final class HashedTexts {
    private let table: PlistTable
    private let rows: [Int]
    private var known: [Int: Int64] = [:]

    init(_ table: PlistTable, rows: [Int]) {
        self.table = table
        self.rows = rows
    }

    /// The bytes of the texts and data, short ones too, among the values that `ModelHasher` looks at: the
    /// first ones, some models deep.
    func count(of object: Int) -> Int64 {
        if let count = known[object] { return count }
        var (sum, values) = (Int64(0), ModelHasher.valueLimit)
        add(object, ModelHasher.depthLimit, &sum, &values)
        known[object] = sum
        return sum
    }

    private func add(_ object: Int, _ depth: Int, _ sum: inout Int64, _ values: inout Int) {
        guard depth > 0, rows.indices.contains(object) else { return }
        add(value: rows[object], depth, &sum, &values)
    }

    private func add(value number: Int, _ depth: Int, _ sum: inout Int64, _ values: inout Int) {
        // The table is sound: no object of it throws.
        guard values > 0, !StackSpace.current.isLow, let object = try? table.object(number) else { return }
        switch object {
        case .array(let start, let count), .dictionary(let start, let count):
            // (What is empty is one value to the hash, too.)
            if count == 0 { values -= 1 }
            let width = if case .dictionary = object { 2 } else { 1 }
            for place in 0..<(width * count) where values > 0 {
                add(value: table.reference(place, from: start), depth, &sum, &values)
            }
            return
        case .ascii(let range):
            if table.bytes[range].first == ArchiveMark.sign,
                case .reference(let target) = ArchiveMark(table.bytes[range].dropFirst())
            {
                return add(target, depth - 1, &sum, &values)
            }
            sum += Int64(range.count)
        case .utf16(let range), .data(let range): sum += Int64(range.count)
        case .bool, .integer, .unsigned, .float, .double, .date: break
        }
        values -= 1
    }
}
