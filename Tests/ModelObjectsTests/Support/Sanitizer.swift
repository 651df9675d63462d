import Foundation

/// Whether the tests run under a sanitizer: `.ci/sanitize`.
enum Sanitizer {
    static let isOn = isLoaded("__asan_init") || isThread

    /// Whether it is ThreadSanitizer, which keeps the whole stack of every allocation.
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

    /// The factor for stack sizes, since a sanitizer makes frames larger.
    ///
    /// A recursion 100,000 levels deep still does not fit.
    static let stackFactor = isOn ? 8 : 1
}
