/// The root of an archive's property list: where its parts are.
struct ArchiveRoot {
    let isArray: Bool
    /// The numbers of the root objects.
    let roots: [Int]
    /// The places of the classes' descriptions in the property list.
    let classes: [Int]
    /// The places of the objects' rows.
    let rows: [Int]

    /// - Throws: `ModelError` where a part is missing or is not what it should be, and for a later version of
    ///   the layout; `ArchiveFailure`.
    init(_ plist: inout PlistReader) throws {
        var parts: [String: Int] = [:]
        let entries = try plist.entries(of: plist.root)
        for entry in entries { parts[entry.key] = entry.value }
        guard let format = parts[ArchiveLayout.Key.format],
            try plist.node(at: format) == .string(ArchiveLayout.format),
            let versionPlace = parts[ArchiveLayout.Key.version],
            case .integer(let version) = try plist.node(at: versionPlace), version > 0
        else { throw ModelError.invalidArchive("a property list that is no archive of models") }
        guard version == ArchiveLayout.version else {
            throw ModelError.archiveTooNew(
                "an archive's layout", known: ArchiveLayout.version, found: Int(truncatingIfNeeded: version))
        }
        guard parts.count == 6, entries.count == 6, let root = parts[ArchiveLayout.Key.root],
            let classes = parts[ArchiveLayout.Key.classes], let objects = parts[ArchiveLayout.Key.objects]
        else { throw ModelError.invalidArchive("an archive without all of its parts") }
        self.classes = try plist.elements(of: classes)
        rows = try plist.elements(of: objects)
        guard self.classes.count <= ObjectTable.maximumClasses else {
            throw ModelError.invalidArchive("more than \(ObjectTable.maximumClasses) classes")
        }
        var numbers: [ArchiveNode] = []
        switch try plist.node(at: root) {
        case .integer(let number): (isArray, numbers) = (false, [.integer(number)])
        case .array(let elements): (isArray, numbers) = (true, elements)
        default: throw ModelError.invalidArchive("an archive without a root")
        }
        let count = rows.count
        roots = try numbers.map { number in
            guard case .integer(let value) = number, value >= 0, value < count else {
                throw ModelError.invalidArchive("a root that is no object")
            }
            return Int(value)
        }
    }
}
