/// Recording notes about the payload: problems, and for a report also keys and conversions.
extension ObjectMapper {
    /// The notes recorded so far.
    var notes: MappingNotes { hasNotes ? details.notes.limited(to: problemLimit) : MappingNotes() }

    /// Whether problems are recorded even if they are tolerated.
    var recordsTolerated: Bool { report != nil || keepsReason || collectsProblems }

    /// Whether the options reject a recorded problem.
    var isRejected: Bool { hasNotes && details.notes.problems.isRejected }

    // MARK: Notes of values that may not count

    /// Begins a value whose notes may not count.
    ///
    /// - Returns: Its scope, for `endNotes` or `takeNotes`. The value of a property needs none: `endPropertyNotes`
    ///   begins the next value, and the `endNotes` of the object restores the scope around it.
    @discardableResult
    @inline(__always)
    func beginNotes() -> NoteScope { hasNotes ? details.notes.begin() : NoteScope() }

    /// Keeps the notes of an object with those of the value around it.
    @inline(__always)
    func endNotes(_ scope: NoteScope) {
        if hasNotes { details.notes.end(scope, limit: problemLimit) }
    }

    /// The range of the notes about a property's value that has just been read; nil if there are none.
    @inline(__always)
    func endPropertyNotes() -> NoteRange? { hasNotes ? details.notes.endPropertyNotes() : nil }

    /// Removes and returns the notes of a value.
    func takeNotes(_ scope: NoteScope) -> MappingNotes {
        hasNotes ? details.notes.take(scope) : MappingNotes()
    }

    /// Runs a step, and returns its notes instead of adding them to the call's.
    func collectingNotes(_ body: () throws -> Void) rethrows -> MappingNotes {
        let scope = beginNotes()
        try body()
        return takeNotes(scope)
    }

    /// Adds the notes of a Codable value to those before it.
    ///
    /// Rejected problems of models in the value are ignored if its type is decoded nevertheless.
    ///
    /// - Returns: Whether the options reject a problem of a value that could not be decoded.
    @discardableResult
    func endNotes(_ scope: NoteScope, isDecoded: Bool) -> Bool {
        countFailedParts()
        let notes = takeNotes(scope)
        append(isDecoded ? notes.tolerated : notes)
        return !isDecoded && notes.problems.isRejected
    }

    /// Holds back the notes of a model that could not be made.
    ///
    /// A Codable type can catch the error, and decode the same value as something else.
    func holdBack(_ notes: MappingNotes, ofPartAt start: Int) {
        if notes.isEmpty { return }
        details.notesOfFailedParts[start, default: MappingNotes()].append(notes, limit: problemLimit)
    }

    /// Adds the notes that are still held back.
    func countFailedParts() {
        guard let details = detailsIfMade, !details.notesOfFailedParts.isEmpty else { return }
        let parts = details.notesOfFailedParts
        details.notesOfFailedParts = [:]
        append(parts)
    }

    func append(_ notes: MappingNotes) {
        if notes.isEmpty { return }
        hasNotes = true
        details.notes.append(notes, limit: problemLimit)
    }

    /// Adds the notes of several values, in the order of their numbers.
    func append(_ notes: [Int: MappingNotes]) {
        for (_, notes) in notes.sorted(byNumber: \.key) { append(notes) }
    }

    // MARK: Problems

    /// Records a problem at the current location.
    ///
    /// Without a report this costs almost nothing.
    func record(
        _ code: ModelError.Code, expected: @autoclosure () -> String, found: String,
        action: MappingProblem.Action,
        rejects: Bool, value: @autoclosure () -> JSONValue? = nil, underlyingError: (any Error)? = nil,
        headline: @autoclosure () -> Headline? = nil
    ) {
        if !rejects && !recordsTolerated { return }
        add(
            problem(
                code, expected: expected(), found: found, action: action, rejects: rejects,
                value: hidesValues ? nil : value().flatMap { ValueText.of($0) },
                underlyingError: underlyingError, headline: hidesValues ? nil : headline()))
    }

