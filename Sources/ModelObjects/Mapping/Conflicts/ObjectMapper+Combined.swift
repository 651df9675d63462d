/// Values that a `combined` rule makes of several keys.
extension ObjectMapper {
    /// Makes the values of `combined` rules from those of their keys that the object has.
    ///
    /// - Parameter isOpen: Whether other keys may still arrive.
    func combine(
        _ model: FilledModel, _ members: [Member], _ source: PayloadSource, isOpen: Bool,
        _ progress: inout FillProgress
    ) throws {
        var candidates = try inputs(members, model, source)
        var missing: Set<PathComponent> = []
        if let added = detailsIfMade?.patch.addedInputs[ObjectIdentifier(model.object)] {
            candidates.merge(added) { $1 }
            missing = Set(added.values.compactMap { $0.first?.path[0] }).subtracting(members.map(\.step))
        }
        for index in model.schema.combined {
            try combineInputs(of: index, model, candidates, missing, source, isOpen: isOpen, &progress)
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

    /// Makes the value of one `combined` rule.
    ///
    /// - Parameters:
    ///   - candidates: the values that keys of `combined` rules lead to.
    ///   - added: keys that the payload doesn't have.
    private func combineInputs(
        of index: Int, _ model: FilledModel, _ candidates: [KeyTarget: [Candidate]],
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
            values[key.text] = try source.at(best.value, best.payloadPath, self) {
                try hidingValues(of: property) { try source.untyped(best.value, model.context) }
            }
            report?.recordMatch(best.payloadPath, property: index, best.match.rank)
            recordShadowed(found, by: best, except: [], property, source)
        }
        guard let first else { return }
        progress.seen.insert(index)
        // A problem with the combined values is recorded at the first key that the payload has.
        do {
            if let value = try combination.from(values), property.accessor.store(value, model.storage) {
                progress.filled.insert(index)
            } else {
                source.at(first.value, first.payloadPath, self) {
                    record(
                        .typeMismatch, expected: property.accessor.expected,
                        found: "keys that its converter rejects", action: .keptValue,
                        rejects: model.options.mismatches == .reject && !isOpen)
                }
            }
        } catch {
            let failure = source.at(first.value, first.payloadPath, self) {
                converterFailure(property, found: "keys", error)
            }
            progress.failures.append((index, failure))
        }
    }
}
