import Foundation

/// Exported values as documents that patches compare and edit.
extension ExportedValue {
    /// A value of a patch.
    init(json value: Any) {
        switch JSONValue(value) {
        case .null, .other: self = .null
        case .bool(let bool): self = .bool(bool)
        case .integer(let number): self = ExportedValue(number)
        case .unsigned(let number): self = .unsigned(number)
        case .double(let number): self = .double(number)
        case .decimal(let number): self = .decimal(number)
        case .string(let text): self = .string(text)
        case .array(let elements): self = .array(elements.map { ExportedValue(json: $0) })
        case .object(let members):
            self = .object(
                members.sorted(byText: \.key).map {
                    Member(key: $0.key, value: ExportedValue(json: $0.value))
                })
        }
    }

    /// The model that an object shows, or a part of which it shows.
    var owner: ModelObject? {
        if case .object(_, let owner) = self { owner } else { nil }
    }

    /// The members of an object.
    var members: [Member]? {
        if case .object(let members, _) = self { members } else { nil }
    }

    /// The value of a member with exactly this key.
    func member(_ key: String) -> ExportedValue? {
        members?.first { $0.key.utf8.elementsEqual(key.utf8) }?.value
    }

    /// The value without the members of models that are nil, as `jsonObject()` exports it.
    var withoutNil: ExportedValue {
        switch self {
        case .array(let elements):
            return .array(elements.map(\.withoutNil))
        case .object(let members, let owner):
            return .object(
                members.compactMap { member in
                    if owner != nil, member.isNil { return nil }
                    return Member(key: member.key, value: member.value.withoutNil, isNil: member.isNil)
                }, of: owner)
        default:
            return self
        }
    }

    /// The value as if no model had been exported.
    ///
    /// - Parameter budget: The number of values that may be copied.
    func unowned(_ budget: inout Int) throws -> ExportedValue {
        budget -= 1
        if budget < 0 { throw PatchFailure(reason: "too many copied values") }
        switch self {
        case .array(let elements):
            return .array(try elements.map { try $0.unowned(&budget) })
        case .object(let members, _):
            return .object(
                try members.map {
                    Member(key: $0.key, value: try $0.value.unowned(&budget), isNil: $0.isNil)
                })
        default:
            return self
        }
    }

    /// Whether more objects and arrays are nested than a number of levels.
    func isDeeper(than levels: Int) -> Bool {
        switch self {
        case .array(let elements): levels <= 0 || elements.contains { $0.isDeeper(than: levels - 1) }
        case .object(let members, _): levels <= 0 || members.contains { $0.value.isDeeper(than: levels - 1) }
        default: levels < 0
        }
    }

    /// The most levels of a document that a patch can have: everything here is recursive.
    static var deepest: Int { min(MappingLimits().depth, StackSpace.current.levels(ofSize: 2_048)) }

    /// - Throws: `ModelError` with `.limitExceeded` if the document has more levels than a patch can have.
    func checkDepth() throws -> ExportedValue {
        let deepest = Self.deepest
        if isDeeper(than: deepest) {
            throw ModelError.tooDeep(levels: deepest, isOfStack: deepest < MappingLimits().depth, at: [])
        }
        return self
    }

    /// Whether two values are equal as RFC 6902, section 4.6, compares them: kinds exactly, numbers by value, objects
    /// in any order.
    func isSame(as other: ExportedValue) -> Bool {
        switch (self, other) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
        case (.array(let left), .array(let right)):
            left.count == right.count && zip(left, right).allSatisfy { $0.isSame(as: $1) }
        case (.object(let left, _), .object(let right, _)): Self.areSame(left, right)
        default:
            switch (number, other.number) {
            case (let left?, let right?): left == right
            default: false
            }
        }
    }

    private static func areSame(_ left: [Member], _ right: [Member]) -> Bool {
        guard left.count == right.count else { return false }
        // Usually in the same order.
        if zip(left, right).allSatisfy({ $0.key.utf8.elementsEqual($1.key.utf8) }) {
            return zip(left, right).allSatisfy { $0.value.isSame(as: $1.value) }
        }
        let values = MemberIndex(right)
        return left.allSatisfy { values[$0.key]?.isSame(as: $0.value) ?? false }
    }

    private var number: UntypedNumber? {
        switch self {
        case .integer, .unsigned, .double, .decimal: UntypedNumber(JSONValue(plain))
        case .float(let number): UntypedNumber(Self.double(of: number))
        default: nil
        }
    }
}

