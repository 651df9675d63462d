/// What a converter has to know beside the node when it reads an archive: the archive's objects, and where it
/// stands.
final class UnarchivingContext {
    /// The objects of the archive; nil for one whose class is unknown or may stand nowhere.
    private(set) var objects: [ModelObject?] = []
    /// The class of each object that is in the archive.
    private var classes: [any ArchivedClassName] = []

    /// The object and the field that are being read.
    var object = 0
    var field = ""
    /// Whose options conversions use.
    var schema: ModelSchema {
        didSet { if schema !== oldValue { mapping = nil } }
    }
    private var mapping: MappingContext?
    /// What the archive's Sets hash and compare.
    private var comparisons = EqualityBudget()

    /// Values are for `migrate`: stand-ins take the places of models.
    var isMigrating = false
    /// Sets of models wait until the models are filled, on whose content their hashes depend.
    var postponesSets = true
    /// The property's value has to be made later.
    var isPostponed = false

    init(_ schema: ModelSchema) {
        self.schema = schema
    }

    func append(_ object: ModelObject?, of type: any ArchivedClassName) {
        objects.append(object)
        classes.append(type)
    }

    /// Adds an object that `migrate` made, behind those of the archive.
    ///
    /// - Returns: Its number.
    func append(_ object: ModelObject) -> Int {
        objects.append(object)
        return objects.count - 1
    }

    private func className(_ number: Int) -> String {
        classes.indices.contains(number)
            ? classes[number].name : objects[number].map { type(of: $0).archiveName } ?? ""
    }

    // MARK: Models

    /// The model behind a reference, where it may stand in a place of this type.
    ///
    /// - Throws: `ModelError` for a reference to nothing, and for a model of another class.
    func model<Model: ModelObject>(_ number: Int, as type: Model.Type) throws -> Model {
        if objects.indices.contains(number), objects[number] == nil, !classes[number].isKnown {
            throw ModelError.unknownClass(className(number), at: path)
        }
        guard objects.indices.contains(number), let model = objects[number] as? Model else {
            throw notAllowed(number, expected: "\(type)")
        }
        return model
    }

    /// The model in an `Any`.
    func untypedModel(_ number: Int) throws -> Any {
        guard isMigrating else { return try model(number, as: ModelObject.self) }
        guard objects.indices.contains(number) else { throw invalid("a reference to no object") }
        return ArchivedModel(number: number, className: className(number))
    }

    func notAllowed(_ number: Int, expected: String) -> ModelError {
        guard objects.indices.contains(number) else { return invalid("a reference to no object") }
        return ModelError.classNotAllowed(className(number), expected: expected, at: path)
    }

    // MARK: Other types

    /// What the conversions of the mapping make of a value that was archived as another type; nil where they
    /// make nothing of it: the property keeps its value.
    func converted<Converter: ValueConverter>(_ node: ArchiveNode, by converter: Converter) throws
        -> Converter.Value?
    {
        if case .reference(let number) = node { throw notAllowed(number, expected: converter.expected) }
        let value = try UntypedArchiving.value(of: node, self)
        if isPostponed { return nil }
        return try converter.convert(JSONValue(value), mappingContext.quiet)
    }

    private var mappingContext: MappingContext {
        if let mapping { return mapping }
        let mapper = ObjectMapper(options: nil, limits: schema.options.limits, isUpdate: false)
        mapper.comparisons = comparisons
        let context = MappingContext(mapper: mapper, options: mapper.options(for: schema, around: nil))
        mapping = context
        return context
    }

    // MARK: Sets

    /// Whether a set of these has to wait.
    ///
    /// The caller returns whatever it has then: the value is not stored.
    func postpones(_ members: [ArchiveNode]) -> Bool {
        guard postponesSets, !isMigrating, !members.allSatisfy(\.references.isEmpty) else { return false }
        isPostponed = true
        return true
    }

    /// Before all sets are made a second time: what they compare is counted anew.
    func makeSetsAgain() {
        comparisons = EqualityBudget()
        mapping = nil
    }

    /// A Set of members that may hold models.
    ///
    /// - Throws: `ModelError` with `.limitExceeded` where too many are alike (see `EqualityBudget`).
    func set<Member>(of members: [Member]) throws -> Set<Member> {
        try checked(comparisons.set(of: members))
    }

    /// A dictionary of pairs whose keys may hold models.
    ///
    /// - Throws: as `set`.
    func dictionary(of pairs: [(key: AnyHashable, value: Any)]) throws -> [AnyHashable: Any] {
        try build(members: pairs.count) {
            var values = [AnyHashable: Any](minimumCapacity: pairs.count)
            for pair in pairs where !comparisons.isOverrun { values[pair.key] = pair.value }
            return values
        }
    }

    /// Runs a step that hashes members into a Set or a Dictionary.
    ///
    /// - Throws: as `set`, and what the step throws.
    func build<Result>(members: Int, _ body: () throws -> Result) throws -> Result {
        try checked(comparisons.build(members: members, body))
    }

    private func checked<Result>(_ result: Result?) throws -> Result {
        guard let result else { throw ModelError.tooManyAlike(at: path) }
        return result
    }

    // MARK: Errors

    /// - Throws: `ModelError` where the stack of this thread has no room for another level of values.
    func checkStack() throws {
        if StackSpace.current.isLow { throw ModelError.tooDeepForStack.located(path) }
    }

    func invalid(_ reason: String) -> ModelError {
        ModelError.invalidArchive(reason, at: path)
    }

    var path: [PathComponent] {
        [.key(ArchiveLayout.Key.objects), .index(object)] + (field.isEmpty ? [] : [.key(field)])
    }
}

/// A class as an archive names it.
protocol ArchivedClassName: AnyObject {
    var name: String { get }
    /// There is such a class, although it may stand nowhere.
    var isKnown: Bool { get }
}

/// What `migrate` leaves in the fields, on the way back into the properties: stand-ins keep their numbers,
/// and models that `migrate` made get new ones.
final class MigratedModels: ModelNumbering {
    private let context: UnarchivingContext

    init(_ context: UnarchivingContext) {
        self.context = context
    }

    func node(for model: ModelObject) -> ArchiveNode {
        .reference(context.append(model))
    }
}

/// What stands for a model in the fields that `ModelObject.migrate` gets: it may be moved to another field or
/// dropped.
struct ArchivedModel: Hashable, UntypedArchivable, CustomStringConvertible {
    let number: Int
    let className: String

    var description: String { "a model of the class \(className)" }

    func archived(_ context: ArchivingContext) -> ArchiveNode { .reference(number) }
}

extension ArchiveNode {
    /// The numbers of the models in the value.
    var references: [Int] {
        if case .reference(let number) = self { return [number] }
        return children.flatMap(\.references)
    }

    /// The values in an array, a dictionary or a mark.
    var children: [ArchiveNode] {
        switch self {
        case .array(let elements): elements
        case .dictionary(let entries): entries.map(\.value)
        case .marked(_, let value): [value]
        case .null, .bool, .integer, .unsigned, .float, .double, .date, .string, .data, .reference: []
        }
    }
}
