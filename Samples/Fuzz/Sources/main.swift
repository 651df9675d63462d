// Feeds hostile input to the library, and checks the invariants that hold for every input. See Arguments.help.

import Foundation

if CommandLine.arguments.contains("--help") {
    print(Arguments.help)
} else {
    do {
        let arguments = try Arguments(Array(CommandLine.arguments.dropFirst()))
        switch arguments.job {
        case .run(let way): try Run(way: way, seed: arguments.seed).all(count: arguments.count)
        case .part(let way, let first):
            try Part(way: way, seed: arguments.seed, indices: first..<(first + arguments.count)).check()
        case .shapes: ShapesRun(megabytes: max(1, arguments.count)).measure()
        case .memory: try MemoryRun(seed: arguments.seed, count: arguments.count).check()
        }
    } catch {
        Failure(description: "\(error)").endProcess()
    }
}
