import Foundation

/// How much work the heavy tests do.
///
/// The environment variable `MODELOBJECTS_EFFORT` scales their repetitions: 1 is the full number, as in `.ci/run`.
/// Without the variable it is 0.05, so that `swift test` is fast.
enum Effort {
    private static let chosen = ProcessInfo.processInfo.environment["MODELOBJECTS_EFFORT"]
    private static let factor: Double = {
        let text = chosen
        let factor = text.map { Double($0) } ?? 0.05
        guard let factor, factor > 0 else {
            preconditionFailure("MODELOBJECTS_EFFORT is \(text ?? ""), which is no factor above 0.")
        }
        print("Heavy tests do \(factor) of all their work (MODELOBJECTS_EFFORT=1 for all of it).")
        return factor
    }()

    /// Whether the tests do all their work.
    static var isFull: Bool { factor >= 1 }

    /// The count, scaled by the effort.
    ///
    /// - Parameters:
    ///   - least: The smallest count with which the test still proves its claim.
    ///   - usual: The count without the variable, for a test that would take seconds with a twentieth.
    static func count(_ full: Int, atLeast least: Int = 1, byDefault usual: Int? = nil) -> Int {
        if chosen == nil, let usual { return usual }
        return max(least, Int(Double(full) * factor))
    }

    /// A share of the cases that depends on the effort: one from each of several equal parts.
    static func some<Cases: RandomAccessCollection>(
        of cases: Cases, atLeast least: Int = 1
    ) -> [Cases.Element] {
        let wanted = min(cases.count, count(cases.count, atLeast: least))
        return (0..<wanted).map { part in
            let (start, end) = (part * cases.count / wanted, (part + 1) * cases.count / wanted)
            // At a different offset in each part, since cases may repeat with a period.
            let offset = start + part * 7_919 % (end - start)
            return cases[cases.index(cases.startIndex, offsetBy: offset)]
        }
    }
}
