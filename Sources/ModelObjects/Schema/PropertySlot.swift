import Foundation

/// How the mapper's loop fills a property, Optional or not.
enum PropertyKind: UInt8 {
    case string, int, double, bool, date
    /// A model; an existing one is filled in place.
    case model
    /// A model in a property wrapper, as embedded JSON, or on a runtime where references cannot be read as words. The
    /// accessor fills it. (Only slots have this kind, not accessors.)
    case indirectModel
    /// An array of models of one class, or a dictionary of them with String keys.
    case modelArray, modelDictionary
    /// Another type that has a `CompiledAccess`. (Only slots have this kind, not accessors.)
    case compiled
    /// Everything else: the accessor fills it.
    case other

    /// Whether values of the kind hold no models and nothing that has a deinitializer.
    var isScalar: Bool { rawValue <= PropertyKind.date.rawValue }

    /// Whether a property of the kind has a `CompiledAccess`, unless its values must not be shown.
    @inline(__always)
    var mayBeCompiled: Bool { isScalar || self == .compiled }
}

/// What null in the payload does to a property.
enum NullEffect: UInt8 {
    /// It sets an Optional to nil.
    case clears
    /// Nothing: the type has no value for it.
    case none
    /// The accessor decides.
    case other
}

/// The few bytes about a property that the mapper's loop needs.
struct PropertySlot: BitwiseCopyable {
    let offset: Int32
    let kind: PropertyKind
    let isOptional: Bool
    let nullEffect: NullEffect

    /// Whether null sets the property to nil, without a call through the accessor.
    @inline(__always)
    var isCleared: Bool { nullEffect == .clears }

    /// Whether the fast path fills it with models.
    @inline(__always)
    var holdsModels: Bool { kind == .model || kind == .modelArray || kind == .modelDictionary }

    /// Whether it holds a model, however it is accessed.
    var isModel: Bool { kind == .model || kind == .indirectModel }
}

extension PropertyStorage {
    /// Assigns a value of the slot's kind.
    @inline(__always)
    func store<Value>(_ value: Value, in slot: PropertySlot) {
        if slot.isOptional {
            store(value, at: Int(slot.offset), as: Value?.self)
        } else {
            store(value, at: Int(slot.offset))
        }
    }

    @inline(__always)
    func store(string value: String, in slot: PropertySlot) {
        if slot.isOptional {
            store(optionalString: value, at: Int(slot.offset))
        } else {
            store(string: value, at: Int(slot.offset))
        }
    }

    /// A copy of a value of the slot's kind.
    @inline(__always)
    func load<Value>(_ type: Value.Type, in slot: PropertySlot) -> Value? {
        slot.isOptional ? load(Value?.self, at: Int(slot.offset)) : load(Value.self, at: Int(slot.offset))
    }

    /// Copies a value of the slot's kind into another object.
    @inline(__always)
    func copy<Value>(_ type: Value.Type, in slot: PropertySlot, to target: PropertyStorage) {
        let offset = Int(slot.offset)
        if slot.isOptional {
            target.store(load(Value?.self, at: offset), at: offset)
        } else {
            target.store(load(Value.self, at: offset), at: offset)
        }
    }

    /// Whether the slot's model is filled in place: it exists, or only the accessor can check this.
    @inline(__always)
    func isFilledInPlace(_ slot: PropertySlot) -> Bool {
        slot.kind == .model && holdsObject(at: Int(slot.offset)) || slot.kind == .indirectModel
    }
}

extension ModelSchema {
    /// Copies the values of all properties into another object, unchanged.
    func copyValues(of source: ModelObject, to target: ModelObject) {
        for index in properties.indices {
            copyValue(at: index, from: PropertyStorage(source), to: PropertyStorage(target))
        }
        withExtendedLifetime((source, target)) {}
    }

    /// Copies the value of a property into another object, unchanged.
    func copyValue(at index: Int, from source: PropertyStorage, to target: PropertyStorage) {
        let slot = slots[index]
        switch slot.kind {
        case .string: source.copy(String.self, in: slot, to: target)
        case .int: source.copy(Int.self, in: slot, to: target)
        case .double: source.copy(Double.self, in: slot, to: target)
        case .bool: source.copy(Bool.self, in: slot, to: target)
        case .date: source.copy(Date.self, in: slot, to: target)
        default: properties[index].accessor.copyValue(source, to: target)
        }
    }

    /// Sets an Optional to nil, if the slot says that null clears it.
    @inline(__always)
    func clear(_ index: Int, _ slot: PropertySlot, in storage: PropertyStorage) {
        let offset = Int(slot.offset)
        switch slot.kind {
        case .string: storage.store(nil, at: offset, as: String?.self)
        case .int: storage.store(nil, at: offset, as: Int?.self)
        case .double: storage.store(nil, at: offset, as: Double?.self)
        case .bool: storage.store(nil, at: offset, as: Bool?.self)
        case .date: storage.store(nil, at: offset, as: Date?.self)
        case .model: storage.store(nil, at: offset, as: ModelObject?.self)
        default: _ = properties[index].accessor.clear(storage)
        }
    }
}
