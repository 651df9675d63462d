import Foundation

/// How much the heavy tests do.
///
/// The environment variable `MODELOBJECTS_EFFORT` is a factor for what they repeat: 1 is all of it, as in
/// `.ci/run`. Without the variable it is 0.05, so that `swift test` takes little time.
enum Effort {
    private static let factor: Double = {
        let text = ProcessInfo.processInfo.environment["MODELOBJECTS_EFFORT"]
        let factor = text.map { Double($0) } ?? 0.05
        guard let factor, factor > 0 else {
            preconditionFailure("MODELOBJECTS_EFFORT is \(text ?? ""), which is no factor above 0.")
        }
        print("Heavy tests do \(factor) of all their work (MODELOBJECTS_EFFORT=1 for all of it).")
        return factor
    }()

    /// As much of a count as the effort asks for.
    ///
    /// - Parameter least: A count that the test needs to make its claim at all.
    static func count(_ full: Int, atLeast least: Int = 1) -> Int {
        max(least, Int(Double(full) * factor))
    }

    /// As many of the cases as the effort asks for: one of each part of them.
    static func some<Cases: RandomAccessCollection>(
        of cases: Cases, atLeast least: Int = 1
    ) -> [Cases.Element] {
        let wanted = min(cases.count, count(cases.count, atLeast: least))
        return (0..<wanted).map { part in
            let (start, end) = (part * cases.count / wanted, (part + 1) * cases.count / wanted)
            // At a different place in each part, since cases may repeat with a period.
            let offset = start + part * 7_919 % (end - start)
            return cases[cases.index(cases.startIndex, offsetBy: offset)]
        }
    }
}
