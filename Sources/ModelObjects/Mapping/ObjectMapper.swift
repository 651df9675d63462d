/// The mapping of one call: the options in force, the current location in the payload, problems, and undo.
///
/// Bytes and dictionaries are mapped in the same steps: `fill` (in `+Bytes` and `+Dictionary`) matches each key and
/// stores each value; `makeModel` and `fillNested` (in `+Models`) choose the class and call the hooks around it.
final class ObjectMapper {
    // What the call requests.

    let report: ReportBuilder?
    /// Whether the call updates an object; `required` is not checked for that object.
    let isUpdate: Bool
    /// Whether the reason is needed if the call gives no object, so that problems are recorded even if they are
    /// tolerated and no report was requested.
    let keepsReason: Bool
    /// Whether properties take infinity and NaN, which a coder or a keyed archive gave; no JSON
    /// text has them.
    var keepsNotFinite = false
    /// The kind of the patch that the call applies, so that values can contain a `PatchedModel`; nil for other calls.
    var patchKind: PatchKind?
    var isPatch: Bool { patchKind != nil }
    /// Whether the call applies a merge patch, in which null gives a property without a null the value of a
    /// new object.
    var isMergePatch: Bool { patchKind == .merge }
    let maximumDepth: Int
    let base: ResolvedOptions
    private let callOptions: MappingOptionsBox?
    /// The mapper of the call whose text contains the value that a decoder reads.
    private let outer: ObjectMapper?

    // The current value.

    private(set) var remainingDepth: Int
    /// The offset of the current value in the text, as long as there are no details.
    private var offset: Int?
    /// Whether the current value belongs to a redacted property, or to something inside one.
    private(set) var hidesValues = false
    /// Whether the current values are already plain Swift values: they were read from bytes, or converted before a
    /// hook was called.
    var holdsPlainValues = false
    /// Whether the dictionary that is being mapped fills an object that the call has made, or a default model of such an
    /// object; read only for patches.
    var fillsNewObject = false

    // What was found so far.

    /// The number of white-space bytes before the keys of the object that was read last; usually the same for the next
    /// object.
    var indentation = 0
    /// Whether the call met a number that is not finite, so that untyped values must be searched for more.
    var metInfinity = false
    /// Whether anything was recorded about the payload, as in few calls.
    var hasNotes = false
    /// The values of existing objects before the call changed them, in the order of the changes.
    private(set) var snapshots = SnapshotList()
    /// The details, if they were made.
    private(set) var detailsIfMade: MappingState?

    init(
        options: MappingOptionsBox?, limits: MappingLimits, isUpdate: Bool, keepsReason: Bool = false,
        isOneOfMany: Bool = false, report: ReportBuilder? = nil
    ) {
        self.report = report
        outer = nil
        self.isUpdate = isUpdate
        self.keepsReason = keepsReason
        maximumDepth = min(max(limits.depth, 0), MappingLimits.maximumDepth)
        remainingDepth = maximumDepth
        if let options, options.options.setsAnything {
            callOptions = options
            base = options.resolved
        } else {
            callOptions = nil
            // Threads that count references to the same object slow each other down.
            base = isOneOfMany ? ResolvedOptions.makeDefaults() : .defaults
        }
    }

    /// Makes the mapper of a value that a decoder reads, with the limits of the mapper around it.
    ///
    /// - Parameters:
    ///   - base: The options around the value.
    ///   - isInText: Whether the value is in the text of the call.
    init(inside outer: ObjectMapper, base: ResolvedOptions, isInText: Bool) {
        report = outer.report
        self.outer = isInText ? outer : nil
        isUpdate = false
        keepsReason = false
        maximumDepth = outer.maximumDepth
        remainingDepth = maximumDepth
        self.base = base
        callOptions = outer.callOptions
        hidesValues = outer.hidesValues
        if let userInfo = outer.detailsIfMade?.userInfo { details.userInfo = userInfo }
        if outer.detailsIfMade?.isOpen == true || !isInText && outer.isOpen(outer.currentLocation) {
            details.isOpen = true
        }
        if isInText, let open = outer.detailsIfMade?.openValues, !open.isEmpty { details.openValues = open }
    }

    /// The date format in the options of the call.
    var callDateFormat: DateFormat? { callOptions?.options.setDateFormat }

    /// Whether the options of the call set a root path, or none.
    var setsRootPath: Bool { callOptions?.options.setRootPath != nil }

    /// Returns options with another date format, which takes precedence over that of the call.
    func options(_ options: ResolvedOptions, dateFormat: DateFormat) -> ResolvedOptions {
        var call = callOptions?.options ?? MappingOptions()
        call.setDateFormat = nil
        return ResolvedOptions(call: call, own: MappingOptions(dateFormat: dateFormat), around: options)
    }

    /// The state that most calls never need, made on first use.
    var details: MappingState {
        if let details = detailsIfMade { return details }
        let state = MappingState()
        state.place.offset = offset
        detailsIfMade = state
        return state
    }

