import Foundation
import ModelObjects

/// Runs every operation on many objects, and compares the memory of the process at the start and at the end.
struct MemoryRun {
    let seed: UInt64
    let count: Int

    /// The tolerated growth: pages that the allocator keeps.
    private static let tolerance = 8 << 20

    func check() throws {
        // Run every path at least once, to fill caches and to let the allocator reserve its pages.
        try work(0..<count / 10)
        guard let before = Self.residentMemory() else {
            throw Failure(description: "this system does not say how much memory a process has")
        }
        for tenth in 1...9 {
            try work((count / 10 * tenth)..<(count / 10 * (tenth + 1)))
            let growth = (Self.residentMemory() ?? 0) - before
            show(
                "memory: \(count / 10 * (tenth + 1)) inputs, \(growth >> 10) KB more than after \(count / 10)"
            )
            guard growth < Self.tolerance else {
                throw Failure(description: "memory grew by \(growth) bytes")
            }
        }
    }

    private func work(_ indices: Range<Int>) throws {
        let groups = Groups()
        for index in indices {
            // Half of all documents are broken, so that all error paths run.
            switch index / Groups.size % 8 {
            case 0: try Way.archive.check(index, seed: seed, groups)
            case 1: try Way.dictionary.check(index, seed: seed, groups)
            case 2: try Way.date.check(index, seed: seed, groups)
            default: try Way.json.check(index, seed: seed, groups)
            }
        }
    }

    /// proc_pid_status(5): "VmRSS: Resident set size", in kB.
    private static func residentMemory() -> Int? {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else {
            return nil
        }
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line?.split(separator: " ").dropLast().last.flatMap { Int($0) }.map { $0 << 10 }
    }
}