    /// Makes a problem at the current location without recording it.
    @inline(never)
    func problem(
        _ code: ModelError.Code, expected: String, found: String, action: MappingProblem.Action,
        rejects: Bool = false, value: String? = nil, underlyingError: (any Error)? = nil,
        headline: Headline? = nil
    ) -> ProblemRecord {
        ProblemRecord(
            code: code, location: currentLocation, expected: expected, found: found, value: value,
            action: action, rejects: rejects, underlyingError: underlyingError, headline: headline)
    }

    /// The error that ends the call because the value at the current location exceeds a limit.
    func rejection(_ exceeded: ModelError) -> MappingCall.Rejection {
        MappingCall.Rejection(problem: ProblemRecord(exceeded.main, at: currentLocation))
    }

    /// Whether the text of a value is still arriving.
    func isOpen(_ location: @autoclosure () -> PayloadLocation) -> Bool {
        guard let details = detailsIfMade else { return false }
        if details.isOpen { return true }
        if details.openValues.isEmpty { return false }
        return location().nearestOffset.map(details.openValues.contains) ?? false
    }

    /// Whether the text of any value is still arriving.
    var isArriving: Bool { detailsIfMade.map { $0.isOpen || !$0.openValues.isEmpty } ?? false }

    private var problemLimit: Int { report?.problemLimit ?? ProblemRecord.limit }

    /// Records a problem, and the others for which the same object is rejected; one of a value that is still arriving
    /// rejects nothing.
    func add(_ problem: ProblemRecord) {
        let isOpen = problem.rejects && isOpen(problem.location)
        let problem = isOpen ? problem.rejecting(false) : problem
        if !problem.rejects && !recordsTolerated { return }
        if keepsReason { details.newestProblem = problem }
        hasNotes = true
        for problem in problem.all { details.notes.problems.append(problem, limit: problemLimit) }
    }

    /// Whether the options of the call or of an outermost object reject problems, so that the error must list everything
    /// that was found.
    ///
    /// Those of nested objects don't count: problems that came before them in the payload were not recorded.
    var collectsProblems: Bool { base.rejects || detailsIfMade?.outermostRejects == true }

    // MARK: Reports

    /// Records a finding for a report.
    func note(_ kind: MappingNotes.Finding.Kind, at location: PayloadLocation) {
        hasNotes = true
        details.notes.append(kind, at: location)
    }

    /// Records for a report that an object has a key more than once.
    func recordDuplicate(at location: PayloadLocation) {
        recordIgnored(
            ProblemRecord(
                code: .duplicateKey, location: location, expected: "each key once",
                found: "a repeated key", action: .ignoredKey))
    }

    /// Records for a report the keys that would fill a property if there were no better one, or if they weren't null.
    ///
    /// Each key is recorded once, even if an object has it several times.
    ///
    /// - Parameter explained: the paths of the candidates that already have problems.
    func recordShadowed(
        _ candidates: [Candidate], by winner: Candidate,
        except explained: [[PathComponent]], _ property: Property, _ source: PayloadSource
    ) {
        if report == nil || candidates.count == 1 { return }
        var paths = Set(explained.map { ExactText($0.path) })
        paths.insert(ExactText(winner.payloadPath.path))
        // One text for all problems: the key can be long.
        let better = "a key with a lower rank than \(winner.key)"
        for candidate in candidates.reversed()
        where !candidate.contains(winner) && paths.insert(ExactText(candidate.payloadPath.path)).inserted {
            // A better match is ignored only if it is null.
            let isNull = candidate.precedes(winner)
            source.at(candidate.value, candidate.payloadPath, self) {
                recordIgnored(
                    problem(
                        .duplicateKey, expected: "one key for \(property.name)",
                        found: isNull ? "null" : better, action: .ignoredKey,
                        headline: Headline(
                            isNull ? "Ignored null at" : "Ignored",
                            ending: isNull ? " has a value" : " is a better match",
                            stepsInObject: candidate.path.count, winner: winner.payloadPath)))
            }
        }
    }

    private func recordIgnored(_ key: ProblemRecord) {
        note(.ignoredKey(key), at: key.location)
    }
}