    /// Whether nothing that was mapped has left a trace, so that another value can be mapped.
    var isReusable: Bool { detailsIfMade == nil && snapshots.isEmpty && !metInfinity }

    /// The mapper of the call, for a mapper of a value in its text.
    var outermost: ObjectMapper { outer?.outermost ?? self }

    /// The ends of containers in the call's text that were skipped.
    var containerIndex: ContainerIndex { outermost.details.containerIndex }

    /// Runs a step whose values must not be shown.
    func hidingValues<Result>(_ body: () throws -> Result) rethrows -> Result {
        let outer = hidesValues
        hidesValues = true
        defer { hidesValues = outer }
        return try body()
    }

    /// Runs a step with the values that a property is made from, which must not be shown if it is redacted.
    func hidingValues<Result>(of property: Property, _ body: () throws -> Result) rethrows -> Result {
        property.isSecret ? try hidingValues(body) : try body()
    }

    // MARK: Options

    /// Matches the keys of the object that is being filled.
    func matcher(of schema: ModelSchema, _ options: ResolvedOptions) -> KeyMatcher {
        isPatch
            ? schema.patchMatcher(options.keyMatching, isNew: fillsNewObject)
            : schema.matcher(options.keyMatching)
    }

    /// The options in force for an object of a class, inside a model with the given options (nil at the root).
    ///
    /// They live as long as the mapper: it keeps them, or their class does.
    @inline(__always)
    func options(for schema: ModelSchema, around: ResolvedOptions?) -> ResolvedOptions {
        if !schema.hasOptions { return around ?? base }
        return around.map { resolve(schema, $0) } ?? resolveOutermost(schema)
    }

    /// The options in force for a call's outermost array or dictionary, which are those of the class that the call names.
    func elementOptions(of schema: ModelSchema) -> ResolvedOptions {
        let own = options(for: schema, around: nil)
        guard schema.hasOptions, schema.isPolymorphic else { return own }
        if callOptions == nil, base === ResolvedOptions.defaults { return .ofElements(of: schema) }
        let options = ResolvedOptions(
            call: callOptions?.options, own: schema.options, around: base, aroundElements: base)
        details.elementOptions.append(options)
        return options
    }

    /// Lends the options in force for the outermost object, without reference counting if they are the call's.
    @inline(__always)
    func withOptions<Result>(
        for schema: ModelSchema, _ body: (ResolvedOptions) throws -> Result
    ) rethrows -> Result {
        schema.hasOptions ? try body(resolveOutermost(schema)) : try body(base)
    }

    @inline(never)
    private func resolveOutermost(_ schema: ModelSchema) -> ResolvedOptions {
        let options = resolve(schema, base)
        if options.rejects { details.outermostRejects = true }
        return options
    }

    @inline(never)
    private func resolve(_ schema: ModelSchema, _ around: ResolvedOptions) -> ResolvedOptions {
        if around.classes.last === schema { return around }
        if callOptions == nil, around === ResolvedOptions.defaults { return .ofClass(schema) }
        let key = ObjectPair(schema, around)
        if let known = details.resolved[key] { return known.options }
        let options: ResolvedOptions
        if around.classes.contains(where: { $0 === schema }) {
            // The class moves to the innermost place: see `ResolvedOptions.classes`.
            let others = around.classes.filter { $0 !== schema }
            options = resolve(schema, others.reduce(around.aroundClasses) { resolve($1, $0) })
        } else {
            options = ResolvedOptions(
                call: callOptions?.options, own: schema.options, around: around, adding: schema)
        }
        details.resolved[key] = (options, around)
        return options
    }

    // MARK: Current location

    /// Runs a step at a value of the text.
    @inline(__always)
    func at<Result>(_ offset: Int, _ body: () throws -> Result) rethrows -> Result {
        let outer = exchange(place: MappingState.Place(offset: offset))
        defer { _ = exchange(place: outer) }
        return try body()
    }

    @inline(never)
    private func exchange(place: consuming MappingState.Place) -> MappingState.Place {
        if detailsIfMade == nil, place.isOffset {
            swap(&place.offset, &offset)
        } else {
            swap(&place, &details.place)
        }
        return place
    }

    /// Runs a step at a member or an element of the current value.
    @inline(__always)
    func at<Result>(_ component: PathComponent, _ body: () throws -> Result) rethrows -> Result {
        let details = details
        details.enter(component)
        defer { details.leave() }
        return try body()
    }

    /// Runs a step at the end of a path from the current value.
    func at<Result>(_ path: [PathComponent], _ body: () throws -> Result) rethrows -> Result {
        let details = details
        for component in path { details.enter(component) }
        defer { for _ in path { details.leave() } }
        return try body()
    }

    /// Runs a step one container deeper in untyped values, whose depth no reader tracks.
    @inline(__always)
    func nested<Result>(_ body: () throws -> Result) throws -> Result {
        try enterLevel()
        defer { remainingDepth += 1 }
        return try body()
    }

