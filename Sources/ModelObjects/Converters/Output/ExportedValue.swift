import Foundation

/// An exported value whose objects keep the order of their members.
///
/// Hooks are called with it, `jsonObject` returns it, and coders encode it.
enum ExportedValue {
    case null
    case string(String)
    case bool(Bool)
    case integer(Int64)
    case unsigned(UInt64)
    case float(Float)
    case double(Double)
    /// Not NaN.
    indirect case decimal(Decimal)
    /// A value for which a coder has its own form: a Date, Data or a Codable type; only used for coders, and in patches
    /// that contain such values.
    ///
    /// A type that may hold models also has a scope.
    indirect case typed(any Encodable, EncodingScope? = nil)
    /// An array; `isSet` means that it represents a Set, so its order has no meaning.
    case array([ExportedValue], isSet: Bool = false)
    /// An object; if the export marks models, with the model whose export it is, or is part of.
    case object([Member], of: ModelObject? = nil)

    struct Member {
        let key: String
        let value: ExportedValue
        /// Whether the value is a nil that is written as null, or an object or array that the paths of several
        /// properties share, all of them nil.
        var isNil = false
    }

    /// How a tree shows models.
    enum Models {
        case members
        /// By their members, marked with the model.
        case marked
        /// By their members, marked with the model, for a coder.
        case coded
        /// Marked with the model; only the outermost has members.
        case references
    }

    init<Integer: BinaryInteger>(_ value: Integer) {
        if let number = Int64(exactly: value) {
            self = .integer(number)
        } else if let number = UInt64(exactly: value) {
            self = .unsigned(number)
        } else {
            self = .decimal(Decimal(string: "\(value)") ?? .nan)
        }
    }

    /// The value with other elements of an array, or other values of an object's members.
    func mapParts(_ transform: (ExportedValue) throws -> ExportedValue) rethrows -> ExportedValue {
        switch self {
        case .array(let elements, let isSet):
            try .array(elements.map(transform), isSet: isSet)
        case .object(let members, let owner):
            try .object(
                members.map { Member(key: $0.key, value: try transform($0.value), isNil: $0.isNil) },
                of: owner)
        default:
            self
        }
    }

    /// The value in the form that hooks and callers receive.
    var plain: Any {
        @inline(never) get {
            switch self {
            case .null: NSNull()
            case .string(let text): text
            case .bool(let bool): bool
            case .integer(let number): Int(exactly: number).map { $0 as Any } ?? number
            case .unsigned(let number): number
            case .float(let number): Self.double(of: number)
            case .double(let number): number
            case .decimal(let number): number
            case .typed(let value, _): value
            case .array(let elements, _): elements.map(\.plain)
            case .object: dictionary
            }
        }
    }

    /// The Double with the same shortest text, which is the intended number: 0.1 and not 0.10000000149011612.
    static func double(of number: Float) -> Double { Double(number.description) ?? Double(number) }

    /// The members of an object.
    var dictionary: [String: Any] {
        guard case .object(let members, _) = self else { return [:] }
        var dictionary: [String: Any] = [:]
        dictionary.reserveCapacity(members.count)
        for member in members { dictionary[member.key] = member.value.plain }
        return dictionary
    }

    /// Whether the value is null, or contains nothing else.
    var holdsOnlyNull: Bool {
        switch self {
        case .null: true
        case .array(let elements, _): elements.allSatisfy(\.holdsOnlyNull)
        case .object(let members, _): members.allSatisfy(\.value.holdsOnlyNull)
        default: false
        }
    }

    /// Converts an array to an object keyed by index, as Rails expects relations.
    var keyedByIndex: ExportedValue {
        guard case .array(let elements, _) = self else { return self }
        return .object(
            elements.enumerated().map { Member(key: String($0.offset), value: $0.element) })
    }
}

/// Builds a tree from values that are added one after the other.
struct ExportTreeBuilder {
    /// The key of the next value; empty in an array.
    var key = ""
    /// The open containers, the outermost first: an array around the root.
    private var containers: [Container] = []

    /// What a container becomes.
    enum Kind {
        case object
        case array
        /// The array of a Set.
        case set
        /// An object or an array that the paths of several properties share.
        case sharedObject, sharedArray
    }

    private struct Container {
        let key: String
        let owner: ModelObject?
        let kind: Kind
        /// The members or elements.
        var parts: [ExportedValue.Member] = []

        var value: ExportedValue {
            switch kind {
            case .object, .sharedObject: .object(parts, of: owner)
            case .array, .sharedArray, .set: .array(parts.map(\.value), isSet: kind == .set)
            }
        }

        /// Whether the paths of several properties share the container, and all of them are nil.
        var isNil: Bool { (kind == .sharedObject || kind == .sharedArray) && parts.allSatisfy(\.isNil) }
    }

    /// The number of parts of the innermost container.
    var count: Int { containers.last?.parts.count ?? 0 }

    /// The completed value; null if there is none.
    var root: ExportedValue { containers.first?.parts.first?.value ?? .null }

    @inline(never)
    mutating func add(_ value: ExportedValue, isNil: Bool = false) {
        if containers.isEmpty { openRoot() }
        containers[containers.count - 1].parts.append(.init(key: key, value: value, isNil: isNil))
        key = ""
    }

    /// - Parameter capacity: The expected number of parts.
    @inline(never)
    mutating func begin(_ kind: Kind, of owner: ModelObject? = nil, capacity: Int = 0) {
        if containers.isEmpty { openRoot() }
        var container = Container(key: key, owner: owner, kind: kind)
        container.parts.reserveCapacity(capacity)
        containers.append(container)
        key = ""
    }

    @inline(never)
    mutating func end() {
        let ended = containers.removeLast()
        key = ended.key
        add(ended.value, isNil: ended.isNil)
    }

    @inline(never)
    private mutating func openRoot() {
        containers.reserveCapacity(8)
        containers.append(Container(key: "", owner: nil, kind: .array))
    }

    /// The number of open containers.
    var level: Int { containers.count }

    /// Removes the last parts of the innermost container.
    @inline(never)
    mutating func rewind(to count: Int) {
        if count < self.count { containers[containers.count - 1].parts.removeSubrange(count...) }
    }

    /// Discards the containers opened inside of a level.
    mutating func close(to level: Int) { containers.removeSubrange(level...) }
}

extension JSONWriter {
    /// Writes a value, whose depth the exporter has already limited.
    mutating func value(_ value: ExportedValue, sortedKeys: Bool) {
        switch value {
        case .null, .typed: null()
        case .string(let text): self.value(text)
        case .bool(let bool): self.value(bool)
        case .integer(let number): self.value(number)
        case .unsigned(let number): self.value(number)
        case .float(let number): self.value(number)
        case .double(let number): self.value(number)
        case .decimal(let number): self.value(number)
        case .array(let elements, _):
            beginArray()
            for element in elements { self.value(element, sortedKeys: sortedKeys) }
            endArray()
        case .object(let members, _):
            beginObject()
            let order =
                sortedKeys
                ? members.sorted(byText: \.key) : members
            for member in order {
                key(member.key)
                self.value(member.value, sortedKeys: sortedKeys)
            }
            endObject()
        }
    }
}
