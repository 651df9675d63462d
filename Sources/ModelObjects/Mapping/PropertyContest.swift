/// Several values for one property: whenever one comes, the best that can be converted is stored.
///
/// What a value made is kept when a better one takes its place, so that it can come back if that one is
/// given again and is no good then; nothing is mapped twice.
struct PropertyContest {
    private let index: Int
    private let property: Property
    private let mapper: ObjectMapper
    private unowned let object: ModelObject
    private let schema: ModelSchema
    private let context: MappingContext
    private var entries: [Entry] = []
    /// The entries of a key, by its exact spelling.
    private var byKey: [[UInt8]: [Int]] = [:]
    /// The entry whose value is stored.
    private var current: Int?
    /// The entries that problems were noted for.
    private var noted: [Int] = []
    /// An entry that is null, where there is one.
    private var nullEntry: Int?
    /// Null was given to the property.
    private var isNull = false
    /// The stored value was given again, so one that was passed over may be the best now.
    private var isUnsettled = false

    private struct Entry {
        var candidate: Candidate<UntypedSource.Handle>
        var state: State
        /// The changes that it made to objects which were there, and, while it is not current, what they came
        /// to.
        var changes = 0..<0
        var objects: [ObjectSnapshot] = []
    }

    private enum State {
        case untried, null, unusable
        /// With its value while it is not current.
        case usable(Any?)
        /// The same key came again.
        case replaced
    }

    init(
        _ index: Int, _ mapper: ObjectMapper, _ object: ModelObject, _ schema: ModelSchema,
        _ context: MappingContext
    ) {
        self.index = index
        self.mapper = mapper
        self.object = object
        self.schema = schema
        property = schema.properties[index]
        self.context = mapper.context(for: property, context)
    }

    /// The value that was stored before there was a contest.
    mutating func begin(with candidate: Candidate<UntypedSource.Handle>, isFilled: Bool, changes: Range<Int>)
    {
        var source = UntypedSource()
        let wasNull = !isFilled && (try? mapper.isNull(candidate.handle, property, &source)) == true
        byKey[Array(candidate.path[0].text.utf8)] = [0]
        entries = [
            Entry(
                candidate: candidate, state: isFilled ? .usable(nil) : wasNull ? .null : .unusable,
                changes: changes)
        ]
        if isFilled { current = 0 }
        isNull = wasNull
        nullEntry = wasNull ? 0 : nil
        noted = [0]
    }

    /// Takes the candidates of a key; those of the same key that came before are out.
    mutating func admit(
        _ candidates: [Candidate<UntypedSource.Handle>], key: String, _ progress: inout FillProgress
    ) throws {
        let exactKey = Array(key.utf8)
        if let earlier = byKey.removeValue(forKey: exactKey) { replace(earlier, &progress) }
        for candidate in candidates {
            byKey[exactKey, default: []].append(entries.count)
            entries.append(Entry(candidate: candidate, state: .untried))
            let isWorse = current.map { entries[$0].candidate.precedes(candidate) } ?? false
            if !isWorse { try attempt(entries.count - 1, &progress) }
        }
        if current == nil, !isNull { acceptNull() }
    }

    private mutating func replace(_ earlier: [Int], _ progress: inout FillProgress) {
        for entry in earlier {
            if entry == current {
                suspend(&progress)
                isUnsettled = true
            } else if isNull(entry) {
                isUnsettled = true
                if nullEntry == entry { nullEntry = nil }
            }
            forgetNotes(of: entries[entry].candidate)
            entries[entry].state = .replaced
            entries[entry].objects = []
        }
        if isNull, current == nil {
            mapper.restore(index, of: object, schema)
            isNull = false
        }
    }

    /// After the last key: the best of all, where it may be another than the one that is stored.
    mutating func settle(_ progress: inout FillProgress) throws {
        if isUnsettled {
            for entry in entries.indices.sorted(by: { entries[$0].candidate.precedes(entries[$1].candidate) })
            {
                if entry == current { break }
                if case .usable(let value) = entries[entry].state {
                    suspend(&progress)
                    resume(entry, value, &progress)
                    forgetNotes(behind: entry)
                    break
                }
                if case .untried = entries[entry].state {
                    try attempt(entry, &progress)
                    if entry == current { break }
                }
            }
            nullEntry = entries.indices.filter { isNull($0) }
                .min { entries[$0].candidate.precedes(entries[$1].candidate) }
            if current == nil, !isNull { acceptNull() }
        }
        if mapper.report != nil {
            let tried = entries.indices.filter { !isReplaced($0) }
            let best = tried.min { entries[$0].candidate.precedes(entries[$1].candidate) }
            if let matched = current ?? nullEntry ?? best {
                mapper.noteMatch(entries[matched].candidate, index)
                try notePassedOver(for: matched)
            }
        }
    }

