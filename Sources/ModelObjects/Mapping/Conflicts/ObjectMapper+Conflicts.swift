/// The careful pass over an object: for objects in which several keys compete for a property, and for reports.
///
/// The fast loops over bytes and dictionaries store the first value that they find for a property. At the first key
/// that competes with an earlier one they stop, and this pass visits the object again from its first key. It does not
/// retry values that the fast loop tried: up to that point, a property's first candidate is the one that was tried,
/// and the progress records the result.
///
/// Most properties of such an object have one value. They need no `KeyConflict`, which costs several times as much as
/// storing a value.
///
/// Worked example: `{"_id": "a", "name": "x", "id": 7}` for a class with `id: Int` and `name: String`:
///
///     fast loop       _id     matches `id`, but "a" is no Int: a note, if options reject it or a report lists it
///                     name    filled
///                     id      `id` was seen before: the loop stops
///     comparison              not enough, because the first value has filled nothing (see `KeyComparison`)
///     careful pass    _id     begins the conflict of `id`, which takes the note
///                     name    was filled by the loop
///                     id      7 is tried, and wins
///     settling                the note about "a" is dropped, because the winner matches better
extension ObjectMapper {
    /// Runs the steps after a fast loop, at the object's end or at the first conflict: the careful pass, `combined`
    /// rules and the report of the matched keys.
    ///
    /// - Parameters:
    ///   - conflict: the place of the first value that was not tried; nil if there is no conflict.
    ///   - isOpen: whether other keys may still arrive.
    func finishMembers(
        _ model: FilledModel, _ members: [Member], conflict: Int?, isOpen: @autoclosure () -> Bool,
        _ source: PayloadSource, _ progress: inout FillProgress
    ) throws {
        if let conflict {
            try fillCarefully(model, members, from: conflict, source, &progress)
        } else {
            try recordMatches(model, members, source)
        }
        if !model.schema.combined.isEmpty, progress.failures.isEmpty {
            try combine(model, members, source, isOpen: isOpen(), &progress)
        }
    }

    /// Visits each member, with a `KeyConflict` for each property that may have several values.
    ///
    /// - Parameters:
    ///   - members: the members of the object.
    ///   - untried: the place of the first value that was not tried.
    ///   - progress: the progress of the fast loop.
    private func fillCarefully(
        _ model: FilledModel, _ members: [Member], from untried: Int, _ source: PayloadSource,
        _ progress: inout FillProgress
    ) throws {
        let matcher = model.matcher
        let soleProperties = members.map { report == nil ? matcher.onlyProperty(of: $0.key) : nil }
        let contested = contestedProperties(members, soleProperties, matcher)
        let fastProgress = progress
        progress.failures.removeAll { contested.contains($0.property) }
        var notes: [Int: MappingNotes] = [:]
        // The last range first, so that the others stay valid.
        for (property, range) in progress.notes.reversed() { notes[property] = details.notes.remove(range) }
        var conflicts = [KeyConflict?](repeating: nil, count: model.schema.properties.count)
        var duplicates = DuplicateKeys()
        // Also after an error, because the call may continue without the object.
        defer {
            KeyConflict.settle(conflicts.compactMap(\.self), source)
            append(notes)
        }
        for (member, soleProperty) in zip(members, soleProperties) {
            let place = member.value.place
            if let index = soleProperty, !contested.contains(index) {
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
                let conflict = conflicts[index] ?? KeyConflict(index, model)
                conflicts[index] = conflict
                progress.seen.insert(index)
                if candidate.place < untried {
                    let notes = notes.removeValue(forKey: index) ?? MappingNotes()
                    try conflict.begin(with: candidate, notes, source, fastProgress)
                } else {
                    try conflict.admit(candidate, source, &progress)
                }
            }
        }
        for (index, conflict) in conflicts.enumerated() {
            if let failure = conflict?.failure { progress.failures.append((index, failure)) }
        }
    }

    /// The properties that may have several values, or whose value is inside another one.
    ///
    /// - Parameter soleProperties: the property of each member whose key matches nothing else; nil for any other member.
    private func contestedProperties(
        _ members: [Member], _ soleProperties: [Int?], _ matcher: KeyMatcher
    ) -> PropertySet {
        var (found, contested) = (PropertySet(), PropertySet())
        for (member, index) in zip(members, soleProperties) {
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
        try fillMarkingSeen(index, model.object, model.schema, model.options, &state, &reader)
        // Not the notes and changes, which are only needed to undo a value that has competitors.
        let result = state.progress
        progress.seen.insert(index)
        progress.filled.formUnion(result.filled)
        progress.failures += result.failures
    }

    /// Fills a property from the only value that a dictionary has for it.
    private func fillAlone(
        _ index: Int, _ model: FilledModel, _ member: Member, _ progress: inout FillProgress
    ) throws {
        let (schema, storage, options) = (model.schema, model.storage, model.options)
        let slot = schema.slots[index]
        try LentValue.lend(member.value.untyped) { value in
            try progress.fill(index, self) {
                try storage.storeScalar(value, slot)
                    || fillOther(schema, index, slot, storage, key: member.key, value, options)
            }
        }
        withExtendedLifetime(model.object) {}
    }

    /// Records for a report which keys of the outermost object match, if the fast loop found no conflict.
    private func recordMatches(_ model: FilledModel, _ members: [Member], _ source: PayloadSource) throws {
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

    func recordDuplicate(
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
        case .success(let value):
            return isConverted ? value.isNull : property.accessor.converter.meansNull(value, context)
        case .failure: return !isConverted && isNullWord(text)
        }
    }

    /// Tries one candidate for a property; false if the property keeps its value.
    func fill(
        _ index: Int, _ model: FilledModel, _ candidate: Candidate, _ source: PayloadSource
    ) throws -> Bool {
        let (schema, storage, context) = (model.schema, model.storage, model.context)
        return try source.at(candidate.value, candidate.payloadPath, self) {
            guard var reader = source.reader(at: candidate.value) else {
                return try fill(schema.properties[index], storage, fromAny: candidate.value.untyped, context)
            }
            return try fillThroughAccessor(schema, index, storage, &reader, context.options)
        }
    }
}
