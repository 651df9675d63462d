/// The filling of one object whose class overrides `serializeValue`: what `super.serializeValue` stores into.
///
/// It hangs on the object while the hook runs, so that the base class finds it. A value is stored when it
/// comes, unless a better one came before, and may have to give way to a later one. No value is mapped twice:
/// what a value made is kept when another takes its place (see `PropertyContest`).
final class HookFilling {
    private let mapper: ObjectMapper
    /// The object keeps this filling too, until `run` ends.
    private let object: ModelObject
    private let schema: ModelSchema
    private let context: MappingContext
    private let matcher: KeyMatcher
    private let state: UncheckedBox<State>
    /// The report wants to know which keys come.
    private let notesKeys: Bool

    private struct State {
        var progress = FillProgress()
        /// What came so far.
        var arrivals: [Arrival] = []
        /// The properties that more than one key, or a path, wants to feed.
        var contests: [Int: PropertyContest] = [:]
        /// The keys that could not simply be stored.
        var contestedKeys: Set<[UInt8]> = []
        /// The keys that the hook was called for so far, where there is a report.
        var calls: [Call] = []
        /// What ended the call; the hook itself cannot throw.
        var error: (any Error)?
    }

    /// A key and its value, and the changes to objects that were there which its filling made.
    private struct Arrival {
        let member: Member<UntypedSource.Handle>
        var changes = 0..<0
        /// The call of the hook that it came from, where there is a report.
        let call: Int
    }

    /// One call of the hook: the payload's key, and where the value is, if the payload is text.
    private struct Call {
        let key: String
        let offset: Int?
    }

    init(
        _ mapper: ObjectMapper, _ object: ModelObject, _ schema: ModelSchema, _ options: ResolvedOptions,
        notesKeys: Bool
    ) {
        self.notesKeys = notesKeys
        self.mapper = mapper
        self.object = object
        self.schema = schema
        context = MappingContext(mapper: mapper, options: options)
        matcher = schema.matcher(options.keyMatching)
        var state = State()
        state.arrivals.reserveCapacity(schema.properties.count)
        self.state = UncheckedBox(state)
    }

    var progress: FillProgress { state.access { $0.progress } }

    /// Makes this the object's filling while the keys are called.
    func run(_ body: () throws -> Void) throws {
        let attachment = object.attachment ?? ModelAttachment()
        object.attachment = attachment
        let outer = attachment.filling
        attachment.filling = self
        defer {
            attachment.filling = outer
            if attachment.unknownValues == nil, outer == nil { object.attachment = nil }
        }
        try body()
        try settle()
    }

    /// Notes for a report that the hook is about to be called for a key.
    ///
    /// - Parameter offset: where the text has the value.
    @inline(never)
    func noteCall(for key: String, at offset: Int?) {
        state.access { $0.calls.append(Call(key: key, offset: offset)) }
    }

    /// Calls the hook for one key.
    func call(_ value: Any, key: String) throws {
        object.serializeValue(value, key: key)
        if let error = state.access({ $0.error }) { throw error }
    }

    /// What `super.serializeValue` does: stores at once, unless a better candidate was stored before.
    func store(_ value: Any, key: String) {
        guard state.access({ $0.error == nil }) else { return }
        do {
            try storeThrowing(value, key: key)
        } catch {
            state.access { $0.error = error }
        }
    }

    private func storeThrowing(_ value: Any, key: String) throws {
        if let index = matcher.directMatch(of: key)?.property {
            let slot = schema.slots[index]
            if !slot.isDeferred, state.access({ $0.progress.seen.insertNew(index) }) {
                // Only a model that is filled in place changes an object that was there.
                if notesKeys { mapper.report?.noteFirst(key: key, property: index) }
                let changesObjects = slot.kind == .model
                let mark = changesObjects ? mapper.mark : 0
                let isFilled = try mapper.fill(
                    schema, index, slot, PropertyStorage(object), key: key, value, context)
                if isFilled { state.access { $0.progress.filled.insert(index) } }
                state.access { state in
                    state.arrivals.append(
                        Arrival(
                            member: Member(
                                key: key, handle: .init(value: value, order: state.arrivals.count)),
                            changes: mark..<(changesObjects ? mapper.mark : 0), call: state.calls.count - 1))
                }
                return
            }
        }
        let matches = matcher.matches(key)
        if matches.isEmpty {
            mapper.unknownKey(key, value, object, schema, matcher, context.options)
            return
        }
        let member = note(value, key: key)
        var source = UntypedSource()
        if !state.access({ $0.contestedKeys.insert(Array(key.utf8)).inserted }), mapper.hasNotes {
            let region = source.region(of: member.handle, [member.step], mapper)
            mapper.forgetNotes { region.contains($0) }
        }
        var found = Contest<UntypedSource.Handle>()
        for match in matches {
            try mapper.collect(
                match, path: [member.step], member.handle, wasTried: false, isVoid: false, context, &source,
                &found)
        }
        let reached = matches.reduce(into: PropertySet()) { $0.formUnion($1.target.properties) }
        for (index, property) in schema.properties.enumerated()
        where reached.contains(index) && property.rule.combination == nil {
            // Taken out, so that it is changed and not copied.
            var contest = state.access { $0.contests.removeValue(forKey: index) } ?? makeContest(index)
            var progress = progress
            let candidates = found.candidates[index] ?? []
            if !candidates.isEmpty { progress.seen.insert(index) }
            try contest.admit(candidates, key: key, &progress)
            state.access { state in
                state.progress = progress
                state.contests[index] = contest
            }
        }
    }

