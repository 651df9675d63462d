import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// The most memory that this process ever had resident, in bytes; nil where the system does not say.
func peakMemory() -> Int? {
    #if canImport(Darwin)
    var usage = rusage()
    guard getrusage(RUSAGE_SELF, &usage) == 0 else { return nil }
    return usage.ru_maxrss  // in bytes on Apple's systems
    #else
    // proc_pid_status(5): "VmHWM: Peak resident set size", in kB.
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return nil }
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    guard let kilobytes = line?.split(separator: " ").dropLast().last.flatMap({ Int($0) }) else { return nil }
    return kilobytes * 1_024
    #endif
}

/// Gives freed memory back to the system and, where it can be done, starts the peak anew.
///
/// On Apple's systems the peak of a process never falls, so what was set up before may hide what comes after.
private func forgetPeakMemory() {
    #if canImport(Glibc)
    // malloc_trim(3) is in no header that Swift's Glibc module covers.
    typealias Trim = @convention(c) (Int) -> CInt
    if let symbol = dlsym(nil, "malloc_trim") {
        _ = unsafeBitCast(symbol, to: Trim.self)(0)
    }
    #endif
    #if os(Linux)
    // proc_pid_clear_refs(5): 5 resets the peak resident set size to the current one.
    try? Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
    #endif
}

/// Prepares a contender, has it do its work once, and tells by how many bytes that raised the peak.
///
/// What was set up before, the payload among it, is not counted.
func prepareMeasuringPeak(_ contender: Contender) throws -> (work: Contender.Prepared, peak: Int) {
    let work = try contender.prepare()
    forgetPeakMemory()
    let before = peakMemory()
    try work.run(1)
    guard let before, let after = peakMemory() else {
        throw ComparisonError(description: "this system does not say how much memory a process uses")
    }
    return (work, after - before)
}
