/// The careful pass over an object: for objects in which several keys compete for a property, and for reports.
///
/// The fast loops over bytes and dictionaries store the first value that they find for a property. At the first key
/// that competes with an earlier one they stop, and this pass visits the object again from its first key. It does not
/// retry values that the fast loop tried: up to that point, a property's first candidate is the one that was tried,
/// and the progress records the result.
///
/// Most properties of such an object have one value. They need no `KeyConflict`, which costs several times as much as
/// storing a value.
extension ObjectMapper {
    /// Runs the steps after a fast loop, at the object's end or at the first conflict: the careful pass, `combined`
    /// rules and the report of the matched keys.
    ///
    /// - Parameters:
    ///   - conflict: the place of the first value that was not tried; nil if there is no conflict.
    ///   - mark: the mark taken before the object's first key.
    func finishMembers(
        _ model: FilledModel, _ members: [Member], conflict: Int?, _ object: PayloadRegion,
        _ mark: MappingNotes.Mark?, _ source: PayloadSource, _ progress: inout FillProgress
    ) throws {
        if let conflict {
            let notes = takeNotes(in: object, since: mark)
            try fillCarefully(model, members, from: conflict, notes, source, &progress)
        } else {
            try recordMatches(model, members, source)
        }
        if !model.schema.combined.isEmpty, progress.failures.isEmpty {
            var isOpen = false
            if case .bytes(let range) = object {
                isOpen = self.isOpen(PayloadLocation(offset: range.lowerBound))
            }
            try combine(model, members, source, isOpen: isOpen, &progress)
        }
    }

    /// - Parameters:
    ///   - members: the members of the object.
    ///   - untried: the place of the first value that was not tried.
    ///   - notes: the notes that the fast loop recorded.
    ///   - progress: the progress of the fast loop.
    private func fillCarefully(
        _ model: FilledModel, _ members: [Member], from untried: Int, _ notes: MappingNotes,
        _ source: PayloadSource, _ progress: inout FillProgress
    ) throws {
        var fastNotes = notes
        let matcher = model.matcher
        let only = members.map { report == nil ? matcher.onlyProperty(of: $0.key) : nil }
        let contested = contestedProperties(members, only, matcher)
        let fastProgress = progress
        progress.failures.removeAll { contested.contains($0.property) }
        var conflicts = [KeyConflict?](repeating: nil, count: model.schema.properties.count)
        var duplicates = DuplicateKeys()
        // Also after an error, because the call may continue without the object.
        defer {
            for conflict in conflicts { conflict?.settle(source) }
            append(fastNotes)
        }
        for (member, only) in zip(members, only) {
            let place = member.value.place
            if let index = only, !contested.contains(index) {
                // Before the conflict, the fast loop has filled it.
                if place >= untried { try fillAlone(index, model, member, source, &progress) }
                continue
            }
            let matches = matcher.matches(member.key)
            if matches.isEmpty {
                if place >= untried { try takeUnknown(member, model, source) }
                continue
            }
            let candidates = try propertyCandidates(matches, member, recordingFrom: untried, model, source)
            if report != nil, matches.contains(where: \.target.isUsed) {
                recordDuplicate(member, below: [], &duplicates, source)
            }
            for (index, candidate) in candidates {
                let found = conflicts[index] ?? KeyConflict(index, model)
                conflicts[index] = found
                if candidate.place < untried {
                    let notes =
                        try fastNotes.isEmpty
                        ? fastNotes
                        : fastNotes.remove(in: source.region(of: candidate.value, candidate.path, self))
                    try found.begin(with: candidate, notes, source, fastProgress)
                } else {
                    try found.admit(candidate, source, &progress)
                }
            }
        }
        for (index, conflict) in conflicts.enumerated() {
            if let failure = conflict?.failure { progress.failures.append((index, failure)) }
        }
    }

    /// The properties that may have several values, or whose value is inside another one.
    ///
    /// - Parameter only: the property of each member whose key matches nothing else; nil for any other member.
    private func contestedProperties(
        _ members: [Member], _ only: [Int?], _ matcher: KeyMatcher
    ) -> PropertySet {
        var (found, contested) = (PropertySet(), PropertySet())
        for (member, index) in zip(members, only) {
            if let index {
                if !found.insertNew(index) { contested.insert(index) }
            } else {
                for match in matcher.matches(member.key) { contested.formUnion(match.target.properties) }
            }
        }
        return contested
    }

    /// Fills a property from its only value in the object.
    private func fillAlone(
        _ index: Int, _ model: FilledModel, _ member: Member, _ source: PayloadSource,
        _ progress: inout FillProgress
    ) throws {
        guard var reader = source.reader(at: member.value) else {
            return try fillAlone(index, model, member, &progress)
        }
        var state = DecodingState()
        try fillFirst(index, model.object, model.schema, model.options, &state, &reader)
        let result = state.progress
        progress.filled.formUnion(result.filled)
        progress.failures += result.failures
    }

