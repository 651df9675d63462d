import Foundation

/// Finds the differences between a class and samples of its payloads.
///
/// The same problem in many places is one finding: array indices and dictionary keys are ignored, and the places are
/// counted.
struct SampleAudit {
    /// The reports for the objects of all samples.
    private var reports: [MappingReport] = []
    /// The names of samples that could not be mapped completely, and the errors.
    private var failures: [(sample: String, error: any Error)] = []
    /// The findings about samples that could not be read or have no objects.
    private var unusable: [AuditFinding] = []
    /// What the objects of all samples look like.
    private var shape = PayloadShape()

    /// Maps samples.
    ///
    /// - Parameters:
    ///   - samples: The name of each sample, and its content.
    ///   - call: The call that finds the objects of a sample.
    ///   - inspect: Maps an object, which is the root of its text.
    init(
        _ samples: [(name: String, content: () throws -> Data)], _ call: MappingCall,
        _ inspect: (Data) -> MappingReport
    ) {
        func addUnusable(_ message: String) {
            unusable.append(AuditFinding(kind: .badSample, properties: [], message: message))
        }
        if samples.isEmpty { addUnusable("There are no samples.") }
        for (name, content) in samples {
            let sample: Data
            do { sample = try content() } catch {
                addUnusable("\(name) can't be read: \(error)")
                continue
            }
            do {
                let objects = try Self.objects(of: sample, call)
                if objects.isEmpty { addUnusable("\(name) has no objects.") }
                for (object, place) in objects {
                    add(object, inspect(object), of: name, at: place)
                }
            } catch {
                failures.append((name, error))
            }
        }
    }

    private mutating func add(
        _ object: Data, _ report: MappingReport, of sample: String, at place: ElementPlace
    ) {
        reports.append(report)
        if let error = report.error { failures.append((sample, place.moved(error))) }
        // Shapes have their own limit of depth.
        if let shape = try? PayloadShape(json: object) { self.shape.append(shape) }
    }

    /// The value at the root path, or the elements of an array there.
    private static func objects(
        of sample: Data, _ call: MappingCall
    ) throws -> [(json: Data, place: ElementPlace)] {
        try call.map(sample, root: nil) { mapper, reader in
            let root = mapper.detailsIfMade?.rootSteps ?? []
            var position = TextPosition()
            func next(_ path: [PathComponent]) throws -> (json: Data, place: ElementPlace) {
                _ = reader.peek()
                let start = reader.offset
                try reader.skipValue()
                reader.advance(&position, to: start)
                return (reader.data(from: start), ElementPlace(path: path, position: position))
            }
            guard reader.peek() == UInt8(ascii: "[") else {
                if root.isEmpty, let error = reader.notJSON { throw error }
                return [try next(root)]
            }
            var elements: [(json: Data, place: ElementPlace)] = []
            guard try reader.enterArray() else { return elements }
            repeat {
                elements.append(try next(root + [.index(elements.count)]))
            } while try reader.hasNextElement()
            return elements
        }
    }

    var findings: [AuditFinding] {
        unusable + badSamples + unmatchedKeys + neverFed + mismatches + conversions
    }

    /// A finding without the number of its places, which is inserted between `text` and `ending`.
    private struct Description {
        let kind: AuditFinding.Kind
        let properties: [String]
        let text: String
        /// The general path, which `text` may shorten.
        let path: [PathComponent]
        /// Called once for all entries with the same text.
        var ending: () -> String = { "" }
    }

    private var badSamples: [AuditFinding] {
        let groups = failures.grouped { [$0.sample, Self.reason($0.error, count: 0)].map(ExactText.init) }
        return groups.map { _, group in
            let reason = Self.reason(group[0].error, count: group.count)
            return AuditFinding(
                kind: .badSample, properties: [],
                message: "\(group[0].sample) can't be mapped: \(reason)\(reason.hasSuffix(".") ? "" : ".")")
        }
    }

    /// The sentence about an error.
    ///
    /// - Parameter count: How many elements have an error that differs only in its place; 0 for the sentence that all of
    ///   them share.
    private static func reason(_ error: any Error, count: Int) -> String {
        guard count != 1, let error = error as? ModelError else { return error.sentenceWithoutValues }
        let first = error.line.map { ", first at line \($0)" } ?? ""
        return error.main.sentence(
            at: error.main.components.general, count == 0 ? nil : "\(count) times\(first)")
    }

