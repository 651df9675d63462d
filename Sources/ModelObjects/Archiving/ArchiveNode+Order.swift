extension ArchiveNode {
    /// One order for all values, the same in every process: by kind, and within a kind by value; texts by
    /// their UTF-8 bytes, numbers by size (NaNs last, by their bits), containers element by element.
    static func precedes(_ left: ArchiveNode, _ right: ArchiveNode) -> Bool {
        switch (left, right) {
        case (.bool(let a), .bool(let b)): !a && b
        case (.integer(let a), .integer(let b)): a < b
        case (.unsigned(let a), .unsigned(let b)): a < b
        case (.float(let a), .float(let b)):
            a == b || a.isNaN && b.isNaN ? a.bitPattern < b.bitPattern : a < b || b.isNaN
        case (.double(let a), .double(let b)):
            a == b || a.isNaN && b.isNaN ? a.bitPattern < b.bitPattern : a < b || b.isNaN
        case (.date(let a), .date(let b)):
            precedes(.double(a.timeIntervalSinceReferenceDate), .double(b.timeIntervalSinceReferenceDate))
        case (.string(let a), .string(let b)): a.utf8.lexicographicallyPrecedes(b.utf8)
        case (.data(let a), .data(let b)): a.lexicographicallyPrecedes(b)
        case (.array(let a), .array(let b)): a.lexicographicallyPrecedes(b, by: precedes)
        case (.dictionary(let a), .dictionary(let b)):
            a.lexicographicallyPrecedes(b) { left, right in
                left.key.utf8.elementsEqual(right.key.utf8)
                    ? precedes(left.value, right.value)
                    : left.key.utf8.lexicographicallyPrecedes(right.key.utf8)
            }
        case (.reference(let a), .reference(let b)): a < b
        case (.marked(let a, let x), .marked(let b, let y)):
            a == b ? precedes(x, y) : a.utf8.lexicographicallyPrecedes(b.utf8)
        default: left.rank < right.rank
        }
    }

    private var rank: Int {
        switch self {
        case .null: 0
        case .bool: 1
        case .integer: 2
        case .unsigned: 3
        case .float: 4
        case .double: 5
        case .date: 6
        case .string: 7
        case .data: 8
        case .array: 9
        case .dictionary: 10
        case .reference: 11
        case .marked: 12
        }
    }
}

extension PlistDigest {
    /// The digest of a value that is in no file yet.
    static func of(_ node: ArchiveNode) -> UInt64 {
        func text(_ kind: Kind, _ text: String) -> PlistDigest {
            let bytes = Array(text.utf8)
            var digest = PlistDigest(kind, count: bytes.count)
            digest.combine(bytes, bytes.indices)
            return digest
        }
        func word(_ kind: Kind, _ word: UInt64) -> UInt64 {
            var digest = PlistDigest(kind)
            digest.combine(word)
            return digest.value
        }
        switch node {
        case .null: return word(.bool, 2)
        case .bool(let value): return word(.bool, value ? 1 : 0)
        case .integer(let value): return word(.integer, UInt64(bitPattern: value))
        case .unsigned(let value): return word(.unsigned, value)
        case .float(let value): return word(.float, UInt64(value.bitPattern))
        case .double(let value): return word(.double, value.bitPattern)
        case .date(let value): return word(.date, value.timeIntervalSinceReferenceDate.bitPattern)
        case .string(let value): return text(.utf16, value).value
        case .data(let value):
            let bytes = [UInt8](value)
            var digest = PlistDigest(.data, count: bytes.count)
            digest.combine(bytes, bytes.indices)
            return digest.value
        case .array(let elements): return array(elements.map(of))
        case .dictionary(let entries):
            return dictionary(
                count: entries.count,
                sum: entries.reduce(0) { $0 &+ entry(key: text(.utf16, $1.key).value, value: of($1.value)) })
        case .reference(let number): return word(.array, UInt64(number))
        case .marked(let name, let value):
            var digest = text(.ascii, name)
            digest.combine(of(value))
            return digest.value
        }
    }
}
