import Foundation

/// What became of a value that was to be written.
enum ExportOutcome {
    /// It is in the output.
    case written
    /// It is nil; nothing was written.
    case null
    /// It is left out; nothing was written.
    case omitted
}

/// Writes models, for values that hold them.
protocol ModelExporting {
    func write(_ model: ModelObject, to output: inout ExportOutput) throws(ExportFailure)
}

/// What one export writes its values to: JSON text, or a tree where somebody has to look at the values.
///
/// It knows the options of the call, how deep the next value is, and which models enclose it.
struct ExportOutput: ~Copyable {
    /// No option goes deeper, so that no object graph can exhaust a stack.
    static let deepest = MappingLimits.maximumDepth

    let options: ExportOptions
    private let models: any ModelExporting

    /// The text, to which a caller may write directly where `isText` is true.
    var text: JSONWriter
    private var tree = ExportTreeBuilder()
    private(set) var isText: Bool
    /// The values go to a coder, which writes dates, data, Codable types and numbers that are not finite in
    /// its own way.
    private(set) var isForCoder: Bool

    /// The format of the class whose object is exported, or of a model around it.
    private var classDateFormat = DateFormat.automatic

    /// How many objects and arrays enclose the next value.
    private var depth = 0
    private let maxDepth: Int
    /// Up to this depth the stack is not checked.
    private let uncheckedDepth: Int
    private let stack: StackSpace
    /// The models that enclose the next value.
    ///
    /// The outermost has a place of its own, so that flat objects take no memory.
    private var outermost: ObjectIdentifier?
    private var ancestors: [ObjectIdentifier] = []

    /// - Parameter capacity: The bytes of text to begin with; nil for a tree.
    init(_ options: consuming ExportOptions, _ models: any ModelExporting, capacity: Int?) {
        text = JSONWriter(capacity: capacity ?? 0)
        maxDepth = min(options.maxDepth, Self.deepest)
        stack = .current
        uncheckedDepth = min(maxDepth, stack.uncheckedLevels)
        isText = capacity != nil
        isForCoder = false
        self.models = models
        self.options = options
    }

    /// Begins a tree for a coder, perhaps within a Codable value of another export.
    init(_ models: any ModelExporting, forCoderIn scope: EncodingScope?) {
        self.init(ExportOptions(), models, capacity: nil)
        isForCoder = true
        guard let scope else { return }
        depth = scope.depth
        outermost = scope.models.first
        ancestors = Array(scope.models.dropFirst())
    }

    /// The scope of a Codable value that comes next, which counts as a level.
    var scope: EncodingScope {
        EncodingScope(models: [outermost].compactMap(\.self) + ancestors, depth: depth + 1)
    }

    // MARK: Depth and cycles

    /// Goes into an object or an array.
    @inline(__always)
    mutating func enterLevel() throws(ExportFailure) {
        if depth >= uncheckedDepth { try enterDeepLevel() }
        depth += 1
    }

    /// A few levels fit every stack.
    ///
    /// From here on the stack is asked at each level.
    @inline(never)
    private func enterDeepLevel() throws(ExportFailure) {
        guard depth < maxDepth else { throw .tooDeep(levels: max(maxDepth, 0)) }
        if stack.isLow { throw .tooDeep(levels: depth, isOfStack: true) }
    }

    @inline(__always)
    mutating func leaveLevel() { depth -= 1 }

    /// Whether the next model is the outermost, or one of several.
    @inline(__always)
    var isOutermost: Bool { outermost == nil }

    /// Goes into a model.
    ///
    /// Looking through the objects around it costs less than a set of them would: they are few.
    @inline(__always)
    mutating func enter(_ model: ModelObject) throws(ExportFailure) {
        let identity = ObjectIdentifier(model)
        if outermost == nil {
            try enterLevel()
            outermost = identity
            return
        }
        // Before the depth is checked: in a cycle that is the reason.
        if identity == outermost || ancestors.contains(identity) { throw Self.cycle(model) }
        try enterLevel()
        ancestors.append(identity)
    }

    @inline(__always)
    mutating func leave() {
        depth -= 1
        if ancestors.isEmpty { outermost = nil } else { ancestors.removeLast() }
    }

    private static func cycle(_ model: ModelObject) -> ExportFailure {
        ExportFailure(
            .cycle, "Cannot export a cycle: \(type(of: model)) refers to itself",
            expected: "objects that do not hold themselves", found: "\(type(of: model)) in itself")
    }

    // MARK: Containers and keys

    /// Writes an object by its members.
    ///
    /// Its level is the caller's business.
    @inline(__always)
    mutating func object(
        _ write: (inout ExportOutput) throws(ExportFailure) -> Void
    ) throws(ExportFailure) {
        if isText { text.beginObject() } else { tree.begin() }
        try write(&self)
        if isText { text.endObject() } else { tree.endObject() }
    }

    /// Writes an object whose members come in no order, which the options may want sorted.
    mutating func unorderedObject(
        _ write: (inout ExportOutput) throws(ExportFailure) -> Void
    ) throws(ExportFailure) {
        guard isText, options.sortedKeys else { return try object(write) }
        let sorted = try collect { output throws(ExportFailure) in
            try output.object(write)
            return .written
        }
        self.write(sorted.value)
    }

