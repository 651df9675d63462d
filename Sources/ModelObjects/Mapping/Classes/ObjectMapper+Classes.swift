/// Choosing the class that a payload names.
extension ObjectMapper {
    /// The class that `modelClass(for:)` or the discriminator chooses.
    ///
    /// If the payload names no class, an existing object keeps its class.
    func chosenClass(
        _ schema: ModelSchema, _ dictionary: [String: Any], _ options: ResolvedOptions,
        existing: ModelObject? = nil
    ) -> ClassChoice {
        let type = schema.type
        if let existing, detailsIfMade?.patch.keptModels.contains(ObjectIdentifier(existing)) == true {
            return ClassChoice(type: Swift.type(of: existing))
        }
        if schema.overridesModelClass, let chosen = type.modelClass(for: dictionary) {
            return ClassChoice(type: allowed(chosen, type), isByHook: true)
        }
        let kept = keptClass(of: existing, type)
        guard schema.discriminator != nil else { return ClassChoice(type: kept ?? type) }
        let (source, object) = (PayloadSource(), PayloadValue(whole: dictionary))
        func search(_ schema: ModelSchema) -> ClassChoice? {
            try? self.search(schema, object, options, source)
        }
        let choice = followDiscriminators(from: search(schema), schema, kept: kept, search)
        try? recordFallback(choice, object, options, source)
        return choice
    }

    /// The class of an existing object, if there is one.
    ///
    /// It need not be a subclass of the declared class: in an untyped container, a patch also fills a model of another
    /// class than the one that a rule or an option names.
    func keptClass(of existing: ModelObject?, _ declared: ModelObject.Type) -> ModelObject.Type? {
        guard let existing else { return nil }
        if isOutdated(existing), case let schema = ModelSchema.of(declared), schema.isPolymorphic,
            schema.discriminator != nil || !schema.areHooksUncertain
        {
            // A payload that could name a class names that of a new object, possibly by leaving out the name.
            return nil
        }
        return type(of: existing)
    }

    func allowed(_ chosen: ModelObject.Type?, _ declared: ModelObject.Type) -> ModelObject.Type? {
        chosen.flatMap { Discriminator.allowed($0, for: declared) }
    }

    /// The value that names the class, found as the value of a property would be.
    func discriminatorPlace(
        _ schema: ModelSchema, _ object: PayloadValue, _ options: ResolvedOptions, _ source: PayloadSource
    ) throws -> Candidate? {
        guard let matcher = schema.discriminatorMatcher(options.keyMatching) else { return nil }
        let context = MappingContext(mapper: self, options: options)
        var candidates: [Candidate] = []
        for member in try source.members(of: object) ?? [] {
            candidates += try self.candidates(
                matcher.matches(member.key), member, recordingFrom: nil, context, source)
        }
        return best(of: candidates, source)
    }

    /// Records for a report that a discriminator doesn't list the payload's value, but there is a fallback.
    func recordFallback(
        _ choice: ClassChoice, _ object: PayloadValue, _ options: ResolvedOptions, _ source: PayloadSource
    ) throws {
        guard recordsTolerated, choice.type != nil, let type = choice.unlistedIn,
            case let schema = ModelSchema.of(type),
            schema.plan(DiscriminatorTexts.self, DiscriminatorTexts.init).hasSubclasses
        else { return }
        add(try invalidClass(schema, options, object, source, action: .usedFallback))
    }

    /// The reason why a payload's choice of a class can't be used, located at the discriminator's key if that is
    /// present.
    ///
    /// - Parameter isByHook: Whether `modelClass(for:)` chose the class.
    func invalidClass(
        _ schema: ModelSchema, isByHook: Bool = false, _ options: ResolvedOptions, _ object: PayloadValue,
        _ source: PayloadSource, action: MappingProblem.Action = .refusedObject
    ) throws -> ProblemRecord {
        guard !isByHook, let discriminator = schema.discriminator,
            let texts = schema.plan(DiscriminatorTexts.self, DiscriminatorTexts.init).list
        else {
            let expected = "\(schema.type) or a subclass of it"
            return problem(
                .invalidClass, expected: expected, found: "another class", action: .refusedObject,
                headline: isByHook
                    ? "modelClass(for:) chose a class that is not \(expected)"
                    : "The discriminator lists no class that is \(expected)")
        }
        guard let place = try discriminatorPlace(schema, object, options, source) else {
            return problem(
                .invalidClass, expected: "\(texts) for the key \"\(discriminator.key.text)\"", found: "none",
                action: .refusedObject,
                headline: Headline(
                    "No discriminator `\(discriminator.key.text)`", ending: ": expected \(texts)"))
        }
        let value = try source.jsonValue(place.value)
        let isListable = value.discriminatorText != nil
        let shows = options.includeValues && !hidesValues && !schema.redacts(discriminator)
        let kind = value.kind.rawValue
        return source.at(place.value, place.path, self) {
            problem(
                .invalidClass, expected: texts,
                found: isListable ? "another \(kind)" : kind, action: action,
                value: isListable && shows ? ValueText.of(value) : nil)
        }
    }
}

extension JSONValue {
    /// The text of a value that is used as a discriminator; nil for an array or an object.
    var discriminatorText: String? {
        if case .string(let text) = self { return text }
        return shortestText
    }
}

extension Discriminator {
    /// The class to make for a chosen and a declared class: the chosen one if it is the declared class or a subclass;
    /// the declared one if the chosen one is its superclass; nil for any other.
    static func allowed(_ chosen: ModelObject.Type, for declared: ModelObject.Type) -> ModelObject.Type? {
        if isSubclass(chosen, of: declared) { return chosen }
        return isSubclass(declared, of: chosen) ? declared : nil
    }

    /// The text that names a class, the first if there are several; nil if none does.
    func text(for type: ModelObject.Type) -> String? {
        classes.filter { $0.value == type }.keys.min { $0.byteOrder(to: $1) < 0 }
    }
}

/// What problems say about the discriminator of a declared class.
private final class DiscriminatorTexts: Sendable {
    /// The texts that name an allowed class, as a sentence lists them; nil if there are none.
    let list: String?
    /// Whether the discriminator can choose a subclass.
    ///
    /// Otherwise any value is expected: the class inherits the discriminator, and was chosen by another one.
    let hasSubclasses: Bool

    init(_ schema: ModelSchema) {
        let declared = schema.type
        let classes = schema.discriminator?.classes ?? [:]
        hasSubclasses = classes.values.contains { $0 != declared && isSubclass($0, of: declared) }
        let limit = 5
        let texts = classes.filter { Discriminator.allowed($0.value, for: declared) != nil }.keys
            .sortedByScalars()
        guard texts.count > 1 else {
            list = texts.first?.debugDescription
            return
        }
        let listed = "one of " + texts.prefix(limit).map(\.debugDescription).joined(separator: ", ")
        list = texts.count > limit ? "\(listed) and \(texts.count - limit) more" : listed
    }
}
