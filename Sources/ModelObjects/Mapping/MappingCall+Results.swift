/// The result of a finished call: the public error and the report.
extension MappingCall {
    /// The reason why a call ends without an object; nil if the options reject the recorded problems.
    struct Rejection: Error {
        let problem: ProblemRecord?
    }

    func publicError(_ error: any Error, _ mapper: ObjectMapper, _ reader: JSONReader?) -> any Error {
        switch error {
        case let rejection as Rejection:
            return Self.modelError(rejection.problem, mapper, reader)
        case let exceeded as JSONDepthExceeded:
            let location = PayloadLocation(offset: exceeded.offset)
            let locations = SourceLocations([location], in: reader)
            let position = locations.position(of: location)
            return ModelError.tooDeep(
                levels: exceeded.limit, isOfStack: exceeded.isOfStack,
                at: locations.path(of: location).components, line: position?.line, column: position?.column)
        case is JSONSyntaxError where !isElement:
            return reader.flatMap { JSONEncoding.error(in: $0.firstBytes(4)) } ?? error
        default:
            return error
        }
    }

    /// - Parameter part: The part of the text that was mapped; nil if it is the whole text.
    static func modelError(
        _ rejection: ProblemRecord?, _ mapper: ObjectMapper, _ reader: JSONReader?, _ part: TextPart? = nil
    ) -> ModelError {
        if let rejection { mapper.add(rejection.rejecting(true)) }
        let problems = mapper.notes.problems
        // What only a report or a stream lists doesn't change the error.
        let records = mapper.collectsProblems ? problems.kept : problems.kept.filter(\.rejects)
        let locations = SourceLocations(
            records.map(\.location) + [rejection?.location].compactMap(\.self), in: reader, part: part)
        // The report of a list has no limit.
        let sorted = ProblemList.limited(
            locations.sorted(records, by: \.location), to: ProblemRecord.limit)
        guard let main = mainProblem(rejection, sorted) ?? sorted.first else {
            return ModelError(.typeMismatch, expected: "a payload without problems", found: "a problem")
        }
        var shown = Self.problem(main, locations, reader)
        shown.action = .refusedObject
        return ModelError(
            shown, sorted.map { Self.problem($0, locations, reader) },
            omitted: mapper.collectsProblems ? problems.omittedCount + records.count - sorted.count : 0)
    }

    /// The problem that the error is about.
    ///
    /// `validate` or `willMap` often rejects an object because the options rejected its values, so those
    /// problems take precedence.
    private static func mainProblem(_ rejection: ProblemRecord?, _ records: [ProblemRecord]) -> ProblemRecord?
    {
        let isValidated = rejection.map { $0.problem.code == .validationFailed } ?? true
        let rejected =
            isValidated ? records.first { $0.rejects && $0.problem.code != .validationFailed } : nil
        return rejected ?? rejection ?? records.first(where: \.rejects)
    }

    /// The problem with its path and its position.
    static func problem(
        _ record: ProblemRecord, _ locations: SourceLocations, _ reader: JSONReader?
    ) -> MappingProblem {
        var problem = record.problem
        problem.isRejected = record.rejects
        problem.value = problem.value.map { digits(of: record, reader) ?? $0 }
        problem.components = locations.path(of: record.location).components
        // The sentence about a missing value names its object.
        let steps = problem.code == .missingRequired ? problem.headline?.stepsInObject ?? 0 : 0
        var location = record.location
        location.path = location.path.prefix(location.path.count - steps)
        let position = locations.position(of: location)
        (problem.line, problem.column) = (position?.line, position?.column)
        return problem
    }

    /// The number as written in the text: Swift can't represent `1e400`, and `1.50` differs from `1.5`.
    private static func digits(of record: ProblemRecord, _ reader: JSONReader?) -> String? {
        guard var reader, let offset = record.location.offset, record.location.path.isEmpty,
            record.problem.found == JSONKind.number.rawValue, reader.kind(at: offset) == .number
        else { return nil }
        reader.seek(to: offset)
        return (try? reader.scanNumber()).map { ValueText.shortened(reader.text($0)) }
    }

    /// Completes the report, if one was requested, and hands over that of a sampled call.
    ///
    /// - Parameter error: The error that ends the call.
    @inline(__always)
    func finishReport(_ mapper: ObjectMapper, _ reader: JSONReader?, error: (any Error)? = nil) {
        if let report { finish(report, mapper, reader, error) }
    }

    @inline(never)
    private func finish(
        _ builder: ReportBuilder, _ mapper: ObjectMapper, _ reader: JSONReader?, _ error: (any Error)?
    ) {
        mapper.countFailedParts()
        let notes = mapper.notes
        let records = notes.problems.kept + notes.ignoredKeys
        let findings = notes.keysAndConversions
        let locations = SourceLocations(findings.map(\.location) + records.map(\.location), in: reader)
        builder.add(findings, locations)
        let kept = ProblemList.limited(locations.sorted(records, by: \.location), to: builder.problemLimit)
        builder.report.problems = kept.map { Self.problem($0, locations, reader) }
        builder.report.omittedProblems = notes.problems.omittedCount + records.count - kept.count
        builder.report.error = error
        builder.report.isOfUpdate = isUpdate
        builder.report.paths.rootDepth = rootPath.map { DeclaredKey(path: $0).components.count } ?? 0
        builder.deliver?(builder.report)
    }
}

extension ModelError {
    static func missingRoot(_ rootPath: String, at steps: [PathComponent]) -> ModelError {
        ModelError(
            .invalidRoot, at: steps, "No value at rootPath `\(rootPath)`\(elementHint(rootPath))",
            expected: "the root of the mapping", found: noValue)
    }

    /// The end of the sentence about a path that contains an index in brackets.
    static func elementHint(_ path: String) -> String {
        DeclaredKey(path: path).withoutBrackets.map { "; for an element, write `\($0)`" } ?? ""
    }
}
