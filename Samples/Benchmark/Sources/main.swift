// Measures this library and Foundation on the same tasks. See Arguments.help.

import Foundation

func run(_ arguments: Arguments) throws {
    switch arguments.mode {
    case .comparisons: try printComparisons(arguments)
    case .scale: try printScale(arguments)
    case .threads: try printThreads(arguments)
    case .footprint: try printFootprint(arguments)
    case .streams: try printStreams(arguments)
    case .conformances: try printConformances(arguments)
    case .child(let job, let parameters): try runChild(job, parameters, seed: arguments.seed)
    }
}

func printComparisons(_ arguments: Arguments) throws {
    let all = arguments.files.isEmpty ? allComparisons : try arguments.files.map(fileComparison)
    let chosen = all.filter { comparison in
        arguments.only.map { comparison.title.localizedCaseInsensitiveContains($0) } ?? true
    }
    guard !chosen.isEmpty else {
        throw ComparisonError(description: "no comparison has that in its title")
    }
    print(
        "Seed \(arguments.seed), \(arguments.rounds) rounds; the contenders in turns, each time in a new process, compared first."
    )
    print("× JSONDecoder: how many times longer JSONDecoder took, the median over the rounds.")
    var chart = Chart()
    for comparison in chosen {
        let (payload, measurements) = try comparison.measure(arguments)
        print("\n## \(comparison.title) (\(byteCount(payload.count)) of JSON)\n")
        print(comparison.table(measurements).text)
        for measurement in measurements {
            if let failure = measurement.failure {
                print("\n\(measurement.name): \(failure)")
            }
        }
        if comparison.isCharted {
            chart.add(comparison, payload: payload, measurements)
        }
    }
    if let file = arguments.chart {
        guard !chart.isEmpty else {
            throw ComparisonError(description: "none of these comparisons belongs in the chart")
        }
        try Data(chart.svg(caption: circumstances()).utf8).write(to: file)
    }
}

func runChild(_ job: String, _ parameters: [String], seed: UInt64) throws {
    switch (job, parameters.count) {
    case ("--child-contender", 4):
        guard let sample = Double(parameters[3]) else { fallthrough }
        try printSampleOfContender(
            parameters[1], in: parameters[0], file: parameters[2], sample: .nanoseconds(Int64(sample)))
    case ("--child-scale", 4):
        guard let count = Int(parameters[2]), let rounds = Int(parameters[3]) else { fallthrough }
        try printScaleOfOne(name: parameters[0], file: parameters[1], count: count, rounds: rounds)
    case ("--child-archive-peak", 2):
        guard let count = Int(parameters[1]) else { fallthrough }
        try printArchivePeak(job: parameters[0], count: count, seed: seed)
    case ("--child-threads", 2):
        guard let milliseconds = Int(parameters[1]) else { fallthrough }
        try printThreadsOfOne(name: parameters[0], milliseconds: milliseconds, seed: seed)
    case ("--child-stream", 3):
        guard let repetitions = Int(parameters[2]) else { fallthrough }
        try printStreamOfOne(name: parameters[0], folder: parameters[1], repetitions: repetitions)
    default:
        throw ComparisonError(description: "\(job) is this program's own affair")
    }
}

if CommandLine.arguments.contains("--help") {
    print(Arguments.help)
} else {
    do {
        try run(Arguments(Array(CommandLine.arguments.dropFirst())))
    } catch {
        FileHandle.standardError.write(Data("Benchmark: \(error)\n".utf8))
        exit(1)
    }
}
