/// The context of reading an archive: its objects, and the current position.
final class UnarchivingContext {
    /// The objects of the archive; nil for one whose class is unknown or not allowed anywhere.
    private(set) var objects: [ModelObject?] = []
    /// The name of each object's class in the archive, and whether the class exists, even if it is not allowed
    /// anywhere.
    private var classes: [(name: String, isKnown: Bool)] = []

    /// The number of the object, and the field, that are being read.
    var objectNumber = 0
    var field = ""
    /// The schema whose options conversions use.
    var schema: ModelSchema {
        didSet { if schema !== oldValue { conversionIfMade = nil } }
    }

    /// Records what is dropped and converted; nil if there is no report.
    let recorder: ArchiveRecorder?
    /// The context of the mapping's conversions, with its mapper, which it doesn't keep alive. (No conversion sets
    /// `schema`.)
    private var conversionIfMade: (context: MappingContext, mapper: ObjectMapper)?
    /// Counts the hashing and comparing for the archive's Sets.
    private var comparisons: EqualityBudget
    /// The fraction of the full budget that `comparisons` has.
    private let share: Double

    /// Whether values are read for `migrate`, or only checked: placeholders then replace the models.
    var usesPlaceholders = false
    /// Whether values that need complete models are still postponed until all models are filled.
    var postponesValues = true
    /// Whether the property's value has to be made later.
    private(set) var isPostponed = false

    init(_ schema: ModelSchema, share: Double, _ recorder: ArchiveRecorder?) {
        self.schema = schema
        self.recorder = recorder
        self.share = share
        comparisons = EqualityBudget(share: share)
    }

    func append(_ object: ModelObject?, className: String, isKnown: Bool) {
        objects.append(object)
        classes.append((className, isKnown))
    }

    private func className(_ number: Int) -> String {
        classes.indices.contains(number)
            ? classes[number].name : objects[number].map { type(of: $0).archiveName } ?? ""
    }

    // MARK: Models

    /// The model of a reference, if it is of a class.
    ///
    /// - Throws: `ModelError` for a reference to no object, and for a model of another class.
    func model(_ number: Int, of expected: ModelObject.Type) throws -> ModelObject {
        guard objects.indices.contains(number), let model = objects[number],
            isSubclass(type(of: model), of: expected)
        else { throw unusable(number, expected: expected) }
        return model
    }

    private func unusable(_ number: Int, expected: ModelObject.Type) -> ModelError {
        if objects.indices.contains(number), objects[number] == nil, !classes[number].isKnown {
            return ModelError.unknownClass(className(number), at: path)
        }
        return notAllowed(number, expected: "\(expected)")
    }

    func untypedModel(_ number: Int) throws -> Any {
        guard usesPlaceholders else { return try model(number, of: ModelObject.self) }
        guard objects.indices.contains(number) else { throw invalid("a reference to no object") }
        return ArchivedModel(number: number, className: className(number))
    }

    func notAllowed(_ number: Int, expected: String) -> ModelError {
        guard objects.indices.contains(number) else { return invalid("a reference to no object") }
        return ModelError.classNotAllowed(className(number), expected: expected, at: path)
    }

    // MARK: Other types

    /// The value of a node that was archived as another type, for the mapping's conversions; nil if none of them
    /// can convert it, and the property then keeps its value.
    ///
    /// - Throws: `ModelError` for a model that the property can't hold.
    func convertible<Converter: ValueConverter>(
        _ node: ArchiveNode, for converter: Converter, isElement: Bool = false
    ) throws -> JSONValue? {
        if isPostponed { return nil }
        if case .reference(let number) = node {
            // A model that was archived for a property that is now a container of models, or whose type doesn't make a
            // value of the model. The property keeps its value.
            let content = converter.content
            guard content.mayHoldModels, let expected = content.archivedClass else {
                throw notAllowed(number, expected: converter.expected)
            }
            _ = try model(number, of: expected)
            recorder?.recordLoss(of: "a model", expected: converter.expected, isElement: isElement)
            return nil
        }
        if case .marked(ArchiveLayout.Mark.missing, _) = node { return nil }
        if postpones([node]) { return nil }
        return JSONValue(try UntypedArchiving.value(of: node, self))
    }

    /// The context of the mapping's conversions.
    var conversion: MappingContext {
        if let conversionIfMade { return conversionIfMade.context }
        let mapper =
            recorder?.mapper ?? ObjectMapper(options: nil, limits: Self.limits, isUpdate: false)
        mapper.details.comparisons = comparisons
        let options = mapper.options(for: schema, around: nil)
        let loud = MappingContext(mapper: mapper, options: options)
        let context = recorder == nil ? loud.quiet : loud
        conversionIfMade = (context, mapper)
        return context
    }

    /// The limits of a class are those of payloads.
    static let limits = MappingLimits(depth: MappingLimits.maximumDepth)

    // MARK: Values that need complete models

    /// Whether a value made of these parts has to be made later, because it needs their models to be complete: Sets
    /// hash them, and the app's code may read them.
    ///
    /// If so, the caller can return any value, which is replaced later.
    func postpones(_ parts: [ArchiveNode]) -> Bool {
        guard postponesValues, !usesPlaceholders, parts.contains(where: { !$0.references.isEmpty }) else {
            return false
        }
        isPostponed = true
        return true
    }

    /// Whether the value that was just read has to be made later; the next value starts anew.
    func takePostponed() -> Bool {
        defer { isPostponed = false }
        return isPostponed
    }

    /// Resets the count of comparisons, before all postponed values are made a second time.
    func resetComparisons() {
        comparisons = EqualityBudget(share: share)
        conversionIfMade = nil
    }

    /// A Set of members that may hold models.
    ///
    /// - Throws: `ModelError` with `.limitExceeded` if too many members are similar (see `EqualityBudget`).
    func set<Member>(of members: [Member]) throws -> Set<Member> {
        try checked(comparisons.set(of: members))
    }

    /// A dictionary of pairs whose keys may hold models.
    ///
    /// - Throws: The same errors as `set`.
    func dictionary<Key, Value>(of pairs: [(key: Key, value: Value)]) throws -> [Key: Value] {
        try checked(comparisons.dictionary(of: pairs))
    }

    /// Counts the comparisons of a dictionary's keys.
    func count(keyComparisons: Int64) throws {
        guard comparisons.count(comparisons: keyComparisons) else {
            throw ModelError.tooManyEqual(.dictionary, at: path)
        }
    }

    private func checked<Result>(_ result: Result?) throws -> Result {
        guard let result else { throw ModelError.tooManyEqual(.set, at: path) }
        return result
    }

    // MARK: Errors

    /// - Throws: `ModelError` if this thread's stack has no room for another level of values.
    func checkStack() throws {
        if StackSpace.current.isLow { throw ModelError.tooDeepForStack.located(path) }
    }

    func invalid(_ reason: String) -> ModelError {
        ModelError.invalidArchive(reason, at: path)
    }

    var path: [PathComponent] {
        [.key(ArchiveLayout.Key.objects), .index(objectNumber)] + (field.isEmpty ? [] : [.key(field)])
    }
}

/// Numbers the models in the fields that `migrate` returns, when they are stored in the properties.
///
/// Placeholders keep their numbers, and models that `migrate` made get new ones, after those of the archive.
extension UnarchivingContext: ModelNumbering {
    func node(for model: ModelObject) -> ArchiveNode {
        objects.append(model)
        return .reference(objects.count - 1)
    }
}
