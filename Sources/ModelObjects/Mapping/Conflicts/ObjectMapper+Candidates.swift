/// The values that may fill the properties that a key matches.
extension ObjectMapper {
    /// The values for properties, with the properties' indices.
    ///
    /// An object or array with `isForPaths` is left out if the property can't be filled from one. In a patch, it is
    /// also left out if it is part of an export. That is the case if a path finds a value in it, and always if a JSON
    /// Patch changes an existing object, because the patch may have removed everything that paths found.
    func propertyCandidates(
        _ matches: [KeyMatch], _ member: Member, recordingFrom untried: Int?, _ model: FilledModel,
        _ source: PayloadSource
    ) throws -> [(index: Int, candidate: Candidate)] {
        let found = try candidates(
            matches, member, recordingFrom: untried, model.context, source,
            clearing: clearsOnPaths(model.options) ? model.schema : nil)
        // The paths that lead to other candidates.
        var around: Set<[PathComponent]> = []
        if isPatch, found.contains(where: \.isForPaths) {
            for candidate in found {
                for count in candidate.path.indices { around.insert(Array(candidate.path[..<count])) }
            }
        }
        return found.compactMap { candidate in
            guard case .property(let index) = candidate.match.target else { return nil }
            if candidate.isForPaths {
                if !model.schema.properties[index].takesContainers { return nil }
                let mayBeValue = isMergePatch || fillsNewObject
                if isPatch, !mayBeValue || around.contains(candidate.path) { return nil }
            }
            return (index, candidate)
        }
    }

    /// Whether null in place of an object clears the properties whose paths lead into it.
    ///
    /// In a patch, such a null has already been replaced with one for each of them.
    func clearsOnPaths(_ options: ResolvedOptions) -> Bool { options.nulls == .clearOptionals && !isPatch }

    /// The values that the matches of a member's key lead to, directly or through paths.
    ///
    /// For `{"user": {"id": 7}}`, the object is a candidate for the key `user`, and the 7 in it for the key `user.id`.
    ///
    /// - Parameters:
    ///   - untried: the place of the first value that was not tried; nil to record nothing.
    ///   - cleared: the class for whose properties null on their paths is a candidate; nil for none.
    func candidates(
        _ matches: [KeyMatch], _ member: Member, recordingFrom untried: Int?, _ context: MappingContext,
        _ source: PayloadSource, clearing cleared: ModelSchema? = nil
    ) throws -> [Candidate] {
        var search = CandidateSearch(context: context, source: source, untried: untried, cleared: cleared)
        for match in matches { try search.add(match, of: matches, member, below: []) }
        if let key = member.payloadKey {
            for index in search.found.indices { search.found[index].payloadKey = key }
        }
        return search.found
    }
}

/// The search for the values that the matches of one key lead to.
private struct CandidateSearch {
    let context: MappingContext
    let source: PayloadSource
    /// The place of the first value that was not tried; nil to record nothing.
    let untried: Int?
    /// The class whose properties null clears if their paths lead into it; nil for none.
    let cleared: ModelSchema?
    var found: [Candidate] = []

    /// Adds the value of a member, or the values inside it to which paths lead.
    ///
    /// - Parameter all: The matches of the member's key.
    mutating func add(
        _ match: KeyMatch, of all: [KeyMatch], _ member: Member, below path: [PathComponent]
    ) throws {
        let path = path + [member.step]
        switch match.target {
        case .ignored:
            break
        case .property, .input:
            var candidate = Candidate(match: match, path: path, value: member.value)
            if match.declaredIndex > 0 {
                let kind = source.kind(of: member.value)
                candidate.isForPaths = all.contains { $0.target.leads(into: kind) }
            }
            found.append(candidate)
        case .path(let node):
            guard node.isUsed else { return }
            let kind = source.kind(of: member.value)
            if kind == .null, !member.isElement, let cleared {
                for var end in cleared.clearedEnds(of: node) {
                    end.rank = max(match.rank, end.rank)
                    found.append(Candidate(match: end, path: path, value: member.value))
                }
            } else if let members = try source.members(of: member.value),
                kind != .array || node.hasIndices || members.isEmpty
            {
                try add(members, below: path, node, match.rank)
            } else if !all.contains(where: \.takesWholeValue) {
                recordMismatch(member.value, path, node, found: kind)
            }
        }
    }

    /// - Parameter rank: The worst rank of the steps to the members.
    private mutating func add(
        _ members: [Member], below path: [PathComponent], _ node: PathNode, _ rank: MatchRank
    ) throws {
        var duplicates = DuplicateKeys()
        for member in members {
            let matches = node.matcher.matches(member.key, isElement: member.isElement)
            if context.mapper.report != nil, untried != nil, matches.contains(where: \.target.isUsed) {
                context.mapper.recordDuplicate(member, below: path, &duplicates, source)
            }
            for var match in matches {
                match.rank = max(rank, match.rank)
                try add(match, of: matches, member, below: path)
            }
        }
    }

    /// Records that paths lead into a value that has no members, unless a patch changes a model or a dictionary there.
    private func recordMismatch(
        _ value: PayloadValue, _ path: [PathComponent], _ node: PathNode, found kind: JSONKind
    ) {
        let isPatched = context.mapper.isPatch && kind == .other
        guard let untried, value.place >= untried, kind != .null, !isPatched else { return }
        source.at(value, path, context.mapper) { context.recordMismatch(node.expected, found: kind) }
    }
}
