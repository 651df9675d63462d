import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// The peak resident memory of this process, in bytes; nil if the system does not report it.
func peakMemory() -> Int? {
    #if canImport(Darwin)
    var usage = rusage()
    guard getrusage(RUSAGE_SELF, &usage) == 0 else { return nil }
    return usage.ru_maxrss  // in bytes on Apple platforms
    #else
    // proc_pid_status(5): "VmHWM: Peak resident set size", in kB.
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return nil }
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    guard let kilobytes = line?.split(separator: " ").dropLast().last.flatMap({ Int($0) }) else { return nil }
    return kilobytes * 1_024
    #endif
}

/// Returns freed memory to the system and, if possible, resets the peak.
///
/// On Apple platforms the peak of a process never falls, so the setup may hide the memory of later work.
func forgetPeakMemory() {
    #if canImport(Glibc)
    // No header of Swift's Glibc module declares malloc_trim(3).
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

/// Prepares a contender, runs its work once, and returns by how many bytes that raised the peak.
///
/// Memory that was in use before, including the payload, is not counted.
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
