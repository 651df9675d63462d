/// The description of a class in an archive, with the matching class of this program.
final class ArchivedClass {
    let name: String
    let version: Int
    let fields: [String]
    /// Nil if there is no such class, or if it isn't allowed anywhere.
    let type: ModelObject.Type?
    let schema: ModelSchema?
    let isKnown: Bool
    /// The index of the property that takes each field; nil if there is none.
    let properties: [Int?]

    var needsMigration: Bool { type.map { version < $0.archiveVersion } ?? false }

    /// - Throws: `ModelError` if the description is invalid, or if this program's class has an older version;
    ///   `PlistFailure`.
    init(_ plist: inout NodeReader, _ number: Int, _ allowed: inout ArchiveClasses) throws {
        // Later versions of the library can add entries.
        let parts = try plist.table.members(of: number)
        func part(_ key: String) throws -> ArchiveNode? { try parts[key].map { try plist.node(at: $0) } }
        guard case .string(let name)? = try part(ArchiveLayout.Key.name),
            case .integer(let version)? = try part(ArchiveLayout.Key.version),
            case .array(let fields)? = try part(ArchiveLayout.Key.fields)
        else { throw ModelError.invalidArchive("a class without a description") }
        self.name = name
        self.version = Int(clamping: version)
        self.fields = try fields.map { field in
            guard case .string(let field) = field else {
                throw ModelError.invalidArchive("a field without a name")
            }
            return field
        }
        (type, isKnown) = allowed.find(name)
        schema = type.map { ModelSchema.of($0) }
        if let type, self.version > type.archiveVersion {
            throw ModelError.archiveTooNew(
                "Version \(self.version) of \(name) is newer than this class reads (\(type.archiveVersion))",
                "an archive of \(name)", known: type.archiveVersion, found: self.version)
        }
        let names = Set(self.fields)
        guard names.count == fields.count else {
            throw ModelError.invalidArchive("two fields with the same name")
        }
        var places: [String: Int] = [:]
        for (index, property) in (schema?.properties ?? []).enumerated() where property.rule.isArchived {
            places[property.name] = index
        }
        properties = self.fields.map { [schema] field in
            if let place = places[field] { return place }
            guard let name = schema?.property(storedAs: field), !names.contains(name) else { return nil }
            return places[name]
        }
    }
}

extension ModelSchema {
    /// The name of the property that earlier versions of the library archived under a stored name: `name` for `_name`.
    ///
    /// Nil if the class has a property of the stored name.
    func property(storedAs stored: String) -> String? {
        guard stored.utf8.first == UInt8(ascii: "_"), !properties.contains(where: { $0.name == stored }),
            !unmappable.contains(where: { $0.name == stored })
        else { return nil }
        return String(stored.unicodeScalars.dropFirst())
    }
}