    private var unmatchedKeys: [AuditFinding] {
        let fedProperties = Set(reports.flatMap { $0.matched.map(\.property) })
        let contested = Set(reports.flatMap(\.contestedKeys))
        let shapes = ShapesByPath(shape)
        return grouped(\.unmatchedKeys) { key, report in
            let path = report.paths.generalized(key.place.path.components, endsInKey: true)
            if contested.contains(path) {
                return Description(
                    kind: .unmatchedKey, properties: [],
                    text: "\(path.path) matches several properties and fills none of them", path: path)
            }
            // If another key fills the property, this key wasn't meant for it.
            let hint = key.hint.flatMap {
                path.count == 1 && fedProperties.contains($0.property) ? nil : $0
            }
            return Description(
                kind: .unmatchedKey, properties: hint.map { [$0.property] } ?? [],
                text: "No property for \(path.path)", path: path,
                ending: {
                    if let hint { return hint.text }
                    let name = shapes.shape(at: path)?.typeName
                    return name.map { "; its values are of type \($0)" } ?? ""
                })
        }
    }

    private var neverFed: [AuditFinding] {
        var seen = Set(reports.flatMap { $0.outermost?.fedProperties ?? [] })
        let unfilled = reports.flatMap { $0.outermost?.unfilled ?? [] }
        return unfilled.filter { seen.insert($0.name).inserted }.map { property in
            AuditFinding(
                kind: .neverFed, properties: [property.name],
                message: "No sample fills \(property.name)\(property.keysInSentence).")
        }
    }

    private var mismatches: [AuditFinding] {
        grouped(Self.lostValues) { problem, report in
            let path = report.paths.generalized(problem.components)
            return Description(
                kind: .mismatch, properties: Self.properties(at: problem.components, report),
                text: Self.text(of: problem, at: path), path: path,
                ending: { problem.action == .usedFallback ? MappingProblem.fallbackEnding : "" })
        }
    }

    /// The problems of values in the outermost object.
    ///
    /// Problems of the object itself are the reasons for bad samples, and keys are separate kinds of
    /// findings.
    private static func lostValues(_ report: MappingReport) -> [MappingProblem] {
        report.problems.filter { $0.action != .ignoredKey && !$0.components.isEmpty }
    }

    /// The sentence about a problem, without its period, values, and everything that differs from place to
    /// place.
    private static func text(of problem: MappingProblem, at path: [PathComponent]) -> String {
        // The details of a mismatch are about a part of the value.
        var shown = problem
        (shown.value, shown.action) = (nil, .keptValue)
        if problem.code == .typeMismatch { shown.headline = nil }
        return String(shown.sentence(at: path, nil).dropLast())
    }

    private var conversions: [AuditFinding] {
        grouped(\.conversions) { conversion, report in
            let path = report.paths.generalized(conversion.place.path.components)
            let isNull = conversion.to == JSONKind.null.rawValue
            let expected = isNull ? "Found" : "Expected \(conversion.to), found"
            return Description(
                kind: .conversion, properties: Self.properties(at: conversion.place.path.components, report),
                text: "\(expected) \(conversion.from) at \(path.path)", path: path,
                ending: { isNull ? " that means null" : "; the value is converted" })
        }
    }

    /// The findings about parts of the reports: one for all descriptions with the same text and path, in the order of
    /// the first of each.
    private func grouped<Part>(
        _ parts: (MappingReport) -> [Part], _ description: (Part, MappingReport) -> Description
    ) -> [AuditFinding] {
        let descriptions = reports.flatMap { report in parts(report).map { description($0, report) } }
        return descriptions.grouped { [$0.text, $0.path.path].map(ExactText.init) }.map { _, group in
            let times = group.count > 1 ? " (\(group.count) times)" : ""
            return AuditFinding(
                kind: group[0].kind, properties: group[0].properties, path: group[0].path.path,
                message: "\(group[0].text)\(times)\(group[0].ending()).")
        }
    }

    /// The properties of the outermost object that a value belongs to.
    private static func properties(at path: [PathComponent], _ report: MappingReport) -> [String] {
        report.outermost?.properties(at: path[...]) ?? []
    }
}