    /// Writes a dictionary, by `member(_:)`.
    mutating func dictionary(
        _ write: (inout ExportOutput) throws(ExportFailure) -> Void
    ) throws(ExportFailure) -> ExportOutcome {
        try enterLevel()
        try unorderedObject(write)
        leaveLevel()
        return .written
    }

    /// Writes an array, element by element.
    ///
    /// A nil element is null; one that is left out is not there. (Inlined, so that the elements of each compiled array
    /// are written without a call.)
    @inline(__always)
    @discardableResult
    mutating func array(
        count: Int, _ write: (_ index: Int, inout ExportOutput) throws(ExportFailure) -> ExportOutcome
    ) throws(ExportFailure) -> ExportOutcome {
        try enterLevel()
        try elements { output throws(ExportFailure) in
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
    /// Its level is the caller's business.
    @inline(__always)
    mutating func elements(
        _ write: (inout ExportOutput) throws(ExportFailure) -> Void
    ) throws(ExportFailure) {
        if isText { text.beginArray() } else { tree.begin() }
        try write(&self)
        if isText { text.endArray() } else { tree.endArray() }
    }

    /// Writes the key of the next value.
    mutating func key(_ key: String) {
        if isText { text.key(key) } else { tree.key = key }
    }

    /// How much was written.
    var position: Int { isText ? text.count : tree.count }

    /// Settles what becomes of a key whose value may not have been written; false where it is left out.
    @inline(__always)
    mutating func finish(
        _ outcome: ExportOutcome, from start: Int, nulls: ExportOptions.Nulls = .include
    ) -> Bool {
        if outcome == .written { return true }
        if outcome == .null, nulls == .include {
            write(.null)
            return true
        }
        rewind(to: start)
        return false
    }

    /// Takes back what was written since the position was this, which must not include half a container.
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
    mutating func write(_ value: ExportedValue) -> ExportOutcome {
        if isText { text.value(value, sortedKeys: options.sortedKeys) } else { tree.add(value) }
        return .written
    }

    @inline(__always)
    @discardableResult
    mutating func write(_ string: String) -> ExportOutcome {
        if isText { text.value(string) } else { tree.add(.string(string)) }
        return .written
    }

    @inline(__always)
    mutating func write(_ number: some FixedWidthInteger) -> ExportOutcome {
        if isText { text.value(number) } else { tree.add(ExportedValue(number)) }
        return .written
    }

    @inline(__always)
    mutating func write(_ number: Double) throws(ExportFailure) -> ExportOutcome {
        guard number.isFinite || isForCoder else { return try writeNotFinite("\(number)") }
        if isText { text.value(number) } else { tree.add(.double(number)) }
        return .written
    }

    /// What NaN, an infinity or a date that is neither becomes.
    mutating func writeNotFinite(_ found: String) throws(ExportFailure) -> ExportOutcome {
        switch options.notFinite {
        case .omit: return .omitted
        case .null: return write(.null)
        case .error: throw ExportFailure(.notFinite, expected: "a finite number", found: found)
        }
    }

    mutating func write(_ model: ModelObject) throws(ExportFailure) -> ExportOutcome {
        let models = models
        try models.write(model, to: &self)
        return .written
    }

    /// Uses another date format for what a class's object holds; the one before comes back.
    mutating func exchange(dateFormat: DateFormat) -> DateFormat {
        let outer = classDateFormat
        classDateFormat = dateFormat
        return outer
    }

    /// The format of a date: the call's, else that of the property's rule, else that of the classes.
    func dateFormat(rule: DateFormat?) -> DateFormat {
        options.dateFormat ?? rule ?? classDateFormat
    }

    // MARK: Values to look at

    /// The tree of what is written; null where nothing is.
    mutating func collect(
        _ write: (inout ExportOutput) throws(ExportFailure) -> ExportOutcome
    ) throws(ExportFailure) -> (value: ExportedValue, outcome: ExportOutcome) {
        let outer = (tree, isText)
        (tree, isText) = (ExportTreeBuilder(), false)
        let outcome = try write(&self)
        let value = tree.root
        (tree, isText) = outer
        return (value, outcome)
    }

    /// The tree of all that was written.
    var root: ExportedValue { tree.root }

    /// Writes a text that holds the JSON of what is written.
    mutating func embed(
        _ write: (inout ExportOutput) throws(ExportFailure) -> ExportOutcome
    ) throws(ExportFailure) -> ExportOutcome {
        let outer = (isText, isForCoder)
        var inner = JSONWriter(capacity: 256)
        swap(&text, &inner)
        (isText, isForCoder) = (true, false)
        let outcome = try write(&self)
        swap(&text, &inner)
        (isText, isForCoder) = outer
        guard outcome == .written else { return outcome }
        let result = inner.finishString()
        return self.write(result == "null" ? .null : .string(result))
    }
}

extension PropertyAccessor {
    func write(
        _ storage: PropertyStorage, to output: inout ExportOutput
    ) throws(ExportFailure) -> ExportOutcome {
        try converter.write(value(in: storage), to: &output)
    }
}
