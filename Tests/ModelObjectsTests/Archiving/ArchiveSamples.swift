import Foundation
import Testing

@testable import ModelObjects

/// Values of every kind that an archive supports, and property lists built from raw bytes.
enum ArchiveSamples {
    static let scalars: [ArchiveNode] = [
        .null, .bool(false), .bool(true),
        .integer(0), .integer(1), .integer(255), .integer(256), .integer(65_535), .integer(65_536),
        .integer(4_294_967_295), .integer(4_294_967_296), .integer(-1), .integer(.min), .integer(.max),
        .unsigned(UInt64(Int64.max) + 1), .unsigned(.max),
        .float(0), .float(-0.0), .float(1), .float(.infinity), .float(Float(bitPattern: 0x7FC0_1234)),
        .double(0), .double(-0.0), .double(1), .double(0.1), .double(.infinity), .double(-.infinity),
        .double(.nan), .double(Double(bitPattern: 0x7FF8_0000_0000_1234)),
        .double(Double(bitPattern: 0xFFF0_0000_0000_0001)), .double(.leastNonzeroMagnitude),
        date(0), date(-0.0), date(694_224_000.123_456_7), date(-63_113_904_000), date(252_423_993_599),
        date(-63_113_904_001), date(252_423_993_600), date(.nan), date(.infinity), date(-1e300),
        .string(""), .string("a"), .string("fourteen chars"), .string("fifteen letters"),
        .string(String(repeating: "long ", count: 60)), .string("\u{0}"), .string("Zürich"),
        .string("e\u{301}"),
        .string("\u{E9}"), .string("👨‍👩‍👧"), .string("\u{FFFF}"), .string(String(repeating: "ß", count: 300)),
        .string("$"), .string("$$"), .string("$null"), .string("$nil"), .string("$0"), .string("$12"),
        .string("$date"), .string("$é"), .string("$$é"),
        .data(Data()), .data(Data([0])), .data(Data(0...255)), .data(Data(repeating: 7, count: 70_000)),
        .reference(0), .reference(7), .reference(.max),
        .marked("decimal", .string("1.50")), .marked("set", .array([.integer(1)])),
    ]

    static let tree: ArchiveNode = .dictionary([
        .init("", .integer(1)),
        .init("$12", .reference(3)),
        .init("$date", .double(0)),
        .init("$nil", .null),
        .init("array", .array(scalars)),
        .init("empty", .dictionary([])),
        .init("nested", .array([.array([]), .array([.array([]), .dictionary([.init("x", .null)])])])),
        .init("one", .dictionary([.init("$set", .array([.string("$set")]))])),
        .init("Ä", .string("Ä")),
    ])

    private static func date(_ seconds: Double) -> ArchiveNode {
        .date(Date(timeIntervalSinceReferenceDate: seconds))
    }

    /// An archive with a digest, small enough for a test of each of its bytes.
    static func sealed() throws -> [UInt8] {
        var writer = PlistWriter()
        let rows = try [
            ArchiveNode.array([.integer(0), .string("Ann"), .null, .reference(1), .double(1.5), .bool(true)]),
            .array([.integer(0), .string("Zoë"), .integer(70_000), .reference(0), .double(1), .bool(false)]),
            .array([
                .integer(1), .data(Data(0...20)),
                .array([.integer(1), .bool(true), .double(1), .float(0.75)]),
                .dictionary([.init("k", .string("A text that is longer than fifteen"))]),
            ]),
        ].map { try writer.add($0, depth: 3) }
        let objects = try writer.array(rows)
        let format = try writer.add(.string("ModelObjects"))
        return try writer.seal([("format", format), ("objects", objects)])
    }

    /// The content of an archive, or the reason why it is rejected.
    static func read(_ bytes: [UInt8]) -> Result<ArchiveNode, PlistFailure> {
        do throws(PlistFailure) {
            var reader = try ArchivePlist.open(bytes)
            return .success(try reader.node(at: reader.table.root))
        } catch {
            return .failure(error)
        }
    }

    /// A property list of these objects with references of `referenceSize` bytes, without validation.
    static func list(_ objects: [[UInt8]], root: Int = 0, referenceSize: Int = 1) -> [UInt8] {
        var bytes = PlistTrailer.magic
        var offsets: [Int] = []
        for object in objects {
            offsets.append(bytes.count)
            bytes += object
        }
        let start = bytes.count
        for offset in offsets { bytes.appendBigEndian(UInt64(offset), size: 4) }
        return bytes + trailer(4, referenceSize, UInt64(objects.count), UInt64(root), UInt64(start))
    }

    static func trailer(
        _ offsetSize: Int, _ referenceSize: Int, _ count: UInt64, _ root: UInt64, _ start: UInt64
    ) -> [UInt8] {
        var bytes: [UInt8] = [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
        for number in [count, root, start] { bytes.appendBigEndian(number, size: 8) }
        return bytes
    }
}

/// Avoids `Date.description`, which crashes on Linux for NaN and for dates far from now.
extension ArchiveNode: CustomTestStringConvertible {
    /// The value, with its bits if it is a floating-point number.
    public var testDescription: String {
        switch self {
        case .null: "nil"
        case .bool(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .unsigned(let value): "\(value) as unsigned"
        case .float(let value): "\(value) as Float, bits \(String(value.bitPattern, radix: 16))"
        case .double(let value): "\(value), bits \(String(value.bitPattern, radix: 16))"
        case .date(let value): "date \(value.timeIntervalSinceReferenceDate)"
        case .string(let value): value.count > 40 ? "text of \(value.utf8.count) bytes" : "\"\(value)\""
        case .data(let value): "\(value.count) bytes"
        case .array(let elements): "[\(elements.map(\.testDescription).joined(separator: ", "))]"
        case .dictionary(let entries):
            "{\(entries.map { "\($0.key): \($0.value.testDescription)" }.joined(separator: ", "))}"
        case .reference(let number): "reference to \(number)"
        case .marked(let name, let value): "\(name)(\(value.testDescription))"
        }
    }
}

/// Property lists without the envelope of an archive.
extension ArchivePlist {
    /// The bytes of a property list with this one value, without a digest.
    static func encode(_ root: ArchiveNode) throws(PlistFailure) -> [UInt8] {
        var writer = PlistWriter()
        let part = try writer.add(root)
        return try writer.finish(root: part)
    }

    /// Decodes the value in these bytes.
    ///
    /// An invalid property list throws an error, and no part of it is returned.
    static func decode(_ bytes: [UInt8]) throws(PlistFailure) -> ArchiveNode {
        var reader = NodeReader(try PlistTable(validating: bytes))
        return try reader.node(at: reader.table.root)
    }
}
