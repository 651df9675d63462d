import Foundation
import Testing

@testable import ModelObjects

#if os(macOS) || os(Linux)  // only these platforms support exit tests

/// The state of a file after a process was killed at any moment of a write.
@Suite struct AtomicFileKillTests {
    /// At full effort, kills 200 processes with a signal that cannot be caught while they repeatedly replace the file.
    @Test(.disabled(if: Sanitizer.isOn, "Each of 200 processes would load the sanitizer, only to be killed."))
    func aKilledProcessLeavesACompleteOldOrNewFile() async throws {
        #if os(Linux)
        // In a process without other active threads, since only this thread continues in a forked process.
        await #expect(processExitsWith: .success) {
            var victims = try Victims()
            for round in 0..<Victims.rounds {
                let child = try ForkedProcess { try victims.writeForever(from: round) }
                usleep(victims.moment())
                #expect(child.kill() == SIGKILL, "round \(round)")
                try victims.look(round)
            }
            try victims.finish()
        }
        #else
        var victims = try Victims()
        for round in 0..<Victims.rounds {
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [file = victims.file as String, moment = victims.moment() as UInt32, round = round as Int] in
                let victims = try Victims(file)
                Thread.detachNewThread {
                    usleep(moment)
                    kill(getpid(), SIGKILL)
                }
                try victims.writeForever(from: round)
            }
            try victims.look(round)
        }
        try victims.finish()
        #endif
    }
}

/// A file that processes write until they are killed.
private struct Victims {
    static let rounds = Effort.count(200, atLeast: 40)

    let file: String
    private let folder: TemporaryFolder?
    private let contents: [[UInt8]]
    private var generator = SeededNumbers(seed: 200)
    private var seen: Set<UInt8> = []
    private var last: UInt8?
    /// The maximum lifetime of a process in microseconds.
    ///
    /// It grows after a process was killed before it had replaced the file, so that processes are killed at every
    /// stage on a slow machine too.
    private var longest = Self.shortest
    private static let shortest: UInt32 = 4000
    /// The number of processes that were killed between creating their temporary file and renaming it.
    private var leftOvers = 0

    init() throws {
        let folder = try TemporaryFolder()
        file = folder.path("file")
        self.folder = folder
        contents = Self.contents
        try AtomicFile.replace(file, with: contents[0])
    }

    #if !os(Linux)
    init(_ file: String) throws {
        self.file = file
        folder = nil
        contents = Self.contents
    }
    #endif

    /// Created in advance, so that the processes only write; the first byte of each is its number.
    private static let contents = (0..<256).map { number in
        [UInt8](repeating: UInt8(number), count: 20_000 + number * 200)
    }

    func writeForever(from round: Int) throws -> Never {
        var number = round * 7
        while true {
            try AtomicFile.replace(file, with: contents[number % 256])
            number += 1
        }
    }

    mutating func moment() -> UInt32 { UInt32.random(in: 0...longest, using: &generator) }

    mutating func look(_ round: Int) throws {
        let bytes = try AtomicFile.contents(of: file)
        let number = try #require(bytes.first)
        #expect(bytes == contents[Int(number)], "round \(round)")
        seen.insert(number)
        longest = number == last ? min(longest + longest / 4, 100 * Self.shortest) : Self.shortest
        last = number
        if let folder, try folder.names.count > 1 { leftOvers += 1 }
    }

    /// Checks that enough processes wrote files, and that the next write removes the temporary files left over.
    func finish() throws {
        #expect(
            seen.count > Self.rounds / 10 && leftOvers > Self.rounds / 10,
            "\(seen.count) files, \(leftOvers) left over")
        try AtomicFile.replace(file, with: contents[1])
        #expect(try folder?.names == ["file"])
    }
}

#endif
