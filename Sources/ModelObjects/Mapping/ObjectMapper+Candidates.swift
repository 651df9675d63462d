/// Settles properties for which the first value that comes along is not simply the right one: several keys
/// want to feed them, a key was given twice, or one of a combination, or a model is there that is filled in
/// place.
///
/// Nothing is mapped twice, so nested repetitions cost no more than their length: a value that was tried
/// while the keys went by is remembered as such, and every other candidate is tried at most once, best first.
extension ObjectMapper {
    /// - Parameters:
    ///   - postponed: the members that were not tried when they came along.
    ///   - whole: the object, to be gone through again where one of them competes with a member that was.
    func settle<Source: CandidateSource>(
        _ postponed: PostponedMembers<Source.Handle>, in whole: Source.Handle, _ object: ModelObject,
        _ schema: ModelSchema, _ context: MappingContext, from source: inout Source,
        _ progress: inout FillProgress
    ) throws {
        let matcher = schema.matcher(context.options.keyMatching)
        var members = postponed.waiting.map { ($0, matches: matcher.matches($0.key), wasTried: false) }
        members += postponed.reopened.map { ($0, matches: matcher.matches($0.key), wasTried: true) }
        let touched = members.flatMap(\.matches).reduce(into: PropertySet()) {
            $0.formUnion($1.target.properties)
        }
        let isWalkedAgain = members.contains { member in
            member.matches.contains { match in
                if case .path(let node) = match.target { progress.walked.contains(node.index) } else { false }
            }
        }
        if isWalkedAgain || !touched.isDisjoint(with: progress.seen) {
            let untried = Set(postponed.waiting.map { source.order(of: $0.handle) })
            members = []
            for member in try source.members(of: whole) ?? [] {
                let matches = matcher.matches(member.key)
                guard matches.contains(where: { !touched.isDisjoint(with: $0.target.properties) }) else {
                    continue
                }
                members.append((member, matches, !untried.contains(source.order(of: member.handle))))
            }
        }
        var contest = Contest<Source.Handle>(untriedInside: postponed.untriedInside)
        let counts = Source.countingMembers(members.map(\.0))
        for (position, (member, matches, wasTried)) in members.enumerated() {
            if !counts[position] { contest.markRepeated(matches, [member.step], member.handle) }
            for match in matches {
                try collect(
                    match, path: [member.step], member.handle, wasTried: wasTried,
                    isVoid: !counts[position], context, &source, &contest)
            }
        }
        let storage = PropertyStorage(object)
        for (index, property) in schema.properties.enumerated() where touched.contains(index) {
            let found = contest.candidates[index] ?? []
            if property.rule.combination != nil {
                try combine(index, property, storage, found, context, &source, &progress)
                continue
            }
            if let voided = contest.voided[index] {
                restore(index, of: object, schema)
                progress.filled.remove(index)
                for (handle, path) in voided { try forget(handle, path, &source) }
            }
            if found.isEmpty { continue }
            progress.seen.insert(index)
            try choose(found, index, property, storage, context, &source, &progress)
        }
        noteRepeated(contest.repeated, source)
        withExtendedLifetime(object) {}
    }

    /// What is told of a value that does not count after all.
    private func forget<Source: CandidateSource>(
        _ handle: Source.Handle, _ path: [PathComponent], _ source: inout Source
    ) throws {
        guard hasNotes else { return }
        let region = try source.region(of: handle, path, self)
        forgetNotes { region.contains($0) }
    }

    /// Tries the candidates of a property, best first, until one fills it.
    private func choose<Source: CandidateSource>(
        _ candidates: [Candidate<Source.Handle>], _ index: Int, _ property: Property,
        _ storage: PropertyStorage,
        _ context: MappingContext, _ source: inout Source, _ progress: inout FillProgress
    ) throws {
        let context = self.context(for: property, context)
        var nullPosition: Int?
        let sorted = candidates.sorted { $0.precedes($1) }
        for (position, candidate) in sorted.enumerated() {
            if candidate.wasTried, progress.filled.contains(index) {
                noteMatch(candidate, index)
                try notePassedOver(sorted, for: position, isFilled: true, property, context, &source)
                return
            }
            if try isNull(candidate.handle, property, &source) {
                nullPosition = nullPosition ?? position
                continue
            }
            if candidate.wasTried { continue }
            // A worse candidate made the model that is there: this one does not fill it further.
            let worse =
                property.accessor.kind == .model && progress.filled.contains(index)
                ? property.accessor.load(storage) : nil
            if worse != nil { _ = property.accessor.clear(storage) }
            if try fill(property, storage, candidate, context, &source) {
                progress.filled.insert(index)
                noteMatch(candidate, index)
                if hasNotes {
                    for (index, other) in sorted.enumerated() where other.wasTried {
                        // Worse ones, and a null that gave way.
                        guard try index > position || isNull(other.handle, property, &source) else {
                            continue
                        }
                        try forget(other.handle, other.path, &source)
                    }
                }
                try notePassedOver(sorted, for: position, isFilled: true, property, context, &source)
                return
            }
            if let worse { _ = property.accessor.store(worse, storage) }
        }
        if let nullPosition {
            let nullCandidate = sorted[nullPosition]
            if hasNotes {
                // Of several nulls the best is told of.
                for other in sorted where try other.wasTried && isNull(other.handle, property, &source) {
                    try forget(other.handle, other.path, &source)
                }
            }
            noteMatch(nullCandidate, index)
            source.at(nullCandidate.handle, nullCandidate.path, self) {
                property.accessor.acceptNull(storage, context)
            }
        } else if let best = sorted.first {
            noteMatch(best, index)
        }
        try notePassedOver(sorted, for: nullPosition ?? 0, isFilled: false, property, context, &source)
    }

