import Foundation

/// A value as it is exported, the members of its objects in their order: what hooks are asked about, what
/// `jsonObject` gives, and how everything is written that has no way straight to bytes.
indirect enum ExportedValue {
    /// Nil: null within a container, left out or null as a property.
    case none
    /// Null that the options ask for.
    case null
    /// NaN that the options leave out.
    case omitted
    case string(String)
    case bool(Bool)
    case integer(Int)
    case unsigned(UInt64)
    /// Finite.
    case double(Double)
    /// Not NaN.
    case decimal(Decimal)
    /// What a coder writes in its own way: a Date, Data, a Codable type. Only for coders.
    ///
    /// A type that may hold models has its scope.
    case typed(any Encodable, EncodingScope? = nil)
    case array([ExportedValue])
    case object([Member])

    struct Member {
        let key: String
        let value: ExportedValue
    }

    /// The value as hooks and callers get it.
    var plain: Any {
        switch self {
        case .none, .null, .omitted: NSNull()
        case .string(let text): text
        case .bool(let bool): bool
        case .integer(let number): number
        case .unsigned(let number): number
        case .double(let number): number
        case .decimal(let number): number
        case .typed(let value, _): value
        case .array(let elements): elements.map(\.plain)
        case .object(let members): Self.dictionary(members)
        }
    }

    static func dictionary(_ members: [Member]) -> [String: Any] {
        var dictionary: [String: Any] = [:]
        dictionary.reserveCapacity(members.count)
        for member in members { dictionary[member.key] = member.value.plain }
        return dictionary
    }

    /// The value with the members of its objects in the order of those of another value, which a hook was
    /// given and made this one of: a dictionary forgets it.
    ///
    /// New members come last, as they are.
    func ordered(like model: ExportedValue) -> ExportedValue {
        switch (self, model) {
        case (.array(let elements), .array(let models)):
            return .array(
                elements.enumerated().map { index, element in
                    index < models.count ? element.ordered(like: models[index]) : element
                })
        case (.object(let members), .object(let models)):
            var rest = Dictionary(members.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
            var ordered: [Member] = []
            ordered.reserveCapacity(members.count)
            for model in models {
                guard let value = rest.removeValue(forKey: model.key) else { continue }
                ordered.append(Member(key: model.key, value: value.ordered(like: model.value)))
            }
            for member in members where rest[member.key] != nil { ordered.append(member) }
            return .object(ordered)
        default:
            return self
        }
    }

    /// An array as an object by index, as Rails takes relations.
    var keyedByIndex: ExportedValue {
        guard case .array(let elements) = self else { return self }
        return .object(
            elements.enumerated().map { Member(key: String($0.offset), value: $0.element) })
    }
}

extension JSONWriter {
    /// Writes a value; nothing for one that is omitted.
    ///
    /// It is as deep as the exporter let it become.
    mutating func value(_ value: ExportedValue, sortedKeys: Bool) {
        switch value {
        case .omitted: return
        case .none, .null, .typed: null()
        case .string(let text): self.value(text)
        case .bool(let bool): self.value(bool)
        case .integer(let number): self.value(number)
        case .unsigned(let number): self.value(number)
        case .double(let number): self.value(number)
        case .decimal(let number): self.value(number)
        case .array(let elements):
            beginArray()
            for element in elements { self.value(element, sortedKeys: sortedKeys) }
            endArray()
        case .object(let members):
            beginObject()
            let order =
                sortedKeys
                ? members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) } : members
            for member in order {
                if case .omitted = member.value { continue }
                key(member.key)
                self.value(member.value, sortedKeys: sortedKeys)
            }
            endObject()
        }
    }
}
