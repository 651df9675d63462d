/// A class with a known layout, to be compared with what the runtime reports for it.
///
/// It has a field of each relevant kind: in a superclass, a small field that needs padding, `let`, `weak` and
/// `lazy`, references and strings. There are no more fields, because the runtime takes microseconds for the
/// first lookup of each (and about fifteen for a generic superclass).
///
/// Invariants
/// 1. An object's memory spans at least its header, the word of `attachment` and its fields, each in whole words, since
///    whatever follows a smaller field is aligned to a word. Bytes are read only inside that range (`end` is there so
///    that the other fields stay inside it if the header is larger).
/// 2. The objects live as long as the process (`RuntimeShortcuts.verified`).
class RuntimeProbeBase: ModelObject {
    final var numbers: [Int] = []
}

/// The class of the models that a probe refers to.
final class RuntimeProbeModel: ModelObject {}

/// A struct with fields of each kind that release plans look for.
struct RuntimeProbeStruct {
    var small: Int8 = 0x5A
    var text = "a text that is too long for the words of a String"
    var model: RuntimeProbeModel?
}

/// A struct that release plans don't look into.
struct RuntimeProbeNoncopyable: ~Copyable {
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

    /// The first mistake in the fields that reflection reports, as the end of a sentence; nil if there is none.
    func mistake(in reported: [StoredField]) -> String? {
        var count = 0
        var mistake: String?
        func expect(
            _ name: String, _ type: any Any.Type, _ value: [UInt8], isVar: Bool = true, isStrong: Bool = true,
            isLazy: Bool = false, in declaringClass: AnyClass = RuntimeProbe.self
        ) {
            defer { count += 1 }
            guard mistake == nil, count < reported.count else { return }
            let field = reported[count]
            let expected = StoredField(
                name, type, offset: 0, isVar: isVar, isStrong: isStrong, isLazy: isLazy, in: declaringClass)
            let memory = memory(at: field.offset, count: value.count)
            if (field.name, field.isVar, field.isStrong, field.isLazy) != (name, isVar, isStrong, isLazy)
                || field.type != type || field.declaringClass != declaringClass
            {
                mistake = "reports `\(field)` for `\(expected)`"
            } else if memory.isEmpty || memory != value && isStrong && !isLazy {
                // The runtime defines the content of a weak or lazy field; only its position is checked.
                mistake = "reports `\(name)` at offset \(field.offset), but its value is not there"
            }
        }
        expect("numbers", [Int].self, bytes(of: numbers), in: RuntimeProbeBase.self)
        expect("constant", Int8.self, bytes(of: constant), isVar: false)
        expect("text", String.self, bytes(of: text))
        expect("optionalText", String?.self, bytes(of: optionalText))
        expect("weakModel", RuntimeProbeModel?.self, bytes(of: weakModel), isStrong: false)
        expect("lazyNumber", Int?.self, bytes(of: nil as Int?), isLazy: true)
        expect("model", RuntimeProbeModel.self, bytes(of: model))
        expect("optionalModel", RuntimeProbeModel?.self, bytes(of: optionalModel))
        expect("absentModel", RuntimeProbeModel?.self, bytes(of: absentModel))
        expect("longText", String.self, bytes(of: longText))
        expect("end", Int.self, bytes(of: end))
        return reported.count == count
            ? mistake : "reports \(reported.count) stored properties of a class that has \(count)"
    }

    /// The size of the fields and of what precedes them in bytes (invariant 1): twelve words, `lazyNumber` with two of
    /// them, and the Strings.
    private static let size = 12 * MemoryLayout<UInt>.size + 3 * MemoryLayout<String>.size

    /// Some bytes of the object; empty if they are not inside it.
    func memory(at offset: Int, count: Int) -> [UInt8] {
        guard offset > 0, offset + count <= Self.size else { return [] }
        return withExtendedLifetime(self) {
            let place = unsafe UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()) + offset
            return unsafe Array(UnsafeRawBufferPointer(start: place, count: count))  // Invariant 1.
        }
    }
}
