import Foundation

/// Whether a sanitizer watches the tests: `.ci/sanitize`.
enum Sanitizer {
    static let isOn = dlsym(nil, "__asan_init") != nil || isThread

    /// It is the one that finds races, which keeps the whole stack of every allocation.
    static let isThread = dlsym(nil, "__tsan_init") != nil

    /// How many times as large a stack has to be, since it makes frames larger.
    ///
    /// What recurses 100,000 times does not fit all the same.
    static let stackFactor = isOn ? 8 : 1
}
