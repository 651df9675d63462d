/// An array or a dictionary of JSON values that something else keeps alive.
///
/// Invariants
/// 1. The container exists whenever its value is requested: the owner of this reference drops it before the container is
///    released.
/// 2. Both types consist of one word, which `LentValue.containerWord` has read from the value.
@safe
struct UnownedContainer {
    private let word: UInt
    private let isArray: Bool

    /// Nil for any other value, and for an empty container: all of them share their memory.
    init?(_ value: Any) {
        let found = LentValue.lend(value) { value in
            value.containerWord.map { word in
                (
                    word,
                    value.boxedType.map { $0 == [Any].self } ?? (exactly(value.any, as: [Any].self) != nil)
                )
            }
        }
        guard let found else { return nil }
        (word, isArray) = found
        if isEmpty { return nil }
    }

    private var isEmpty: Bool {
        isArray
            ? unsafe unsafeBitCast(word, to: [Any].self).isEmpty  // Invariants 1 and 2.
            : unsafe unsafeBitCast(word, to: [String: Any].self).isEmpty  // Invariants 1 and 2.
    }

    func isSame(as value: Any) -> Bool { containerWord(of: value) == word }

    /// A copy of the container.
    var value: Any {
        isArray
            ? unsafe unsafeBitCast(word, to: [Any].self) as Any  // Invariants 1 and 2.
            : unsafe unsafeBitCast(word, to: [String: Any].self) as Any  // Invariants 1 and 2.
    }
}
