import Foundation
import ModelObjects

/// Whether the cost per object is the same for a hundred objects and for a million.
///
/// `--only members` and `--only archives` choose one of the two tables.
func printScale(_ arguments: Arguments) throws {
    let tables: [(title: String, print: (Arguments) throws -> Void)] = [
        ("Members by the number of them", printMemberScale),
        ("Archives by the number of objects", printArchiveScale),
    ]
    for table in try arguments.chosen(of: tables, "table", name: \.title) {
        say("\n## \(table.title)\n")
        try table.print(arguments)
    }
}

/// Runs each size and each contender in a separate process, so that its peak memory is separate too.
private func printMemberScale(_ arguments: Arguments) throws {
    let counts = arguments.isSmoke ? [100, 1_000] : [100, 1_000, 10_000, 100_000, 1_000_000]
    say("Peak memory is over what the payload takes.\n")
    let table = RunningTable([
        ("members", 9), ("contender", 25), ("per object", 10), ("min–max", 17), ("peak memory", 11),
        ("per object", 10),
    ])
    for count in counts {
        let file = try TemporaryPayload(membersPayload(count: count, seed: arguments.seed))
        for contender in scaleContenders where count <= contender.largest {
            for allocator in Allocator.allCases {
                // Work that takes seconds is not timed eleven times.
                let rounds = min(arguments.rounds, max(3, 1_000_000 / count))
                let child = try ChildProcess(
                    ["--child-scale", contender.name, file.url.path, String(count), String(rounds)],
                    environment: allocator.environment)
                let answer = try child.wait().split(separator: " ").compactMap { Double($0) }
                guard let peak = answer.last, answer.count > 1 else {
                    throw ComparisonError(description: "\(contender.name) gave no figures")
                }
                let times = Array(answer.dropLast())
                table.add([
                    grouped(count), contender.name + allocator.note, duration(times.median),
                    "\(duration(times.min() ?? .nan))–\(duration(times.max() ?? .nan))", byteCount(Int(peak)),
                    byteCount(Int(peak) / count),
                ])
            }
        }
    }
}

/// How memory is allocated.
private enum Allocator: CaseIterable {
    case usual
    #if canImport(Glibc)
    /// Merges small freed chunks with their neighbours at once.
    ///
    /// By default they wait in the "fast bins" until something large is allocated or freed, which goes through all of
    /// them.
    ///
    /// Source: The GNU C Library Reference Manual, "Memory Allocation Tunables", `glibc.malloc.mxfast`.
    case withoutFastBins
    #endif

    var environment: [String: String] {
        switch self {
        case .usual: [:]
        #if canImport(Glibc)
        case .withoutFastBins: ["GLIBC_TUNABLES": "glibc.malloc.mxfast=0"]
        #endif
        }
    }

    var note: String {
        self == .usual ? "" : ", no fast bins"
    }
}

/// Runs in a child process: prints the contender's times per object, by round, and the peak memory, in one line.
func printScaleOfOne(name: String, file: String, count: Int, rounds: Int) throws {
    let payload = try Data(contentsOf: URL(fileURLWithPath: file))
    guard let scaled = scaleContenders.first(where: { $0.name == name }) else {
        throw ComparisonError(description: "no contender \(name)")
    }
    let (work, peak) = try prepareMeasuringPeak(scaled.contender(payload))
    let sample = Duration.milliseconds(rounds > 1 ? 60 : 1)
    let stopwatch = try stopwatch(sample: sample, work.run)
    let times = try inTurns([stopwatch], rounds: rounds)[0].map { $0 / Double(count) }
    print((times.map { String($0) } + [String(peak)]).joined(separator: " "))
}

private struct ScaleContender: Sendable {
    let name: String
    /// The maximum number of members, which excludes sizes for which a slow contender would take too long.
    let largest: Int
    let contender: @Sendable (Data) -> Contender
}

private let scaleContenders = [
    ScaleContender(name: "reading", largest: .max) { data in
        Contender("reading") { { try Member.array(json: data) } }
    },
    ScaleContender(name: "writing", largest: .max) { data in
        Contender("writing") {
            let members = try Member.array(json: data)
            return { try Member.jsonData(members) }
        }
    },
    ScaleContender(name: "JSONDecoder", largest: 100_000) { data in
        Contender("JSONDecoder") {
            let decoder = JSONDecoder()
            return { try decoder.decode([CodedMember].self, from: data) }
        }
    },
]

/// A readable number: "1,000,000".
func grouped(_ number: Int) -> String {
    var digits = String(number)
    var groups: [Substring] = []
    while digits.count > 3 {
        groups.insert(digits.suffix(3), at: 0)
        digits.removeLast(3)
    }
    return ([digits[...]] + groups).joined(separator: ",")
}