    /// Records for a report which keys of the outermost object match, if the fast loop found no conflict.
    func recordMatches(
        _ model: FilledModel, _ members: [Member], _ source: PayloadSource
    ) throws {
        guard let report, report.isOutermost else { return }
        let matcher = model.matcher
        for member in members {
            let matches = matcher.matches(member.key)
            let candidates = try propertyCandidates(matches, member, recordingFrom: nil, model, source)
            for (index, candidate) in candidates {
                report.recordMatch(candidate.path, property: index, candidate.match.rank)
            }
        }
    }

    /// The values for properties, with the properties' indices.
    ///
    /// An object or array that paths lead into isn't meant for a property that takes none, if that has another key. In a
    /// patch, it isn't meant for any other property if it is a part of an export: if a path finds something in it, and
    /// always if a JSON Patch changes an existing object, because it may have removed all that paths found.
    func propertyCandidates(
        _ matches: [KeyMatch], _ member: Member, recordingFrom untried: Int?, _ model: FilledModel,
        _ source: PayloadSource
    ) throws -> [(index: Int, candidate: Candidate)] {
        let found = try candidates(matches, member, recordingFrom: untried, model.context, source)
        return found.compactMap { candidate in
            guard case .property(let index) = candidate.match.target else { return nil }
            if candidate.isForPaths {
                if !model.schema.properties[index].takesContainers { return nil }
                let mayBeValue = isMergePatch || fillsNewObject
                if isPatch, !mayBeValue || found.contains(where: candidate.contains) { return nil }
            }
            return (index, candidate)
        }
    }

    /// The values that the matches of a member's key lead to, directly or through paths.
    ///
    /// - Parameter untried: the place of the first value that was not tried; nil to record nothing.
    func candidates(
        _ matches: [KeyMatch], _ member: Member, recordingFrom untried: Int?, _ context: MappingContext,
        _ source: PayloadSource
    ) throws -> [Candidate] {
        var found: [Candidate] = []
        for match in matches {
            try collect(match, of: matches, member, below: [], from: untried, context, source, &found)
        }
        return found
    }

    /// - Parameter all: The matches of the member's key.
    private func collect(
        _ match: KeyMatch, of all: [KeyMatch], _ member: Member, below path: [PathComponent],
        from untried: Int?, _ context: MappingContext, _ source: PayloadSource, _ found: inout [Candidate]
    ) throws {
        let path = path + [member.step]
        switch match.target {
        case .ignored:
            break
        case .path(let node) where !node.isUsed:
            break
        case .property, .input:
            var candidate = Candidate(match: match, path: path, value: member.value)
            if match.declaredIndex > 0 {
                let kind = source.kind(of: member.value)
                candidate.isForPaths = all.contains { $0.target.leads(into: kind) }
            }
            found.append(candidate)
        case .path(let node):
            let kind = source.kind(of: member.value)
            guard let members = try source.members(of: member.value),
                kind != .array || node.hasIndices || members.isEmpty
            else {
                // A value that a property takes whole is no mismatch, nor is a model or a dictionary that a patch changes.
                let isPatched = isPatch && kind == .other
                let isUntried = untried.map { member.value.place >= $0 } ?? false
                if isUntried, kind != .null, !isPatched, !all.contains(where: \.takesWholeValue) {
                    source.at(member.value, path, self) {
                        context.recordMismatch(node.expected, found: kind)
                    }
                }
                return
            }
            var duplicates = DuplicateKeys()
            for inner in members {
                let matches = node.matcher.matches(inner.key, isElement: inner.isElement)
                if report != nil, untried != nil, matches.contains(where: \.target.isUsed) {
                    recordDuplicate(inner, below: path, &duplicates, source)
                }
                for var next in matches {
                    next.rank = max(match.rank, next.rank)
                    try collect(next, of: matches, inner, below: path, from: untried, context, source, &found)
                }
            }
        }
    }

    /// The best of several candidates; any other value beats null.
    func best(of candidates: [Candidate], _ source: PayloadSource) -> Candidate? {
        let usable = candidates.filter { source.kind(of: $0.value) != .null }
        return (usable.isEmpty ? candidates : usable).min { $0.precedes($1) }
    }

    /// Records for a report that a dictionary in the text has a key again.
    @inline(never)
    func recordDuplicate(of key: String, at offset: Int, _ duplicates: inout DuplicateKeys) {
        let first = duplicates.firstPlace(of: key, PayloadLocation(offset: offset))
        if let first { recordDuplicate(at: first) }
    }

    private func recordDuplicate(
        _ member: Member, below path: [PathComponent], _ duplicates: inout DuplicateKeys,
        _ source: PayloadSource
    ) {
        let first = duplicates.firstPlace(
            of: member.key, source.at(member.value, path + [member.step], self) { currentLocation })
        if let first { recordDuplicate(at: first) }
    }

