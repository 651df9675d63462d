import Foundation

/// The fields of a form: `name=Ada&tags=a&tags=b&home[city]=Oslo`.
///
/// As in Vapor's form decoder, any decoder has all three kinds of containers, all values are text, and the super decoder of a
/// list is that of the whole list, without moving to the next element.
struct Form: Decoder {
    private var values: [String] = []
    private var fields: [String: Form] = [:]
    /// Whether lists never move to the next element.
    private var isStuck = false
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    struct Mismatch: Error {}

    private init(value: String) { values = [value] }

    init(_ text: String, isStuck: Bool = false) {
        self.isStuck = isStuck
        for pair in text.split(separator: "&") {
            let parts = pair.split(separator: "=").map(String.init)
            add(parts[1], at: parts[0].split { "[]".contains($0) }.map(String.init)[...])
        }
    }

    private mutating func add(_ value: String, at path: ArraySlice<String>) {
        guard let key = path.first else { return values.append(value) }
        fields[key, default: Form("", isStuck: isStuck)].add(value, at: path.dropFirst())
    }

    func decode<Result: Decodable>(_ type: Result.Type) throws -> Result {
        guard let scalar = type as? any LosslessStringConvertible.Type else { return try Result(from: self) }
        guard let text = values.last, let value = scalar.init(text) as? Result else { throw Mismatch() }
        return value
    }

    func container<Key>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> { .init(Fields(form: self)) }
    func unkeyedContainer() -> any UnkeyedDecodingContainer { Values(form: self) }
    func singleValueContainer() -> any SingleValueDecodingContainer { Value(form: self) }

    private struct Fields<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let form: Form
        let codingPath: [any CodingKey] = []

        var allKeys: [Key] { form.fields.keys.compactMap { Key(stringValue: $0) } }
        func contains(_ key: Key) -> Bool { form.fields[key.stringValue] != nil }
        func decodeNil(forKey key: Key) -> Bool { !contains(key) }
        private func field(_ key: Key) throws -> Form {
            try form.fields[key.stringValue] ?? { throw Mismatch() }()
        }
        func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
            try field(key).decode(type)
        }
        func nestedContainer<Nested>(
            keyedBy type: Nested.Type, forKey key: Key
        ) throws -> KeyedDecodingContainer<Nested> { try field(key).container(keyedBy: type) }
        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
            try field(key).unkeyedContainer()
        }
        func superDecoder() -> any Decoder { form }
        func superDecoder(forKey key: Key) throws -> any Decoder { try field(key) }
    }

    private struct Values: UnkeyedDecodingContainer {
        let form: Form
        private(set) var currentIndex = 0
        let codingPath: [any CodingKey] = []

        init(form: Form) { self.form = form }

        private var isIndexed: Bool { !form.fields.isEmpty && form.fields.keys.allSatisfy { Int($0) != nil } }
        var count: Int? { isIndexed ? form.fields.count : form.values.count }
        var isAtEnd: Bool { currentIndex >= count ?? 0 }
        mutating func decodeNil() -> Bool { false }
        mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
            let element = isIndexed ? form.fields["\(currentIndex)"] : Form(value: form.values[currentIndex])
            let value = try (element ?? Form("")).decode(type)
            if !form.isStuck { currentIndex += 1 }
            return value
        }
        mutating func nestedContainer<Nested>(
            keyedBy type: Nested.Type
        ) throws -> KeyedDecodingContainer<Nested> { throw Mismatch() }
        mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Mismatch() }
        mutating func superDecoder() -> any Decoder { form }
    }

    private struct Value: SingleValueDecodingContainer {
        let form: Form
        let codingPath: [any CodingKey] = []

        func decodeNil() -> Bool { false }
        func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try form.decode(type) }
    }
}
