/// Settles properties for which the first value that comes along is not simply the right one: several keys
/// want to feed them, a key was given twice, the key is a path or one of a combination, or a model is there
/// that is filled in place.
///
/// Nothing is mapped twice, so nested repetitions cost no more than their length: a value that was tried
/// while the keys went by is remembered as such, and every other candidate is tried at most once, best first.
extension ObjectMapper {
    /// - Parameters:
    ///   - waiting: the members that were not tried when they came along.
    ///   - whole: the object, to be gone through again where one of them competes with a member that was.
    func settle<Source: CandidateSource>(
        _ waiting: [Member<Source.Handle>], in whole: Source.Handle, _ object: ModelObject,
        _ schema: ModelSchema,
        _ context: MappingContext, from source: inout Source, _ progress: inout FillProgress
    ) throws {
        let matcher = schema.matcher(context.options.keyMatching)
        var touched = Set<KeyTarget>()
        for member in waiting { touched.formUnion(properties(behind: matcher.matches(member.key))) }
        let isContested = touched.contains { target in
            if case .property(let index) = target { progress.seen.contains(index) } else { false }
        }
        var members = waiting
        if isContested {
            members = try (source.members(of: whole) ?? []).filter {
                !touched.isDisjoint(with: properties(behind: matcher.matches($0.key)))
            }
        }
        let untried = Set(waiting.map { source.order(of: $0.handle) })
        let orders = source
        try settle(
            members, tried: { !untried.contains(orders.order(of: $0.handle)) }, object, schema, context,
            from: &source,
            &progress)
    }

    /// Settles the properties behind some members, of which some were tried before.
    private func settle<Source: CandidateSource>(
        _ members: [Member<Source.Handle>], tried: (Member<Source.Handle>) -> Bool, _ object: ModelObject,
        _ schema: ModelSchema, _ context: MappingContext, from source: inout Source,
        _ progress: inout FillProgress
    ) throws {
        let matcher = schema.matcher(context.options.keyMatching)
        var candidates: [KeyTarget: [Candidate<Source.Handle>]] = [:]
        var voided: [Int: [Member<Source.Handle>]] = [:]
        var last: [[UInt8]: Int] = [:]
        for (index, member) in members.enumerated() { last[Array(member.key.utf8)] = index }
        for (index, member) in members.enumerated() {
            let wasTried = tried(member)
            let isLast = last[Array(member.key.utf8)] == index
            for match in matcher.matches(member.key) {
                if wasTried, !isLast, case .property(let property) = match.target {
                    voided[property, default: []].append(member)
                }
                guard isLast else { continue }
                try collect(
                    match, path: [member.step], member.handle, wasTried, context, &source, &candidates)
            }
        }
        let storage = PropertyStorage(object)
        for (index, property) in schema.properties.enumerated() {
            if property.rule.combination != nil {
                try combine(index, property, storage, candidates, context, &source, &progress)
            } else if let found = candidates[.property(index)] {
                if let voided = voided[index] {
                    restore(index, of: object, schema)
                    progress.filled.remove(index)
                    for member in voided { try forgetProblems(of: member.handle, [member.step], &source) }
                }
                progress.seen.insert(index)
                try choose(found, index, property, storage, context, &source, &progress)
            }
        }
        withExtendedLifetime(object) {}
    }

    /// The problems of a value that does not count after all.
    private func forgetProblems<Source: CandidateSource>(
        of handle: Source.Handle, _ path: [PathComponent], _ source: inout Source
    ) throws {
        guard hasProblems else { return }
        let region = try source.region(of: handle, path, self)
        forgetProblems { region.contains($0) }
    }

