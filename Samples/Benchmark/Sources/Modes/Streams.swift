import Foundation
import ModelObjects

/// Streams beside calls that hold the whole text or all objects in memory: time, and peak memory above that of a
/// process that does nothing.
///
/// Each job runs in a separate process, once in each round.
func printStreams(_ arguments: Arguments) throws {
    let jobs = try arguments.chosen(of: streamJobs, "job", name: \.name)
    let files = try StreamFiles(arguments)
    say("\(grouped(files.count)) members: an array of \(byteCount(files.size)), and the same in lines.")
    say(
        "Times of all processors together are in the column CPU. Results stay in memory only where the job says so.\n"
    )
    let table = RunningTable([
        ("job", 36), ("time", 8), ("CPU", 8), ("×", 5), ("× CPU", 5), ("compared with", 34),
        ("peak memory", 11),
    ])
    let results = try inTurns(
        jobs.map { job in { try files.measure(job.name) } }, rounds: min(arguments.rounds, 3))
    let nothing = try files.measure("nothing").peak
    for (job, rounds) in zip(jobs, results) {
        var row = [
            job.name, duration(rounds.map(\.time).median), duration(rounds.map(\.processorTime).median),
        ]
        if let index = jobs.firstIndex(where: { $0.name == job.reference }) {
            let pairs = zip(rounds, results[index])
            row += [
                precise(pairs.map { $0.time / $1.time }.median),
                precise(pairs.map { $0.processorTime / $1.processorTime }.median), jobs[index].name,
            ]
        } else {
            row += ["", "", ""]
        }
        table.add(row + [byteCount(Int(rounds.map(\.peak).max() ?? 0) - Int(nothing))])
    }
}

/// Runs in a child process: prints the nanoseconds, those of the processors, and the peak memory.
func printStreamOfOne(name: String, folder: String, repetitions: Int) throws {
    let folder = URL(fileURLWithPath: folder)
    guard let job = (streamJobs + [.nothing]).first(where: { $0.name == name }) else {
        throw ComparisonError(description: "no job \(name)")
    }
    let work = try job.prepare(folder, repetitions)
    forgetPeakMemory()
    let processorStart = clock()
    let start = ContinuousClock.now
    let result = try work()
    let time = (ContinuousClock.now - start).nanoseconds
    let processorTime = Double(clock() - processorStart) / Double(CLOCKS_PER_SEC) * 1e9
    print(time, processorTime, peakMemory() ?? 0, result.count)
}

/// The array and the lines that all jobs read, in a temporary folder.
private final class StreamFiles {
    let folder: URL
    let count: Int
    private(set) var size = 0
    private let repetitions: Int

    init(_ arguments: Arguments) throws {
        folder = temporaryFolder.appendingPathComponent("streams")
        let array = membersPayload(count: arguments.memberCount, seed: arguments.seed)
        let members = array.dropFirst().dropLast()
        let lines = members.split(separator: 0x0A).map { $0.last == UInt8(ascii: ",") ? $0.dropLast() : $0 }
        repetitions = max(1, arguments.megabytes * 1_000_000 / array.count)
        count = repetitions * arguments.memberCount
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try array.write(to: StreamJob.block(folder))
        try write(to: StreamJob.array(folder), "[", members, ",\n", "]")
        size = try Int(StreamJob.array(folder).resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0)
        try write(to: StreamJob.lines(folder), "", Data(lines.joined(separator: [0x0A])), "\n", "\n")
    }

    private func write(
        to file: URL, _ start: String, _ part: Data, _ separator: String, _ end: String
    ) throws {
        try Data(start.utf8).write(to: file)
        let handle = try FileHandle(forWritingTo: file)
        try handle.seekToEnd()
        for index in 0..<repetitions {
            if index > 0 { try handle.write(contentsOf: Data(separator.utf8)) }
            try handle.write(contentsOf: part)
        }
        try handle.write(contentsOf: Data(end.utf8))
        try handle.close()
    }

    struct Result {
        let time: Double
        let processorTime: Double
        let peak: Double
    }

