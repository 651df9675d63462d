/// Which class a payload names.
extension ObjectMapper {
    /// The class that `modelClass(for:)` or the discriminator chooses; nil where it may not be made.
    func chosenClass(
        _ type: ModelObject.Type, _ schema: ModelSchema, _ dictionary: [String: Any],
        _ options: ResolvedOptions
    ) -> ModelObject.Type? {
        if schema.overridesModelClass, let chosen = type.modelClass(for: dictionary) {
            return allowed(chosen, type)
        }
        guard let discriminator = schema.discriminator else { return type }
        var source = UntypedSource()
        let text = try? discriminatorText(schema, .init(value: dictionary, order: 0), options, &source)
        return allowed(discriminator.class(for: text ?? nil), type)
    }

    func allowed(_ chosen: ModelObject.Type?, _ declared: ModelObject.Type) -> ModelObject.Type? {
        chosen.flatMap { Discriminator.allowed($0, for: declared) }
    }

    /// The text behind a class's discriminator key, by the ranks of any key; nil where there is none.
    func discriminatorText<Source: CandidateSource>(
        _ schema: ModelSchema, _ object: Source.Handle, _ options: ResolvedOptions, _ source: inout Source
    ) throws -> String? {
        var best: (match: KeyMatch, path: [String], value: Source.Handle)?
        if let matcher = schema.discriminatorMatcher(options.keyMatching) {
            try search(matcher, object, path: [], .exact, &source, &best)
        }
        guard let best else { return nil }
        switch try source.value(best.value) {
        case .string(let text): return text
        case let value: return value.shortestText
        }
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
