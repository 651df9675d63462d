/// Decides between the values that a payload has for one property.
///
/// Each value is tried when it is found, unless a better one already fills the property. So the best usable
/// value wins in any order of the keys, and no value is mapped twice. The problems of a value are added to
/// the call's notes at the end, if no better value was used.
final class KeyConflict {
    private let index: Int
    private let property: Property
    private let model: FilledModel

    /// The candidate that is used, and the notes about it.
    ///
    /// Null is used only if no value can be used.
    private var winner: (candidate: Candidate, isNull: Bool, notes: MappingNotes)?
    /// The changes that the winner made to an existing model.
    private var changes = 0..<0
    /// The candidates that could not be used, and the notes about them.
    private var unusable: [(candidate: Candidate, notes: MappingNotes)] = []
    /// The best of the candidates whose converter threw, and its error.
    private var thrown: (candidate: Candidate, failure: ConverterFailure)?
    /// All candidates, if there is a report.
    private var candidates: [Candidate] = []

    init(_ index: Int, _ model: FilledModel) {
        self.index = index
        self.model = model
        property = model.schema.properties[index]
    }

    private var mapper: ObjectMapper { model.mapper }

    /// Adds a candidate that was tried before there was a conflict: the first one, or one of several that
    /// `settleConflict` compared.
    func begin(
        with candidate: Candidate, _ notes: MappingNotes, _ source: PayloadSource, _ progress: FillProgress
    ) throws {
        if mapper.report != nil { candidates.append(candidate) }
        if let winner, try winner.candidate.precedes(candidate) || isNull(candidate, source) { return }
        // Any other value beats null, even if null is a value of the type.
        let isFilledWithNull = try property.accessor.converter.takesNull && isNull(candidate, source)
        if progress.filled.contains(index), !isFilledWithNull {
            winner = (candidate, false, notes)
            changes = progress.changes.first { $0.property == index }?.changes ?? 0..<0
        } else if let failure = progress.failures.first(where: { $0.property == index })?.failure {
            recordThrow(candidate, failure)
        } else if try isNull(candidate, source) {
            winner = (candidate, true, notes)
        } else if !notes.isEmpty {
            unusable.append((candidate, notes))
        }
    }

    private func isNull(_ candidate: Candidate, _ source: PayloadSource) throws -> Bool {
        try source.at(candidate.value, candidate.payloadPath, mapper) {
            try mapper.isNull(candidate.value, property, model.context, source)
        }
    }

    /// Tries a candidate, unless a better one already fills the property.
    func admit(_ candidate: Candidate, _ source: PayloadSource, _ progress: inout FillProgress) throws {
        if mapper.report != nil { candidates.append(candidate) }
        let isNull = try isNull(candidate, source)
        if let winner {
            let isWinnerBetter = winner.isNull == isNull ? winner.candidate.precedes(candidate) : isNull
            if isWinnerBetter { return }
        }
        let restoreWinner = !isNull && mayFillInPlace(candidate, source) ? revertWinner() : nil
        let mark = mapper.mark
        var isFilled = false
        let notes = try mapper.collectingNotes {
            do {
                isFilled =
                    try isNull
                    ? acceptNull(candidate, source) : mapper.fill(index, model, candidate, source)
            } catch let failure as ConverterFailure {
                recordThrow(candidate, failure)
            }
        }
        if isFilled { progress.filled.insert(index) }
        if isFilled || isNull {
            winner = (candidate, isNull, notes)
            changes = mark..<mapper.mark
        } else {
            restoreWinner?()
            if !notes.isEmpty { unusable.append((candidate, notes)) }
        }
    }

    private func acceptNull(_ candidate: Candidate, _ source: PayloadSource) throws -> Bool {
        try source.at(candidate.value, candidate.payloadPath, mapper) {
            let value = try source.jsonValue(candidate.value)
            return try property.accessor.acceptNull(model.storage, model.context, from: value)
        }
    }

    /// Records that the converter threw for a candidate.
    private func recordThrow(_ candidate: Candidate, _ failure: ConverterFailure) {
        if let thrown, thrown.candidate.precedes(candidate) { return }
        thrown = (candidate, failure)
    }

