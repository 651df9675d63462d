import Foundation

/// Decoding state of one object whose class overrides `serializeValue`; `super.serializeValue` stores into it.
///
/// The state is attached to the object while the hook runs, so that the base class finds it. A value is
/// stored immediately, unless a better value was stored before; a later value can replace it.
final class HookDecodingState: ModelAttachment {
    private let model: FilledModel
    private let state: UncheckedBox<State>

    /// What the calls of the hook have changed so far.
    private struct State {
        var progress = FillProgress()
        var call = Call()
        /// The index of the first entry of the style that the keys have, in `KeyMatcher.expectedKeys`; `noStyleStart` before
        /// the first such key, and for a report.
        var styleStart = State.noStyleStart
        static let noStyleStart = Int.min
        /// The number of members so far that may compete with others.
        var memberCount = 0
        /// The error that ended the call; the hook itself cannot throw.
        var error: (any Error)?
        /// The keys whose values the hook did not pass on when it was called for them, but may pass on later.
        var heldBack: Set<String> = []
        private(set) var extraIfMade: Extra?
        var extra: Extra {
            mutating get {
                let extra = extraIfMade ?? Extra()
                extraIfMade = extra
                return extra
            }
        }
    }

    init(_ object: ModelObject, _ schema: ModelSchema, _ mapper: ObjectMapper, _ options: ResolvedOptions) {
        model = FilledModel(object: object, schema: schema, mapper: mapper, options: options)
        state = UncheckedBox(State())
    }

    private var object: ModelObject { model.object }
    private var schema: ModelSchema { model.schema }
    private var mapper: ObjectMapper { model.mapper }
    private var options: ResolvedOptions { model.options }
    private var matcher: KeyMatcher { model.matcher }

    var progress: FillProgress { state.access { $0.progress } }

    /// Makes this the object's state while the hook is called for each key.
    func run(_ body: () throws -> Void) throws {
        let outer = object.attachment
        unknownValues = outer?.unknownValues
        object.attachment = self
        defer {
            let attachment = outer ?? (unknownValues == nil ? nil : ModelAttachment())
            attachment?.unknownValues = unknownValues
            object.attachment = attachment
        }
        do {
            try body()
        } catch {
            settleConflicts()
            throw error
        }
        try settle()
    }

    /// Records for a report that the hook is about to be called for a key of the payload.
    ///
    /// A key that the hook passes to super twice is not a duplicate key of the payload.
    @inline(never)
    func recordCall(for key: String, at offset: Int) {
        let first = state.access { $0.extra.keys.firstPlace(of: key, PayloadLocation(offset: offset)) }
        guard let first, matcher.matches(key).contains(where: \.target.isUsed) else { return }
        mapper.recordDuplicate(at: first)
    }

    @inline(__always)
    func call(_ value: Any, key: String, _ place: ExpectedKeys.Place = .init()) throws {
        state.access {
            $0.call.key = StringBits(key)
            if place.entry < 0 { $0.call.unexpectedKey = key }
            $0.call.place = place
            $0.call.hasPassedOn = false
        }
        object.serializeValue(value, key: key)
        let error = state.access {
            if !$0.call.hasPassedOn { $0.heldBack.insert(key) }
            return $0.error
        }
        if let error { throw error }
    }

    /// Calls the hook with a value that can be an array or a dictionary.
    ///
    /// If the hook passes it on, it isn't converted again, or the property is filled from the text, which is faster: see
    /// `fillFromText`.
    ///
    /// - Parameters:
    ///   - text: the reader before the value; nil for the value of a dictionary.
    ///   - rereadCount: the number of bytes that are then read once more: 0 if the value was found inside another one.
    func call(
        _ value: Any, key: String, _ place: ExpectedKeys.Place = .init(), text: JSONReader?,
        rereadCount: Int = 0
    ) throws {
        state.access {
            $0.call.container = UnownedContainer(value)
            $0.call.text = text
            $0.call.rereadCount = rereadCount
        }
        defer { state.access { $0.call.container = nil } }
        try call(value, key: key, place)
    }

