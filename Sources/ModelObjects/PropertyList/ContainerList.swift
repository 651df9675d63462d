/// The objects that each array and dictionary of a property list holds, in one buffer.
///
/// Each container has a head (the count doubled, plus 1 for a dictionary), then that many numbers (for a dictionary
/// twice as many).
struct ContainerList {
    private var entries: [UInt32] = []
    private(set) var count = 0

    /// Begins a container; `append` follows for each number in it.
    mutating func open(isDictionary: Bool, count held: Int) throws(PlistFailure) -> UInt32 {
        guard count < UInt32.max >> 1, held < UInt32.max >> 1 else { throw PlistFailure(.tooMany) }
        entries.append(UInt32(held) << 1 | (isDictionary ? 1 : 0))
        count += 1
        return UInt32(count - 1)
    }

    mutating func append(_ number: UInt32) {
        entries.append(number)
    }

    func forEach(_ body: (_ isDictionary: Bool, _ count: Int, _ references: ArraySlice<UInt32>) -> Void) {
        var position = 0
        while position < entries.count {
            let isDictionary = entries[position] & 1 == 1
            let held = Int(entries[position] >> 1)
            let end = position + 1 + (isDictionary ? 2 * held : held)
            body(isDictionary, held, entries[(position + 1)..<end])
            position = end
        }
    }

    func byteCount(referenceSize: Int) -> Int {
        var size = 0
        forEach { _, count, references in
            size += [UInt8].plistMarkerSize(count: count) + references.count * referenceSize
        }
        return size
    }
}
