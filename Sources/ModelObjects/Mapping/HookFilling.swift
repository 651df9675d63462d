/// The filling of one object whose class overrides `serializeValue`: what `super.serializeValue` stores into while the
/// hook runs. It hangs on the object for that time, so that the base class finds it.
final class HookFilling {
    private let mapper: ObjectMapper
    /// The object keeps this filling, and whoever fills it keeps the object.
    private unowned let object: ModelObject
    private let schema: ModelSchema
    private let options: ResolvedOptions
    private let matcher: KeyMatcher
    @exclusivity(unchecked) private(set) var progress = FillProgress()
    /// What came so far, for the case that several keys feed one property.
    @exclusivity(unchecked) private var members: [Member<UntypedSource.Handle>] = []
    private var tried = Set<Int>()
    @exclusivity(unchecked) private var error: (any Error)?

    init(_ mapper: ObjectMapper, _ object: ModelObject, _ schema: ModelSchema, _ options: ResolvedOptions) {
        self.mapper = mapper
        self.object = object
        self.schema = schema
        self.options = options
        matcher = schema.matcher(options.keyMatching)
        members.reserveCapacity(schema.properties.count)
    }

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
        if let error { throw error }
    }

    /// What `super.serializeValue` does: stores at once, unless a better candidate was stored before.
    func store(_ value: Any, key: String) {
        guard error == nil else { return }
        do {
            try storeThrowing(value, key: key)
        } catch {
            self.error = error
        }
    }

    private func storeThrowing(_ value: Any, key: String) throws {
        let order = members.count
        if let index = matcher.directProperty(of: key), mapper.report == nil {
            let slot = schema.slots[index]
            if !slot.isDeferred, progress.seen.insertNew(index) {
                members.append(Member(key: key, handle: .init(value: value, order: order)))
                let isFilled = try PropertyStorage(object).storeScalar(value, slot) || fill(index, value, key: key)
                if isFilled { progress.filled.insert(index) }
                return
            }
        }
        let context = MappingContext(mapper: mapper, options: options)
        let targets = mapper.properties(behind: matcher.matches(key))
        guard !targets.isEmpty else {
            if matcher.matches(key).isEmpty { mapper.unknownKey(key, value, object, schema, matcher, options) }
            return
        }
        members.append(Member(key: key, handle: .init(value: value, order: order)))
        let rivals = members.filter { !targets.isDisjoint(with: mapper.properties(behind: matcher.matches($0.key))) }
        try settle(rivals, newest: order, context)
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
        let inputs = members.filter { member in
            mapper.properties(behind: matcher.matches(member.key)).contains { if case .input = $0 { true } else { false } }
        }
        var source = UntypedSource()
        try mapper.settle(
            inputs, tried: { _ in true }, combinations: true, object, schema, context, from: &source, &progress)
    }

    private func settle(_ rivals: [Member<UntypedSource.Handle>], newest: Int, _ context: MappingContext) throws {
        var source = UntypedSource()
        try mapper.settle(
            rivals, tried: { $0.handle.order != newest }, combinations: false, object, schema, context, from: &source,
            &progress)
    }
}
