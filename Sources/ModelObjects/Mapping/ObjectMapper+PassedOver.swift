/// What a report is told of keys whose values are not used, though they would fill a property: another key's
/// was better, or the same key came again.
extension ObjectMapper {
    /// Tells the report of all candidates of a property but the one that counts.
    ///
    /// One that could not be used has a problem of its own, which was forgotten if it is worse than what fills
    /// the property.
    ///
    /// - Parameters:
    ///   - winner: the place of the candidate that counts.
    ///   - isFilled: its value fills the property; otherwise it is null, or none could be used.
    func notePassedOver<Source: CandidateSource>(
        _ sorted: [Candidate<Source.Handle>], for winner: Int, isFilled: Bool, _ property: Property,
        _ context: MappingContext, _ source: inout Source
    ) throws {
        guard report != nil else { return }
        for (position, other) in sorted.enumerated() where position != winner {
            let isWorse = isFilled && position > winner
            guard try isWorse || isSilentNull(other.handle, property, context, &source) else { continue }
            notePassedOver(other, for: sorted[winner], property, source)
        }
    }

    func notePassedOver<Source: CandidateSource>(
        _ candidate: Candidate<Source.Handle>, for winner: Candidate<Source.Handle>, _ property: Property,
        _ source: Source
    ) {
        guard let report else { return }
        source.at(candidate.handle, candidate.path, self) {
            report.notePassedOver(
                problem(
                    .duplicateKey, expected: "one key for \(property.name)",
                    found: "one that gives way to \(winner.key)", action: .ignoredKey, rejects: false))
        }
    }

    /// Whether a candidate is a null of which nothing was told when it could not be used.
    func isSilentNull<Source: CandidateSource>(
        _ handle: Source.Handle, _ property: Property, _ context: MappingContext, _ source: inout Source
    ) throws -> Bool {
        if try isNull(handle, property, &source) { return true }
        guard source.kind(of: handle) == .null else { return false }
        return property.accessor.isOptional || context.options.nulls == .keep
    }

    /// Tells the report of members whose key comes again behind.
    func noteRepeated<Source: CandidateSource>(
        _ members: [(handle: Source.Handle, path: [PathComponent])], _ source: Source
    ) {
        guard report != nil else { return }
        for (handle, path) in members {
            source.at(handle, path, self) { noteRepeated(at: currentLocation) }
        }
    }

    func noteRepeated(at location: PayloadLocation) {
        report?.notePassedOver(
            ProblemRecord(
                code: .duplicateKey, location: location, expected: "each key once",
                found: "one that comes again", action: .ignoredKey, rejects: false, underlyingError: nil))
    }
}
