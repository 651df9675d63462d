import Foundation

/// The date, the machine and the compiler in one line, to accompany the results.
func circumstances() -> String {
    let day = Date.now.formatted(.iso8601.year().month().day())
    let cores = ProcessInfo.processInfo.activeProcessorCount
    return "\(day), \(processorName()), \(cores) cores, \(systemName), \(compilerName())"
}

#if os(Linux)
private let systemName = "Linux"
#else
private let systemName = "macOS"
#endif

/// The system's name for its processor, or only the architecture if it has none.
private func processorName() -> String {
    #if os(Linux)
    // proc_cpuinfo(5): a line "model name : …" for each processor.
    let lines = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8))?.split(separator: "\n") ?? []
    let name = lines.first { $0.hasPrefix("model name") }?.split(separator: ":").last
    #else
    let name = output(of: ["sysctl", "-n", "machdep.cpu.brand_string"])
    #endif
    let trimmed = name?.trimmingCharacters(in: .whitespaces) ?? ""
    return trimmed.isEmpty ? kindOfProcessor : trimmed
}

#if arch(arm64)
private let kindOfProcessor = "arm64"
#else
private let kindOfProcessor = "x86_64"
#endif

/// The compiler that `swift run` used: a program cannot find out which compiler built it.
private func compilerName() -> String {
    let version = output(of: ["swift", "--version"])?.firstMatch(of: /Swift version [0-9.]+/)
    return version.map { $0.output.replacingOccurrences(of: " version", with: "") } ?? "Swift 6"
}

/// The output of a command; nil if it could not be run, or had to succeed and failed.
func output(of command: [String], succeeds: Bool = false) -> String? {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    guard (try? process.start()) != nil else { return nil }
    let text = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    if succeeds, process.terminationStatus != 0 { return nil }
    return String(decoding: text, as: UTF8.self)
}
