import Foundation

@testable import ModelObjects

/// A row of a table.
///
/// As in SQLite.swift and SQLKit, its coders have only keyed containers, whose methods know the standard types, Date and
/// Data. Any other value is JSON text in a column, and there are no super coders.
struct Row: Equatable {
    enum Value: Equatable {
        case null
        case integer(Int)
        case real(Double)
        case text(String)
        case blob(Data)
    }

    var columns: [String: Value] = [:]

    struct Unsupported: Error {}

    func decode<Result: Decodable>(_ type: Result.Type) throws -> Result {
        try Result(from: RowDecoder(self))
    }

    static func encode(_ value: some Encodable) throws -> Row {
        let encoder = RowEncoder()
        try value.encode(to: encoder)
        return encoder.row
    }
}

private struct RowDecoder: Decoder {
    let row: Row
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    init(_ row: Row) { self.row = row }

    func container<Key>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> { .init(Columns(row: row)) }
    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Row.Unsupported() }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { throw Row.Unsupported() }

    private struct Columns<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let row: Row
        let codingPath: [any CodingKey] = []

        var allKeys: [Key] { row.columns.keys.compactMap { Key(stringValue: $0) } }
        func contains(_ key: Key) -> Bool { row.columns[key.stringValue] != nil }
        func decodeNil(forKey key: Key) -> Bool { [nil, .null].contains(row.columns[key.stringValue]) }

        func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
            guard case .integer(let number)? = row.columns[key.stringValue] else { throw Row.Unsupported() }
            return number
        }

        func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
            try decode(Int.self, forKey: key) != 0
        }

        func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
            guard case .real(let number)? = row.columns[key.stringValue] else { throw Row.Unsupported() }
            return number
        }

        func decode(_ type: String.Type, forKey key: Key) throws -> String {
            guard case .text(let text)? = row.columns[key.stringValue] else { throw Row.Unsupported() }
            return text
        }

        func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
            switch row.columns[key.stringValue] {
            case .blob(let data)? where type == Data.self || type == UUID.self:
                let uuid = data.count == 16 ? UUID(uuidString: data.hexText) : nil
                guard let value = data as? Value ?? uuid as? Value else { throw Row.Unsupported() }
                return value
            case .real(let seconds)? where type == Date.self:
                return try Date(timeIntervalSince1970: seconds) as? Value ?? { throw Row.Unsupported() }()
            case .text(let text)?: return try JSONDecoder().decode(type, from: Data(text.utf8))
            default: throw Row.Unsupported()
            }
        }

        func nestedContainer<Nested>(
            keyedBy type: Nested.Type, forKey key: Key
        ) throws -> KeyedDecodingContainer<Nested> { throw Row.Unsupported() }
        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
            throw Row.Unsupported()
        }
        func superDecoder() throws -> any Decoder { throw Row.Unsupported() }
        func superDecoder(forKey key: Key) throws -> any Decoder { throw Row.Unsupported() }
    }
}

private final class RowEncoder: Encoder {
    var row = Row()
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        .init(Columns(encoder: self))
    }
    func unkeyedContainer() -> any UnkeyedEncodingContainer { preconditionFailure("a row has no elements") }
    func singleValueContainer() -> any SingleValueEncodingContainer {
        preconditionFailure("a row is no value")
    }

    private struct Columns<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let encoder: RowEncoder
        let codingPath: [any CodingKey] = []

        private func put(_ value: Row.Value, _ key: Key) { encoder.row.columns[key.stringValue] = value }

        func encodeNil(forKey key: Key) { put(.null, key) }
        func encode(_ value: Bool, forKey key: Key) { put(.integer(value ? 1 : 0), key) }
        func encode(_ value: Int, forKey key: Key) { put(.integer(value), key) }
        func encode(_ value: Double, forKey key: Key) { put(.real(value), key) }
        func encode(_ value: String, forKey key: Key) { put(.text(value), key) }
        func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
            switch value {
            case let date as Date: put(.real(date.timeIntervalSince1970), key)
            case let data as Data: put(.blob(data), key)
            default: put(.text(String(decoding: try JSONEncoder().encode(value), as: UTF8.self)), key)
            }
        }

        func nestedContainer<Nested>(
            keyedBy type: Nested.Type, forKey key: Key
        ) -> KeyedEncodingContainer<Nested> { preconditionFailure("a column has no members") }
        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
            preconditionFailure("a column has no elements")
        }
        func superEncoder() -> any Encoder { preconditionFailure("a row has no super encoder") }
        func superEncoder(forKey key: Key) -> any Encoder {
            preconditionFailure("a row has no super encoder")
        }
    }
}

extension Data {
    /// The bytes as hexadecimal digits, 8-4-4-4-12.
    fileprivate var hexText: String {
        let digits = map { String(Int($0) + 256, radix: 16).dropFirst() }
        let groups = [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { digits[$0].joined() }
        return groups.joined(separator: "-")
    }
}
