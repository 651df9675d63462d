/// The destination of one export's values: JSON text, or a tree if the values have to be inspected.
///
/// It holds the options of the call, the depth of the next value, and the models that enclose it.
struct ExportOutput: ~Copyable {
    /// The upper bound of every depth limit, so that no object graph can exhaust a stack.
    static let deepest = MappingLimits.maximumDepth

    let options: ExportOptions
    private let models: any ModelExporting
    /// The `userInfo` for Codable types; nil or empty if there is none.
    var userInfo: [CodingUserInfoKey: Any]?

    /// The text, which a caller may write to directly if `isText` is true.
    var text: JSONWriter
    private var tree = ExportTreeBuilder()
    private(set) var isText: Bool
    /// Whether the values are passed to a coder, which has its own forms for dates, data, Codable types and non-finite
    /// numbers.
    private(set) var isForCoder: Bool
    /// Whether a Codable value around the next value sorts its members, too.
    var isSortedLater = false

    /// How a tree shows models.
    let treeModels: ExportedValue.Models
    /// Whether the tree's objects are marked with their models.
    var marksModels: Bool { treeModels != .members || isEmbedded }
    /// Whether the next value is part of a string that contains JSON, in which dictionaries are sorted, but not models.
    private var isEmbedded = false
    /// Whether the tree is for patches, which compare it with another one.
    var isForPatch: Bool { treeModels == .marked || treeModels == .references }

    /// The date format of the class whose object is exported, or of an enclosing model.
    var classDateFormat = DateFormat.automatic
    /// Whether null takes the place of a value that can't be exported, of a property or a kept unknown key.
    var allowsUnexportable = false
    /// The date format of the call that maps the tree, which takes precedence over those of classes.
    var callDateFormat: DateFormat?
    /// Whether the next value is part of what a custom date format returned.
    var isInDate = false
    /// Whether a model with a redacted property is an error.
    var rejectsSecrets = false
    /// Whether dictionaries are written in the order of their keys, to find the first error.
    var isInKeyOrder = false

    /// How many objects and arrays enclose the next value.
    private(set) var depth = 0
    private let maxDepth: Int
    /// The stack is not checked up to this depth.
    private let uncheckedDepth: Int
    private let stack: StackSpace
    /// The models that enclose the next value.
    ///
    /// The outermost is stored separately, so that flat objects allocate no memory.
    private var outermost: ObjectIdentifier?
    private var ancestors: [ObjectIdentifier] = []
    /// Limits how often objects are repeated.
    var repetition: Repetition

    /// - Parameters:
    ///   - capacity: The initial capacity of the text in bytes; nil for a tree.
    ///   - depth: How many objects and arrays enclose the first value.
    ///   - treeModels: How a tree shows models.
    init(
        _ options: consuming ExportOptions, _ models: any ModelExporting, capacity: Int?, depth: Int = 0,
        treeModels: ExportedValue.Models = .members
    ) {
        text = JSONWriter(capacity: capacity ?? 0)
        maxDepth = min(options.maxDepth, Self.deepest)
        stack = .current
        uncheckedDepth = min(maxDepth, stack.uncheckedLevels)
        isText = capacity != nil
        isForCoder = false
        self.treeModels = treeModels
        repetition = Repetition(isText: capacity != nil)
        self.models = models
        self.options = options
        self.depth = depth
    }

    /// Begins a tree for a coder, perhaps within a Codable value of another export.
    init(_ models: any ModelExporting, forCoderIn scope: EncodingScope?) {
        // Coders encode the objects of models differently from dictionaries.
        self.init(ExportOptions(), models, capacity: nil, treeModels: .coded)
        isForCoder = true
        guard let scope else { return }
        depth = scope.depth
        (outermost, ancestors) = (scope.outermost, scope.ancestors)
    }

    /// A new text in the place of the next value, for a Codable value or a part of one.
    ///
    /// For a patch, it leaves out nil, because a patch can't distinguish the nil of a model in a Codable
    /// value from null.
    ///
    /// - Parameters:
    ///   - format: The date format of the property's rule.
    ///   - isMerged: Whether the value is an object whose members are added to the object that is being written.
    func separateText(rule format: DateFormat? = nil, isMerged: Bool = false) -> ExportOutput {
        var options = options
        if isForPatch { options.nulls = .omit }
        var separate = ExportOutput(options, models, capacity: 256, depth: isMerged ? depth - 1 : depth)
        (separate.outermost, separate.ancestors, separate.userInfo) = (outermost, ancestors, userInfo)
        separate.callDateFormat = callDateFormat
        (separate.classDateFormat, separate.isInDate) = (format ?? classDateFormat, isInDate)
        (separate.isSortedLater, separate.isInKeyOrder) = (isSortedLater, isInKeyOrder)
        (separate.rejectsSecrets, separate.repetition) = (rejectsSecrets, repetition)
        return separate
    }

    /// The scope of a Codable value that is written next, which counts as a level.
    var scope: EncodingScope { EncodingScope(outermost, ancestors, depth: depth + 1) }

