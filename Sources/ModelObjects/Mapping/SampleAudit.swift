/// Finds the differences between a class and samples of its payloads.
///
/// The same problem in many places is one finding: array indices are ignored, and the places are counted.
struct SampleAudit {
    /// The number of the sample, from 1, and the report for an object in it.
    let reports: [(sample: Int, report: MappingReport)]

    var findings: [AuditFinding] {
        badSamples + unmatchedKeys + neverFed + mismatches + conversions
    }

    /// A finding without the number of its places, which is inserted between `text` and `rest`.
    private struct Description {
        let kind: AuditFinding.Kind
        let properties: [String]
        let text: String
        var rest = ""
    }

    private var badSamples: [AuditFinding] {
        grouped(
            reports.compactMap { entry in
                guard let error = entry.report.error else { return nil }
                let reason = "\(error)"
                return Description(
                    kind: .badSample, properties: [],
                    text: "Sample \(entry.sample) can't be mapped: "
                        + (reason.hasSuffix(".") ? "\(reason.dropLast())" : reason))
            })
    }

    private var unmatchedKeys: [AuditFinding] {
        let fed = Set(reports.flatMap { $0.report.matched.map(\.property) })
        let contested = Set(
            reports.flatMap(\.report.problems).filter {
                $0.code == .unknownKey && $0.found.hasPrefix("one of")
            }
            .map { $0.components.general.path })
        let described = reports.flatMap(\.report.unmatchedKeys).map { key in
            let path = key.place.path.general.path
            if contested.contains(path) {
                return Description(
                    kind: .unmatchedKey, properties: [],
                    text: "\(path) matches several properties and fills none of them")
            }
            // A property that another key fills was not meant by this one.
            let nearest = key.suggestion.flatMap {
                key.place.path.count == 1 && fed.contains($0.property) ? nil : $0
            }
            return Description(
                kind: .unmatchedKey, properties: nearest.map { [$0.property] } ?? [],
                text: "No property for \(path)",
                rest: nearest.map { "; the nearest is \($0.text)" } ?? "")
        }
        return grouped(described)
    }

    private var neverFed: [AuditFinding] {
        let fed = Set(reports.flatMap { $0.report.matched.map(\.property) })
        var seen = fed
        return reports.flatMap(\.report.unfilled).filter { seen.insert($0).inserted }.map { property in
            AuditFinding(kind: .neverFed, properties: [property], message: "No sample fills \(property).")
        }
    }

    private var mismatches: [AuditFinding] {
        grouped(
            reports.flatMap { entry in
                entry.report.problems.filter { $0.code == .typeMismatch }.map { problem in
                    Description(
                        kind: .mismatch, properties: Self.properties(at: problem.path, entry.report),
                        text: "Expected \(problem.expected), found \(problem.found) at "
                            + problem.components.general.path,
                        rest: problem.action == .usedFallback ? "; the fallback is used" : "")
                }
            })
    }

    private var conversions: [AuditFinding] {
        grouped(
            reports.flatMap { entry in
                entry.report.conversions.map { conversion in
                    Description(
                        kind: .conversion, properties: Self.properties(at: conversion.path, entry.report),
                        text: "Expected \(conversion.to), found \(conversion.from) at "
                            + conversion.place.path.general.path,
                        rest: "; the value is converted")
                }
            })
    }

    /// One finding for all entries with the same text, in the order of the first entry of each.
    private func grouped(_ entries: [Description]) -> [AuditFinding] {
        var counts: [String: Int] = [:]
        var first: [Description] = []
        for described in entries {
            counts[described.text, default: 0] += 1
            if counts[described.text] == 1 { first.append(described) }
        }
        return first.map { described in
            let count = counts[described.text] ?? 1
            let places = count > 1 ? " (\(count) times)" : ""
            return AuditFinding(
                kind: described.kind, properties: described.properties,
                message: "\(described.text)\(places)\(described.rest).")
        }
    }

    /// The properties of the outermost object that a value belongs to.
    private static func properties(at path: String, _ report: MappingReport) -> [String] {
        report.matched.filter { match in
            let key = "$.\(match.key)"
            return path == key || path.hasPrefix(key + ".") || path.hasPrefix(key + "[")
        }.map(\.property)
    }
}
