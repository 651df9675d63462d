/// Limits how often an export repeats objects that contain other objects.
///
/// An object that is referenced several times is written each time. If the objects in it are shared, too, the size of the
/// export doubles with each level: an archive of 1 KB could hold a graph whose export doesn't fit into memory.
///
/// Only objects inside repeated objects count. (The references to other objects are in memory, so there can't be many more
/// of them than their memory justifies.) Nothing is recorded until the export has more nested objects than usual exports
/// have.
struct Repetition {
    /// The number of nested objects of which no record is kept.
    ///
    /// An object in a tree takes up to 1 KB.
    private static let usualInText = 4 << 20, usualInTree = 1 << 20
    /// How many objects inside repeated ones are allowed beyond that number, for each different object.
    private static let perObject = 64

    /// The number of objects that aren't nested in another one.
    var outermostCount = 0
    /// The number of nested objects that can still be written before they are recorded; negative afterwards.
    private var remaining: Int
    /// The different objects since then.
    private var recorded: Set<ObjectIdentifier> = []
    /// The level of a repeated object around the last one, or of the last one itself; nil if there is none.
    private var repeatedLevel: Int?
    /// The number of objects inside repeated ones since then.
    private var count = 0

    init(isText: Bool) { self.init(usual: isText ? Self.usualInText : Self.usualInTree) }

    init(usual: Int) { remaining = usual }

    /// Counts a nested object.
    ///
    /// - Parameter level: The number of objects around it.
    @inline(__always)
    mutating func add(_ object: ObjectIdentifier, at level: Int) throws(ExportFailure) {
        remaining -= 1
        if remaining < 0 { try record(object, at: level) }
    }

    @inline(never)
    private mutating func record(_ object: ObjectIdentifier, at level: Int) throws(ExportFailure) {
        let isNew = recorded.insert(object).inserted
        guard let repeated = repeatedLevel, level > repeated else {
            repeatedLevel = isNew ? nil : level
            return
        }
        count += 1
        if count / Self.perObject > recorded.count + outermostCount { throw .tooManyRepetitions }
    }
}

extension ExportFailure {
    fileprivate static var tooManyRepetitions: ExportFailure {
        ExportFailure(
            .limitExceeded, "The same objects are repeated too often in the export",
            expected: "an export of a size in proportion to the number of objects", found: "repeated objects")
    }
}
