import Foundation

/// The classes that an archive may hold, by name, and the declared classes of the places where models can
/// stand.
///
/// It starts with the root class and spans what that can reach: the classes of properties, of rules and of
/// `arrayMappings`, those of discriminators, and `archivableClasses`; theirs in turn. A class beyond that is
/// found by its plain name, and brings what it spans itself. The writer and the reader meet the classes of an
/// archive in one order, so what the one finds the other finds too.
struct ArchiveClasses: Sendable {
    private var names: [String: ModelObject.Type] = [:]
    private var aliases: [String: ModelObject.Type] = [:]
    /// The `archiveName` of each class.
    private var members: [ObjectIdentifier: String] = [:]
    private var places: [ModelObject.Type] = []

    /// The classes that a root class spans, made once for each.
    static func spanned(by root: ModelObject.Type) -> ArchiveClasses {
        if let known = cache.withLock({ $0[ObjectIdentifier(root)] }) { return known }
        var classes = ArchiveClasses()
        classes.include(root)
        // Outside the lock, since a class's configuration is the user's code.
        cache.withLock { $0[ObjectIdentifier(root)] = classes }
        return classes
    }

    private static let cache = ArchiveClassCache()

    /// Adds a class with all that it spans.
    mutating func include(_ type: ModelObject.Type) {
        places.append(type)
        var waiting: [ModelObject.Type] = [type]
        while let type = waiting.popLast() {
            guard members[ObjectIdentifier(type)] == nil else { continue }
            enter(type)
            let schema = ModelSchema.of(type)
            var found = schema.properties.flatMap(\.accessor.archivedClasses)
            places += found
            found += schema.properties.compactMap(\.rule.elementClass)
            found += schema.options.arrayMappings.sorted { $0.key < $1.key }.map(\.value)
            if let discriminator = schema.discriminator {
                found += discriminator.classes.sorted { $0.key < $1.key }.map(\.value)
                if let fallback = discriminator.fallback { found.append(fallback) }
            }
            found += type.archivableClasses
            waiting += found.reversed()
        }
        // One place of each class is enough, and ModelObject's says it for all.
        var seen: Set<ObjectIdentifier> = []
        places = places.filter { seen.insert(ObjectIdentifier($0)).inserted }
    }

    private mutating func enter(_ type: ModelObject.Type) {
        let name = type.archiveName
        members[ObjectIdentifier(type)] = name
        if names[name] == nil { names[name] = type }
        let inherited = (superclass(of: type) as? ModelObject.Type)?.archiveAliases ?? []
        for alias in type.archiveAliases where !inherited.contains(alias) && aliases[alias] == nil {
            aliases[alias] = type
        }
    }

    /// The class that a name in an archive means.
    ///
    /// A class that is found by its plain name brings what it spans.
    mutating func find(_ name: String) -> Finding {
        if let type = names[name] ?? aliases[name] { return .found(type) }
        guard let type = ArchiveClassName.plainClass(name) else { return .unknown }
        guard places.contains(where: { isSubclass(type, of: $0) }) else { return .notAllowed }
        include(type)
        return .found(type)
    }

    /// The `archiveName` of a class, asked for once.
    func name(of type: ModelObject.Type) -> String {
        members[ObjectIdentifier(type)] ?? type.archiveName
    }

    enum Finding {
        case found(ModelObject.Type)
        /// No place of the root class, or of what it spans, could hold it.
        case notAllowed
        case unknown
    }
}

/// What root classes span.
private final class ArchiveClassCache: @unchecked Sendable {  // Guarded by the lock.
    private let lock = NSLock()
    private var spans: [ObjectIdentifier: ArchiveClasses] = [:]

    func withLock<Result>(_ body: (inout [ObjectIdentifier: ArchiveClasses]) -> Result) -> Result {
        lock.withLock { body(&spans) }
    }
}
