import Foundation

/// Decoding state of one object whose class overrides `serializeValue`; `super.serializeValue` stores into it.
///
/// It is attached to the object while the hook runs, so that the base class finds it. A value is stored when it
/// arrives, unless a better one arrived before, and a later one may replace it.
final class HookDecodingState: ModelAttachment {
    private let object: ModelObject
    private let schema: ModelSchema
    private let mapper: ObjectMapper
    private let options: ResolvedOptions
    private let state: UncheckedBox<State>

    private struct State {
        var progress = FillProgress()
        /// The key that the hook is called for.
        var key = StringBits("")
        var place = ExpectedKeys.Place()
        /// For each value so far: the index in `KeyMatcher.expectedKeys` of the key that provided a property first;
        /// -1 for any other value.
        var log: [Int32] = []
        /// The error that ended the call; the hook itself cannot throw.
        var error: (any Error)?
        var rare = Rare()
    }

    private struct Rare {
        /// The first values of properties that keys with other spellings provided.
        var firsts: [First] = []
        /// The values of first keys that filled no property, if they are not null.
        var unused: [Int: Any] = [:]
        /// The notes about first values by property, if there are any.
        var notes: [Int: MappingNotes] = [:]
        /// The properties for which several keys, or a path, compete.
        var conflicts: [Int: KeyConflict] = [:]
        /// The members that `combined` rules use.
        var inputs: [Member] = []
        /// The payload's keys, if there is a report.
        var keys = DuplicateKeys()
    }

    /// The key that provided a property first, and the place of its value among all.
    private struct First {
        let property: Int
        let key: String
        let order: Int
    }

    init(_ object: ModelObject, _ schema: ModelSchema, _ mapper: ObjectMapper, _ options: ResolvedOptions) {
        self.object = object
        self.schema = schema
        self.mapper = mapper
        self.options = options
        var state = State()
        state.log.reserveCapacity(schema.properties.count)
        self.state = UncheckedBox(state)
    }

    private var model: FilledModel {
        FilledModel(object: object, schema: schema, mapper: mapper, options: options)
    }
    private var matcher: KeyMatcher { schema.matcher(options.keyMatching) }

    var progress: FillProgress { state.access { $0.progress } }

    /// Makes this the object's state while the hook is called for each key.
    func run(_ body: () throws -> Void) throws {
        let outer = object.attachment
        unknownValues = outer?.unknownValues
        object.attachment = self
        defer {
            let rest = outer ?? (unknownValues == nil ? nil : ModelAttachment())
            rest?.unknownValues = unknownValues
            object.attachment = rest
        }
        do {
            try body()
            try settle()
        } catch {
            appendNotes()
            throw error
        }
    }

    /// Records for a report that the hook is about to be called for a key of the payload.
    ///
    /// A key that the hook passes to super twice is not a duplicate key of the payload.
    @inline(never)
    func recordCall(for key: String, at offset: Int) {
        let first = state.access { $0.rare.keys.firstPlace(of: key, PayloadLocation(offset: offset)) }
        guard let first, matcher.matches(key).contains(where: { $0.target != .ignored }) else { return }
        mapper.recordDuplicate(at: first)
    }

    /// Calls the hook for one key.
    @inline(__always)
    func call(_ value: Any, key: String, _ place: ExpectedKeys.Place = .init()) throws {
        state.access {
            $0.key = StringBits(key)
            $0.place = place
        }
        object.serializeValue(value, key: key)
        if let error = state.access({ $0.error }) { throw error }
    }

    /// Implements `super.serializeValue`: stores the value at once, unless a better candidate was stored before.
    override func store(_ value: Any, key: String) -> Bool {
        guard state.access({ $0.error == nil }) else { return true }
        do {
            try storeAlone(value, key: key)
        } catch {
            state.access { $0.error = error }
        }
        return true
    }

    /// Stores a value without calling the hook.
    func storeAlone(_ value: Any, key: String) throws {
        var place = state.access(\.place)
        // Most hooks pass on the key that they were called with.
        if state.access({ $0.key != StringBits(key) }) || place.property < 0 {
            place = ExpectedKeys.Place(
                property: schema.tables(options.keyMatching).value.table.directMatch(of: key)?.property ?? -1)
        }
        let index = place.property
        guard index >= 0, state.access({ $0.progress.seen.insertNew(index) }) else {
            return try storeOther(value, key: key)
        }
        let slot = schema.slots[index]
        let storage = PropertyStorage(object)
        state.access { $0.log.append(Int32(truncatingIfNeeded: place.entry)) }
        if place.entry < 0 { addFirst(index, key) }
        // A slot of a common type implies that the layout is verified.
        if LentValue.lend(value, isVerified: true, { storage.storeScalar($0, slot) }) {
            return state.access { $0.progress.filled.insert(index) }
        }
        try storeFirst(value, key: key, index, slot, storage)
    }

