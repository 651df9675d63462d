/// A class as an archive describes it, beside the class of this program that it is.
final class ArchivedClass {
    let name: String
    let version: Int
    let fields: [String]
    /// Nil where there is no such class, or where no place could hold its objects.
    let type: ModelObject.Type?
    let schema: ModelSchema?
    /// There is such a class, although it may stand nowhere.
    let isKnown: Bool
    /// The property that takes each field; -1 for none.
    let properties: [Int]

    var needsMigration: Bool { type.map { version < $0.archiveVersion } ?? false }

    /// - Throws: `ModelError` for a description that is none, and where the class of this program is older;
    ///   `ArchiveFailure`.
    init(_ plist: inout PlistReader, _ number: Int, _ allowed: inout ArchiveClasses) throws {
        guard case .dictionary(let entries) = try plist.node(at: number), entries.count == 3,
            case .string(let name)? = entries.first(where: { $0.key == ArchiveLayout.Key.name })?.value,
            case .integer(let version)? = entries.first(where: { $0.key == ArchiveLayout.Key.version })?.value,
            case .array(let fields)? = entries.first(where: { $0.key == ArchiveLayout.Key.fields })?.value
        else { throw ModelError.invalidArchive("a class without a description") }
        self.name = name
        self.version = Int(clamping: version)
        self.fields = try fields.map { field in
            guard case .string(let field) = field else {
                throw ModelError.invalidArchive("a field without a name")
            }
            return field
        }
        guard Set(self.fields).count == fields.count else {
            throw ModelError.invalidArchive("two fields of one name")
        }
        switch allowed.find(name) {
        case .found(let found): (type, isKnown) = (found, true)
        case .notAllowed: (type, isKnown) = (nil, true)
        case .unknown: (type, isKnown) = (nil, false)
        }
        schema = type.map { ModelSchema.of($0) }
        if let type, self.version > type.archiveVersion {
            throw ModelError.archiveTooNew(
                "an archive of \(name)", known: type.archiveVersion, found: self.version)
        }
        var places: [String: Int] = [:]
        if let schema {
            for (index, property) in schema.properties.enumerated() where property.rule.isArchived {
                places[property.name] = index
            }
        }
        properties = self.fields.map { places[$0] ?? -1 }
    }
}
