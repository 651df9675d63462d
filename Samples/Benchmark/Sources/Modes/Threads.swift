import Foundation
import ModelObjects

/// Whether threads slow each other down.
///
/// Measures how many users one thread, two threads and two processes map in the same time, with separate objects.
func printThreads(_ arguments: Arguments) throws {
    let payload = userPayload(seed: arguments.seed)
    let time = Duration.milliseconds(arguments.isSmoke ? 20 : 400)
    var results: [(name: String, rates: [Double])] = threadContenders.flatMap { contender in
        ["one thread", "two threads", "two processes"].map { ("\(contender.name), \($0)", []) }
    }
    for _ in 0..<arguments.rounds {
        for (index, contender) in threadContenders.enumerated() {
            let work = contender.work
            results[index * 3].rates.append(rate(threads: 1, time: time) { try work(payload, $0) })
            results[index * 3 + 1].rates.append(rate(threads: 2, time: time) { try work(payload, $0) })
            results[index * 3 + 2].rates.append(try rateOfTwoProcesses(contender.name, time: time))
        }
    }
    var table = ResultTable(["", "users per second", "min–max", "× one thread", "× two processes"])
    for (index, result) in results.enumerated() {
        let alone = results[index / 3 * 3].rates.median
        let processes = results[index / 3 * 3 + 2].rates.median
        let median = result.rates.median
        table.add([
            result.name, millions(median),
            "\(millions(result.rates.min() ?? .nan))–\(millions(result.rates.max() ?? .nan))",
            String(format: "%.2f", median / alone), String(format: "%.2f", median / processes),
        ])
    }
    print("A GitHub user, mapped repeatedly by each thread.\n")
    print(table.text)
}

/// Runs in a child process: reports that it is ready, waits for the start, maps for a while, prints users per second.
func printThreadsOfOne(name: String, milliseconds: Int, seed: UInt64) throws {
    let payload = userPayload(seed: seed)
    guard let contender = threadContenders.first(where: { $0.name == name }) else {
        throw ComparisonError(description: "no contender \(name)")
    }
    try contender.work(payload, 1_000)
    print("ready")
    fflush(nil)
    _ = readLine()
    print(try rateOfOne(time: .milliseconds(milliseconds)) { try contender.work(payload, $0) })
}

private struct ThreadContender: Sendable {
    let name: String
    let work: @Sendable (_ payload: Data, _ count: Int) throws -> Void
}

private let threadContenders = [
    ThreadContender(name: "ModelObjects") { payload, count in
        for _ in 0..<count {
            letGo(of: try User(json: payload))
        }
    },
    ThreadContender(name: "JSONDecoder") { payload, count in
        let decoder = JSONDecoder()
        for _ in 0..<count {
            letGo(of: try decoder.decode(CodedUser.self, from: payload))
        }
    },
]

/// Users per second on one thread, in batches of a hundred until the time is up.
private func rateOfOne(time: Duration, work: (_ count: Int) throws -> Void) throws -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    var count = 0
    repeat {
        try work(100)
        count += 100
    } while clock.now - start < time
    return Double(count) / ((clock.now - start).nanoseconds / 1e9)
}

/// Users per second on all threads together.
private func rate(threads: Int, time: Duration, work: @escaping @Sendable (_ count: Int) throws -> Void)
    -> Double
{
    let rates = Rates()
    DispatchQueue.concurrentPerform(iterations: threads) { _ in
        try? work(100)
        rates.add((try? rateOfOne(time: time, work: work)) ?? .nan)
    }
    return rates.total
}

private final class Rates: @unchecked Sendable {
    private let lock = NSLock()
    private var sum = 0.0

    var total: Double { lock.withLock { sum } }

    func add(_ rate: Double) {
        lock.withLock { sum += rate }
    }
}

private func rateOfTwoProcesses(_ name: String, time: Duration) throws -> Double {
    let milliseconds = String(Int(time.nanoseconds / 1e6))
    let children = try (0..<2).map { _ in try ChildProcess(["--child-threads", name, milliseconds]) }
    children.forEach { _ = $0.line() }
    try children.forEach { try $0.go() }
    return try children.reduce(0) { $0 + (Double(try $1.wait()) ?? .nan) }
}

private func millions(_ rate: Double) -> String {
    String(format: "%.3f M", rate / 1e6)
}