    /// Whether a candidate is null, or a text that stands for it.
    func isNull<Source: CandidateSource>(
        _ handle: Source.Handle, _ property: Property, _ source: inout Source
    ) throws -> Bool {
        switch source.kind(of: handle) {
        case .null: return property.rule.conversion == nil
        case .string where property.rule.conversion == nil:
            guard case .string(let text) = try source.value(handle) else { return false }
            return property.accessor.standsForNull(text)
        default: return false
        }
    }

    /// Tries one candidate.
    ///
    /// False where the property keeps its value.
    func fill<Source: CandidateSource>(
        _ property: Property, _ storage: PropertyStorage, _ candidate: Candidate<Source.Handle>,
        _ context: MappingContext, _ source: inout Source
    ) throws -> Bool {
        if property.isSecret, !hidesValues {
            return try hidingValues { try fill(property, storage, candidate, context, &source) }
        }
        var copy = source
        return try source.at(candidate.handle, candidate.path, self) {
            if property.hasValueRule {
                return try fill(property, storage, from: copy.value(candidate.handle), context)
            }
            return try copy.fill(property.accessor, storage, from: candidate.handle, context)
        }
    }

    /// Makes the value of a `combined` rule of the keys that are there.
    func combine<Source: CandidateSource>(
        _ index: Int, _ property: Property, _ storage: PropertyStorage,
        _ candidates: [Candidate<Source.Handle>], _ context: MappingContext, _ source: inout Source,
        _ progress: inout FillProgress
    ) throws {
        guard let combination = property.rule.combination else { return }
        var values: [String: Any] = [:]
        var first: Candidate<Source.Handle>?
        for (input, key) in combination.keys.enumerated() {
            let found = candidates.filter { $0.target == .input(input, of: index) }
                .sorted { $0.precedes($1) }
            if found.isEmpty { continue }
            let place = found.firstIndex { source.kind(of: $0.handle) != .null } ?? 0
            let present = found[place]
            first = first ?? present
            values[key.text] = try plain(source.value(present.handle).any)
            noteMatch(present, index)
            for (other, candidate) in found.enumerated() where other != place {
                notePassedOver(candidate, for: present, property, source)
            }
        }
        guard let first else { return }
        progress.seen.insert(index)
        // What is wrong with all of them is told of at the first that is there.
        do {
            if let value = try combination.from(values), property.accessor.store(value, storage) {
                progress.filled.insert(index)
            } else {
                source.at(first.handle, first.path, self) {
                    note(
                        .typeMismatch, expected: property.accessor.expected,
                        found: "keys that its converter makes nothing of", action: .keptValue,
                        rejects: context.options.mismatches == .reject)
                }
            }
        } catch {
            throw source.at(first.handle, first.path, self) {
                ConverterFailure(
                    problem: problem(
                        .hookFailed, expected: property.accessor.expected,
                        found: "keys that its converter refuses", action: .refusedObject, rejects: true,
                        underlyingError: error))
            }
        }
    }

    /// Follows a match to the properties behind it.
    ///
    /// - Parameters:
    ///   - wasTried: the value was tried when it came along; of one behind a path, what `untriedInside` leaves.
    ///   - isVoid: the same key came again, and counts.
    func collect<Source: CandidateSource>(
        _ match: KeyMatch, path: [PathComponent], _ handle: Source.Handle, wasTried: Bool, isVoid: Bool,
        _ context: MappingContext, _ source: inout Source, _ contest: inout Contest<Source.Handle>
    ) throws {
        guard case .path(let node) = match.target else {
            guard let property = match.target.property else { return }
            if isVoid {
                if wasTried { contest.voided[property, default: []].append((handle, path)) }
                return
            }
            contest.candidates[property, default: []].append(
                Candidate(
                    target: match.target, rank: match.rank, declaredIndex: match.declaredIndex, path: path,
                    handle: handle, wasTried: wasTried))
            return
        }
        if isVoid, !wasTried { return }
        guard let members = try source.members(of: handle) else {
            let kind = source.kind(of: handle)
            if isVoid {
                try forget(handle, path, &source)
            } else if !wasTried, kind != .null {
                source.at(handle, path, self) {
                    let _: Never? = context.mismatch("object or array", found: kind)
                }
            }
            return
        }
        let counts = Source.countingMembers(members)
        for (position, member) in members.enumerated() {
            let matches = node.matcher.matches(member.key)
            if !isVoid, !counts[position] {
                contest.markRepeated(matches, path + [member.step], member.handle)
            }
            for inner in matches {
                let step = KeyMatch(
                    target: inner.target, declaredIndex: inner.declaredIndex,
                    rank: max(match.rank, inner.rank))
                try collect(
                    step, path: path + [member.step], member.handle,
                    wasTried: wasTried && !contest.untriedInside.contains(source.order(of: member.handle)),
                    isVoid: isVoid || !counts[position], context, &source, &contest)
            }
        }
    }

    func noteMatch<Handle>(_ candidate: Candidate<Handle>, _ index: Int) {
        report?.noteSettled(key: candidate.key, property: index, candidate.rank)
    }
}