    /// Implements `super.serializeValue`: stores the value at once, unless a better candidate was stored before.
    ///
    /// Stores the first value of a property of a common type here, if the hook passed on the key that it was called
    /// with, and the key has the style of the other keys.
    override func store(_ value: Any, key: String) -> Bool {
        let isStored = state.access { state in
            state.call.hasPassedOn = true
            let index = state.call.place.property
            guard index >= 0, state.call.isForKey(key), state.call.place.styleStart == state.styleStart,
                !state.progress.seen.contains(index)
            else { return false }
            let slot = schema.slots[index]
            let storage = PropertyStorage(object)
            if storeScalar(value, slot, storage) {
                state.progress.filled.insert(index)
            } else {
                guard clearScalar(value, index, slot, storage) else { return false }
            }
            state.progress.seen.insert(index)
            return true
        }
        if !isStored { storeOnSlowPath(value, key: key) }
        return true
    }

    @inline(__always)
    private func storeScalar(_ value: Any, _ slot: PropertySlot, _ storage: PropertyStorage) -> Bool {
        LentValue.lend(value) { storage.storeScalar($0, slot) }
    }

    /// Sets a property of a common type to nil, if the value is null and the property is an Optional that null clears.
    ///
    /// (No other type: releasing its value may run foreign code, and the caller accesses the state.)
    @inline(never)
    private func clearScalar(
        _ value: Any, _ index: Int, _ slot: PropertySlot, _ storage: PropertyStorage
    ) -> Bool {
        guard slot.isCleared, slot.kind.isScalar, mapper.hasFastNull(slot, options),
            LentValue.lend(value, { mapper.isNull($0) })
        else { return false }
        schema.clear(index, slot, in: storage)
        return true
    }

    @inline(never)
    private func storeOnSlowPath(_ value: Any, key: String) {
        guard state.access({ $0.error == nil }) else { return }
        do {
            let isReceived = isReceived(value)
            let remembersParts =
                !isReceived && state.access { mapper.rememberParts(of: $0.call.container, insteadOf: value) }
            defer { if remembersParts { mapper.details.plainContainers = nil } }
            try mapper.withPlainValues(if: isReceived) { try storeDirectly(value, key: key) }
        } catch {
            state.access {
                $0.error = error
                $0.call.place = ExpectedKeys.Place()
            }
        }
    }

    // A function, so that no copy of the container is on the stack while models inside are filled.
    private func isReceived(_ value: Any) -> Bool {
        state.access { $0.call.container?.isSame(as: value) == true }
    }

    /// Stores a value without calling the hook.
    func storeDirectly(_ value: Any, key: String) throws {
        let place = place(of: key)
        let index = place.property
        guard index >= 0, state.access({ $0.progress.seen.insertNew(index) }) else {
            return try storeCandidates(value, key: key)
        }
        let slot = schema.slots[index]
        let storage = PropertyStorage(object)
        if place.styleStart != state.access(\.styleStart) { addFirst(index, key, place) }
        if storeScalar(value, slot, storage) { return state.access { $0.progress.filled.insert(index) } }
        try storeFirst(value, key: key, index, slot, storage)
    }

    @inline(never)
    private func place(of key: String) -> ExpectedKeys.Place {
        // Most hooks pass on the key that they were called with.
        let place = state.access { $0.call.isForKey(key) ? $0.call.place : ExpectedKeys.Place() }
        if place.property >= 0 { return place }
        return ExpectedKeys.Place(property: matcher.onlyProperty(of: key) ?? -1)
    }

    /// The payload's key of a value that the hook passes on under a key, where its problems are located.
    private func payloadKey(_ key: String, _ state: State) -> String {
        if state.call.isForKey(key) || state.heldBack.contains(key) { return key }
        let entry = state.call.place.entry
        return entry >= 0 ? matcher.expectedKeys[entry] : state.call.unexpectedKey ?? key
    }

