/// The array or dictionary that a hook is called with.
///
/// The hook's caller keeps it alive, so any other value that the hook passes on, including a changed copy, has a different
/// address.
struct ReceivedContainer {
    private let container: UnownedContainer
    /// The reader before the value; nil if it was not read from text.
    let text: JSONReader?
    /// The number of bytes that are read once more if the property is filled from the text.
    let rereadCount: Int

    /// Nil for any other value.
    init?(_ value: Any, text: JSONReader?, rereadCount: Int) {
        guard let container = UnownedContainer(value) else { return nil }
        (self.container, self.text, self.rereadCount) = (container, text, rereadCount)
    }

    var value: Any { container.value }

    /// Whether a value is this container, whose parts are plain values.
    func isSame(as value: Any) -> Bool { container.isSame(as: value) }
}
