import Foundation

/// One call's export: the options in force, how deep it is, and in which objects.
///
/// Objects whose classes override no hook go straight to bytes (`+Bytes`); all others, and `jsonObject`, go
/// through `ExportedValue` (`+Values`).
struct ObjectExporter {
    /// No option goes deeper, so that no object graph can exhaust a stack.
    static let deepest = MappingLimits.maximumDepth

    let form: ExportForm
    let nulls: ExportOptions.Nulls
    let isPretty: Bool
    /// The values go to a coder, which writes dates, data, Codable types and numbers that are not finite in
    /// its own way.
    var isForCoder = false
    private let notFinite: ExportOptions.NotFinite
    private let maxDepth: Int
    private let table: ExportLayout.Table

    /// The format of the call, else that of the class whose object is exported, or of a model around it.
    private let callDateFormat: DateFormat?
    private var classDateFormat = DateFormat.automatic

    /// Up to where nobody asks how much room the stack has left.
    private let carefreeDepth: Int
    private let stack: StackSpace

    /// How many objects and arrays enclose the next value.
    private var depth = 0
    /// The objects that enclose it.
    ///
    /// The outermost stands alone, so that flat objects take no memory.
    private var outermost: ObjectIdentifier?
    private var ancestors: [ObjectIdentifier] = []

    /// Which properties of outermost objects take part; nil for all.
    private let filter: ExportFilter?
    private var filtered: [ObjectIdentifier: ExportTree] = [:]

    /// Room for the texts of dates.
    private var scratch: [UInt8] = []

    init(_ options: ExportOptions) {
        form = ExportForm(
            keyStyle: options.keyStyle, relations: options.relations, sortedKeys: options.sortedKeys)
        table = ExportLayout.table(form)
        nulls = options.nulls
        isPretty = options.pretty
        notFinite = options.notFinite
        maxDepth = min(options.maxDepth, Self.deepest)
        stack = .current
        carefreeDepth = min(maxDepth, stack.uncheckedLevels)
        callDateFormat = options.dateFormat
        filter = ExportFilter(options)
    }

    /// Goes on inside a Codable value of another export.
    mutating func resume(in scope: EncodingScope) {
        depth = scope.depth
        outermost = scope.models.first
        ancestors = Array(scope.models.dropFirst())
    }

    /// The scope of a Codable value that comes next, which counts as a level.
    var scope: EncodingScope {
        EncodingScope(models: [outermost].compactMap(\.self) + ancestors, depth: depth + 1)
    }

    var sortedKeys: Bool { form.sortedKeys }

    @inline(__always)
    func plan(of type: ModelObject.Type) -> ExportPlan {
        ExportLayout.plan(of: type, form, in: table)
    }

    func layout(of type: ModelObject.Type) -> ExportLayout {
        ExportLayout.of(type, form, in: table)
    }

    // MARK: Depth and cycles

    /// Goes into an object or an array.
    @inline(__always)
    mutating func enterLevel() throws(ExportFailure) {
        if depth >= carefreeDepth { try enterDeepLevel() }
        depth += 1
    }

    /// Few frames of any size fit every stack; more are asked about, each one.
    @inline(never)
    private func enterDeepLevel() throws(ExportFailure) {
        guard depth < maxDepth else {
            throw .tooDeep(levels: max(maxDepth, 0))
        }
        if stack.isLow { throw .tooDeep(levels: depth, isOfStack: true) }
    }

    @inline(__always)
    mutating func leaveLevel() { depth -= 1 }

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
        // Before the depth is asked about: in a cycle that is the reason.
        if identity == outermost || ancestors.contains(identity) { throw cycle(model) }
        try enterLevel()
        ancestors.append(identity)
    }

    @inline(__always)
    mutating func leave() {
        depth -= 1
        if ancestors.isEmpty { outermost = nil } else { ancestors.removeLast() }
    }

    private func cycle(_ model: ModelObject) -> ExportFailure {
        ExportFailure(
            .cycle, "Cannot export a cycle: \(type(of: model)) refers to itself",
            expected: "objects that do not hold themselves", found: "\(type(of: model)) in itself")
    }

    // MARK: Options

    /// The members to export of an outermost object, where the call chooses among its properties.
    mutating func filteredTree(_ layout: ExportLayout) -> ExportTree? {
        guard let filter, ancestors.isEmpty else { return nil }
        let identity = ObjectIdentifier(layout)
        if let tree = filtered[identity] { return tree }
        let tree = ExportTree(layout.schema, form) { filter.includes($0) }
        filtered[identity] = tree
        return tree
    }

    /// Whether the call chooses among the properties of the next object.
    @inline(__always)
    var isFilterNext: Bool { filter != nil && outermost == nil }

    /// Whether values of unknown keys are exported.
    var includesUnknownValues: Bool { filter?.only == nil || !ancestors.isEmpty }

    /// Exports an object with the date format that its class sets.
    @inline(__always)
    mutating func exchange(dateFormat: DateFormat) -> DateFormat {
        let outer = classDateFormat
        classDateFormat = dateFormat
        return outer
    }

    /// The format of a date: the call's, else that of the property's rule, else that of the classes.
    func dateFormat(rule: DateFormat?) -> DateFormat {
        callDateFormat ?? rule ?? classDateFormat
    }

    /// What NaN, an infinity or a date that is neither becomes.
    func notFinite(_ found: String) throws(ExportFailure) -> ExportedValue {
        switch notFinite {
        case .omit: return .omitted
        case .null: return .null
        case .error: throw ExportFailure(.notFinite, expected: "a finite number", found: found)
        }
    }

    // MARK: Writing

    /// Writes an exported value, unless it is nil or left out.
    func write(_ value: ExportedValue, _ writer: inout JSONWriter) -> ExportOutcome {
        switch value {
        case .omitted: return .omitted
        case .none: return .null
        default:
            writer.value(value, sortedKeys: sortedKeys)
            return .written
        }
    }

    /// Writes a date as text without a String on the way; false where its format writes no text.
    ///
    /// (Not inlined: the writing of an object would have fewer registers.)
    @inline(never)
    mutating func writeText(of date: Date, _ format: DateFormat, _ writer: inout JSONWriter) -> Bool {
        scratch.removeAll(keepingCapacity: true)
        scratch.append(UInt8(ascii: "\""))
        guard format.append(date, to: &scratch) else { return false }
        scratch.append(UInt8(ascii: "\""))
        scratch.withSpan { writer.value(rendered: $0) }
        return true
    }
}

/// Which properties of outermost objects take part, where a call chooses.
struct ExportFilter {
    let only: Set<String>?
    let except: Set<String>

    /// Nil where all do.
    init?(_ options: ExportOptions) {
        if options.only == nil && options.except.isEmpty { return nil }
        only = options.only
        except = options.except
    }

    func includes(_ property: Property) -> Bool {
        only.map { names($0, property) } != false && !names(except, property)
    }

    private func names(_ properties: Set<String>, _ property: Property) -> Bool {
        properties.contains(property.name) || property.otherName.map { properties.contains($0) } == true
    }
}
