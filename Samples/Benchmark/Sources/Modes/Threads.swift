import Foundation
import ModelObjects

/// Whether threads slow each other down.
///
/// Measures how long one object takes on one thread, and on each of two threads and of two processes at the same time,
/// with separate objects.
func printThreads(_ arguments: Arguments) throws {
    let time = Duration.milliseconds(arguments.isSmoke ? 20 : 400)
    var results: [(name: String, times: [Double])] = threadContenders.flatMap { contender in
        ["one thread", "two threads", "two processes"].map { ("\(contender.name), \($0)", []) }
    }
    say(
        "The same object, mapped repeatedly by each thread. If threads don't slow each other down, the ratio is 1."
    )
    say("Two processes share only the machine.\n")
    for _ in 0..<arguments.rounds {
        for (index, contender) in threadContenders.enumerated() {
            results[index * 3].times.append(try timePerObject(contender, threads: 1, time: time))
            results[index * 3 + 1].times.append(try timePerObject(contender, threads: 2, time: time))
            results[index * 3 + 2].times.append(try timeOfTwoProcesses(contender.name, time: time))
        }
    }
    var table = ResultTable(["", "time per object", "min–max", "× one thread"])
    for (index, result) in results.enumerated() {
        let alone = results[index / 3 * 3].times
        table.add([
            result.name, duration(result.times.median),
            "\(duration(result.times.min() ?? .nan))–\(duration(result.times.max() ?? .nan))",
            precise(zip(result.times, alone).map { $0 / $1 }.median),
        ])
    }
    say(table.text)
}

/// Runs in a child process: reports that it is ready, waits for the start, maps for a while, and prints the time of one
/// object.
func printThreadsOfOne(name: String, milliseconds: Int) throws {
    guard let contender = threadContenders.first(where: { $0.name == name }) else {
        throw ComparisonError(description: "no contender \(name)")
    }
    let payload = contender.payload()
    try contender.work(payload, 1_000)
    say("ready")
    _ = readLine()
    print(try timePerObject(of: .milliseconds(milliseconds)) { try contender.work(payload, $0) })
}

private struct ThreadContender: Sendable {
    let name: String
    let payload: @Sendable () -> Data
    let work: @Sendable (_ payload: Data, _ count: Int) throws -> Void
}

private let threadContenders = [
    ThreadContender(name: "ModelObjects, a GitHub user", payload: { userPayload(seed: Arguments.seed) }) {
        payload, count in
        for _ in 0..<count {
            letGo(of: try User(json: payload))
        }
    },
    ThreadContender(name: "JSONDecoder, a GitHub user", payload: { userPayload(seed: Arguments.seed) }) {
        payload, count in
        let decoder = JSONDecoder()
        for _ in 0..<count {
            letGo(of: try decoder.decode(CodedUser.self, from: payload))
        }
    },
    ThreadContender(name: "ModelObjects, a parcel", payload: { parcelPayload }) { payload, count in
        for _ in 0..<count {
            letGo(of: try Parcel(json: payload))
        }
    },
]

/// The nanoseconds of one object on this thread, which maps batches of a hundred until the time is up.
private func timePerObject(of time: Duration, work: (_ count: Int) throws -> Void) throws -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    var count = 0
    repeat {
        try work(100)
        count += 100
    } while clock.now - start < time
    return (clock.now - start).nanoseconds / Double(count)
}

/// The mean of the times of all threads.
private func timePerObject(_ contender: ThreadContender, threads: Int, time: Duration) throws -> Double {
    let payload = contender.payload()
    try contender.work(payload, 100)
    let sum = Sum()
    DispatchQueue.concurrentPerform(iterations: threads) { _ in
        sum.add((try? timePerObject(of: time) { try contender.work(payload, $0) }) ?? .nan)
    }
    return sum.total / Double(threads)
}

private final class Sum: @unchecked Sendable {
    private let lock = NSLock()
    private var sum = 0.0

    var total: Double { lock.withLock { sum } }

    func add(_ number: Double) {
        lock.withLock { sum += number }
    }
}

private func timeOfTwoProcesses(_ name: String, time: Duration) throws -> Double {
    let milliseconds = String(Int(time.nanoseconds / 1e6))
    let children = try (0..<2).map { _ in try ChildProcess(["--child-threads", name, milliseconds]) }
    children.forEach { _ = $0.line() }
    try children.forEach { try $0.go() }
    return try children.reduce(0) { $0 + (Double(try $1.wait()) ?? .nan) } / 2
}
