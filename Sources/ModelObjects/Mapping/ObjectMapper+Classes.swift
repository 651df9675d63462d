/// What comes of a payload's choice of a class.
enum ClassChoice {
    case made(ModelObject.Type)
    /// `modelClass(for:)` names a class that may not be made.
    case notAllowed
    /// The discriminator names none that may be made.
    case notNamed

    init(discriminated type: ModelObject.Type?) {
        self = type.map { .made($0) } ?? .notNamed
    }

    var type: ModelObject.Type? {
        if case .made(let type) = self { type } else { nil }
    }
}

/// Where the value of a discriminator stands.
struct DiscriminatorPlace {
    let rank: MatchRank
    let path: [PathComponent]
    let value: PayloadValue
    let isNull: Bool

    /// Anything goes before null; of a key given twice the last one counts.
    func givesWay(to other: DiscriminatorPlace) -> Bool {
        if isNull != other.isNull { return isNull }
        if rank != other.rank { return other.rank < rank }
        return !path.lexicographicallyPrecedes(other.path) { KeyFolding.precedes($0.text, $1.text) }
    }
}

/// Which class a payload names.
extension ObjectMapper {
    /// The class that `modelClass(for:)` or the discriminator chooses.
    ///
    /// A payload that names none is for the class of the object that is there.
    func chosenClass(
        _ type: ModelObject.Type, _ schema: ModelSchema, _ dictionary: [String: Any],
        _ options: ResolvedOptions, existing: ModelObject? = nil
    ) -> ClassChoice {
        if schema.overridesModelClass, let chosen = type.modelClass(for: dictionary) {
            return allowed(chosen, type).map { .made($0) } ?? .notAllowed
        }
        let kept = existing.flatMap { keptClass(of: $0, type) }
        guard let discriminator = schema.discriminator else { return .made(kept ?? type) }
        let source = PayloadSource()
        let value = try? discriminatorValue(schema, .init(whole: dictionary), options, source)
        guard let value else {
            return ClassChoice(discriminated: kept ?? allowed(discriminator.class(for: nil), type))
        }
        return ClassChoice(discriminated: allowed(discriminator.class(for: value.discriminatorText), type))
    }

    /// The class of an object that is there, where the declared one allows it.
    func keptClass(of object: ModelObject, _ declared: ModelObject.Type) -> ModelObject.Type? {
        let type = Swift.type(of: object)
        return type == declared || isSubclass(type, of: declared) ? type : nil
    }

    func allowed(_ chosen: ModelObject.Type?, _ declared: ModelObject.Type) -> ModelObject.Type? {
        chosen.flatMap { Discriminator.allowed($0, for: declared) }
    }

    /// The value behind a class's discriminator key, by the ranks of any key; nil where there is none, or
    /// null.
    func discriminatorValue(
        _ schema: ModelSchema, _ object: PayloadValue, _ options: ResolvedOptions, _ source: PayloadSource
    ) throws -> JSONValue? {
        guard let place = try discriminatorPlace(schema, object, options, source), !place.isNull else {
            return nil
        }
        return try source.jsonValue(place.value)
    }

    private func discriminatorPlace(
        _ schema: ModelSchema, _ object: PayloadValue, _ options: ResolvedOptions, _ source: PayloadSource
    ) throws -> DiscriminatorPlace? {
        var best: DiscriminatorPlace?
        if let matcher = schema.discriminatorMatcher(options.keyMatching) {
            try search(matcher, object, path: [], .exact, source, &best)
        }
        return best
    }

    private func search(
        _ matcher: KeyMatcher, _ object: PayloadValue, path: [PathComponent], _ rank: MatchRank,
        _ source: PayloadSource, _ best: inout DiscriminatorPlace?
    ) throws {
        for member in try source.members(of: object) ?? [] {
            for match in matcher.matches(member.key) {
                let path = path + [member.step]
                let rank = max(rank, match.rank)
                if case .path(let node) = match.target {
                    try search(node.matcher, member.value, path: path, rank, source, &best)
                    continue
                }
                let place = DiscriminatorPlace(
                    rank: rank, path: path, value: member.value,
                    isNull: source.kind(of: member.value) == .null)
                if best?.givesWay(to: place) != false { best = place }
            }
        }
    }

    /// Why no object is made where a payload's choice of a class is none; at the discriminator's key, where
    /// that is there.
    func invalidClass(
        _ type: ModelObject.Type, _ schema: ModelSchema, _ options: ResolvedOptions, _ choice: ClassChoice,
        _ object: PayloadValue, _ source: PayloadSource
    ) throws -> ProblemRecord {
        guard case .notNamed = choice, let discriminator = schema.discriminator,
            let texts = schema.discriminatorTexts
        else {
            let expected = "\(type) or a subclass of it"
            var isNotAllowed: Bool { if case .notAllowed = choice { true } else { false } }
            return invalidClass(
                expected: expected, found: "another class",
                headline: isNotAllowed
                    ? "modelClass(for:) chose another class than \(expected)"
                    : "The discriminator has no text for \(expected)")
        }
        guard let place = try discriminatorPlace(schema, object, options, source) else {
            return invalidClass(
                expected: "\(texts) for the key \"\(discriminator.key.text)\"", found: "none",
                headline: Headline(
                    "No discriminator `\(discriminator.key.text)`", ending: ": expected \(texts)"))
        }
        let value = try source.jsonValue(place.value)
        let shown =
            options.includeValues && !hidesValues && !schema.redacts(discriminator)
            ? value.discriminatorText.flatMap { ValueText.of(.string($0)) } : nil
        return source.at(place.value, place.path, self) {
            invalidClass(
                expected: texts,
                found: value.discriminatorText == nil ? value.kind.rawValue : "another text", value: shown)
        }
    }

    private func invalidClass(
        expected: String, found: String, value: String? = nil, headline: Headline? = nil
    ) -> ProblemRecord {
        problem(
            .invalidClass, expected: expected, found: found, action: .refusedObject, rejects: false,
            value: value, headline: headline)
    }
}

extension JSONValue {
    /// The text that a value has for a discriminator; nil for an array or an object.
    var discriminatorText: String? {
        if case .string(let text) = self { return text }
        return shortestText
    }
}

extension Discriminator {
    /// The class to make where one was chosen for a declared class: itself or a subclass; the declared one
    /// where the chosen class is above it; nil for any other.
    static func allowed(_ chosen: ModelObject.Type, for declared: ModelObject.Type) -> ModelObject.Type? {
        if chosen == declared || isSubclass(chosen, of: declared) { return chosen }
        return isSubclass(declared, of: chosen) ? declared : nil
    }

    /// The texts that name a class to make for the declared one, as a sentence lists them; nil where there
    /// are none.
    func texts(for declared: ModelObject.Type) -> String? {
        let most = 5
        let texts = classes.filter { Self.allowed($0.value, for: declared) != nil }.keys
            .sorted(by: KeyFolding.precedes)
        guard let first = texts.first else { return nil }
        if texts.count == 1 { return first.debugDescription }
        let listed = "one of " + texts.prefix(most).map(\.debugDescription).joined(separator: ", ")
        return texts.count > most ? "\(listed) and \(texts.count - most) more" : listed
    }

    /// The text that names a class, the first of several; nil where none does.
    func text(for type: ModelObject.Type) -> String? {
        classes.filter { $0.value == type }.keys.min(by: KeyFolding.precedes)
    }

    /// The class for the text behind the key.
    func `class`(for text: String?) -> ModelObject.Type? {
        text.flatMap { classes[$0] } ?? fallback
    }
}
