/// An Optional or a standard container as the runtime describes it: which one it is, and the types of its content.
///
/// A cast to a protocol gives the same information, but takes time in proportion to the number of all
/// conformances in the program.
///
///     [Int]            kind of structs | descriptor of Array      | Int
///     [String: User]   kind of structs | descriptor of Dictionary | String | User
///     User?            kind of Optionals | descriptor of Optional | User
///
/// Invariants
/// 1. What describes a type has at least two words. A generic struct or enum has its kind, its descriptor and the types
///    of its arguments, each one word (Swift ABI, TypeMetadata.rst, "Struct Metadata", "Enum Metadata").
/// 2. A pattern's words are those of a type with as many arguments as are read.
/// 3. Invariant 1 is relied on only after it was verified (`RuntimeShortcuts.genericArguments`).
@safe
struct GenericType {
    /// An instance of a generic type.
    struct Pattern {
        fileprivate let kind: UInt
        fileprivate let descriptor: UInt

        init(_ instance: any Any.Type) {
            let type = GenericType(instance)
            (kind, descriptor) = (type.word(0), type.descriptor)
        }
    }

    private let words: UnsafePointer<UInt>

    init(_ type: any Any.Type) {
        unsafe words = unsafeBitCast(type, to: UnsafePointer<UInt>.self)
    }

    private func word(_ index: Int) -> UInt { unsafe words[index] }  // Invariant 1.

    // (Signed on some systems.)
    private var descriptor: UInt { word(1) & HookDetection.addressBits }

    func matches(_ pattern: Pattern) -> Bool { word(0) == pattern.kind && descriptor == pattern.descriptor }

    /// The type of an argument; nil if this is another type.
    func argument(_ index: Int = 0, of pattern: Pattern) -> (any Any.Type)? {
        guard matches(pattern) else { return nil }
        return unsafe unsafeBitCast(word(2 + index), to: Any.Type.self)  // Invariants 1 and 2.
    }

    /// Whether the words are as assumed; the words after the first two are only compared.
    ///
    /// (Uses types that the library needs anyway, because the runtime takes microseconds to make a type.)
    static var isAsExpected: Bool {
        func holds(_ type: any Any.Type, _ pattern: Pattern, _ arguments: [any Any.Type]) -> Bool {
            let generic = GenericType(type)
            return generic.matches(pattern)
                && arguments.enumerated().allSatisfy { index, argument in
                    unsafe unsafeBitCast(argument, to: UInt.self) == generic.word(2 + index)
                }
        }
        let (optional, array, dictionary) = (Pattern.optional, Pattern.array, Pattern.dictionary)
        return holds(RuntimeProbeModel?.self, optional, [RuntimeProbeModel.self])
            && holds([String].self, array, [String.self])
            && holds(dictionaryType(to: ModelObject.self), dictionary, [String.self, ModelObject.self])
            && optional.descriptor != array.descriptor && array.descriptor != dictionary.descriptor
            && !GenericType(String.self).matches(array) && !GenericType(RuntimeProbeModel.self).matches(array)
    }
}

/// The type of dictionaries from Strings to values of a type.
///
/// Generic code makes the type with the conformance that it was compiled with. If the type of the values was known, the
/// runtime would search the conformances of the program (see `TextMap`).
@inline(never)
func dictionaryType(to value: any Any.Type) -> any Any.Type {
    func dictionary<Value>(_: Value.Type) -> any Any.Type { [String: Value].self }
    return _openExistential(value, do: dictionary)
}

@inline(never)
private func setType(of element: any Hashable.Type) -> any Any.Type {
    func set<Element: Hashable>(_: Element.Type) -> any Any.Type { Set<Element>.self }
    return set(element)
}

extension GenericType.Pattern {
    static let optional = Self(String?.self)
    static let array = Self([Int].self)
    static let dictionary = Self(dictionaryType(to: Any.self))
    static let set = Self(setType(of: String.self))
    static let presence = Self(Presence<Int>.self)
}