    /// Runs a step with untyped values from a reader, inside which as many containers may still be nested.
    @inline(__always)
    func atDepth<Result>(_ remaining: Int32, _ body: () throws -> Result) rethrows -> Result {
        let outer = remainingDepth
        remainingDepth = Int(remaining)
        defer { remainingDepth = outer }
        return try body()
    }

    @inline(never)
    private func enterLevel() throws {
        guard remainingDepth > 0, remainingDepth == maximumDepth || !StackSpace.current.isLow else {
            throw ModelError.tooDeep(
                levels: maximumDepth - remainingDepth, isOfStack: remainingDepth > 0,
                at: currentLocation.path.components)
        }
        remainingDepth -= 1
    }

    /// The location of the current value. (Never inlined: only problems, hooks and reports need it.)
    var currentLocation: PayloadLocation {
        @inline(never) get { detailsIfMade?.location ?? PayloadLocation(offset: offset) }
    }

    // MARK: Untyped values

    /// Runs a step with other values.
    ///
    /// - Parameter arePlain: Whether they need no further conversion.
    func withPlainValues<Result>(if arePlain: Bool = true, _ body: () throws -> Result) rethrows -> Result {
        let outer = holdsPlainValues
        holdsPlainValues = arePlain
        defer { holdsPlainValues = outer }
        return try body()
    }

    /// Converts a value for an `Any` property: dictionaries from other sources may hold NSNumbers, Optionals,
    /// anything.
    func plain(_ value: Any) throws -> Any {
        if holdsPlainValues { return JSONValue(value).any }
        return try converted(value)
    }

    private func converted(_ value: Any) throws -> Any {
        // Most values need no conversion, and are recognized by their type alone.
        let type = boxedType(of: value)
        if type == String.self || type == Int.self || type == Bool.self { return value }
        if detailsIfMade?.plainContainers?.contains(value) == true { return value }
        switch JSONValue(value) {
        case .array(let array): return try nested { try array.map { try converted($0) } as [Any] }
        case .object(let object):
            return try nested { try object.mapValues { try converted($0) } as [String: Any] }
        case .double(let number):
            if !number.isFinite { metInfinity = true }
            return number
        case let other: return other.any
        }
    }

    /// Subtracts the number of members and elements from `remaining`; false if `remaining` is too small.
    ///
    /// Values that are nested too deeply aren't counted: `checkDepth` finds them.
    func countValues(of value: Any, depth: Int = 0, _ remaining: inout Int) -> Bool {
        let values: [Any]
        switch JSONValue(value) {
        case .array(let array): values = array
        case .object(let object): values = Array(object.values)
        default: return true
        }
        remaining -= values.count
        guard remaining >= 0 else { return false }
        if depth >= maximumDepth || depth > 0 && StackSpace.current.isLow { return true }
        return values.allSatisfy { countValues(of: $0, depth: depth + 1, &remaining) }
    }

    // MARK: Undo

    /// A mark to roll back to.
    var mark: Int { snapshots.count }

    /// Takes a snapshot of an object that existed before the call, before its first change.
    func takeSnapshot(of object: ModelObject, _ schema: ModelSchema) {
        snapshots.append(ObjectSnapshot(object, schema))
    }

    /// Restores the values that objects held at a mark, the last change first.
    func rollBack(to mark: Int) {
        while snapshots.count > mark { snapshots.removeLast().restore() }
    }

    /// Restores the values that objects held before some of the changes, and returns the values that they held
    /// afterwards.
    func undo(_ changes: Range<Int>) -> [ObjectSnapshot] {
        let before = changes.map { snapshots[$0] }
        let after = before.map(\.now)
        for snapshot in before.reversed() { snapshot.restore() }
        return after
    }

    /// The values that an object held before the last change of it; nil for a new object.
    func lastSnapshot(of object: ModelObject) -> ObjectSnapshot? { snapshots.last(of: object) }

    /// The object whose snapshot is at a mark.
    func object(atMark mark: Int) -> ModelObject { snapshots[mark].object }

    /// Restores the value that one property held before the object was filled: from the snapshot of an existing
    /// object, otherwise from a new object of the class.
    ///
    /// A model of the new object's class gets the new one's values and stays: `fillInPlace` may have filled it without a
    /// snapshot.
    func restore(_ index: Int, of object: ModelObject, _ schema: ModelSchema) {
        if let snapshot = lastSnapshot(of: object) {
            return snapshot.restore(index)
        }
        let accessor = schema.properties[index].accessor
        let fresh = schema.type.init()
        let (storage, source) = (PropertyStorage(object), PropertyStorage(fresh))
        defer { withExtendedLifetime((object, fresh)) {} }
        guard let model = accessor.model(in: storage), let other = accessor.model(in: source),
            type(of: model) == type(of: other)
        else { return accessor.copyValue(source, to: storage) }
        ModelSchema.of(type(of: model)).copyValues(of: other, to: model)
        model.attachment?.unknownValues = other.attachment?.unknownValues
    }
}