    @inline(never)
    private func addFirst(_ index: Int, _ key: String) {
        state.access { state in
            state.rare.firsts.append(First(property: index, key: key, order: state.log.count - 1))
        }
    }

    /// Stores a value whose key does not belong to one property, or whose property has been provided before.
    @inline(never)
    private func storeOther(_ value: Any, key: String) throws {
        let (model, matcher) = (model, matcher)
        let matches = matcher.matches(key)
        if matches.isEmpty {
            try mapper.unknownKey(key, value, object, schema, matcher, options)
            return
        }
        let member = member(key, value)
        let source = PayloadSource()
        var candidates: [Candidate] = []
        for match in matches {
            try mapper.collect(match, member, below: [], from: 0, model.context, source, &candidates)
        }
        if !schema.combined.isEmpty, matches.contains(where: { mapper.leadsToInput($0.target, schema) }) {
            state.access { $0.rare.inputs.append(member) }
        }
        for candidate in candidates {
            guard case .property(let index) = candidate.target else { continue }
            // Removed during the call, because a converter may call super for another key.
            let known = state.access { $0.rare.conflicts.removeValue(forKey: index) }
            let conflict = try known ?? makeConflict(index)
            var progress = progress
            progress.seen.insert(index)
            try conflict.admit(candidate, source, &progress)
            state.access {
                $0.progress = progress
                $0.rare.conflicts[index] = conflict
            }
        }
    }

    @inline(never)
    private func storeFirst(
        _ value: Any, key: String, _ index: Int, _ slot: PropertySlot, _ storage: PropertyStorage
    ) throws {
        if LentValue.lend(value, { mapper.clears(slot, $0, options) }) {
            return mapper.clear(slot, storage, schema, index)
        }
        // Only filling a model in place changes an existing object.
        let mark = slot.isModel ? mapper.mark : 0
        var isFilled = false
        let notes = try mapper.collectingNotes {
            isFilled = try LentValue.lend(value) { value in
                try mapper.fillOther(schema, index, slot, storage, key: key, value, options)
            }
        }
        let changes = slot.isModel ? mark..<mapper.mark : 0..<0
        state.access { state in
            if isFilled { state.progress.filled.insert(index) } else { state.rare.unused[index] = value }
            if !notes.isEmpty { state.rare.notes[index] = notes }
            if !changes.isEmpty { state.progress.changes.append((index, changes)) }
        }
    }

    /// The first values, in their order.
    private var firsts: [First] {
        let matcher = matcher
        let stride = matcher.tables.value.sequence.propertyCount + 1
        let (log, others) = state.access { ($0.log, $0.rare.firsts) }
        let expected = log.enumerated().filter { $0.element >= 0 }.map { order, entry in
            First(property: Int(entry) % stride, key: matcher.expectedKeys[Int(entry)], order: order)
        }
        return (expected + others).sorted { $0.order < $1.order }
    }

    private func member(_ key: String, _ value: Any) -> Member {
        state.access { state in
            state.log.append(-1)
            return Member(key: key, value: PayloadValue(value, order: state.log.count - 1))
        }
    }

    /// Makes a conflict for a property; an earlier value takes part in it.
    private func makeConflict(_ index: Int) throws -> KeyConflict {
        let conflict = KeyConflict(index, model)
        guard progress.seen.contains(index), let first = firsts.first(where: { $0.property == index }),
            let match = matcher.directMatch(of: first.key)?.match
        else { return conflict }
        let value: Any = state.access { $0.rare.unused[index] } ?? NSNull()
        let candidate = Candidate(
            target: match.target, rank: match.rank, declaredIndex: match.declaredIndex,
            path: [.key(first.key)], value: PayloadValue(value, order: first.order))
        let notes = state.access { $0.rare.notes.removeValue(forKey: index) }
        try conflict.begin(with: candidate, notes ?? MappingNotes(), PayloadSource(), progress)
        return conflict
    }

    /// After the last key: adds the notes of conflicts, and applies `combined` rules.
    private func settle() throws {
        let conflicts = state.access { $0.rare.conflicts }
        let source = PayloadSource()
        for index in conflicts.keys.sorted(byNumber: \.self) { conflicts[index]?.settle(source) }
        appendNotes()
        if let report = mapper.report {
            for first in firsts where conflicts[first.property] == nil {
                guard let match = matcher.directMatch(of: first.key)?.match else { continue }
                report.recordMatch(key: first.key, property: first.property, match.rank)
            }
        }
        guard !schema.combined.isEmpty else { return }
        var (progress, inputs) = (progress, state.access { $0.rare.inputs })
        try mapper.combine(model, inputs, source, &progress)
        state.access { $0.progress = progress }
    }

    /// Adds the notes about values without a conflict to the call's notes.
    private func appendNotes() {
        if state.access({ $0.rare.notes.isEmpty }) { return }
        let notes = state.access { state in
            defer { state.rare.notes = [:] }
            return state.rare.notes
        }
        for index in notes.keys.sorted() { notes[index].map(mapper.append) }
    }
}
