/// The arrays and dictionaries inside the value that a hook was called with, by their places in the text.
///
/// If the hook passes the value on, the hooks of the models inside it get these containers, so that each
/// container is made once.
struct ContainersInText {
    /// In the order of their starts.
    private var list: [(start: Int, end: Int, value: Any)] = []
    /// The index after the container that was found last.
    ///
    /// Most lookups are in this order.
    private var next = 0

    /// Adds a container whose end and value are not yet known, and returns its index.
    mutating func begin(at offset: Int) -> Int {
        list.append((offset, offset, ()))
        return list.count - 1
    }

    mutating func end(_ index: Int, at offset: Int, _ value: Any) {
        (list[index].end, list[index].value) = (offset, value)
    }

    /// The container under the cursor, which moves past it; nil if there is none.
    mutating func find(_ reader: inout JSONReader) -> Any? {
        let offset = reader.offset
        var index = next
        if index >= list.count || list[index].start != offset {
            index = list.partitioningIndex { $0.start >= offset }
            guard index < list.count, list[index].start == offset else { return nil }
        }
        next = index + 1
        reader.seek(to: list[index].end)
        return list[index].value
    }
}
