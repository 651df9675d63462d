/// The root of an archive's property list, with the numbers of its parts.
struct ArchiveRoot {
    let isArray: Bool
    /// The numbers of the root objects.
    let roots: [Int]
    /// The object numbers of the classes' descriptions in the property list.
    let classes: [Int]
    /// The object numbers of the objects' rows.
    let rows: [Int]

    /// - Throws: `ModelError` if a part is missing or invalid, or if the layout has a later version; `PlistFailure`.
    init(_ plist: inout NodeReader) throws {
        let parts = try plist.table.members(of: plist.table.root)
        guard let format = parts[ArchiveLayout.Key.format],
            try plist.node(at: format) == .string(ArchiveLayout.format),
            let versionPlace = parts[ArchiveLayout.Key.version],
            case .integer(let version) = try plist.node(at: versionPlace), version > 0
        else {
            throw ModelError.notAnArchive(
                "a property list of another kind", "a property list that is not an archive of models")
        }
        guard version == ArchiveLayout.version else {
            throw ModelError.archiveTooNew(
                "Archive version \(version) is newer than this library reads (\(ArchiveLayout.version))",
                "an archive's layout", known: ArchiveLayout.version, found: Int(clamping: version))
        }
        // Later versions of the library can add entries.
        guard let root = parts[ArchiveLayout.Key.root],
            let classes = parts[ArchiveLayout.Key.classes], let objects = parts[ArchiveLayout.Key.objects]
        else { throw ModelError.invalidArchive("an incomplete archive") }
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
                throw ModelError.invalidArchive("a root that is not an object")
            }
            return Int(value)
        }
    }
}
