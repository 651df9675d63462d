/// The object that is being filled, with its schema and context.
///
/// Used only while a function of the mapper runs, as the context is. The states of hooks and conflicts that contain it
/// are released when that function returns.
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
    var options: ResolvedOptions { context.options }
    var matcher: KeyMatcher { mapper.matcher(of: schema, options) }
    var storage: PropertyStorage { PropertyStorage(object) }
}

/// The properties of an object that the payload has named, and those that it has filled.
struct FillProgress {
    var seen = PropertySet()
    var filled = PropertySet()
    /// The models that were filled in place, and the resulting changes (see `ObjectMapper.mark`).
    var changes: [(property: Int, changes: Range<Int>)] = []
    /// The properties for whose first value the converter threw.
    ///
    /// The object is rejected, unless a better value follows.
    var failures: [(property: Int, failure: ConverterFailure)] = []
    /// The notes about the values, which don't count if a better value follows.
    var notes: [(property: Int, range: NoteRange)] = []
    /// The number of bytes that were read to compare keys.
    private var comparedLength = 0
    /// The number of them up to which an object's keys are compared more than once.
    private static let comparisonLimit = 2_000

    /// Counts a comparison of keys, and returns whether the keys alone may decide between the value that fills a
    /// property and a later one.
    ///
    /// To find the keys, the object is read up to there: once at any length, and again as long as this takes little time
    /// in all.
    ///
    /// - Parameter length: The number of bytes up to there; for a dictionary, an estimate.
    mutating func chargeKeyComparison(of index: Int, length: Int) -> Bool {
        let isFirst = comparedLength == 0
        comparedLength += length
        return (isFirst || comparedLength <= Self.comparisonLimit) && !notes.contains { $0.property == index }
    }

    /// The failure that comes first in the payload, with the others; nil if there are none.
    var failure: ProblemRecord? {
        if failures.isEmpty { return nil }
        return ProblemRecord.joined(
            failures.map(\.failure.problem).sorted { $0.location.precedes($1.location) })
    }

    /// Fills a property by a function that returns false if the property keeps its value, and records the result.
    ///
    /// (Inlined: another frame would take stack space for each level of nested models.)
    @inline(__always)
    mutating func fill(_ index: Int, _ mapper: ObjectMapper, _ fill: () throws -> Bool) throws {
        mapper.beginNotes()
        do {
            if try fill() { filled.insert(index) }
        } catch let failure as ConverterFailure {
            failures.append((index, failure))
        }
        if let range = mapper.endPropertyNotes() { notes.append((index, range)) }
    }
}

/// Decoding state of one object that is filled from bytes.
///
/// Every object needs one, so the parts that few objects need are on the heap.
struct DecodingState: ~Copyable {
    /// Bits for the first 64 properties: those that the payload has named, and those of them that kept their
    /// value. (Fewer properties keep their value than are filled, so this sets fewer bits.)
    private var seen: UInt64 = 0
    private var kept: UInt64 = 0
    private var extraIfMade: Extra?

    private final class Extra {
        /// The progress of the other properties.
        var progress = FillProgress()
        /// The indices of the path nodes that were entered.
        var enteredNodes = PropertySet()
        var conflict: Conflict?
    }

    // MARK: Progress

    /// Records that the payload names a property, which counts as filled unless `keep` is called;
    /// false if the property was named before.
    @inline(__always)
    mutating func markSeen(_ index: Int) -> Bool {
        guard index < PropertySet.firstCount else { return markOtherSeen(index) }
        let old = seen
        seen |= 1 &<< UInt64(truncatingIfNeeded: index)
        return seen != old
    }

    @inline(never)
    private mutating func markOtherSeen(_ index: Int) -> Bool {
        let extra = extra
        guard extra.progress.seen.insertNew(index) else { return false }
        extra.progress.filled.insert(index)
        return true
    }

    func hasSeen(_ index: Int) -> Bool {
        index < PropertySet.firstCount
            ? seen &>> UInt64(truncatingIfNeeded: index) & 1 != 0
            : extraIfMade?.progress.seen.contains(index) ?? false
    }

    /// Records that a property keeps its value.
    mutating func keep(_ index: Int) {
        if index < PropertySet.firstCount {
            kept |= 1 << UInt64(index)
        } else {
            extra.progress.filled.removeOther(index)
        }
    }

    /// Records the changes that filling a model in place made.
    mutating func recordChanges(_ changes: Range<Int>, by property: Int) {
        if !changes.isEmpty { extra.progress.changes.append((property, changes)) }
    }

    /// Records that the converter threw for a property's value, so that the property keeps its value.
    mutating func recordFailure(_ index: Int, _ failure: ConverterFailure) {
        extra.progress.failures.append((index, failure))
    }

    /// Records the range of the notes about a property's value.
    @inline(never)
    mutating func recordNotes(_ range: NoteRange, about index: Int) {
        extra.progress.notes.append((index, range))
    }

    /// The complete progress, for the steps after the last key.
    var progress: FillProgress {
        var progress = extraIfMade?.progress ?? FillProgress()
        progress.seen.first = seen
        progress.filled.first = seen & ~kept
        return progress
    }

    // MARK: Paths and conflicts

    /// Counts a comparison of keys, and returns whether a value fills the property and the keys alone may decide
    /// between it and a later one.
    mutating func chargeKeyComparison(of index: Int, length: Int) -> Bool {
        let isFilled =
            index < PropertySet.firstCount
            ? (seen & ~kept) >> UInt64(index) & 1 != 0
            : extra.progress.filled.contains(index)
        return isFilled && extra.progress.chargeKeyComparison(of: index, length: length)
    }

    func hasEntered(_ node: PathNode) -> Bool { extraIfMade?.enteredNodes.contains(node.index) ?? false }

    /// Records that a path node was entered.
    mutating func markEntered(_ node: PathNode) { extra.enteredNodes.insert(node.index) }

    /// A value that competes with an earlier one, at which filling the object key by key ends.
    struct Conflict {
        let offset: Int
        /// The property that an earlier key named; nil if the key leads to several targets, or to a path.
        var property: Int?
    }

    var conflict: Conflict? {
        get { extraIfMade?.conflict }
        set { extra.conflict = newValue }
    }

    /// Whether there is a conflict, or a converter threw.
    var hasConflictOrFailure: Bool {
        extraIfMade.map { $0.conflict != nil || !$0.progress.failures.isEmpty } ?? false
    }

    /// The parts that few objects need, made on first use.
    private var extra: Extra {
        @inline(never) mutating get {
            let extra = extraIfMade ?? Extra()
            extraIfMade = extra
            return extra
        }
    }
}
