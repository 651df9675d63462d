// Task: compute statistics over a file of lines (NDJSON) that is larger than memory, and show the progress.

import Foundation
import ModelObjects

final class LogEntry: ModelObject {
    var path = ""
    var status = 0
    var milliseconds = 0.0

    override class var propertyRules: [String: PropertyRule] {
        ["status": .required, "milliseconds": .key("ms")]
    }
}

/// A line at the bottom of the terminal.
///
/// It is shown only if standard error is a terminal, so that the output of this program stays the same.
struct ProgressLine {
    let total: Int
    private let start = Date()
    private let isShown = isatty(STDERR_FILENO) == 1

    init(total: Int) { self.total = total }

    func show(_ bytes: Int) {
        guard isShown, bytes > 0 else { return }
        let rate = Double(bytes) / max(-start.timeIntervalSinceNow, 0.001)
        let line = String(
            format: "\r%3d %%, %.0f MB/s, %.0f s left ", 100 * bytes / max(total, 1), rate / 1e6,
            Double(total - bytes) / rate)
        FileHandle.standardError.write(Data(line.utf8))
    }

    func clear() {
        if isShown { FileHandle.standardError.write(Data("\r\u{1B}[K".utf8)) }
    }
}

struct Statistics {
    private(set) var counts: [Int: Int] = [:]
    private(set) var slowest = LogEntry()

    mutating func add(_ entry: LogEntry) {
        counts[entry.status, default: 0] += 1
        if entry.milliseconds > slowest.milliseconds { slowest = entry }
    }
}

/// Writes a log in which some lines are damaged.
func writeLog(to file: URL) throws {
    var text = ""
    for index in 1...100_000 {
        switch index % 25_000 {
        case 7: text += #"{"path": "/cut", "sta"# + "\n"
        case 8: text += #"{"path": "/no-status", "ms": 3}"# + "\n"
        default:
            let status = index % 10 == 0 ? 404 : 200
            text += #"{"path": "/page/\#(index % 50)", "status": \#(status), "ms": \#(index % 200).5}"# + "\n"
        }
    }
    try Data(text.utf8).write(to: file)
}

let file = FileManager.default.temporaryDirectory.appendingPathComponent("LargeFile-\(UUID()).ndjson")
defer { try? FileManager.default.removeItem(at: file) }
try writeLog(to: file)

// `LogEntry.forEach(contentsOf: file)` needs less code. With a stream, you can also count the bytes.
var statistics = Statistics()
var stream = ModelStream(LogEntry.self, format: .lines)
let handle = try FileHandle(forReadingFrom: file)
let progress = ProgressLine(total: Int(try handle.seekToEnd()))
try handle.seek(toOffset: 0)
var bytes = 0
while let chunk = try handle.read(upToCount: 256 << 10), !chunk.isEmpty {
    try stream.append(chunk) { statistics.add($0) }
    bytes += chunk.count
    progress.show(bytes)
}
try stream.finish { statistics.add($0) }
progress.clear()

print("\(stream.count) entries in \(bytes) bytes")
for (status, count) in statistics.counts.sorted(by: { $0.key < $1.key }) { print("\(status): \(count)") }
print("slowest: \(statistics.slowest.path), \(statistics.slowest.milliseconds) ms")
print("\(stream.skippedCount) lines were left out:")
for problem in stream.skipped.prefix(3) { print("- \(problem)") }