    /// The error of a converter that rejects the object, because there is no better usable value.
    var failure: ConverterFailure? { rejection?.failure }

    private var rejection: (candidate: Candidate, failure: ConverterFailure)? {
        guard let thrown else { return nil }
        if let winner, !winner.isNull, !thrown.candidate.precedes(winner.candidate) { return nil }
        return thrown
    }

    /// Adds the problems of the used values to the call's notes, after the last key.
    ///
    /// - Parameter conflictsByPlace: The conflicts of all properties, by the place of the value that they use. That a
    ///   value doesn't fit is no problem if it fills another property.
    private func settle(_ source: PayloadSource, besides conflictsByPlace: [Int: [KeyConflict]]) {
        func isUsed(_ candidate: Candidate) -> Bool {
            conflictsByPlace[candidate.place]?.contains { $0 !== self && $0.uses(candidate) } ?? false
        }
        let explained = unusable.filter { candidate, _ in
            if isUsed(candidate) { return false }
            guard let winner, !winner.isNull else { return true }
            // The object or array that contains the used value isn't meant to be a value itself.
            return candidate.precedes(winner.candidate) && !candidate.contains(winner.candidate)
        }
        for (_, notes) in explained { mapper.append(notes) }
        if let winner { mapper.append(winner.notes) }
        guard let report = mapper.report else { return }
        let best =
            rejection?.candidate ?? winner?.candidate ?? candidates.min { $0.precedes($1) }
        guard let best else { return }
        report.recordMatch(best.payloadPath, property: index, best.match.rank)
        let paths = explained.map(\.candidate.payloadPath)
        mapper.recordShadowed(
            candidates.filter { !isUsed($0) }, by: best, except: paths, property, source)
    }

    /// Whether the value of a candidate fills or clears the property.
    private func uses(_ candidate: Candidate) -> Bool {
        winner?.candidate.isSameValue(as: candidate) ?? false
    }

    /// Settles the conflicts of all properties, in their order.
    static func settle(_ conflicts: [KeyConflict], _ source: PayloadSource) {
        var conflictsByPlace: [Int: [KeyConflict]] = [:]
        for conflict in conflicts {
            if let place = conflict.winner?.candidate.place {
                conflictsByPlace[place, default: []].append(conflict)
            }
        }
        for conflict in conflicts { conflict.settle(source, besides: conflictsByPlace) }
    }

    // MARK: Values that are changed in place

    /// Whether a candidate may change an existing object.
    ///
    /// No other candidate needs the original value. Restoring it takes time in proportion to everything that the winner
    /// changed.
    private func mayFillInPlace(_ candidate: Candidate, _ source: PayloadSource) -> Bool {
        switch source.kind(of: candidate.value) {
        case .object, .other: true
        case .string: mapper.isPatch || property.rule.isEmbeddedJSON || property.rule.conversion != nil
        default: mapper.isPatch || property.rule.conversion != nil
        }
    }

    /// Reverts the result of the winner, so that the next candidate changes the original value.
    ///
    /// - Returns: A function that restores the result; nil if there is none to revert.
    private func revertWinner() -> (() -> Void)? {
        let isInPlace = property.content.kind == .model || mapper.isPatch
        guard isInPlace, winner != nil else { return nil }
        let value = property.accessor.load(model.storage)
        let current = asModel(value)
        var changed = changes.isEmpty ? [] : mapper.undo(changes)
        // If the winner filled the model that the property already had, undoing the changes has restored it.
        let isSameModel = changes.first.map { mapper.object(atMark: $0) === current } ?? false
        if !isSameModel {
            // It may be a model that the property owns, and that keeps its identity.
            if let current { changed.append(ObjectSnapshot(current, .of(type(of: current)))) }
            mapper.restore(index, of: model.object, model.schema)
        }
        return { [property, model] in
            _ = property.accessor.store(value, model.storage)
            for snapshot in changed { snapshot.restore() }
        }
    }
}
