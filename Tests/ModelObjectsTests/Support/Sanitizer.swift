import Foundation

/// Whether a sanitizer watches the tests: `.ci/sanitize`.
enum Sanitizer {
    static let isOn = isLoaded("__asan_init") || isThread

    /// It is the one that finds races, which keeps the whole stack of every allocation.
    static let isThread = isLoaded("__tsan_init")

    private static func isLoaded(_ symbol: String) -> Bool {
        #if canImport(Darwin)
        // RTLD_DEFAULT, a macro that Swift does not import.
        let everywhere = UnsafeMutableRawPointer(bitPattern: -2)
        #else
        let everywhere: UnsafeMutableRawPointer? = nil
        #endif
        return dlsym(everywhere, symbol) != nil
    }

    /// How many times as large a stack has to be, since it makes frames larger.
    ///
    /// What recurses 100,000 times does not fit all the same.
    static let stackFactor = isOn ? 8 : 1
}
