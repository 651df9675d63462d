import Foundation

/// Does the work of one contender in this process, for a profiler, which would not see that of child processes.
func profile(_ arguments: Arguments) throws {
    let all = try chosenComparisons(arguments).flatMap { comparison in
        // The payload doesn't matter for the names: a contender reads it when it is prepared.
        comparison.contenders(Data()).map { (comparison: comparison, name: $0.name) }
    }
    func list(_ items: [(comparison: Comparison, name: String)]) -> String {
        items.map { "\n  \($0.comparison.title): \($0.name)" }.joined()
    }
    let named = all.filter { $0.name.localizedCaseInsensitiveContains(arguments.contender) }
    guard let (comparison, name) = named.first else {
        throw ComparisonError(
            description: "no contender has “\(arguments.contender)” in its name; there are:\(list(all))")
    }
    guard named.count == 1 else {
        throw ComparisonError(
            description: "several contenders have “\(arguments.contender)” in their names:\(list(named))")
    }
    let contenders = comparison.contenders(try comparison.payload(arguments))
    guard let work = try contenders.first(where: { $0.name == name })?.prepare() else { return }
    let time = try ContinuousClock().measure { try work.run(arguments.passes) }
    say(
        """
        \(comparison.title): \(name)
        \(grouped(arguments.passes)) passes of \(duration(time.nanoseconds / Double(arguments.passes)))
        """)
}
