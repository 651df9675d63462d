/// The array or dictionary that a hook is called with.
///
/// The hook's caller keeps it alive, so any other value that the hook passes on, including a changed copy, has a different
/// address.
struct ReceivedContainer {
    private let word: UInt
    /// The reader before the value; nil if it was not read from text.
    let text: JSONReader?
    /// The number of bytes that are read once more if the property is filled from the text.
    let rereadCount: Int

    /// Nil for any other value.
    init?(_ value: Any, text: JSONReader?, rereadCount: Int) {
        guard let word = LentValue.lend(value, { $0.containerWord }) else { return nil }
        (self.word, self.text, self.rereadCount) = (word, text, rereadCount)
    }

    /// Whether a value is this container, whose parts are plain values.
    func isSame(as value: Any) -> Bool { LentValue.lend(value) { $0.containerWord } == word }
}
