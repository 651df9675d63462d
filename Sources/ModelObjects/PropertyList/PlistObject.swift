/// One object of a binary property list, decoded from its marker and size.
///
/// Ranges and positions are offsets in the file.
enum PlistObject {
    case bool(Bool)
    case integer(Int64)
    case unsigned(UInt64)
    case float(Float)
    case double(Double)
    case date(Double)
    case data(Range<Int>)
    case ascii(Range<Int>)
    case utf16(Range<Int>)
    /// The number of an object of a keyed archive.
    case uid(UInt64)
    /// `count` object numbers, from `start`.
    case array(start: Int, count: Int)
    /// `count` numbers of keys, then `count` numbers of values, from `start`.
    case dictionary(start: Int, count: Int)

    /// The kinds of object by the high half of their marker byte, and the two Bools.
    enum Marker {
        static let no: UInt8 = 0x08
        static let yes: UInt8 = 0x09
        static let integer: UInt8 = 0x10
        static let float: UInt8 = 0x22
        static let double: UInt8 = 0x23
        static let date: UInt8 = 0x33
        static let data: UInt8 = 0x40
        static let ascii: UInt8 = 0x50
        static let utf16: UInt8 = 0x60
        static let uid: UInt8 = 0x80
        static let array: UInt8 = 0xA0
        static let dictionary: UInt8 = 0xD0
        /// In the low half: the size is in an integer object that follows.
        static let longCount: UInt8 = 0x0F
    }
}

extension PlistObject {
    var isText: Bool {
        switch self {
        case .ascii, .utf16: true
        default: false
        }
    }

    /// The number of values that it counts as, at each place that refers to it.
    var values: Int64 {
        switch self {
        case .ascii(let range), .utf16(let range), .data(let range):
            PlistTable.values(ofLength: range.count)
        default: 1
        }
    }

    /// Reads the object at `position`, which must end before `limit`, and moves `position` past it.
    ///
    /// - Throws: `PlistFailure` for a marker that archives do not use, and for an object that extends beyond
    ///   the limit, with any declared count.
    static func read(
        _ bytes: [UInt8], at position: inout Int, limit: Int, referenceSize: Int
    ) throws(PlistFailure) -> PlistObject {
        let start = position
        guard start < limit else { throw PlistFailure(.beyondEnd, at: start) }
        let marker = bytes[start]
        position += 1
        switch marker {
        case Marker.no: return .bool(false)
        case Marker.yes: return .bool(true)
        case 0x10...0x14: return try integer(bytes, marker, at: &position, limit: limit)
        case Marker.float:
            let raw = try number(bytes, ofSize: 4, at: &position, limit: limit)
            return .float(Float(bitPattern: UInt32(truncatingIfNeeded: raw)))
        case Marker.double:
            return .double(Double(bitPattern: try number(bytes, ofSize: 8, at: &position, limit: limit)))
        case Marker.date:
            return .date(Double(bitPattern: try number(bytes, ofSize: 8, at: &position, limit: limit)))
        case Marker.uid..<(Marker.uid + 8):
            return .uid(
                try number(bytes, ofSize: 1 + Int(marker & 0x0F), at: &position, limit: limit))
        default: break
        }
        let width =
            switch marker & 0xF0 {
            case Marker.data, Marker.ascii: 1
            case Marker.utf16: 2
            case Marker.array: referenceSize
            case Marker.dictionary: 2 * referenceSize
            default: throw PlistFailure(.unknownMarker, at: start)
            }
        var count = Int(marker & 0x0F)
        if count == Marker.longCount {
            count = try longCount(bytes, at: &position, limit: limit)
        }
        // Divides, because the product with a count from the file could overflow.
        guard count <= (limit - position) / width else { throw PlistFailure(.beyondEnd, at: start) }
        let content = position..<(position + count * width)
        position = content.upperBound
        return switch marker & 0xF0 {
        case Marker.data: .data(content)
        case Marker.ascii: .ascii(content)
        case Marker.utf16: .utf16(content)
        case Marker.array: .array(start: content.lowerBound, count: count)
        default: .dictionary(start: content.lowerBound, count: count)
        }
    }

    /// 1, 2 and 4 bytes are unsigned, 8 are signed, 16 are an unsigned number above `Int64.max`.
    private static func integer(
        _ bytes: [UInt8], _ marker: UInt8, at position: inout Int, limit: Int
    ) throws(PlistFailure) -> PlistObject {
        let start = position - 1
        guard marker == 0x14 else {
            let raw = try number(bytes, ofSize: 1 << Int(marker & 0x0F), at: &position, limit: limit)
            return .integer(Int64(bitPattern: raw))
        }
        let high = try number(bytes, ofSize: 8, at: &position, limit: limit)
        let low = try number(bytes, ofSize: 8, at: &position, limit: limit)
        guard high == 0, low > Int64.max else { throw PlistFailure(.badCount, at: start) }
        return .unsigned(low)
    }

    private static func longCount(
        _ bytes: [UInt8], at position: inout Int, limit: Int
    ) throws(PlistFailure) -> Int {
        let start = position
        guard start < limit, case 0x10...0x13 = bytes[start] else { throw PlistFailure(.badCount, at: start) }
        position += 1
        let raw = try number(bytes, ofSize: 1 << Int(bytes[start] & 0x0F), at: &position, limit: limit)
        guard let count = Int(exactly: raw) else { throw PlistFailure(.badCount, at: start) }
        return count
    }

    private static func number(
        _ bytes: [UInt8], ofSize size: Int, at position: inout Int, limit: Int
    ) throws(PlistFailure) -> UInt64 {
        guard size <= limit - position else { throw PlistFailure(.beyondEnd, at: position) }
        defer { position += size }
        return bytes.bigEndian(at: position, size: size)
    }
}
