/// Limits how often an export repeats objects.
///
/// An object that is referenced several times is written each time. If the objects in it are shared, too, the size of the
/// export doubles with each level: an archive of 1 KB could hold a graph whose export doesn't fit into memory.
///
/// Nothing is recorded until the export has more nested objects than usual exports have.
struct Repetition {
    /// The number of objects of which no record is kept.
    ///
    /// An object in a tree takes about 1 KB.
    private static let usualInText = 4 << 20, usualInTree = 512 << 10
    /// How often, on average, each different object may be written beyond that number.
    private static let perObject = 64

    /// The number of objects that aren't nested in another one.
    var outermostCount = 0
    /// The number of nested objects that can still be written before they are recorded; negative afterwards.
    private var remaining: Int
    /// The different objects since then.
    private var recorded: Set<ObjectIdentifier> = []

    init(isText: Bool) { self.init(usual: isText ? Self.usualInText : Self.usualInTree) }

    init(usual: Int) { remaining = usual }

    /// Counts a nested object.
    @inline(__always)
    mutating func count(_ object: ObjectIdentifier) throws(ExportFailure) {
        remaining -= 1
        if remaining < 0 { try record(object) }
    }

    @inline(never)
    private mutating func record(_ object: ObjectIdentifier) throws(ExportFailure) {
        recorded.insert(object)
        if -remaining / Self.perObject > recorded.count + outermostCount { throw .tooManyRepetitions }
    }
}

extension ExportFailure {
    fileprivate static var tooManyRepetitions: ExportFailure {
        ExportFailure(
            .limitExceeded, "The same objects are repeated too often in the export",
            expected: "an export of a size in proportion to the number of objects", found: "repeated objects")
    }
}
