import Foundation

/// The command line's arguments.
struct Arguments {
    enum Mode {
        case comparisons
        case scale
        case threads
        case footprint
        case streams
        case conformances
        case child(job: String, parameters: [String])
    }

    static let help = """
        USAGE: swift run --package-path Samples/Benchmark -c release Benchmark [options] [file.json ...]

        Without files, it measures payloads that it makes from a fixed seed. With files, it measures these: as users,
        statuses or members if their keys match, and otherwise as trees of values.

          --only <text>    run only comparisons whose title contains the text
          --rounds <n>     time each contender this many times (11)
          --chart <file>   also draw reading and writing of the program's payloads as SVG
          --scale          measure time and peak memory for 100 to 1,000,000 objects, and for archives
          --threads        compare one thread, two threads and two processes
          --footprint      build hello-worlds: their size, and the processor time of a clean build
          --streams        compare streams with calls that hold the whole text or all objects in memory
          --megabytes <n>  the size of the file for --streams (1,000)
          --conformances   measure the first decode in a program with 100,000 more conformances, which takes minutes to build
          --smoke          run briefly, to check that the program works; the figures mean nothing
          --help           show this text
        """

    var mode = Mode.comparisons
    var only: String?
    var rounds = 11
    var sampleTime = Duration.milliseconds(60)
    var chart: URL?
    var isSmoke = false
    var megabytes = 1_000
    var files: [URL] = []
    let seed: UInt64 = 20_150_916

    /// - Throws: `ComparisonError`, which describes the problem with the arguments.
    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        func value(of option: String) throws -> String {
            guard let value = rest.popFirst() else {
                throw ComparisonError(description: "\(option) needs a value")
            }
            return value
        }
        while let argument = rest.popFirst() {
            switch argument {
            case "--only": only = try value(of: argument)
            case "--rounds":
                guard let count = Int(try value(of: argument)), count > 0 else {
                    throw ComparisonError(description: "--rounds needs a number from 1")
                }
                rounds = count
            case "--chart": chart = URL(fileURLWithPath: try value(of: argument))
            case "--scale": mode = .scale
            case "--threads": mode = .threads
            case "--footprint": mode = .footprint
            case "--streams": mode = .streams
            case "--megabytes":
                guard let size = Int(try value(of: argument)), size > 0 else {
                    throw ComparisonError(description: "--megabytes needs a number from 1")
                }
                megabytes = size
            case "--conformances": mode = .conformances
            case "--smoke":
                isSmoke = true
                rounds = 1
                megabytes = 2
                sampleTime = .milliseconds(1)
            case "--child-contender", "--child-scale", "--child-archive-peak", "--child-threads",
                "--child-stream":
                mode = .child(job: argument, parameters: Array(rest))
                rest = []
            case _ where argument.hasPrefix("--"):
                throw ComparisonError(description: "unknown option \(argument)")
            default: files.append(URL(fileURLWithPath: argument))
            }
        }
    }

    /// The number of members in the large payload.
    var memberCount: Int { isSmoke ? 200 : 10_000 }
}
