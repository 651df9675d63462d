/// The filling of one object whose class overrides `serializeValue`: what `super.serializeValue` stores into while the
/// hook runs. It hangs on the object for that time, so that the base class finds it.
final class HookFilling {
    private let mapper: ObjectMapper
    /// The object keeps this filling, and whoever fills it keeps the object.
    private unowned let object: ModelObject
    private let schema: ModelSchema
    private let options: ResolvedOptions
    private let matcher: KeyMatcher
    private let state: UncheckedBox<State>

    private struct State {
        var progress = FillProgress()
        /// What came so far, for the case that several keys feed one property.
        var members: [Member<UntypedSource.Handle>] = []
        /// What ended the call; the hook itself cannot throw.
        var error: (any Error)?
    }

    init(_ mapper: ObjectMapper, _ object: ModelObject, _ schema: ModelSchema, _ options: ResolvedOptions) {
        self.mapper = mapper
        self.object = object
        self.schema = schema
        self.options = options
        matcher = schema.matcher(options.keyMatching)
        var state = State()
        state.members.reserveCapacity(schema.properties.count)
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
        try settleCombinations()
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
        let order: Int
        if let index = matcher.directProperty(of: key), mapper.report == nil {
            let slot = schema.slots[index]
            let isFirst = !slot.isDeferred && state.access { $0.progress.seen.insertNew(index) }
            order = note(value, key: key)
            if isFirst {
                let isFilled = try PropertyStorage(object).storeScalar(value, slot) || fill(index, value, key: key)
                if isFilled { state.access { $0.progress.filled.insert(index) } }
                return
            }
        } else {
            order = note(value, key: key)
        }
        let context = MappingContext(mapper: mapper, options: options)
        let targets = mapper.properties(behind: matcher.matches(key))
        guard !targets.isEmpty else {
            if matcher.matches(key).isEmpty { mapper.unknownKey(key, value, object, schema, matcher, options) }
            return
        }
        let members = state.access { $0.members }
        let rivals = members.filter { !targets.isDisjoint(with: mapper.properties(behind: matcher.matches($0.key))) }
        try settle(rivals, newest: order, context)
    }

    /// Remembers what came, and gives its place in the order.
    private func note(_ value: Any, key: String) -> Int {
        state.access { state in
            let order = state.members.count
            state.members.append(Member(key: key, handle: .init(value: value, order: order)))
            return order
        }
    }

    private func fill(_ index: Int, _ value: Any, key: String) throws -> Bool {
        try mapper.fill(
            schema.properties[index], PropertyStorage(object), key: key, value,
            MappingContext(mapper: mapper, options: options))
    }

    /// `combined` rules wait for the last key.
    private func settleCombinations() throws {
        guard !schema.combined.isEmpty else { return }
        let context = MappingContext(mapper: mapper, options: options)
        let inputs = state.access { $0.members }.filter { member in
            mapper.properties(behind: matcher.matches(member.key)).contains { if case .input = $0 { true } else { false } }
        }
        var source = UntypedSource()
        var progress = progress
        try mapper.settle(
            inputs, tried: { _ in true }, combinations: true, object, schema, context, from: &source, &progress)
        state.access { $0.progress = progress }
    }

    private func settle(_ rivals: [Member<UntypedSource.Handle>], newest: Int, _ context: MappingContext) throws {
        var source = UntypedSource()
        var progress = progress
        defer { state.access { $0.progress = progress } }
        try mapper.settle(
            rivals, tried: { $0.handle.order != newest }, combinations: false, object, schema, context, from: &source,
            &progress)
    }
}