    @inline(never)
    private func addFirst(_ index: Int, _ key: String, _ place: ExpectedKeys.Place) {
        state.access { state in
            if mapper.report == nil, state.styleStart == State.noStyleStart, place.entry >= 0 {
                state.styleStart = place.styleStart
            } else {
                state.extra.firsts.append(FirstKey(index, key, payloadKey(key, state)))
            }
        }
    }

    /// Stores a value whose key doesn't match exactly one property, or whose property already has a value.
    @inline(never)
    private func storeCandidates(_ value: Any, key: String) throws {
        let matcher = matcher
        let matches = matcher.matches(key)
        let member = nextMember(key, value)
        let source = PayloadSource()
        if matches.isEmpty { return try mapper.takeUnknown(member, model, source) }
        let candidates = try mapper.propertyCandidates(matches, member, recordingFrom: 0, model, source)
        if !schema.combined.isEmpty { state.access { $0.extra.inputs.append(member) } }
        for (index, candidate) in candidates {
            // Removed during the call, because a converter may call super for another key.
            let known = state.access { $0.extra.conflicts.removeValue(forKey: index) }
            let conflict = try known ?? makeConflict(index)
            var progress = progress
            try conflict.admit(candidate, source, &progress)
            let replaced = state.access {
                // Nothing else is copied back: such a converter may have filled other properties.
                $0.progress.seen.insert(index)
                if progress.filled.contains(index) { $0.progress.filled.insert(index) }
                return $0.extra.conflicts.updateValue(conflict, forKey: index)
            }
            // Released after the access, because the deinit of a value in it may call super, too.
            withExtendedLifetime(replaced) {}
        }
    }

    @inline(never)
    private func storeFirst(
        _ value: Any, key: String, _ index: Int, _ slot: PropertySlot, _ storage: PropertyStorage
    ) throws {
        if slot.isCleared, mapper.hasFastNull(slot, options), LentValue.lend(value, { mapper.isNull($0) }) {
            return schema.clear(index, slot, in: storage)
        }
        // Only a value that is filled in place changes an existing object.
        let isInPlace = slot.isModel || mapper.isPatch
        let mark = isInPlace ? mapper.mark : 0
        let key = state.access { payloadKey(key, $0) }
        var isFilled = false
        var failure: ConverterFailure?
        let notes = try mapper.collectingNotes {
            if LentValue.lend(value, { mapper.fillUnconverted(schema, index, slot, storage, $0) }) {
                isFilled = true
                return
            }
            do {
                isFilled =
                    try fillFromText(value, index, storage)
                    ?? LentValue.lend(value) { value in
                        try mapper.fillOther(schema, index, slot, storage, key: key, value, options)
                    }
            } catch let error as ConverterFailure {
                failure = error
            }
        }
        if let failure { state.access { $0.progress.failures.append((index, failure)) } }
        let changes = isInPlace ? mark..<mapper.mark : 0..<0
        state.access { state in
            if isFilled { state.progress.filled.insert(index) }
            if !isFilled || slot.kind == .other && schema.properties[index].accessor.converter.takesNull {
                state.extra.unused[index] = value
            }
            if !notes.isEmpty { state.extra.notes[index] = notes }
            if !changes.isEmpty { state.progress.changes.append((index, changes)) }
        }
    }

    /// Fills a property from the text of the array or dictionary that the hook was called with; nil if this is another
    /// value, or if the property can hold it unchanged.
    ///
    /// Hooks inside the value may read parts of it again. To keep the time linear, they read at most eight
    /// times the size of the value; after that, they fill their properties from the dictionaries that they
    /// get.
    @inline(never)
    private func fillFromText(_ value: Any, _ index: Int, _ storage: PropertyStorage) throws -> Bool? {
        guard let (text, rereadCount) = text(of: value, for: index) else { return nil }
        let details = mapper.details
        let outerLimit = details.rereadLimit
        let limit = (outerLimit ?? 8 * rereadCount) - rereadCount
        guard limit >= 0 else { return nil }
        details.rereadLimit = limit
        defer { if outerLimit == nil { details.rereadLimit = nil } }
        var reader = text
        var decoding = DecodingState()
        _ = decoding.markSeen(index)
        try mapper.fillOther(schema, index, storage, reader.peek(), &decoding, &reader, options)
        return decoding.progress.filled.contains(index)
    }

