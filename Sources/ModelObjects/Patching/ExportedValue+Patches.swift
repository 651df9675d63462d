import Foundation

/// Exported values as documents that patches compare.
extension ExportedValue {
    /// A value of a patch.
    ///
    /// A value that isn't JSON, such as a Date or a model, stays unchanged.
    init(json value: Any) throws {
        switch JSONValue(value) {
        case .null: self = .null
        case .other(let other):
            guard let typed = other as? any Encodable else {
                throw PatchFailure(reason: "`value` has a \(type(of: other)), which JSON cannot represent")
            }
            self = .typed(typed)
        case .bool(let bool): self = .bool(bool)
        case .integer(let number): self = ExportedValue(number)
        case .unsigned(let number): self = .unsigned(number)
        case .double(let number): self = .double(number)
        case .decimal(let number): self = .decimal(number)
        case .string(let text): self = .string(text)
        case .array(let elements): self = .array(try elements.map { try ExportedValue(json: $0) })
        case .object(let members):
            self = .object(
                try members.sorted(byText: \.key).map {
                    Member(key: $0.key, value: try ExportedValue(json: $0.value))
                })
        }
    }

    /// The model that an object, or the object around it, represents.
    var owner: ModelObject? {
        if case .object(_, let owner) = self { owner } else { nil }
    }

    var isNull: Bool {
        if case .null = self { true } else { false }
    }

    /// Whether the value is null, or contains a null.
    var holdsNull: Bool {
        switch self {
        case .null: true
        case .array(let elements, _): elements.contains(where: \.holdsNull)
        case .object(let members, _): members.contains(where: \.value.holdsNull)
        default: false
        }
    }

    /// Whether the value is null, or an array with a null, at any depth of arrays.
    var listsNull: Bool {
        switch self {
        case .null: true
        case .array(let elements, _): elements.contains(where: \.listsNull)
        default: false
        }
    }

    var members: [Member]? {
        if case .object(let members, _) = self { members } else { nil }
    }

    /// The value without the members of models that are nil, as `jsonObject()` exports it.
    var withoutNil: ExportedValue {
        guard case .object(let members, let owner) = self else { return mapParts(\.withoutNil) }
        return ExportedValue.object(Self.present(members, of: owner), of: owner).mapParts(\.withoutNil)
    }

    /// The members of an object, without those of a model that are nil.
    static func present(_ members: [Member], of owner: ModelObject?) -> [Member] {
        owner != nil && members.contains(where: \.isNil) ? members.filter { !$0.isNil } : members
    }

    /// The size of the value for the budget of copies: the number of values in it, with itself, in which a long text counts
    /// as several.
    var copiedSize: Int {
        switch self {
        case .array(let elements, _): elements.reduce(1) { $0 + $1.copiedSize }
        case .object(let members, _):
            members.reduce(1) { $0 + ($1.key.utf8.count >> 6) + $1.value.copiedSize }
        case .string(let text): 1 + text.utf8.count >> 6
        default: 1
        }
    }

    /// The number of values in it, with itself.
    var count: Int {
        switch self {
        case .array(let elements, _): elements.reduce(1) { $0 + $1.count }
        case .object(let members, _): members.reduce(1) { $0 + $1.value.count }
        default: 1
        }
    }

    /// The value as if no model had been exported.
    ///
    /// - Parameter model: If given, only objects at prefixes of the model's paths no longer belong to the model, as after
    ///   the value was moved.
    func unowned(by model: ModelObject? = nil) -> ExportedValue {
        guard case .object(let members, let owner) = self else { return mapParts { $0.unowned(by: model) } }
        if let model, owner !== model { return self }
        return ExportedValue.object(members).mapParts { $0.unowned(by: model) }
    }

    /// Whether objects and arrays are nested deeper than a number of levels.
    func isDeeper(than levels: Int) -> Bool {
        switch self {
        case .array(let elements, _): levels <= 0 || elements.contains { $0.isDeeper(than: levels - 1) }
        case .object(let members, _): levels <= 0 || members.contains { $0.value.isDeeper(than: levels - 1) }
        default: levels < 0
        }
    }

    /// The maximum depth of an object's document.
    ///
    /// A lower limit for payloads doesn't apply to existing objects.
    static func levels(_ limit: Int) -> Int {
        min(max(limit, MappingLimits().depth), MappingLimits.maximumDepth)
    }

    /// The maximum depth of a document for the stack, because everything here is recursive.
    static var deepest: Int { StackSpace.current.levels(ofSize: 2_048) }

    /// The value of an export, which has limited its depth, if the stack has room for it.
    ///
    /// - Throws: `ModelError` with `.limitExceeded`.
    func checkStack() throws -> ExportedValue {
        let deepest = Self.deepest
        if isDeeper(than: deepest) { throw ModelError.tooDeep(levels: deepest, isOfStack: true, at: []) }
        return self
    }