    /// Whether a value is null, or a text that the property treats as null.
    func isNull(
        _ value: PayloadValue, _ property: Property, _ context: MappingContext, _ source: PayloadSource
    ) throws -> Bool {
        let kind = source.kind(of: value)
        let isConverted = property.rule.conversion != nil
        guard kind == .string, property.rule.isEmbeddedJSON || !isConverted,
            case .string(let text) = try source.jsonValue(value)
        else { return kind == .null }
        guard property.rule.isEmbeddedJSON else {
            return property.accessor.converter.meansNull(text, context)
        }
        switch try embedded(text) {
        case .success(let value): return value.isNull
        case .failure: return !isConverted && isNullWord(text)
        }
    }

    /// Tries one candidate for a property; false if the property keeps its value.
    func fill(
        _ index: Int, _ model: FilledModel, _ candidate: Candidate, _ source: PayloadSource
    ) throws -> Bool {
        let (schema, storage, context) = (model.schema, model.storage, model.context)
        return try source.at(candidate.value, candidate.path, self) {
            guard var reader = source.reader(at: candidate.value) else {
                return try fill(schema.properties[index], storage, fromAny: candidate.value.untyped, context)
            }
            return try fillThroughAccessor(schema, index, storage, &reader, context.options)
        }
    }

    // MARK: Combined keys

    /// Makes the values of `combined` rules from those of their keys that the object has.
    ///
    /// - Parameter isOpen: Whether other keys may still arrive.
    func combine(
        _ model: FilledModel, _ members: [Member], _ source: PayloadSource, isOpen: Bool,
        _ progress: inout FillProgress
    ) throws {
        let own = try inputs(members, model, source)
        let allAdded = details?.patch.addedInputs[ObjectIdentifier(model.object)] ?? [:]
        for index in model.schema.combined {
            var candidates = own
            var missing: Set<PathComponent> = []
            if let added = allAdded[index] {
                let addedMembers = added.sorted(byText: \.key).map {
                    Member(key: $0.key, value: PayloadValue($0.value, place: 0))
                }
                let others = members.filter { added[$0.key] == nil }
                candidates = try inputs(others + addedMembers, model, source)
                missing = Set(addedMembers.map(\.step)).subtracting(members.map(\.step))
            }
            try combine(index, model, candidates, missing, source, isOpen: isOpen, &progress)
        }
    }

    /// The values that keys of `combined` rules lead to.
    private func inputs(
        _ members: [Member], _ model: FilledModel, _ source: PayloadSource
    ) throws -> [KeyTarget: [Candidate]] {
        let matcher = model.matcher
        var candidates: [KeyTarget: [Candidate]] = [:]
        for member in members {
            let matches = matcher.matches(member.key).filter(\.target.leadsToInput)
            // Problems with a path are recorded when the path is followed for other properties.
            for candidate in try self.candidates(matches, member, recordingFrom: nil, model.context, source) {
                candidates[candidate.match.target, default: []].append(candidate)
            }
        }
        return candidates
    }

    /// - Parameters:
    ///   - candidates: the values that keys of `combined` rules lead to.
    ///   - added: keys that the payload doesn't have.
    private func combine(
        _ index: Int, _ model: FilledModel, _ candidates: [KeyTarget: [Candidate]],
        _ added: Set<PathComponent>, _ source: PayloadSource, isOpen: Bool, _ progress: inout FillProgress
    ) throws {
        let property = model.schema.properties[index]
        guard let combination = property.rule.combination else { return }
        var values: [String: Any] = [:]
        var first: Candidate?
        for (input, key) in combination.keys.enumerated() {
            guard let found = candidates[.input(input, of: index)], let best = best(of: found, source)
            else { continue }
            if first.map({ added.contains($0.path[0]) && !added.contains(best.path[0]) }) ?? true {
                first = best
            }
            values[key.text] = try source.at(best.value, best.path, self) {
                try hidingValues(of: property) { try source.untyped(best.value, model.context) }
            }
            report?.recordMatch(best.path, property: index, best.match.rank)
            recordShadowed(found, by: best, except: [], property, source)
        }
        guard let first else { return }
        // A problem with the combined values is recorded at the first key that the payload has.
        do {
            if let value = try combination.from(values), property.accessor.store(value, model.storage) {
                progress.filled.insert(index)
            } else {
                source.at(first.value, first.path, self) {
                    record(
                        .typeMismatch, expected: property.accessor.expected,
                        found: "keys that its converter rejects", action: .keptValue,
                        rejects: model.options.mismatches == .reject && !isOpen)
                }
            }
        } catch {
            let failure = source.at(first.value, first.path, self) {
                converterFailure(property, found: "keys", error)
            }
            progress.failures.append((index, failure))
        }
    }
}

/// Finds the keys that an object has more than once.
struct DuplicateKeys {
    /// The place of each key's first value; nil once the key has been found a second time.
    private var places: [ExactText: PayloadLocation?] = [:]

    /// The place of a key's first value, if this is the key's second occurrence.
    mutating func firstPlace(of key: String, _ place: @autoclosure () -> PayloadLocation) -> PayloadLocation?
    {
        let key = ExactText(key)
        guard let first = places[key] else {
            places[key] = .some(place())
            return nil
        }
        places[key] = .some(nil)
        return first
    }
}