    @inline(never)
    private func text(of value: Any, for index: Int) -> (text: JSONReader, rereadCount: Int)? {
        let property = schema.properties[index]
        guard !property.content.isUntypedContainer, property.accessor.type != Any.self,
            !property.hasValueRule
        else { return nil }
        return state.access { state in
            guard let text = state.call.text, state.call.container?.isSame(as: value) == true else {
                return nil
            }
            return (text, state.call.rereadCount)
        }
    }

    /// The key that provided a property first; nil if none did, other than those in a conflict.
    private func firstKey(of index: Int) -> FirstKey? {
        let (firsts, styleStart) = state.access { ($0.extra.firsts, $0.styleStart) }
        if let first = firsts.first(where: { $0.property == index }) { return first }
        return styleStart == State.noStyleStart
            ? nil : FirstKey(index, matcher.expectedKeys[styleStart + index])
    }

    /// A member with the place after that of the last one.
    private func nextMember(_ key: String, _ value: Any) -> Member {
        state.access { state in
            state.memberCount += 1
            let value = PayloadValue(value, place: state.memberCount)
            return Member(key: key, value: value, payloadKey: payloadKey(key, state))
        }
    }

    /// Makes a conflict for a property; an earlier value takes part in it.
    private func makeConflict(_ index: Int) throws -> KeyConflict {
        let conflict = KeyConflict(index, model)
        guard progress.seen.contains(index) else { return conflict }
        // The key of the first value matches nothing else.
        guard let key = firstKey(of: index), let match = matcher.matches(key.text).first else {
            return conflict
        }
        let value: Any = state.access { $0.extra.unused[index] } ?? NSNull()
        var candidate = Candidate(match: match, path: [.key(key.text)], value: PayloadValue(value, place: 0))
        candidate.payloadKey = key.inPayload
        let notes = state.access { $0.extra.notes.removeValue(forKey: index) }
        try conflict.begin(with: candidate, notes ?? MappingNotes(), PayloadSource(), progress)
        return conflict
    }

    /// Adds the notes of conflicts and applies `combined` rules, after the last key.
    private func settle() throws {
        let conflicts = settleConflicts()
        if !conflicts.isEmpty {
            state.access { $0.progress.failures.removeAll { conflicts[$0.property] != nil } }
            for (index, conflict) in conflicts.sorted(byNumber: \.key) {
                guard let failure = conflict.failure else { continue }
                state.access { $0.progress.failures.append((index, failure)) }
            }
        }
        if let report = mapper.report {
            for first in state.access({ $0.extra.firsts }) where conflicts[first.property] == nil {
                guard let match = matcher.matches(first.text).first else { continue }
                report.recordMatch([.key(first.inPayload)], property: first.property, match.rank)
            }
        }
        guard !schema.combined.isEmpty, progress.failures.isEmpty else { return }
        var (progress, inputs) = (progress, state.access { $0.extra.inputs })
        let isOpen = mapper.isOpen(PayloadLocation(offset: mapper.currentLocation.offset))
        try mapper.combine(model, inputs, PayloadSource(), isOpen: isOpen, &progress)
        state.access { $0.progress = progress }
    }

    /// Adds the notes of the values that count to the call's notes.
    ///
    /// - Returns: The conflicts.
    @discardableResult
    private func settleConflicts() -> [Int: KeyConflict] {
        guard let extra = state.access(\.extraIfMade) else { return [:] }
        let (conflicts, notes) = (extra.conflicts, extra.notes)
        if !conflicts.isEmpty {
            KeyConflict.settle(conflicts.sorted(byNumber: \.key).map(\.value), PayloadSource())
        }
        if !notes.isEmpty { mapper.append(notes) }
        return conflicts
    }
}