    func measure(_ job: String) throws -> Result {
        let answer = try ChildProcess(["--child-stream", job, folder.path, String(repetitions)]).wait()
        let numbers = answer.split(separator: " ").compactMap { Double($0) }
        guard numbers.count == 4, job == "nothing" || Int(numbers[3]) == count else {
            throw ComparisonError(description: "\(job) gave \(answer) instead of \(count) members")
        }
        return Result(time: numbers[0], processorTime: numbers[1], peak: numbers[2])
    }
}

private struct StreamJob: Sendable {
    /// What stays in memory until the time has been taken.
    struct Outcome {
        let count: Int
        var kept: [Member] = []
    }

    let name: String
    var reference: String?
    let prepare: @Sendable (_ folder: URL, _ repetitions: Int) throws -> () throws -> Outcome

    static let nothing = StreamJob(name: "nothing") { _, _ in { Outcome(count: 0) } }

    static func block(_ folder: URL) -> URL { folder.appendingPathComponent("block.json") }
    static func array(_ folder: URL) -> URL { folder.appendingPathComponent("array.json") }
    static func lines(_ folder: URL) -> URL { folder.appendingPathComponent("lines.ndjson") }
    static func output(_ folder: URL) -> URL { folder.appendingPathComponent("output.json") }

    /// A few members to write again and again, and how many times to write one.
    static func members(_ folder: URL, _ repetitions: Int) throws -> ([Member], count: Int) {
        let block = try Member.array(json: Data(contentsOf: block(folder)))
        return (Array(block.prefix(100)), repetitions * block.count)
    }

    /// A job that uses each member once.
    static func forEach(
        _ name: String, _ file: @escaping @Sendable (URL) -> URL, than reference: String? = nil
    ) -> StreamJob {
        StreamJob(name: name, reference: reference) { folder, _ in
            {
                var count = 0
                try Member.forEach(contentsOf: file(folder)) { _ in count += 1 }
                return Outcome(count: count)
            }
        }
    }

    /// A job that keeps all members.
    static func threads(_ threads: Int, than reference: String? = nil) -> StreamJob {
        StreamJob(name: "array(contentsOf:threads: \(threads)), kept", reference: reference) { folder, _ in
            {
                let members = try Member.array(contentsOf: array(folder), threads: threads)
                return Outcome(count: members.count, kept: members)
            }
        }
    }
}

/// Where the line that starts at `start` ends: memchr finds it faster than `firstIndex(of:)`.
private func endOfLine(_ text: Data, from start: Int) -> Int? {
    text.withUnsafeBytes { bytes in
        guard let first = bytes.baseAddress, start < bytes.count,
            let end = memchr(first + start, 0x0A, bytes.count - start)
        else { return nil }
        return UnsafeRawPointer(end) - first
    }
}

private let streamJobs = [
    StreamJob(name: "array(json:)") { folder, _ in
        { .init(count: try Member.array(json: Data(contentsOf: StreamJob.array(folder))).count) }
    },
    .forEach("forEach(contentsOf:)", StreamJob.array, than: "array(json:)"),
    .forEach("forEach(contentsOf:), lines", StreamJob.lines, than: "array(json:)"),
    StreamJob(name: "JSONDecoder, line by line", reference: "forEach(contentsOf:), lines") { folder, _ in
        {
            let decoder = JSONDecoder()
            var count = 0
            let text = try Data(contentsOf: StreamJob.lines(folder), options: .alwaysMapped)
            var start = 0
            while let end = endOfLine(text, from: start) {
                _ = try decoder.decode(CodedMember.self, from: text[start..<end])
                start = end + 1
                count += 1
            }
            return .init(count: count)
        }
    },
    .threads(1),
    .threads(2, than: "array(contentsOf:threads: 1), kept"),
    StreamJob(name: "jsonData of all, and write(to:)") { folder, repetitions in
        let (few, count) = try StreamJob.members(folder, repetitions)
        let members = (0..<count).map { few[$0 % few.count] }
        return {
            try Member.jsonData(members).write(to: StreamJob.output(folder), options: .atomic)
            return .init(count: members.count)
        }
    },
    StreamJob(name: "ModelWriter", reference: "jsonData of all, and write(to:)") { folder, repetitions in
        let (few, count) = try StreamJob.members(folder, repetitions)
        return {
            var writer = try ModelWriter<Member>(to: StreamJob.output(folder), format: .array)
            for index in 0..<count { try writer.write(few[index % few.count]) }
            try writer.close()
            return .init(count: writer.count)
        }
    },
]