    /// Remembers what came and could not simply be stored.
    private func note(_ value: Any, key: String) -> Member<UntypedSource.Handle> {
        state.access { state in
            let member = Member(
                key: key, handle: UntypedSource.Handle(value: value, order: state.arrivals.count))
            state.arrivals.append(Arrival(member: member, changes: 0..<0, call: state.calls.count - 1))
            return member
        }
    }

    /// A contest for a property; a value that came before as the only one takes part in it.
    private func makeContest(_ index: Int) -> PropertyContest {
        var contest = PropertyContest(index, mapper, object, schema, context)
        let arrivals = state.access { $0.arrivals }
        guard progress.seen.contains(index),
            let first = arrivals.first(where: { matcher.directMatch(of: $0.member.key)?.property == index }),
            let match = matcher.matches(first.member.key).first
        else { return contest }
        let candidate = Candidate(
            target: match.target, rank: match.rank, declaredIndex: match.declaredIndex,
            path: [first.member.step],
            handle: first.member.handle, wasTried: true)
        contest.begin(with: candidate, isFilled: progress.filled.contains(index), changes: first.changes)
        return contest
    }

    /// After the last key: properties whose value gave way to none, and `combined` rules.
    private func settle() throws {
        var (progress, contests) = state.access { ($0.progress, $0.contests) }
        defer { state.access { $0.progress = progress } }
        for index in contests.keys.sorted() {
            try contests[index]?.settle(&progress)
            if contests[index]?.isOver == true { progress.seen.remove(index) }
        }
        if mapper.report != nil { noteRepeatedKeys() }
        guard !schema.combined.isEmpty else { return }
        var source = UntypedSource()
        var last: [[UInt8]: Member<UntypedSource.Handle>] = [:]
        for arrival in state.access({ $0.arrivals }) { last[Array(arrival.member.key.utf8)] = arrival.member }
        var found = Contest<UntypedSource.Handle>()
        for member in last.values {
            for match in matcher.matches(member.key) where isInput(match.target) {
                try mapper.collect(
                    match, path: [member.step], member.handle, wasTried: true, isVoid: false, context.quiet,
                    &source, &found)
            }
        }
        for index in schema.combined {
            try mapper.combine(
                index, schema.properties[index], PropertyStorage(object), found.candidates[index] ?? [],
                context, &source, &progress)
        }
    }

    /// Tells the report of keys that the payload gave again. (What a hook hands over twice itself is its
    /// own affair.)
    private func noteRepeatedKeys() {
        let (arrivals, calls) = state.access { ($0.arrivals, $0.calls) }
        var later: [[UInt8]: Int] = [:]
        for arrival in arrivals.reversed() {
            let key = arrival.member.key
            guard let again = later.updateValue(arrival.call, forKey: Array(key.utf8)),
                again != arrival.call, matcher.matches(key).contains(where: { $0.target != .ignored })
            else { continue }
            if calls.indices.contains(arrival.call), calls[arrival.call].key == key,
                let offset = calls[arrival.call].offset
            {
                mapper.noteRepeated(at: PayloadLocation(offset: offset))
            } else {
                mapper.at(arrival.member.step) { mapper.noteRepeated(at: mapper.currentLocation) }
            }
        }
    }

    /// Whether a key leads to one of a `combined` rule's, maybe by a path.
    private func isInput(_ target: KeyTarget) -> Bool {
        schema.combined.contains { target.properties.contains($0) }
    }
}
