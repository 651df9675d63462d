import Foundation

/// What the command line asks for.
struct Arguments {
    enum Mode {
        case comparisons
        case scale
        case threads
        case child(job: String, parameters: [String])
    }

    static let help = """
        USAGE: swift run --package-path Samples/Benchmark -c release Benchmark [options] [file.json ...]

        Without files: this program's own payloads, made from a fixed seed.
        With files: these, as users, statuses or members where their keys say so, else as trees of values.

          --only <text>    only the comparisons whose title contains the text
          --rounds <n>     how often each contender is timed (11)
          --chart <file>   also draws the reading and writing of the program's own payloads, as SVG
          --scale          100 to 1,000,000 objects as JSON, 1,000 to 200,000 in archives: time and peak memory
          --threads        one thread, two threads and two processes on objects of their own
          --smoke          a short run of the above to see that it works; its figures mean nothing
          --help           this text
        """

    var mode = Mode.comparisons
    var only: String?
    var rounds = 11
    var sampleTime = Duration.milliseconds(60)
    var chart: URL?
    var isSmoke = false
    var files: [URL] = []
    let seed: UInt64 = 20_150_916

    /// - Throws: `ComparisonError`, which says what is wrong with the arguments.
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
            case "--smoke":
                isSmoke = true
                rounds = 1
                sampleTime = .milliseconds(1)
            case "--child-contender", "--child-scale", "--child-archive-peak", "--child-threads":
                mode = .child(job: argument, parameters: Array(rest))
                rest = []
            case _ where argument.hasPrefix("--"):
                throw ComparisonError(description: "unknown option \(argument)")
            default: files.append(URL(fileURLWithPath: argument))
            }
        }
    }

    /// How many members the large payload has.
    var memberCount: Int { isSmoke ? 200 : 10_000 }
}
