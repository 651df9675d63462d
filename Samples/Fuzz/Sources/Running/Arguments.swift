import Foundation

/// The command line's arguments.
struct Arguments {
    static let help = """
        USAGE: swift run --package-path Samples/Fuzz -c release Fuzz <job>

        The job is one of these:
        json|dictionary|archive|keyed|date|number|coded|patch|deep|stream|memory <count> [seed]
        shapes <megabytes>

        json        valid and damaged documents, for models with every kind of property
        dictionary  the same from dictionaries with all types of Swift and Foundation
        archive     archives of random graphs: damaged, changed with a correct digest, or rewritten by Foundation
        keyed       archives of NSKeyedArchiver, binary and XML: damaged, or with changed objects
        date        changed date texts of all formats
        number      numbers, texts and boxed values for properties of every numeric type
        coded       graphs of models that are connected through Codable structs, with and without cycles
        patch       patches between two states of a model, and damaged patches
        deep        documents of many levels with competing keys, in time proportional to their size
        stream      texts of several documents in random chunks, on several threads, and documents that arrive in pieces
        memory      maps, exports and archives objects, and fails if memory keeps growing
        shapes      shows how time grows with the worst payloads for each step

        Each input depends only on the seed and its number. If an input crashes the process, the program finds its number
        and shows the command to repeat it:

        Fuzz json --part <first> <count> <seed>   checks these inputs in this process, for a debugger
        """

    enum Job {
        /// Checks inputs in child processes.
        case run(Way)
        /// Checks inputs in this process, starting with this number.
        case part(Way, first: Int)
        case memory
        case shapes
    }

    var job = Job.memory
    var count = 0
    /// Fixed by default: a run uses different inputs only if the command line passes a seed.
    var seed: UInt64 = 1

    init(_ texts: [String]) throws {
        guard let name = texts.first else { throw Failure(description: Self.help) }
        if name == "memory" {
            job = .memory
        } else if name == "shapes" {
            job = .shapes
        } else if let way = Way(rawValue: name) {
            job = .run(way)
        } else {
            throw Failure(description: "unknown job \(name)\n\(Self.help)")
        }
        var numbers = texts.dropFirst()
        if numbers.first == "--part", case .run(let way) = job {
            numbers = numbers.dropFirst()
            job = .part(way, first: try Self.number(numbers.popFirst()))
        }
        count = try Self.number(numbers.popFirst())
        if let text = numbers.popFirst() { seed = UInt64(try Self.number(text)) }
    }

    private static func number(_ text: String?) throws -> Int {
        guard let text, let number = Int(text), number >= 0 else {
            throw Failure(description: "\(text ?? "nothing") is not a number\n\(help)")
        }
        return number
    }
}

/// The reason that a run ends.
struct Failure: Error, CustomStringConvertible {
    let description: String

    func endProcess() -> Never {
        FileHandle.standardError.write(Data("Fuzz: \(self)\n".utf8))
        exit(1)
    }
}