    // MARK: Depth and cycles

    /// Enters an object or an array.
    @inline(__always)
    mutating func enterLevel() throws(ExportFailure) {
        if depth >= uncheckedDepth { try enterDeepLevel() }
        depth += 1
    }

    /// Checks the depth and the remaining stack, which has room for `uncheckedDepth` levels.
    @inline(never)
    private func enterDeepLevel() throws(ExportFailure) {
        guard depth < maxDepth else { throw .tooDeep(levels: max(maxDepth, 0)) }
        try checkStack()
    }

    /// - Parameter enclosing: The number of values around one that may encode itself without entering a level.
    func checkStack(enclosing: Int? = nil) throws(ExportFailure) {
        if let enclosing, enclosing <= stack.uncheckedLevels { return }
        if stack.isLow { throw .tooDeep(levels: enclosing ?? depth, isOfStack: true) }
    }

    @inline(__always)
    mutating func leaveLevel() { depth -= 1 }

    /// Whether the next model is at the top level: the only root, or one of several.
    @inline(__always)
    var isOutermost: Bool { outermost == nil }

    /// Enters a model.
    ///
    /// Searching the enclosing objects linearly costs less than keeping a set of them: they are few.
    @inline(__always)
    mutating func enter(_ model: ModelObject) throws(ExportFailure) {
        let identity = ObjectIdentifier(model)
        if outermost == nil {
            try enterLevel()
            outermost = identity
            repetition.outermostCount += 1
            return
        }
        // Checked before the depth, because in a cycle the cycle is the reason for the depth.
        if identity == outermost || ancestors.contains(identity) { throw .cycle(model) }
        try enterLevel()
        try repetition.add(identity, at: ancestors.count)
        ancestors.append(identity)
    }

    @inline(__always)
    mutating func leave() {
        depth -= 1
        if ancestors.isEmpty { outermost = nil } else { ancestors.removeLast() }
    }

    /// What has been written, and the values that enclose the next one.
    struct Mark {
        let position: Int
        fileprivate let depth: Int
        fileprivate let treeLevel: Int
        fileprivate let outermost: ObjectIdentifier?
        fileprivate let ancestorCount: Int
        fileprivate let dateFormat: DateFormat
        fileprivate let isInKeyOrder: Bool
    }

    var mark: Mark {
        Mark(
            position: position, depth: depth, treeLevel: tree.level, outermost: outermost,
            ancestorCount: ancestors.count, dateFormat: classDateFormat, isInKeyOrder: isInKeyOrder)
    }

    /// Discards everything written and entered after a mark, for a value that failed.
    @inline(never)
    mutating func restore(_ mark: Mark) {
        tree.close(to: mark.treeLevel)
        rewind(to: mark.position)
        (depth, outermost, classDateFormat) = (mark.depth, mark.outermost, mark.dateFormat)
        isInKeyOrder = mark.isInKeyOrder
        ancestors.removeLast(ancestors.count - mark.ancestorCount)
    }

    /// Consumes the text, and begins an empty one.
    mutating func takeText() -> JSONWriter {
        var taken = JSONWriter(capacity: 0)
        swap(&text, &taken)
        return taken
    }

    // MARK: Containers and keys

    /// Writes an object by its members.
    ///
    /// The caller enters and leaves the level.
    ///
    /// - Parameters:
    ///   - owner: The model that the object, or the enclosing object, represents.
    ///   - isShared: Whether the paths of several properties share the object.
    ///   - capacity: The expected number of members.
    @inline(__always)
    mutating func object(
        of owner: ModelObject? = nil, isShared: Bool = false, capacity: Int = 0,
        _ write: (inout ExportOutput) throws(ExportFailure) -> Void
    ) throws(ExportFailure) {
        if isText {
            text.beginObject()
        } else {
            tree.begin(
                isShared ? .sharedObject : .object, of: marksModels ? owner : nil, capacity: capacity)
        }
        try write(&self)
        if isText { text.endObject() } else { tree.end() }
    }

    /// Adds a reference to a model to the tree.
    mutating func reference(to model: ModelObject) { tree.add(.object([], of: model)) }

    /// Writes an array element by element.
    ///
    /// A nil element is written as null; an omitted element is skipped. (Inlined, so that the elements of each compiled
    /// array are written without a call.)
    ///
    /// - Parameter isSet: Whether it is the array of a Set.
    @inline(__always)
    @discardableResult
    mutating func array(
        count: Int, isSet: Bool = false,
        _ write: (_ index: Int, inout ExportOutput) throws(ExportFailure) -> ExportOutcome
    ) throws(ExportFailure) -> ExportOutcome {
        if isSet, isText, options.sortedKeys { return try sortedSet(count: count, write) }
        try enterLevel()
        try elements(isSet ? .set : .array, capacity: count) { output throws(ExportFailure) in
            for index in 0..<count {
                do throws(ExportFailure) {
                    if try write(index, &output) == .null { output.write(.null) }
                } catch {
                    throw error.under(.index(index))
                }
            }
        }
        leaveLevel()
        return .written
    }

