/// A class of the library's own whose layout is known, to hold against what the runtime reports of it.
///
/// A field of each kind that matters: one of a superclass, a small one that needs padding, `let`, `weak` and `lazy`,
/// references and strings. No more, since the runtime takes microseconds for each when it is asked for the first time
/// (and some fifteen for a generic superclass).
///
/// Invariants
/// 1. An object's memory spans at least its header, the word of `attachment` and its fields one after the other, each at
///    the next aligned offset. Bytes are read inside of that only (`end` is there so that a larger header leaves the other
///    fields inside, too).
/// 2. The objects live as long as the process (`RuntimeShortcuts.verified`).
class RuntimeProbeBase: ModelObject {
    final var numbers: [Int] = []
}

/// What a probe refers to.
final class RuntimeProbeModel: ModelObject {}

/// A struct with fields of each kind that release plans look for.
struct RuntimeProbeStruct {
    var small: Int8 = 0x5A
    var text = "a text that is too long for the words of a String"
    var model: RuntimeProbeModel?
}

final class RuntimeProbe: RuntimeProbeBase {
    final let constant: Int8 = 0x5A
    final var text = ""
    final var optionalText: String?
    final weak var weakModel: RuntimeProbeModel?
    final lazy var lazyNumber = 1
    final var model: RuntimeProbeModel
    final var optionalModel: RuntimeProbeModel?
    final var absentModel: RuntimeProbeModel?
    final var longText = "a text that is too long for the words of a String"
    final var end = 0x2345_6789

    required init() {
        let model = RuntimeProbeModel()
        self.model = model
        optionalModel = model
        super.init()
        numbers = [1]
        weakModel = model
    }

    /// The fields as they are declared above.
    static let declaredFields: [RuntimeChecks.DeclaredField] = {
        let own = RuntimeProbe.self
        return [
            .init(name: "numbers", type: [Int].self, declaringClass: RuntimeProbeBase.self),
            .init(name: "constant", type: Int8.self, isVar: false, declaringClass: own),
            .init(name: "text", type: String.self, declaringClass: own),
            .init(name: "optionalText", type: String?.self, declaringClass: own),
            .init(name: "weakModel", type: RuntimeProbeModel?.self, isStrong: false, declaringClass: own),
            .init(name: "lazyNumber", type: Int?.self, isLazy: true, declaringClass: own),
            .init(name: "model", type: RuntimeProbeModel.self, declaringClass: own),
            .init(name: "optionalModel", type: RuntimeProbeModel?.self, declaringClass: own),
            .init(name: "absentModel", type: RuntimeProbeModel?.self, declaringClass: own),
            .init(name: "longText", type: String.self, declaringClass: own),
            .init(name: "end", type: Int.self, declaringClass: own),
        ]
    }()

    /// What reflection reports of them.
    static func reportedFields() -> [StoredField] { storedFields(of: self, below: ModelObject.self) }

    /// What is wrong with what reflection reports; nil if nothing is.
    func mistake(in fields: [StoredField]) -> String? {
        RuntimeChecks.mistake(in: fields, declared: Self.declaredFields) { index, offset in
            switch index {
            case 0: holds(numbers, at: offset)
            case 1: holds(constant, at: offset)
            case 2: holds(text, at: offset)
            case 3: holds(optionalText, at: offset)
            // What lies there is the runtime's affair; they only have to be inside.
            case 4, 5: Self.isInside(offset, 1)
            case 6: holds(model, at: offset)
            case 7: holds(optionalModel, at: offset)
            case 8: holds(absentModel, at: offset)
            case 9: holds(longText, at: offset)
            default: holds(end, at: offset)
            }
        }
    }

    // MARK: Memory

    @inline(__always)
    private func holds<Value>(_ value: Value, at offset: Int) -> Bool {
        Self.isInside(offset, MemoryLayout<Value>.size)
            && memory(at: offset, count: MemoryLayout<Value>.size) == bytes(of: value)
    }

    /// How many bytes the fields take, with what is before them (invariant 1).
    private static let size: Int = {
        func end<Value>(_ type: Value.Type, after size: Int) -> Int {
            let mask = MemoryLayout<Value>.alignment - 1
            return (size + mask) & ~mask + MemoryLayout<Value>.size
        }
        return declaredFields.reduce(PropertyStorage.attachmentOffset + MemoryLayout<UInt>.size) {
            size, field in
            end(field.type, after: size)
        }
    }()

    private static func isInside(_ offset: Int, _ count: Int) -> Bool { offset > 0 && offset + count <= size }

    /// Some bytes of the object; none where they are not inside of it.
    func memory(at offset: Int, count: Int) -> [UInt8] {
        guard Self.isInside(offset, count) else { return [] }
        return withExtendedLifetime(self) {
            let place = unsafe UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()) + offset
            return unsafe Array(UnsafeRawBufferPointer(start: place, count: count))  // Invariant 1.
        }
    }
}

/// The bytes of a value.
@inline(__always)
func bytes<Value>(of value: Value) -> [UInt8] {
    unsafe withUnsafeBytes(of: value) { unsafe Array($0) }
}
