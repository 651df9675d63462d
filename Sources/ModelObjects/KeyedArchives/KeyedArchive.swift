/// The objects of an archive that NSKeyedArchiver wrote.
///
/// A keyed archive is a property list in which each object is written once. References are UIDs: indices into
/// `$objects`. For a user with the name "ann" and a car, as Apple's plutil prints it:
///
///     { "$archiver": "NSKeyedArchiver", "$version": 100000, "$top": { "root": UID 1 },
///       "$objects": [
///         "$null",                                                        0: nil
///         { "$class": UID 5, "userName": UID 2, "age": 30, "cars": UID 3 },
///         "ann",
///         { "$class": UID 6, "NS.objects": [UID 4] },
///         { "$class": UID 7, "color": UID 0, "owner": UID 1 },
///         { "$classname": "SHUser", "$classes": ["SHUser", "NSObject"] },
///         { "$classname": "NSArray", "$classes": ["NSArray", "NSObject"] },
///         { "$classname": "SHCar", "$classes": ["SHCar", "NSObject"] } ] }
///
/// An object's own key that starts with `$` has another `$` in front. In XML a UID is a dictionary with the key
/// `CF$UID`. The format has no specification; this is what Apple's and swift-corelibs-foundation's archivers write.
///
/// NSKeyedUnarchiver is not used: it loads classes by names from the file, and 2,535 of 20,000 damaged files crashed it
/// on Linux.
///
/// **Sharing.** `PlistTable` limits values that are shared through arrays and dictionaries, but not through
/// UIDs: one string can be the content of every object. So each long string or data is made only once, and
/// each use counts. Without this, an archive of 2 MB needed 30 GB.
final class KeyedArchive {
    let table: PlistTable
    /// The object with the key `root`; nil if there is none.
    let root: Int?
    /// The only object at the top, whatever its key is; nil if there are several, or none.
    let onlyObject: Int?
    /// All values at the top, as a dictionary: an app can encode several, each with a key.
    var top: Int { objects.count - 1 }
    /// The place of each object in the property list, by its UID; at last that of `top`.
    private let objects: [Int]
    private let classes: KeyedClasses
    /// What the objects of each class become, by the UID of its description.
    private var kinds: [Int: KeyedClasses.Kind] = [:]
    /// The long texts and data that were read, by their places.
    private var contents: [Int: Any] = [:]
    /// The number of values that may still be read or mapped.
    private var remaining: Int64

    /// - Throws: `ModelError` or `PlistFailure` for bytes that are not a keyed archive.
    init(_ bytes: [UInt8], _ classes: KeyedClasses) throws {
        self.classes = classes
        table = try PlistTable(validating: XMLPlistReader.binary(bytes, readsUIDs: true), isForeign: true)
        let parts = try table.members(of: table.root)
        // A subclass of NSKeyedArchiver may write its own name.
        guard let archiver = parts["$archiver"], try table.text(archiver) != nil else {
            let isArchive = parts["format"] != nil && parts["digest"] != nil
            throw ModelError.notAKeyedArchive(
                isArchive
                    ? "an archive of this library, which unarchive(data:) reads"
                    : "a property list of another kind")
        }
        guard let list = parts["$objects"], let objects = try table.elements(of: list) else {
            throw ModelError.invalidKeyedArchive("no $objects")
        }
        guard let top = parts["$top"], case .dictionary = try table.object(top) else {
            throw ModelError.invalidKeyedArchive("no $top")
        }
        let roots = try table.members(of: top)
        guard !roots.isEmpty else { throw ModelError.invalidKeyedArchive("no root in $top") }
        let uids = try roots.mapValues { [table] in try Self.uid(at: $0, in: table, count: objects.count) }
        root = try uids["root"].map { uid in
            guard let uid else { throw ModelError.invalidKeyedArchive("a root that is not an object") }
            return uid
        }
        let known = uids.values.compactMap(\.self)
        onlyObject = known.count == 1 ? known[0] : nil
        self.objects = objects + [top]
        // Keyed archives share more than archives: each text, number and container that occurs twice.
        remaining = PlistTable.maximumValues(inFileOf: table.bytes.count) + 1 << 22
    }

    /// Counts values that are read or mapped.
    ///
    /// - Throws: `PlistFailure` with `.tooMuchSharing`.
    func charge(_ values: Int64) throws(PlistFailure) {
        remaining -= values
        guard remaining >= 0 else { throw PlistFailure(.tooMuchSharing) }
    }

    /// The scalar at a place, as `PlistTable.scalar` gives it.
    ///
    /// - Throws: `PlistFailure` if too many objects share a long text or data.
    func content(at place: Int) throws(PlistFailure) -> Any? {
        let object = try table.object(place)
        guard object.values > 1 else { return table.scalar(object) }
        try charge(object.values)
        if let known = contents[place] { return known }
        let content = table.scalar(object)
        contents[place] = content
        return content
    }

    /// The text at a place; nil if there is another value.
    func text(at place: Int) throws(PlistFailure) -> String? {
        try content(at: place).flatMap { exactly($0, as: String.self) }
    }

    /// The places of a dictionary's values by their keys; empty for any other value.
    func members(at place: Int) throws(PlistFailure) -> [String: Int] {
        let members = try table.members(of: place)
        // A member takes more time than other values.
        try charge(members.keys.reduce(0) { $0 + 3 + PlistTable.values(ofLength: $1.utf8.count) })
        return members
    }

    /// The place in the property list of the object with a UID.
    func place(of uid: Int) -> Int { objects[uid] }

    /// The UID at a place of the property list; nil if there is another value.
    ///
    /// - Throws: `ModelError` for a UID beyond the end of the list.
    func uid(at place: Int) throws -> Int? { try Self.uid(at: place, in: table, count: top) }

    private static func uid(at place: Int, in table: PlistTable, count: Int) throws -> Int? {
        guard case .uid(let number) = try table.object(place) else { return nil }
        guard let uid = Int(exactly: number), uid < count else {
            throw ModelError.invalidKeyedArchive("the UID \(number), but only \(count) objects")
        }
        return uid
    }

    // MARK: Classes

    /// What the objects of the class at a place that `$class` refers to become.
    func kind(at place: Int) throws -> KeyedClasses.Kind {
        guard let uid = try uid(at: place) else {
            throw ModelError.invalidKeyedArchive("an object whose $class is not a reference")
        }
        if let known = kinds[uid] { return known }
        let kind = try kind(of: members(at: self.place(of: uid)))
        kinds[uid] = kind
        return kind
    }

    /// The meaning of the first known name among those of a class and its superclasses.
    private func kind(of description: [String: Int]) throws -> KeyedClasses.Kind {
        guard let name = try description["$classname"].flatMap({ try text(at: $0) }) else {
            throw ModelError.invalidKeyedArchive("an object whose $class is not a class")
        }
        if let kind = classes.kind(of: name) { return kind }
        for place in try description["$classes"].flatMap({ try table.elements(of: $0) }) ?? [] {
            if let name = try text(at: place), let kind = classes.kind(of: name) { return kind }
        }
        // A damaged file can have a long name that many objects share, and messages would repeat it.
        let isLong = name.utf8.count > Self.longestName
        return .unknown(name: isLong ? String(name.unicodeScalars.prefix(Self.longestName)) + "…" : name)
    }

    private static let longestName = 256
}
