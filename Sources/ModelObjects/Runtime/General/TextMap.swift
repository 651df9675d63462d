/// A dictionary from texts to numbers for the first use of a class.
///
/// To make the first dictionary of a process whose keys are Strings, the runtime searches all conformances of the
/// program for that of String to Hashable. In a large app that takes as long as the rest of a class's first use.
struct TextMap {
    private var texts: [String] = []
    private var values: [Int] = []
    /// Indices of `texts`, or -1 for an empty slot.
    ///
    /// At least half of the slots are empty.
    private var slots: [Int]

    /// - Parameter capacity: the greatest number of texts.
    init(capacity: Int) {
        var count = 8
        while count < 2 * capacity { count *= 2 }
        slots = Array(repeating: -1, count: count)
    }

    var count: Int { texts.count }

    private func slot(of text: String) -> Int {
        let mask = slots.count - 1
        var slot = text.hashValue & mask
        while slots[slot] >= 0, texts[slots[slot]] != text { slot = (slot + 1) & mask }
        return slot
    }

    subscript(text: String) -> Int? {
        let index = slots[slot(of: text)]
        return index < 0 ? nil : values[index]
    }

    /// Sets the number of a text.
    mutating func updateValue(_ value: Int, forKey text: String) {
        let slot = slot(of: text)
        if slots[slot] >= 0 { return values[slots[slot]] = value }
        slots[slot] = count
        texts.append(text)
        values.append(value)
    }
}
