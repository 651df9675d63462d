import Foundation

/// Measures the chosen comparisons, and prints the table of each when it is complete.
func printComparisons(_ arguments: Arguments) throws {
    let chosen = try chosenComparisons(arguments)
    if let file = arguments.chart {
        guard chosen.contains(where: \.isCharted) else {
            throw ComparisonError(description: "none of these comparisons belongs in the chart")
        }
        try checkWritable(file)
    }
    say(
        """
        Seed \(Arguments.seed), \(arguments.rounds) rounds; the contenders in turns, each time in a new process, compared first.
        A × column shows how many times as long each row took as the row that the heading names: the median over the rounds.
        """)
    var chart = Chart()
    for comparison in chosen {
        let (payload, measurements) = try comparison.measure(arguments)
        var report = "\n## \(comparison.title) (\(byteCount(payload.count)) of JSON)\n\n"
        report += comparison.table(measurements).text
        for measurement in measurements {
            if let failure = measurement.failure {
                report += "\n\n\(measurement.name): \(failure)"
            }
        }
        say(report)
        if comparison.isCharted {
            chart.add(comparison, payload: payload, measurements)
        }
    }
    if let file = arguments.chart {
        try Data(chart.svg(caption: circumstances()).utf8).write(to: file)
    }
}

/// The comparisons for the files, or else the program's own, with `--only`'s text in their titles.
func chosenComparisons(_ arguments: Arguments) throws -> [Comparison] {
    let all = arguments.files.isEmpty ? allComparisons : try arguments.files.map(fileComparison)
    return try arguments.chosen(of: all, "comparison", name: \.title)
}

/// Fails now if the file can't be written, and not after minutes of measuring.
///
/// A file that exists keeps its content.
private func checkWritable(_ file: URL) throws {
    guard let stream = fopen(file.path, "a") else {
        throw ComparisonError(
            description: "\(file.path) can't be written: \(String(cString: strerror(errno)))")
    }
    fclose(stream)
}
