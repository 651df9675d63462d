import Foundation

/// The command line's arguments.
struct Arguments {
    /// What the program does; the raw value is the option for it, except for comparisons, which need none.
    enum Mode: String, CaseIterable {
        case comparisons
        case profile = "--profile"
        case scale = "--scale"
        case threads = "--threads"
        case footprint = "--footprint"
        case streams = "--streams"
        case conformances = "--conformances"

        /// The options that change this mode, besides `--smoke`.
        fileprivate var options: Set<String> {
            switch self {
            case .comparisons: ["--only", "--rounds", "--chart", "a file"]
            case .profile: ["--only", "--passes", "a file"]
            case .scale: ["--only", "--rounds"]
            case .threads, .conformances: ["--rounds"]
            case .footprint: []
            case .streams: ["--only", "--rounds", "--megabytes"]
            }
        }
    }

    static let help = """
        USAGE: swift run --package-path Samples/Benchmark -c release Benchmark [options] [file.json ...]

        Without files, it measures payloads that it makes from a fixed seed, which takes about ten minutes. With files, it
        measures these: as users, statuses or members if their keys match, and otherwise as trees of values.

          --only <text>    run only comparisons, or tables or jobs of a mode, with the text in their names
          --rounds <n>     time each contender this many times (11)
          --chart <file>   also draw reading and writing of the program's payloads as SVG
          --smoke          run briefly, to check that the program works; the figures mean nothing
          --help           show this text

        Instead of the comparisons:

          --profile <text> run the contender with the text in its name in this process, for a profiler
          --passes <n>     how many times --profile does the work (1,000)
          --scale          measure time and peak memory for 100 to 1,000,000 objects, and for archives
          --threads        compare one thread, two threads and two processes
          --footprint      build hello-worlds: their size, and the processor time of a clean build
          --streams        compare streams with calls that hold the whole text or all objects in memory
          --megabytes <n>  the size of the file for --streams (1,000)
          --conformances   measure the first decode in a program with 100,000 more conformances, which takes minutes to build
        """

    /// The seed of all payloads.
    static let seed: UInt64 = 20_150_916

    private(set) var mode = Mode.comparisons
    private(set) var only: String?
    private(set) var chart: URL?
    private(set) var contender = ""
    private(set) var isSmoke = false
    private(set) var files: [URL] = []
    private var numbers: [String: Int] = [:]

    /// - Throws: `ComparisonError`, which describes the problem with the arguments.
    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        var given: [String] = []
        func value(of option: String) throws -> String {
            guard let value = rest.popFirst(), !value.hasPrefix("--") else {
                throw ComparisonError(description: "\(option) needs a value")
            }
            return value
        }
        while let argument = rest.popFirst() {
            if let chosen = Mode(rawValue: argument), chosen != .comparisons {
                guard mode == .comparisons || mode == chosen else {
                    throw ComparisonError(
                        description: "\(mode.rawValue) and \(argument) can't be combined: run them one by one"
                    )
                }
                mode = chosen
                if mode == .profile { contender = try value(of: argument) }
                continue
            }
            switch argument {
            case "--only": only = try value(of: argument)
            case "--chart": chart = URL(fileURLWithPath: try value(of: argument))
            case "--rounds", "--passes", "--megabytes":
                guard let number = Int(try value(of: argument)), number > 0 else {
                    throw ComparisonError(description: "\(argument) needs a number from 1")
                }
                numbers[argument] = number
            case "--smoke":
                isSmoke = true
                continue
            case _ where argument.hasPrefix("--"):
                throw ComparisonError(description: "unknown option \(argument)")
            default: files.append(URL(fileURLWithPath: argument))
            }
            given.append(argument.hasPrefix("--") ? argument : "a file")
        }
        if let useless = given.first(where: { !mode.options.contains($0) }) {
            let useful = Mode.allCases.filter { $0.options.contains(useless) }.map(\.rawValue)
            let condition =
                mode == .comparisons
                ? "without \(useful.joined(separator: " or "))" : "with \(mode.rawValue)"
            throw ComparisonError(description: "\(useless) has no effect \(condition)")
        }
    }

    var seed: UInt64 { Self.seed }
    var rounds: Int { numbers["--rounds"] ?? (isSmoke ? 1 : 11) }
    var passes: Int { numbers["--passes"] ?? (isSmoke ? 1 : 1_000) }
    var megabytes: Int { numbers["--megabytes"] ?? (isSmoke ? 2 : 1_000) }
    var sampleTime: Duration { .milliseconds(isSmoke ? 1 : 60) }
    /// The number of members in the large payload.
    var memberCount: Int { isSmoke ? 200 : 10_000 }

    /// Those with `--only`'s text in their names, in any case; all of them without `--only`.
    ///
    /// - Throws: `ComparisonError` if there are none.
    func chosen<Item>(of items: [Item], _ kind: String, name: (Item) -> String) throws -> [Item] {
        guard let only else { return items }
        let chosen = items.filter { name($0).localizedCaseInsensitiveContains(only) }
        guard !chosen.isEmpty else {
            let names = items.map { "\n  " + name($0) }.joined()
            throw ComparisonError(description: "no \(kind) has “\(only)” in its name; there are:\(names)")
        }
        return chosen
    }
}