    /// Writes an array by its elements.
    ///
    /// The caller enters and leaves the level.
    ///
    /// - Parameter capacity: The expected number of elements.
    @inline(__always)
    mutating func elements(
        _ kind: ExportTreeBuilder.Kind = .array, capacity: Int = 0,
        _ write: (inout ExportOutput) throws(ExportFailure) -> Void
    ) throws(ExportFailure) {
        if isText { text.beginArray() } else { tree.begin(kind, capacity: capacity) }
        try write(&self)
        if isText { text.endArray() } else { tree.end() }
    }

    /// Writes the key of the next value.
    mutating func key(_ key: String) {
        if isText { text.key(key) } else { tree.key = key }
    }

    /// How much has been written.
    var position: Int { isText ? text.count : tree.count }

    /// Completes or removes a key whose value may not have been written; false if the key is left out.
    @inline(__always)
    mutating func finish(
        _ outcome: ExportOutcome, from start: Int, nulls: ExportOptions.Nulls = .include
    ) -> Bool {
        if outcome == .written { return true }
        if outcome == .null, nulls == .include {
            write(.null, isNil: true)
            return true
        }
        rewind(to: start)
        return false
    }

    /// Discards everything written after this position, which must not split a container.
    mutating func rewind(to start: Int) {
        if isText { text.rewind(to: start) } else { tree.rewind(to: start) }
    }

    /// Writes a member, unless its value is left out.
    @inline(__always)
    mutating func member(
        _ key: String, nulls: ExportOptions.Nulls = .include,
        _ write: (inout ExportOutput) throws(ExportFailure) -> ExportOutcome
    ) throws(ExportFailure) {
        let start = position
        self.key(key)
        do throws(ExportFailure) {
            _ = finish(try write(&self), from: start, nulls: nulls)
        } catch {
            throw error.under(.key(key))
        }
    }

    // MARK: Values

    @discardableResult
    mutating func write(_ value: ExportedValue, isNil: Bool = false) -> ExportOutcome {
        guard isText else {
            tree.add(value, isNil: isNil)
            return .written
        }
        let sortedKeys = options.sortedKeys
        text.value(sortedKeys ? value.inOrder : value, sortedKeys: sortedKeys)
        return .written
    }

    @inline(__always)
    @discardableResult
    mutating func write(_ string: String) -> ExportOutcome {
        if isText { text.value(string) } else { tree.add(.string(string)) }
        return .written
    }

    @inline(never)
    mutating func write(integer number: Int64) -> ExportOutcome {
        if isText { text.value(number) } else { tree.add(ExportedValue(number)) }
        return .written
    }

    @inline(__always)
    mutating func write(_ number: Double) throws(ExportFailure) -> ExportOutcome {
        guard number.isFinite || isForCoder else { return try writeNotFinite("\(number)") }
        if isText { text.value(number) } else { tree.add(.double(number)) }
        return .written
    }

    mutating func write(_ model: ModelObject) throws(ExportFailure) -> ExportOutcome {
        let models = models
        try models.write(model, to: &self)
        return .written
    }

    /// Sets the date format for the contents of an object.
    ///
    /// - Parameter dateFormat: The format of the object's class, if its options have one.
    /// - Returns: The previous format so that it can be restored; nil if the format stays.
    mutating func enterClass(dateFormat: DateFormat?) -> DateFormat? {
        guard let dateFormat else { return nil }
        defer { classDateFormat = callDateFormat ?? dateFormat }
        return classDateFormat
    }

    /// The format of a date: that of the call, else of the property's rule, else of the classes.
    func dateFormat(rule: DateFormat?) -> DateFormat { options.dateFormat ?? rule ?? classDateFormat }

    // MARK: Values to inspect

    /// The tree of the values that the closure writes; null if it writes none.
    mutating func collect(
        _ write: (inout ExportOutput) throws(ExportFailure) -> ExportOutcome
    ) throws(ExportFailure) -> (value: ExportedValue, outcome: ExportOutcome) {
        let outer = (tree, isText)
        (tree, isText) = (ExportTreeBuilder(), false)
        // A caller may continue after an error.
        defer { (tree, isText) = outer }
        let outcome = try write(&self)
        return (tree.root, outcome)
    }

    /// The tree of everything written.
    var root: ExportedValue { tree.root }

    /// Writes a string that contains the JSON of what the closure writes: equal values give equal strings.
    mutating func embed(
        _ write: (inout ExportOutput) throws(ExportFailure) -> ExportOutcome
    ) throws(ExportFailure) -> ExportOutcome {
        let outer = (isForCoder, isEmbedded)
        (isForCoder, isEmbedded) = (false, true)
        defer { (isForCoder, isEmbedded) = outer }
        let (value, outcome) = try collect(write)
        guard outcome == .written else { return outcome }
        if case .null = value { return self.write(.null) }
        var text = JSONWriter(capacity: 256)
        text.value(value.inOrder, sortedKeys: options.sortedKeys)
        return self.write(text.finishString())
    }
}