    /// Whether two values are equal as RFC 6902, section 4.6, compares them: kinds exactly, numbers by value, objects
    /// in any order.
    ///
    /// The elements of two Sets are compared in order (see `inOrder`), those of a Set and an array in any
    /// order. Values that no operation has led into take constant time: they share their parts with the original.
    ///
    /// - Parameter withoutNil: Whether the members of models that are nil don't count.
    func isSame(as other: ExportedValue, withoutNil: Bool = false) -> Bool {
        switch (self, other) {
        case (.integer(let left), .integer(let right)): left == right
        case (.double(let left), .double(let right)): left == right
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.string(let left), .string(let right)): left.hasSameBytes(as: right)
        case (.array(let left, _), .array(let right, _)) where left.sharesElements(with: right): true
        case (.object(let left, let leftOwner), .object(let right, let rightOwner))
        where leftOwner === rightOwner && left.sharesElements(with: right): true
        case (.array(let left, let isSet), .array(let right, let isOtherSet)):
            left.count == right.count
                && (isSet == isOtherSet
                    ? zip(left, right).allSatisfy { $0.isSame(as: $1, withoutNil: withoutNil) }
                    : Self.asSet(left, withoutNil: withoutNil)
                        .isSame(as: Self.asSet(right, withoutNil: withoutNil)))
        case (.object(let left, let leftOwner), .object(let right, let rightOwner)):
            withoutNil
                ? Self.areSame(
                    Self.present(left, of: leftOwner), Self.present(right, of: rightOwner), withoutNil: true)
                : Self.areSame(left, right, withoutNil: false)
        default:
            switch (number, other.number) {
            case (let left?, let right?): left == right
            default: false
            }
        }
    }

    /// Whether two values are the same, and contain no other arrays and no objects.
    ///
    /// Unlike `isSame`, it can be called on each level without taking quadratic time.
    func isSameLeaf(as other: ExportedValue) -> Bool {
        switch (self, other) {
        case (.array(let left, let isSet), .array(let right, let isOtherSet)):
            isSet == isOtherSet && left.count == right.count
                && zip(left, right).allSatisfy { $0.isSameScalar(as: $1) }
        default: isSameScalar(as: other)
        }
    }

    private func isSameScalar(as other: ExportedValue) -> Bool {
        switch self {
        case .array, .object: false
        default: isSame(as: other)
        }
    }

    /// Whether a condition holds for any part of this value and the part in the same place of a value that is the same.
    ///
    /// - Parameter condition: It holds for no value and itself.
    func isAnyPart(
        besidePartOf other: ExportedValue, where condition: (ExportedValue, ExportedValue) -> Bool
    ) -> Bool {
        func holds(_ part: ExportedValue, _ otherPart: ExportedValue) -> Bool {
            condition(part, otherPart) || part.isAnyPart(besidePartOf: otherPart, where: condition)
        }
        switch (self, other) {
        case (.array(let elements, _), .array(let others, _)):
            if elements.sharesElements(with: others) { return false }
            return zip(elements, others).contains { holds($0, $1) }
        case (.object(let members, _), .object(let otherMembers, _)):
            if members.sharesElements(with: otherMembers) { return false }
            let pairs = MemberPairs(old: otherMembers, new: members)
            return members.indices.contains { index in
                pairs.oldValue(at: index).map { holds(members[index].value, $0) } ?? false
            }
        default: return false
        }
    }

    /// The value as if all of its arrays represented Sets, in order.
    var unordered: ExportedValue { asSets.inOrder }

    private var asSets: ExportedValue {
        guard case .array(let elements, _) = self else { return mapParts(\.asSets) }
        return .array(elements.map(\.asSets), isSet: true)
    }

    private static func asSet(_ elements: [ExportedValue], withoutNil: Bool) -> ExportedValue {
        .array(withoutNil ? elements.map(\.withoutNil) : elements, isSet: true).inOrder
    }

    private static func areSame(_ left: [Member], _ right: [Member], withoutNil: Bool) -> Bool {
        guard left.count == right.count else { return false }
        let pairs = MemberPairs(old: right, new: left)
        return left.indices.allSatisfy {
            pairs.oldValue(at: $0)?.isSame(as: left[$0].value, withoutNil: withoutNil) ?? false
        }
    }

    private var number: UntypedNumber? {
        switch self {
        case .integer, .unsigned, .float, .double, .decimal: UntypedNumber(JSONValue(plain))
        default: nil
        }
    }
}

/// The members of an old and a new object, matched by their keys.
struct MemberPairs {
    private let old: [ExportedValue.Member]
    private let new: [ExportedValue.Member]
    /// Nil if both objects have the same keys in the same order, as is usual.
    private let indexes: (old: MemberIndex, new: MemberIndex)?

    init(old: [ExportedValue.Member], new: [ExportedValue.Member]) {
        (self.old, self.new) = (old, new)
        let areAlike = old.count == new.count && zip(old, new).allSatisfy { $0.key.hasSameBytes(as: $1.key) }
        indexes = areAlike ? nil : (MemberIndex(old), MemberIndex(new))
    }

    /// The old value of a member of the new object; nil if it is new.
    func oldValue(at index: Int) -> ExportedValue? {
        guard let indexes else { return old[index].value }
        return indexes.old[new[index].key]
    }

    /// The members of the old object that the new one lacks.
    var removed: [ExportedValue.Member] {
        guard let indexes else { return [] }
        return old.filter { indexes.new[$0.key] == nil }
    }
}

/// The values of members by their keys; of several members with one key, the first one counts.
struct MemberIndex {
    private let values: [ExactText: ExportedValue]

    init(_ members: [ExportedValue.Member]) {
        values = Dictionary(members.map { (ExactText($0.key), $0.value) }) { first, _ in first }
    }

    subscript(_ key: String) -> ExportedValue? { values[ExactText(key)] }
}
