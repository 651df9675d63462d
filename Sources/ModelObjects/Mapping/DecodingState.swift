/// The object that is being filled, and what applies to it.
struct FilledModel {
    let object: ModelObject
    let schema: ModelSchema
    let context: MappingContext

    init(object: ModelObject, schema: ModelSchema, mapper: ObjectMapper, options: ResolvedOptions) {
        self.object = object
        self.schema = schema
        context = MappingContext(mapper: mapper, options: options)
    }

    var mapper: ObjectMapper { context.mapper }
    var storage: PropertyStorage { PropertyStorage(object) }
}

/// Which properties of an object the payload has named, and which it has filled.
struct FillProgress {
    var seen = PropertySet()
    var filled = PropertySet()
    /// The models that were filled in place, and the changes that this made (see `ObjectMapper.mark`).
    var changes: [(property: Int, changes: Range<Int>)] = []

    /// The changes that filling a property made to a model that was there.
    func changes(for property: Int) -> Range<Int> {
        changes.first { $0.property == property }?.changes ?? 0..<0
    }
}

/// Decoding state of one object that is filled from bytes.
///
/// One is made for every object, so what few objects need is on the heap.
struct DecodingState: ~Copyable {
    /// Of the first properties, those that the payload names, and those of them that it does not fill: the
    /// fewer bits to set.
    private var seen: UInt64 = 0
    private var kept: UInt64 = 0
    private var extra: Extra?

    private final class Extra {
        /// Of the other properties.
        var progress = FillProgress()
        /// The path nodes that were entered, by their index.
        var walked = PropertySet()
        /// Where a value begins that competes with an earlier one.
        var conflict: Int?
    }

    // MARK: Progress

    /// Notes that the payload names a property, which it fills unless `keep` is called; false if it was named
    /// before.
    @inline(__always)
    mutating func see(_ index: Int) -> Bool {
        guard index < PropertySet.firstCount else { return seeOther(index) }
        let old = seen
        seen |= 1 &<< UInt64(truncatingIfNeeded: index)
        return seen != old
    }

    @inline(never)
    private mutating func seeOther(_ index: Int) -> Bool {
        let extra = madeExtra()
        guard extra.progress.seen.insertNew(index) else { return false }
        extra.progress.filled.insert(index)
        return true
    }

    func hasSeen(_ index: Int) -> Bool {
        index < PropertySet.firstCount
            ? seen &>> UInt64(truncatingIfNeeded: index) & 1 != 0
            : extra?.progress.seen.contains(index) ?? false
    }

    /// Notes that a property keeps its value.
    mutating func keep(_ index: Int) {
        if index < PropertySet.firstCount {
            kept |= 1 << UInt64(index)
        } else {
            madeExtra().progress.filled.remove(index)
        }
    }

    /// Notes the changes that filling a model in place made.
    mutating func recordChanges(_ changes: Range<Int>, by property: Int) {
        if !changes.isEmpty { madeExtra().progress.changes.append((property, changes)) }
    }

    /// All of it, for what comes after the last key.
    var progress: FillProgress {
        var progress = extra?.progress ?? FillProgress()
        progress.seen.first = seen
        progress.filled.first = seen & ~kept
        return progress
    }

    // MARK: Paths and conflicts

    func hasWalked(_ node: PathNode) -> Bool { extra?.walked.contains(node.index) ?? false }

    /// Notes that a path node is entered.
    mutating func walk(_ node: PathNode) { madeExtra().walked.insert(node.index) }

    /// Where a value begins that competes with an earlier one: the object cannot be filled key by key.
    var conflict: Int? {
        get { extra?.conflict }
        set { madeExtra().conflict = newValue }
    }

    @inline(never)
    private mutating func madeExtra() -> Extra {
        if let extra { return extra }
        let made = Extra()
        extra = made
        return made
    }
}
