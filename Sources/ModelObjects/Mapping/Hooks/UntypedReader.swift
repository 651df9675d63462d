import Foundation

/// Reads values in the form that hooks get.
///
/// Dictionaries are made faster if the property that they are for has a model class.
///
/// (Members and elements are first collected in arrays of the reader, to know the size of the dictionary or
/// array.)
struct UntypedReader: ~Copyable {
    private var members = UntypedMembers()
    private var elements: [Any] = []
    /// The number of white-space bytes before the keys of the object that was read last.
    private var indentation = 0
    /// Whether the last value has a number that no Double holds.
    private(set) var metInfinity = false
    /// Whether containers in objects whose classes override `serializeValue` are collected.
    private var collects = false
    private var containers: ContainersInText?
    /// Made once, because an object of the class is allocated for each.
    private lazy var null = NSNull()

    /// Reads a member that is a string, a Bool, null or a short number; false for any other.
    ///
    /// (Each type is put into an `Any` in its place, since a copy of an `Any` takes longer than reading the value.)
    @inline(__always)
    private mutating func addScalar(
        _ reader: inout JSONReader, _ key: String?, _ place: ExpectedKeys.Place,
        to object: inout UntypedMembers.Object
    ) throws -> Bool {
        switch reader.peek() {
        case UInt8(ascii: "\""): members.add(try reader.readString(), key, place, to: &object)
        case UInt8(ascii: "t"), UInt8(ascii: "f"): members.add(try reader.readBool(), key, place, to: &object)
        case UInt8(ascii: "n"):
            try reader.readNull()
            members.add(null, key, place, to: &object)
        default:
            if let integer = reader.readShortInteger() {
                members.add(integer, key, place, to: &object)
            } else if let double = reader.readShortDouble() {
                members.add(double, key, place, to: &object)
            } else {
                return false
            }
        }
        return true
    }

    /// Reads one value for a property of a class.
    ///
    /// - Parameter collects: Whether containers are collected, for `takeContainers`.
    mutating func read(
        _ reader: inout JSONReader, for property: Int, of schema: ModelSchema, collects: Bool
    ) throws -> Any {
        metInfinity = false
        self.collects = collects
        if containers != nil { containers = nil }
        // An error may have left some.
        members.removeAll()
        if !elements.isEmpty { elements.removeAll(keepingCapacity: true) }
        return try value(&reader, for: property, of: schema)
    }

    /// The containers that were collected in the last value; nil if there are none.
    mutating func takeContainers() -> ContainersInText? { containers.take() }

    @inline(__always)
    private mutating func value(
        _ reader: inout JSONReader, for property: Int, of schema: ModelSchema
    ) throws -> Any {
        if property >= 0, schema.slots[property].holdsModels {
            let kind = schema.slots[property].kind
            let value = try schema.withModels(at: property) { _, inner in
                try self.value(&reader, kind, inner)
            }
            if let value { return value }
        }
        return try self.value(&reader, .other, nil)
    }

    private mutating func value(
        _ reader: inout JSONReader, _ kind: PropertyKind, _ schema: ModelSchema?
    ) throws -> Any {
        switch reader.peek() {
        case UInt8(ascii: "{"):
            if kind == .model, let schema { return try object(&reader, of: schema) }
            return try object(&reader, ofValuesFor: kind == .modelDictionary ? schema : nil)
        case UInt8(ascii: "["):
            return try array(&reader, kind == .modelArray ? schema : nil)
        default:
            return try reader.readAny(metInfinity: &metInfinity)
        }
    }

    private mutating func array(_ reader: inout JSONReader, _ schema: ModelSchema?) throws -> [Any] {
        guard try reader.enterArray() else { return [] }
        let first = elements.count
        repeat { elements.append(try value(&reader, .model, schema)) } while try reader.hasNextElement()
        let array = (first..<elements.count).map { index in
            var element: Any = 0
            swap(&element, &elements[index])
            return element
        }
        elements.removeLast(array.count)
        return array
    }

    /// Reads an object that may become a model.
    private mutating func object(_ reader: inout JSONReader, of schema: ModelSchema) throws -> [String: Any] {
        var indentation = indentation
        // A copy that stays in registers.
        var cursor = reader
        defer { reader = cursor }
        guard try cursor.enterObject(&indentation) else { return [:] }
        var object = members.begin(schema.plan(DictionaryTemplates.self, DictionaryTemplates.init))
        var keys = ExpectedKeys(schema.matcher(.fuzzy))
        let collects = schema.overridesSerializeValue && self.collects
        repeat {
            try cursor.advanceToKey(&indentation)
            let key = try keys.readUnexpected(&cursor)
            let place = keys.place
            if try addScalar(&cursor, key, place, to: &object) { continue }
            let value = try member(&cursor, place.property, of: schema, isCollected: collects)
            members.add(any: value, key, place, to: &object)
        } while try cursor.hasNextMember()
        self.indentation = indentation
        return members.end(object)
    }

    /// Reads a member that is an array, an object or a long number.
    @inline(never)
    private mutating func member(
        _ reader: inout JSONReader, _ property: Int, of schema: ModelSchema, isCollected: Bool
    ) throws -> Any {
        guard isCollected else { return try value(&reader, for: property, of: schema) }
        if containers == nil { containers = ContainersInText() }
        let index = containers?.begin(at: reader.offset)
        let value = try value(&reader, for: property, of: schema)
        if let index { containers?.end(index, at: reader.offset, value) }
        return value
    }

    private mutating func object(
        _ reader: inout JSONReader, ofValuesFor schema: ModelSchema?
    ) throws -> [String: Any] {
        guard try reader.enterObject() else { return [:] }
        let first = members.otherCount
        repeat {
            let key = reader.string(try reader.readKey())
            members.addOther(try value(&reader, .model, schema), key)
        } while try reader.hasNextMember()
        var dictionary = [String: Any](minimumCapacity: members.otherCount - first)
        members.removeOthers(from: first, into: &dictionary)
        return dictionary
    }
}