    /// Tries the candidates of a property, best first, until one fills it.
    private func choose<Source: CandidateSource>(
        _ candidates: [Candidate<Source.Handle>], _ index: Int, _ property: Property,
        _ storage: PropertyStorage,
        _ context: MappingContext, _ source: inout Source, _ progress: inout FillProgress
    ) throws {
        let context = self.context(for: property, context)
        var nullCandidate: Candidate<Source.Handle>?
        let sorted = candidates.sorted { $0.precedes($1) }
        for (position, candidate) in sorted.enumerated() {
            if candidate.wasTried, progress.filled.contains(index) {
                noteMatch(candidate, index)
                return
            }
            if try isNull(candidate.handle, property, &source) {
                nullCandidate = nullCandidate ?? candidate
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
                guard hasProblems else { return }
                for (index, other) in sorted.enumerated() where other.wasTried {
                    // Worse ones, and a null that gave way.
                    guard try index > position || isNull(other.handle, property, &source) else { continue }
                    try forgetProblems(of: other.handle, other.path, &source)
                }
                return
            }
            if let worse { _ = property.accessor.store(worse, storage) }
        }
        if let nullCandidate {
            if hasProblems {
                // Of several nulls the best is told of.
                for other in sorted where try other.wasTried && isNull(other.handle, property, &source) {
                    try forgetProblems(of: other.handle, other.path, &source)
                }
            }
            noteMatch(nullCandidate, index)
            source.at(nullCandidate.handle, nullCandidate.path, self) {
                property.accessor.acceptNull(storage, context)
            }
        } else if let best = sorted.first {
            noteMatch(best, index)
        }
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
        _ candidates: [KeyTarget: [Candidate<Source.Handle>]], _ context: MappingContext,
        _ source: inout Source,
        _ progress: inout FillProgress
    ) throws {
        guard let combination = property.rule.combination else { return }
        var values: [String: Any] = [:]
        for (input, key) in combination.keys.enumerated() {
            let found = (candidates[.input(input, of: index)] ?? []).sorted { $0.precedes($1) }
            let present = found.first { source.kind(of: $0.handle) != .null } ?? found.first
            guard let present else { continue }
            values[key.text] = try plain(source.value(present.handle).any)
            noteMatch(present, index)
        }
        guard !values.isEmpty else { return }
        progress.seen.insert(index)
        do {
            if let value = try combination.from(values), property.accessor.store(value, storage) {
                progress.filled.insert(index)
            } else {
                at(.key(property.firstKey.text)) {
                    let _: Never? = context.mismatch(property.accessor.expected, found: .other)
                }
            }
        } catch {
            throw ConverterFailure(
                problem: problem(
                    .hookFailed, expected: property.accessor.expected,
                    found: "keys that its converter refuses",
                    action: .refusedObject, rejects: true, underlyingError: error,
                    at: .key(property.firstKey.text)))
        }
    }

    /// Follows a match to the properties behind it.
    func collect<Source: CandidateSource>(
        _ match: KeyMatch, path: [PathComponent], _ handle: Source.Handle, _ wasTried: Bool,
        _ context: MappingContext,
        _ source: inout Source, _ candidates: inout [KeyTarget: [Candidate<Source.Handle>]]
    ) throws {
        guard case .path(let node) = match.target else {
            if match.target == .ignored { return }
            candidates[match.target, default: []].append(
                Candidate(
                    target: match.target, rank: match.rank, declaredIndex: match.declaredIndex, path: path,
                    handle: handle, wasTried: wasTried))
            return
        }
        guard let members = try source.members(of: handle) else {
            let kind = source.kind(of: handle)
            if kind != .null {
                source.at(handle, path, self) {
                    let _: Never? = context.mismatch("object or array", found: kind)
                }
            }
            return
        }
        var last: [[UInt8]: Int] = [:]
        for (index, member) in members.enumerated() { last[Array(member.key.utf8)] = index }
        for (index, member) in members.enumerated() where last[Array(member.key.utf8)] == index {
            for inner in node.matcher.matches(member.key) {
                let step = KeyMatch(
                    target: inner.target, declaredIndex: inner.declaredIndex,
                    rank: max(match.rank, inner.rank))
                try collect(
                    step, path: path + [member.step], member.handle, false, context, &source, &candidates)
            }
        }
    }

    /// The properties and inputs that some matches can reach.
    func properties(behind matches: [KeyMatch]) -> Set<KeyTarget> {
        matches.reduce(into: []) { targets, match in
            if case .path(let node) = match.target {
                targets.formUnion(node.matcher.reachableTargets)
            } else if match.target != .ignored {
                targets.insert(match.target)
            }
        }
    }

    func noteMatch<Handle>(_ candidate: Candidate<Handle>, _ index: Int) {
        report?.noteSettled(
            key: candidate.path.map(\.text).joined(separator: "."), property: index, candidate.rank)
    }
}
