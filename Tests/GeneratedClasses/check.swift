import Foundation
import ModelObjects

/// The number of files that lost something.
@MainActor var failures = 0

@MainActor func fail(_ path: String, _ problems: [String]) {
    for problem in problems.prefix(5) { print("\(path): \(problem)") }
    if !problems.isEmpty { failures += 1 }
}

/// Maps a sample to its generated class, exports it again, and prints what is lost.
@MainActor func check<Model: ModelClass>(
    _ type: Model.Type, _ path: String, _ options: ExportOptions, hasExactKeys: Bool
) {
    do {
        let sample = try Data(contentsOf: URL(fileURLWithPath: path))
        let isArray = sample.first { !Array(" \n\r\t".utf8).contains($0) } == UInt8(ascii: "[")
        let report: MappingReport
        let exported: Data
        if isArray {
            let (objects, found) = Model.inspectArray(json: sample)
            (report, exported) = (found, try Model.jsonData(objects, options: options))
        } else {
            let (object, found) = Model.inspect(json: sample)
            (report, exported) = (found, try object?.jsonData(options: options) ?? Data("{}".utf8))
        }
        var problems = report.problems.map { "\($0)" }
        problems += report.unmatchedKeys.map { "No property for \($0.path)." }
        problems += report.conversions.map { "Converted \($0.path)." }
        if let error = report.error { problems.append("\(error)") }
        if Model() != Model() { problems.append("Two new objects differ.") }
        if problems.isEmpty {
            problems = Comparison(hasExactKeys: hasExactKeys).differences(
                try plain(sample), try plain(exported), "$")
        }
        fail(path, problems)
    } catch {
        fail(path, ["\(error)"])
    }
}

/// Looks for mistakes in a class that was generated from a schema.
@MainActor func check<Model: ModelClass>(_ type: Model.Type, _ path: String) {
    var problems = Model.audit().map { "\($0)" }
    if Model() != Model() { problems.append("Two new objects differ.") }
    fail(path, problems)
}

/// Any value, as the library reads it.
final class Box: ModelObject {
    var value: Any?
}

func plain(_ json: Data) throws -> Any {
    try Box(json: Data(#"{"value": "#.utf8) + json + Data("}".utf8)).value ?? NSNull()
}

struct Comparison {
    /// Whether keys must have the sample's spelling.
    let hasExactKeys: Bool

    /// The dates in the samples whose spelling no rule keeps, and the exported spelling.
    private static let otherSpellings = [
        "/Date(1709209859000+0100)/": "2024-02-29T12:30:59Z",
        "2017-07-11T17:27:07.299000+00:00": "2017-07-11T17:27:07.299Z",
        "2024-01-01T00:00:00+01:00": "2023-12-31T23:00:00Z",
        "2024-02-29T12:30:59,5Z": "2024-02-29T12:30:59.5Z",
        "2024-02-29T12:30:59.120000Z": "2024-02-29T12:30:59.12Z",
        "2024-07-01T00:00:00+02:00": "2024-06-30T22:00:00Z",
    ]

    /// What differs; nil and a missing key are the same, and so are two spellings of one UUID.
    func differences(_ left: Any, _ right: Any, _ path: String) -> [String] {
        switch (left, right) {
        case (let left as [String: Any], let right as [String: Any]):
            let right = hasExactKeys ? right : respelled(right, like: left)
            return Set(left.keys).union(right.keys).sorted().flatMap { key -> [String] in
                switch (left[key] ?? NSNull(), right[key] ?? NSNull()) {
                case (is NSNull, is NSNull): []
                case (let left, let right): differences(left, right, "\(path).\(key)")
                }
            }
        case (let left as [Any], let right as [Any]):
            if left.count != right.count {
                return ["\(right.count) elements instead of \(left.count) at \(path)."]
            }
            return zip(left, right).enumerated().flatMap { differences($1.0, $1.1, "\(path)[\($0)]") }
        default: return isSame(left, right) ? [] : ["\(right) instead of \(left) at \(path)."]
        }
    }

    private func isSame(_ left: Any, _ right: Any) -> Bool {
        switch (left, right) {
        case (let left as String, let right as String):
            if left == right { return true }
            if let uuid = UUID(uuidString: left) { return uuid == UUID(uuidString: right) }
            return Self.otherSpellings[left] == right
        case (is String, _), (_, is String): return false
        case (is NSNull, is NSNull): return true
        case (let left as Bool, let right as Bool): return left == right
        case (is Bool, _), (_, is Bool): return false
        default:
            if let number = Decimal(string: "\(left)"), number == Decimal(string: "\(right)") { return true }
            return (left as? Double).map { $0 == right as? Double } ?? false
        }
    }

    /// The members with the keys of other members, where they differ only in case and separators.
    private func respelled(_ members: [String: Any], like others: [String: Any]) -> [String: Any] {
        func fold(_ key: String) -> String { key.lowercased().filter { !"_- ".contains($0) } }
        let spellings = Dictionary(
            others.keys.filter { members[$0] == nil }.map { (fold($0), $0) },
            uniquingKeysWith: { first, _ in first })
        return Dictionary(
            members.map { (others[$0.key] == nil ? spellings[fold($0.key)] ?? $0.key : $0.key, $0.value) },
            uniquingKeysWith: { first, _ in first })
    }
}