/// The values of members by their keys, which are compared by bytes.
struct MemberIndex {
    private let members: [ExportedValue.Member]
    private var places: [[UInt8]: Int] = [:]

    init(_ members: [ExportedValue.Member]) {
        self.members = members
        for (place, member) in members.enumerated().reversed() { places[Array(member.key.utf8)] = place }
    }

    subscript(_ key: String) -> ExportedValue? { places[Array(key.utf8)].map { members[$0].value } }
}

// MARK: Operations

/// Why an operation of a JSON Patch cannot be applied.
struct PatchFailure: Error {
    let reason: String
}

extension ExportedValue {
    func value(at steps: ArraySlice<String>) throws -> ExportedValue {
        var value = self
        for step in steps {
            switch value {
            case .object:
                guard let member = value.member(step) else { throw PatchFailure(reason: "no value") }
                value = member
            case .array(let elements):
                value = elements[try Self.index(step, below: elements.count)]
            default:
                throw PatchFailure(reason: "no value")
            }
        }
        return value
    }

    /// Adds a member or an element; replaces a member that exists.
    mutating func add(_ value: ExportedValue, at steps: ArraySlice<String>) throws {
        guard let last = steps.last else {
            self = value
            return
        }
        try change(at: steps.dropLast()) { container in
            switch container {
            case .object(var members, let owner):
                container = .null
                defer { container = .object(members, of: owner) }
                if let index = members.firstIndex(where: { $0.key.utf8.elementsEqual(last.utf8) }) {
                    members[index] = Member(key: last, value: value)
                } else {
                    members.append(Member(key: last, value: value))
                }
            case .array(var elements):
                let index = last == "-" ? elements.count : try Self.index(last, below: elements.count + 1)
                container = .null
                elements.insert(value, at: index)
                container = .array(elements)
            default:
                throw PatchFailure(reason: "no object or array")
            }
        }
    }

    /// Removes a member or an element, and returns its value.
    @discardableResult
    mutating func remove(at steps: ArraySlice<String>) throws -> ExportedValue {
        guard let last = steps.last else { throw PatchFailure(reason: "the whole object") }
        return try change(at: steps.dropLast()) { container in
            switch container {
            case .object(var members, let owner):
                guard let index = members.firstIndex(where: { $0.key.utf8.elementsEqual(last.utf8) }) else {
                    throw PatchFailure(reason: "no value")
                }
                container = .null
                defer { container = .object(members, of: owner) }
                return members.remove(at: index).value
            case .array(var elements):
                let index = try Self.index(last, below: elements.count)
                container = .null
                defer { container = .array(elements) }
                return elements.remove(at: index)
            default:
                throw PatchFailure(reason: "no value")
            }
        }
    }

    /// Replaces a value that exists.
    mutating func replace(with value: ExportedValue, at steps: ArraySlice<String>) throws {
        try change(at: steps) { $0 = value }
    }

    /// Changes a value that exists.
    ///
    /// Each container on the way is taken out of its place while it is changed, so that none is copied.
    private mutating func change<Result>(
        at steps: ArraySlice<String>, _ body: (inout ExportedValue) throws -> Result
    ) throws -> Result {
        guard let step = steps.first else { return try body(&self) }
        switch self {
        case .object(var members, let owner):
            guard let index = members.firstIndex(where: { $0.key.utf8.elementsEqual(step.utf8) }) else {
                throw PatchFailure(reason: "no value")
            }
            self = .null
            var value = members[index].value
            members[index] = Member(key: step, value: .null)
            defer {
                members[index] = Member(key: step, value: value)
                self = .object(members, of: owner)
            }
            return try value.change(at: steps.dropFirst(), body)
        case .array(var elements):
            let index = try Self.index(step, below: elements.count)
            self = .null
            var value = elements[index]
            elements[index] = .null
            defer {
                elements[index] = value
                self = .array(elements)
            }
            return try value.change(at: steps.dropFirst(), body)
        default:
            throw PatchFailure(reason: "no value")
        }
    }

    /// The index that a step names: digits without leading zeros (RFC 6901, section 4).
    private static func index(_ step: String, below count: Int) throws -> Int {
        let isNumber =
            !step.isEmpty && step.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard isNumber, step == "0" || step.utf8.first != UInt8(ascii: "0") else {
            throw PatchFailure(reason: "no index of an array")
        }
        guard let index = Int(step), index < count else { throw PatchFailure(reason: "no element") }
        return index
    }
}
