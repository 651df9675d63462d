import Foundation
import Testing

#if os(Linux)  // the platform on which a memory limit is enforced

/// Ends this process, that of an exit test, if it needs more than 100 MB of extra memory, or 20 s of processor time.
func limitThisProcess() throws {
    let status = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    let pages = try #require(status.split(separator: " ").first.flatMap { UInt64($0) })
    let memory = pages * UInt64(getpagesize()) + 100_000_000
    for (resource, most) in [(RLIMIT_AS, memory), (RLIMIT_CPU, 20)] {
        var limit = rlimit(rlim_cur: rlim_t(most), rlim_max: rlim_t(most))
        #expect(setrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0)
    }
}

#endif

#if os(macOS) || os(Linux)  // only these platforms support exit tests

/// Makes writing more than 100,000 bytes to a file fail in this process, that of an exit test.
///
/// As on a full disk, the system writes some of the bytes and rejects the others.
func limitFileSizes() {
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit(rlim_cur: 100_000, rlim_max: 100_000)
    #if os(Linux)
    #expect(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
    #else
    #expect(setrlimit(RLIMIT_FSIZE, &limit) == 0)
    #endif
}

#endif
