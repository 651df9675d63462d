/// The methods of `ModelObject` that a class may override to take part in mapping and exporting.
///
/// `HookDetection.places` is in the order of their bits.
struct Hooks: OptionSet, Sendable {
    let rawValue: UInt16

    static let serializeValue = Hooks(rawValue: 1 << 0)
    static let willMap = Hooks(rawValue: 1 << 1)
    static let modelClass = Hooks(rawValue: 1 << 2)
    static let didMap = Hooks(rawValue: 1 << 3)
    static let validate = Hooks(rawValue: 1 << 4)
    static let exportedValue = Hooks(rawValue: 1 << 5)
    static let didExport = Hooks(rawValue: 1 << 6)
    static let willChange = Hooks(rawValue: 1 << 7)
    static let didChange = Hooks(rawValue: 1 << 8)
    static let all = Hooks(rawValue: 0x1FF)
}

/// Finds the classes that override a hook, so that the hook costs nothing in other classes.
///
/// A class's overridable methods are entries in its vtable, a part of its metadata. A subclass's metadata starts with
/// the same entries at the same indices as its superclass's. Probe classes show the index of each hook: only at that
/// index do `ModelObject` and two probes that override nothing have equal entries, and a probe that overrides the hook
/// a different one. A class overrides the hook if its entry differs from `ModelObject`'s.
///
/// Invariants
/// 1. The words read are inside the metadata of the class: it spans `classSize - classAddressPoint` bytes from the
///    address of the class (Swift ABI, TypeMetadata.rst). Both numbers are in the metadata itself, and
///    `ClassRecord.wordCount` checks that the record looks valid. The metadata is read only for native Swift classes.
/// 2. A subclass's metadata is at least as long as its superclass's.
/// 3. If the answer is unclear (no such index, or more than one), or the shortcut is off, the class counts as
///    overriding: the slow path is always correct.
/// 4. On arm64e an entry is signed for its own address, in bits that the address of code does not use. `addressBits`
///    selects the others. (The address of allocated memory may use more: it can have a memory tag.)
enum HookDetection {
    /// The hooks that are overridden by a class, or by a class between it and `ModelObject`.
    static func overridden(by type: ModelObject.Type) -> Hooks {
        var overridden: Hooks = []
        for index in places.indices {
            let hook = Hooks(rawValue: 1 << UInt16(index))
            if !isSame(hook, type, ModelObject.self) { overridden.insert(hook) }
        }
        return overridden
    }

    /// Whether two classes run the same implementation of a hook.
    static func isSame(_ hook: Hooks, _ left: ModelObject.Type, _ right: ModelObject.Type) -> Bool {
        let place = places[hook.rawValue.trailingZeroBitCount]
        return place >= 0 && implementation(in: left, at: place) == implementation(in: right, at: place)
    }

    /// The vtable indices of the hooks in the order of their bits, found once; -1 if the answer is unclear.
    static let places: [Int] = {
        let probes: [ModelObject.Type] = [
            OverridesSerializeValue.self, OverridesWillMap.self, OverridesModelClass.self,
            OverridesDidMap.self, OverridesValidate.self, OverridesExportedValue.self,
            OverridesDidExport.self, OverridesWillChange.self, OverridesDidChange.self,
        ]
        let (base, plain) = (words(of: ModelObject.self), words(of: OverridesNothing.self))
        let otherPlain = words(of: OverridesNothingEither.self)
        return probes.map {
            place(in: base, plain: plain, otherPlain: otherPlain, overriding: words(of: $0)) ?? -1
        }
    }()

    private static func implementation(in type: ModelObject.Type, at place: Int) -> UInt {
        unsafe metadata(of: type)[place] & addressBits  // Invariants 1, 2 and 4.
    }

    /// The index of the only word in which an overriding class differs from its superclass; nil if there is none or
    /// more than one (invariant 3).
    ///
    /// All four lists have the same length. The subclasses that override nothing show which words differ in every
    /// class.
    static func place(in base: [UInt], plain: [UInt], otherPlain: [UInt], overriding: [UInt]) -> Int? {
        let places = base.indices.filter { index in
            base[index] == plain[index] && base[index] == otherPlain[index]
                && base[index] != overriding[index]
        }
        return places.count == 1 ? places[0] : nil
    }

