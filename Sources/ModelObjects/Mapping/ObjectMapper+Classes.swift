/// Which class a payload names.
extension ObjectMapper {
    /// The class that `modelClass(for:)` or the discriminator chooses; nil where it may not be made.
    ///
    /// A payload that names none is for the class of the object that is there.
    func chosenClass(
        _ type: ModelObject.Type, _ schema: ModelSchema, _ dictionary: [String: Any],
        _ options: ResolvedOptions, existing: ModelObject? = nil
    ) -> ModelObject.Type? {
        if schema.overridesModelClass, let chosen = type.modelClass(for: dictionary) {
            return allowed(chosen, type)
        }
        let kept = existing.flatMap { keptClass(of: $0, type) }
        guard let discriminator = schema.discriminator else { return kept ?? type }
        var source = UntypedSource()
        let value = try? discriminatorValue(schema, .init(value: dictionary, order: 0), options, &source)
        guard let value else { return kept ?? allowed(discriminator.class(for: nil), type) }
        return allowed(discriminator.class(for: value.discriminatorText), type)
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
    func discriminatorValue<Source: CandidateSource>(
        _ schema: ModelSchema, _ object: Source.Handle, _ options: ResolvedOptions, _ source: inout Source
    ) throws -> JSONValue? {
        var best: (match: KeyMatch, path: [String], value: Source.Handle)?
        if let matcher = schema.discriminatorMatcher(options.keyMatching) {
            try search(matcher, object, path: [], .exact, &source, &best)
        }
        return try best.map { try source.value($0.value) }
    }

    private func search<Source: CandidateSource>(
        _ matcher: KeyMatcher, _ object: Source.Handle, path: [String], _ rank: MatchRank,
        _ source: inout Source,
        _ best: inout (match: KeyMatch, path: [String], value: Source.Handle)?
    ) throws {
        for member in try source.members(of: object) ?? [] {
            for match in matcher.matches(member.key) {
                let path = path + [member.key]
                let rank = max(rank, match.rank)
                if case .path(let node) = match.target {
                    try search(node.matcher, member.handle, path: path, rank, &source, &best)
                } else if source.kind(of: member.handle) != .null {
                    let better: Bool
                    if let best {
                        better =
                            rank != best.match.rank
                            ? rank < best.match.rank
                            : !best.path.lexicographicallyPrecedes(path, by: KeyFolding.precedes)
                    } else {
                        better = true
                    }
                    if better {
                        best = (
                            KeyMatch(target: match.target, declaredIndex: 0, rank: rank), path, member.handle
                        )
                    }
                }
            }
        }
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

    /// The class for the text behind the key.
    func `class`(for text: String?) -> ModelObject.Type? {
        text.flatMap { classes[$0] } ?? fallback
    }
}
