import Foundation
import ModelObjects

/// The time per object of 20 mixed properties in archives of all sizes, and their memory use.
///
/// Times are measured in turns within this process, so that anything that slows the machine affects all sizes. Peak
/// memory is measured in a separate process for each size.
func printArchiveScale(_ arguments: Arguments) throws {
    let counts = arguments.isSmoke ? [100, 1_000] : [1_000, 10_000, 50_000, 200_000]
    say(
        "Peak memory is over what there was before: the objects that are written, or the archive that is read.\n"
    )
    let table = RunningTable([
        ("objects", 7), ("job", 11), ("per object", 10), ("min–max", 17), ("× \(grouped(counts[0]))", 7),
        ("peak memory", 11), ("× file", 6),
    ])
    let records = try Record.array(json: recordsPayload(count: counts.max() ?? 0, seed: arguments.seed))
    let parts = counts.map { Array(records.prefix($0)) }
    let archives = try parts.map { try Record.archivedData($0) }
    for job in ArchiveJob.allCases {
        let stopwatches = try counts.indices.map { place in
            try stopwatch(sample: arguments.sampleTime) { passes in
                for _ in 0..<passes { try job.run(parts[place], archives[place]) }
            }
        }
        // Work that takes a second is not timed eleven times.
        let times = try inTurns(stopwatches, rounds: min(arguments.rounds, 5)).enumerated().map {
            place, times in times.map { $0 / Double(counts[place]) }
        }
        for (place, count) in counts.enumerated() {
            let answer = try ChildProcess(["--child-archive-peak", job.rawValue, String(count)]).wait()
            let peak = Int(answer) ?? 0
            let (least, most) = (times[place].min() ?? .nan, times[place].max() ?? .nan)
            table.add([
                grouped(count), job.rawValue, duration(times[place].median),
                "\(duration(least))–\(duration(most))",
                // Paired by round: the machine may be slower in one of them.
                String(format: "%.2f", zip(times[place], times[0]).map { $0 / $1 }.median), byteCount(peak),
                String(format: "%.2f", Double(peak) / Double(archives[place].count)),
            ])
        }
    }
}

/// Runs in a child process: prints by how many bytes writing or reading one archive raises the peak.
func printArchivePeak(job name: String, count: Int) throws {
    guard let job = ArchiveJob(rawValue: name) else {
        throw ComparisonError(description: "no job \(name)")
    }
    let contender = Contender(name) {
        var records = try Record.array(json: recordsPayload(count: count, seed: Arguments.seed))
        let archive = job == .unarchiving ? try Record.archivedData(records) : Data()
        if job == .unarchiving { records = [] }
        return { try job.run(records, archive) }
    }
    print(try prepareMeasuringPeak(contender).peak)
}

private enum ArchiveJob: String, CaseIterable {
    case archiving
    case unarchiving

    func run(_ records: [Record], _ archive: Data) throws {
        switch self {
        case .archiving: letGo(of: try Record.archivedData(records))
        case .unarchiving: letGo(of: try Record.unarchiveArray(data: archive))
        }
    }
}
