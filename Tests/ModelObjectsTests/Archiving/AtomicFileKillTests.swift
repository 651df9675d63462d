import Foundation
import Testing

@testable import ModelObjects

#if os(macOS) || os(Linux)  // where a test can start processes

/// What is there after a process was killed while it wrote, at whatever moment.
@Suite struct AtomicFileKillTests {
    /// The content number `number`: its length and each of its bytes follow from the first four bytes.
    static func content(_ number: UInt32) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.appendBigEndian(UInt64(number), size: 4)
        for index in 0..<(20_000 + Int(number % 50) * 1000) {
            bytes.append(UInt8(truncatingIfNeeded: Int(number) &* 7 &+ index &* 13))
        }
        return bytes
    }

    static func isWhole(_ bytes: [UInt8]) -> Bool {
        bytes.count >= 4 && bytes == content(UInt32(bytes.bigEndian(at: 0, size: 4)))
    }

    /// 200 processes, each ended by a signal that cannot be caught, while it replaces the file over and over.
    @Test(.disabled(if: Sanitizer.isOn, "Each of 200 processes would load the sanitizer, only to be killed."))
    func aKilledProcessLeavesAWholeFileOldOrNew() async throws {
        let folder = try TemporaryFolder()
        let file = folder.path("file")
        try AtomicFile.replace(file, with: Self.content(0))
        var generator = SeededGenerator(seed: 200)
        var numbers: Set<UInt64> = []
        for round in 0..<200 {
            let microseconds = UInt32.random(in: 0...4000, using: &generator)
            let first = UInt32(round) * 10_000
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [file = file as String, microseconds = microseconds as UInt32, first = first as UInt32] in
                Thread.detachNewThread {
                    usleep(microseconds)
                    kill(getpid(), SIGKILL)
                }
                var number = first
                while true {
                    try AtomicFile.replace(file, with: Self.content(number))
                    number += 1
                }
            }
            let bytes = try AtomicFile.contents(of: file)
            #expect(Self.isWhole(bytes), "round \(round), \(microseconds) µs")
            numbers.insert(bytes.bigEndian(at: 0, size: 4))
        }
        // Most processes got as far as a file of their own; what the last ones left over goes with the next.
        #expect(numbers.count > 20)
        try AtomicFile.replace(file, with: Self.content(1))
        #expect(try folder.names == ["file"])
    }
}

#endif
