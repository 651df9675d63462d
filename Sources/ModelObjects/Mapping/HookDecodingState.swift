/// Decoding state of one object whose class overrides `serializeValue`; `super.serializeValue` stores into it.
///
/// It is attached to the object while the hook runs, so that the base class finds it. A value is stored when it
/// arrives, unless a better one arrived before, and a later one may replace it.
final class HookDecodingState {
    private let model: FilledModel
    private let mapper: ObjectMapper
    private let schema: ModelSchema
    private let matcher: KeyMatcher
    private let state: UncheckedBox<State>

    private struct State {
        var progress = FillProgress()
        /// The first value of each property that a key of its own provided.
        var firsts: [First] = []
        /// The notes about them by property, if there is a report.
        var notes: [Int: MappingNotes] = [:]
        /// The properties for which several keys, or a path, compete.
        var conflicts: [Int: KeyConflict] = [:]
        /// The members that `combined` rules use.
        var inputs: [Member] = []
        /// The number of values so far that are not in `firsts`.
        var otherCount = 0
        /// The payload's keys, if there is a report.
        var keys = DuplicateKeys()
        /// The error that ended the call; the hook itself cannot throw.
        var error: (any Error)?
    }

    private struct First {
        let property: Int
        let key: String
        let value: Any
        let order: Int
    }

    init(_ model: FilledModel) {
        self.model = model
        mapper = model.mapper
        schema = model.schema
        matcher = schema.matcher(model.context.options.keyMatching)
        var state = State()
        state.firsts.reserveCapacity(model.schema.properties.count)
        self.state = UncheckedBox(state)
    }

    var progress: FillProgress { state.access { $0.progress } }

    /// Makes this the object's state while the hook is called for each key.
    func run(_ body: () throws -> Void) throws {
        let object = model.object
        let attachment = object.attachment ?? ModelAttachment()
        object.attachment = attachment
        let outer = attachment.decoding
        attachment.decoding = self
        defer {
            attachment.decoding = outer
            if attachment.unknownValues == nil, outer == nil { object.attachment = nil }
        }
        try body()
        try settle()
    }

    /// Records for a report that the hook is about to be called for a key of the payload.
    ///
    /// A key that the hook passes to super twice is not a duplicate key of the payload.
    @inline(never)
    func recordCall(for key: String, at offset: Int) {
        let first = state.access { $0.keys.firstPlace(of: key, PayloadLocation(offset: offset)) }
        guard let first, matcher.matches(key).contains(where: { $0.target != .ignored }) else { return }
        mapper.recordDuplicate(at: first)
    }

    /// Calls the hook for one key.
    func call(_ value: Any, key: String) throws {
        model.object.serializeValue(value, key: key)
        if let error = state.access({ $0.error }) { throw error }
    }

    /// Implements `super.serializeValue`: stores the value at once, unless a better candidate was stored before.
    func store(_ value: Any, key: String) {
        guard state.access({ $0.error == nil }) else { return }
        do {
            try storeThrowing(value, key: key)
        } catch {
            state.access { $0.error = error }
        }
    }

    /// Stores a value without calling the hook.
    func storeAlone(_ value: Any, key: String) throws {
        try storeThrowing(value, key: key)
    }

    private func storeThrowing(_ value: Any, key: String) throws {
        if let index = matcher.directMatch(of: key)?.property,
            state.access({ $0.progress.seen.insertNew(index) })
        {
            return try storeFirst(value, key: key, index)
        }
        let matches = matcher.matches(key)
        if matches.isEmpty {
            try mapper.unknownKey(key, value, model.object, schema, matcher, model.context.options)
            return
        }
        let member = member(key, value)
        let source = PayloadSource()
        var candidates: [Candidate] = []
        for match in matches {
            try mapper.collect(match, member, below: [], from: 0, model.context, source, &candidates)
        }
        if !schema.combined.isEmpty, matches.contains(where: { mapper.leadsToInput($0.target, schema) }) {
            state.access { $0.inputs.append(member) }
        }
        for candidate in candidates {
            guard case .property(let index) = candidate.target else { continue }
            // Removed during the call, because a converter may call super for another key.
            let conflict = try state.access { $0.conflicts.removeValue(forKey: index) } ?? makeConflict(index)
            var progress = progress
            progress.seen.insert(index)
            try conflict.admit(candidate, source, &progress)
            state.access {
                $0.progress = progress
                $0.conflicts[index] = conflict
            }
        }
    }

    private func storeFirst(_ value: Any, key: String, _ index: Int) throws {
        let slot = schema.slots[index]
        // Only filling a model in place changes an existing object.
        let mark = slot.isModel ? mapper.mark : 0
        var isFilled = false
        if mapper.report == nil {
            isFilled = try mapper.fill(
                schema, index, slot, model.storage, key: key, value, model.context)
        } else {
            let notes = try mapper.collectingNotes {
                isFilled = try mapper.fill(
                    schema, index, slot, model.storage, key: key, value, model.context)
            }
            state.access { $0.notes[index] = notes }
        }
        let changes = slot.isModel ? mark..<mapper.mark : 0..<0
        state.access { state in
            if isFilled { state.progress.filled.insert(index) }
            if !changes.isEmpty { state.progress.changes.append((index, changes)) }
            let order = state.firsts.count &+ state.otherCount
            state.firsts.append(First(property: index, key: key, value: value, order: order))
        }
    }

    private func member(_ key: String, _ value: Any) -> Member {
        state.access { state in
            let order = state.firsts.count + state.otherCount
            state.otherCount += 1
            return Member(key: key, value: PayloadValue(value, order: order))
        }
    }

    /// Makes a conflict for a property; an earlier value takes part in it.
    private func makeConflict(_ index: Int) throws -> KeyConflict {
        let conflict = KeyConflict(index, model)
        let first = state.access { $0.firsts.first { $0.property == index } }
        guard let first, let match = matcher.directMatch(of: first.key)?.match else { return conflict }
        let candidate = Candidate(
            target: match.target, rank: match.rank, declaredIndex: match.declaredIndex,
            path: [.key(first.key)], value: PayloadValue(first.value, order: first.order))
        let source = PayloadSource()
        let region = try source.region(of: candidate.value, candidate.path, mapper)
        let notes = state.access { $0.notes.removeValue(forKey: index) }
        try conflict.begin(with: candidate, notes ?? mapper.takeProblems(in: region), source, progress)
        return conflict
    }

    /// After the last key: adds the notes of conflicts, and applies `combined` rules.
    private func settle() throws {
        var (progress, conflicts, inputs) = state.access { ($0.progress, $0.conflicts, $0.inputs) }
        let source = PayloadSource()
        for index in conflicts.keys.sorted(byNumber: \.self) { conflicts[index]?.settle(source) }
        if let report = mapper.report {
            for first in state.access({ $0.firsts }) where conflicts[first.property] == nil {
                state.access { $0.notes[first.property] }.map(mapper.append)
                guard let match = matcher.directMatch(of: first.key)?.match else { continue }
                report.recordMatch(key: first.key, property: first.property, match.rank)
            }
        }
        guard !schema.combined.isEmpty else { return }
        try mapper.combine(model, inputs, source, &progress)
        state.access { $0.progress = progress }
    }
}