    /// Tells the report of all candidates but the one that counts, as `ObjectMapper.notePassedOver` does.
    private func notePassedOver(for winner: Int) throws {
        var source = UntypedSource()
        let counting = entries.indices.filter { !isReplaced($0) }
        let sorted = counting.sorted { entries[$0].candidate.precedes(entries[$1].candidate) }
        guard let place = sorted.firstIndex(of: winner) else { return }
        try mapper.notePassedOver(
            sorted.map { entries[$0].candidate }, for: place, isFilled: winner == current, property, context,
            &source)
    }

    /// Tries a value; where it can be used it takes the place of the current one.
    private mutating func attempt(_ entry: Int, _ progress: inout FillProgress) throws {
        var source = UntypedSource()
        let candidate = entries[entry].candidate
        if try mapper.isNull(candidate.handle, property, &source) {
            entries[entry].state = .null
            if let other = nullEntry {
                if entries[other].candidate.precedes(candidate) { return }
                forgetNotes(of: entries[other].candidate)
                isNull = false
            }
            nullEntry = entry
            return
        }
        let outer = current
        suspend(&progress)
        let mark = mapper.mark
        let notes = mapper.noteCount
        let isFilled = try mapper.fill(property, PropertyStorage(object), candidate, context, &source)
        if mapper.noteCount != notes { noted.append(entry) }
        if isFilled {
            entries[entry].state = .usable(nil)
            entries[entry].changes = mark..<mapper.mark
            current = entry
            isNull = false
            progress.filled.insert(index)
            forgetNotes(behind: entry)
        } else {
            entries[entry].state = .unusable
            if let outer, case .usable(let value) = entries[outer].state { resume(outer, value, &progress) }
        }
    }

    /// Puts back what the property held before the current value.
    private mutating func suspend(_ progress: inout FillProgress) {
        guard let entry = current else { return }
        let value = property.accessor.load(PropertyStorage(object))
        entries[entry].state = .usable(value)
        let changes = entries[entry].changes
        if !changes.isEmpty { entries[entry].objects = mapper.undo(changes) }
        // A model that was filled in place is the one that was there before.
        let isInPlace = changes.first.map { mapper.remembered(at: $0) === model(in: value) } ?? false
        if !isInPlace { mapper.restore(index, of: object, schema) }
        current = nil
        progress.filled.remove(index)
    }

    private mutating func resume(_ entry: Int, _ value: Any?, _ progress: inout FillProgress) {
        guard let value else { return }
        _ = property.accessor.store(value, PropertyStorage(object))
        for snapshot in entries[entry].objects { snapshot.restore() }
        current = entry
        isNull = false
        progress.filled.insert(index)
    }

    /// Gives the property null where that is all there is.
    private mutating func acceptNull() {
        guard let entry = nullEntry else { return }
        isNull = true
        noted.append(entry)
        mapper.at(entries[entry].candidate.path) {
            property.accessor.acceptNull(PropertyStorage(object), context)
        }
    }

    /// What was wrong with worse candidates, and nulls that gave way, is no problem any more.
    private mutating func forgetNotes(behind best: Int) {
        let candidate = entries[best].candidate
        for entry in noted where isNull(entry) || candidate.precedes(entries[entry].candidate) {
            forgetNotes(of: entries[entry].candidate)
        }
        noted = noted.filter { !isNull($0) && !candidate.precedes(entries[$0].candidate) }
    }

    /// Every candidate's key came again without one.
    var isOver: Bool {
        entries.allSatisfy { if case .replaced = $0.state { true } else { false } }
    }

    private func isNull(_ entry: Int) -> Bool {
        if case .null = entries[entry].state { true } else { false }
    }

    private func isReplaced(_ entry: Int) -> Bool {
        if case .replaced = entries[entry].state { true } else { false }
    }

    private func forgetNotes(of candidate: Candidate<UntypedSource.Handle>) {
        guard mapper.hasNotes else { return }
        let region = UntypedSource().region(of: candidate.handle, candidate.path, mapper)
        mapper.forgetNotes { region.contains($0) }
    }
}