    /// The words of a class's metadata, up to the length of `ModelObject`'s; empty if the shortcut is off.
    private static func words(of type: ModelObject.Type) -> [UInt] {
        let metadata = unsafe metadata(of: type)
        return (0..<wordCount).map { unsafe metadata[$0] & addressBits }  // Invariants 1, 2 and 4.
    }

    #if _ptrauth(_arm64e)
    /// The smallest address space of the systems that sign pointers, that of iOS.
    static let addressBits: UInt = (1 << 39) - 1
    #else
    static let addressBits = UInt.max
    #endif

    private static func metadata(of type: ModelObject.Type) -> UnsafePointer<UInt> {
        unsafe unsafeBitCast(type, to: UnsafePointer<UInt>.self)
    }

    /// The length of `ModelObject`'s metadata in words, from the address of the class; 0 if the shortcut is off.
    private static let wordCount =
        RuntimeShortcuts.enabled.contains(.hookPlaces) ? ClassRecord(of: ModelObject.self).wordCount ?? 0 : 0

    /// The sizes in a class's metadata (TypeMetadata.rst, "Class Metadata").
    ///
    /// The order matters: the record is loaded as a whole.
    struct ClassRecord {
        var instanceAddressPoint: UInt32
        var instanceSize: UInt32
        var alignmentMask: UInt16
        var reserved: UInt16
        var classSize: UInt32
        var classAddressPoint: UInt32

        init(of type: ModelObject.Type) {
            #if canImport(ObjectiveC)
            // kind, superclass, two cache words, data; then flags and sizes.
            let flagsOffset = 5 * MemoryLayout<UInt>.size
            #else
            // kind, superclass; then flags and sizes.
            let flagsOffset = 2 * MemoryLayout<UInt>.size
            #endif
            // Inside the metadata of any class: its methods follow this record.
            let sizes = unsafe UnsafeRawPointer(metadata(of: type)) + flagsOffset + 4
            self = unsafe sizes.load(as: Self.self)
        }

        /// The length of the metadata of `ModelObject` in words, from the address of the class; nil if this does not
        /// look like its record.
        var wordCount: Int? {
            let word = MemoryLayout<UInt>.size
            // An object consists of a two-word header and `attachment`.
            guard instanceAddressPoint == 0, instanceSize == 3 * word, reserved == 0,
                alignmentMask == word - 1 || alignmentMask == 2 * word - 1,
                classAddressPoint > 0, classSize > classAddressPoint, classSize < 1 << 14
            else { return nil }
            let count = Int(classSize - classAddressPoint)
            return count % word == 0 ? count / word : nil
        }
    }
}

private final class OverridesNothing: ModelObject {}
private final class OverridesNothingEither: ModelObject {}

private final class OverridesSerializeValue: ModelObject {
    override func serializeValue(_ value: Any, key: String) {}
}

private final class OverridesWillMap: ModelObject {
    override class func willMap(_ dictionary: [String: Any]) -> [String: Any]? { nil }
}

private final class OverridesModelClass: ModelObject {
    override class func modelClass(for dictionary: [String: Any]) -> ModelObject.Type? { self }
}

private final class OverridesDidMap: ModelObject {
    override func didMap(_ dictionary: [String: Any]) throws { throw CancellationError() }
}

private final class OverridesValidate: ModelObject {
    override func validate() throws { throw CancellationError() }
}

private final class OverridesExportedValue: ModelObject {
    override func exportedValue(_ value: Any, property: String) -> Any? { property }
}

private final class OverridesDidExport: ModelObject {
    override func didExport(_ dictionary: inout [String: Any]) throws { dictionary = [:] }
}

private final class OverridesWillChange: ModelObject {
    override func willChange(_ properties: Set<String>) { attachment = nil }
}

private final class OverridesDidChange: ModelObject {
    override func didChange(_ properties: Set<String>) { attachment = nil }
}
