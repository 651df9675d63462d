/// The text of `EncodedText`, and the members of the objects that are open in it.
///
/// This is one value so that adding a member is one access to a stored property of the class: each access costs as much
/// as writing a short number.
struct OpenText: ~Copyable {
    struct Member {
        fileprivate let hash: UInt64
        /// The key, if members have to be sorted.
        fileprivate let key: String
        fileprivate let position: Int
    }

    /// The number of members whose hashes are compared one by one.
    private static let fewMembers = 64

    var output: ExportOutput
    /// The encoder that may write: that of the innermost value.
    var writer: ObjectIdentifier?
    /// The members of the open objects.
    private(set) var members: ContiguousArray<Member> = []
    /// Whether the members of all objects have to be sorted.
    let sortedKeys: Bool
    /// Whether the text may have objects whose members have to be sorted at the end: models, and those with values that
    /// are written later.
    var isUnsorted = false
    /// Whether an object may have a key twice: the keys are compared at the end.
    var mayRepeatKeys = false

    /// Begins a member or an element, for the encoder that may write; nil for any other.
    @inline(__always)
    mutating func begin(_ key: String?, by encoder: ObjectIdentifier) -> ExportOutput.Mark? {
        guard writer == encoder else { return nil }
        let mark = output.mark
        if let key { add(key) }
        return mark
    }

    /// Writes the key of a member.
    @inline(__always)
    mutating func add(_ key: String) {
        let hash = KeyWords(key).hash
        members.append(Member(hash: hash, key: sortedKeys ? key : "", position: output.position))
        output.key(key)
    }

    /// Completes a member or an element, which is discarded if its value is left out.
    mutating func finish(_ outcome: ExportOutcome, from mark: ExportOutput.Mark) {
        if !output.finish(outcome, from: mark.position) { forgetMembers(from: mark) }
    }

    /// Ends an object, whose members are sorted if that is required.
    ///
    /// - Parameter first: The index of its first member.
    mutating func endObject(from first: Int) {
        if !mayRepeatKeys, repeatsHash(from: first) { mayRepeatKeys = true }
        if sortedKeys, !isUnsorted { sortMembers(from: first) }
        members.removeLast(members.count - first)
        output.text.endObject()
        output.leaveLevel()
    }

    /// Whether two members of an object have the same hash.
    private func repeatsHash(from first: Int) -> Bool {
        // A bit for each hash.
        var mask: UInt64 = 0
        for index in first..<members.count {
            let hash = members[index].hash
            let bit: UInt64 = 1 &<< (hash &>> 58)
            if mask & bit != 0 {
                guard index - first < Self.fewMembers else {
                    return Set(members[first...].lazy.map(\.hash)).count < members.count - first
                }
                if members[first..<index].contains(where: { $0.hash == hash }) { return true }
            }
            mask |= bit
        }
        return false
    }

    private mutating func sortMembers(from first: Int) {
        guard let order = members[first...].orderIfNotSorted(byText: \.key) else { return }
        let last = members.count - 1 - first
        let parts = order.map { index in
            let end = index == last ? output.position : members[first + index + 1].position
            return members[first + index].position..<end
        }
        output.text.rearrange(parts, from: members[first].position)
    }

    /// Discards what was written after a mark.
    mutating func restore(_ mark: ExportOutput.Mark) {
        output.restore(mark)
        forgetMembers(from: mark)
    }

    private mutating func forgetMembers(from mark: ExportOutput.Mark) {
        while let last = members.last, last.position >= mark.position { members.removeLast() }
    }
}
