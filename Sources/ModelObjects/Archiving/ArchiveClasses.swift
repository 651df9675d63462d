/// The classes that an archive can contain, by name, and the classes that properties and containers declare.
///
/// It starts with the root class and adds the classes reachable from it: those of properties, of rules, of
/// `arrayMappings`, of discriminators, and `archivableClasses`, recursively. A class outside this set is found by its
/// plain name, and then adds the classes reachable from it. The writer and the reader visit an archive's classes in the
/// same order, so the reader finds every class that the writer found.
struct ArchiveClasses: Sendable {
    private var names: [String: ModelObject.Type] = [:]
    private var aliases: [String: ModelObject.Type] = [:]
    /// The `archiveName` of each class.
    private var members: [ObjectIdentifier: String] = [:]
    private var places: [ModelObject.Type] = []

    /// The classes reachable from a root class, computed once per class.
    static func spanned(by root: ModelObject.Type) -> ArchiveClasses {
        ModelSchema.of(root).plan(ArchiveSpan.self) { _ in
            var classes = ArchiveClasses()
            classes.include(root)
            return ArchiveSpan(classes: classes)
        }.classes
    }

    /// What remains to be added: a class, or the classes of a discriminator.
    private enum Waiting {
        case type(ModelObject.Type)
        case named(NamedClasses)
    }

    /// Adds a class and all classes reachable from it.
    mutating func include(_ type: ModelObject.Type) {
        places.append(type)
        let deepest = ModelSchema.deepestArguments(below: type)
        var waiting: [Waiting] = [.type(type)]
        // How many classes of a discriminator were added. The classes that inherit it don't add them again.
        var positions: [ObjectIdentifier: Int] = [:]
        while let next = waiting.popLast() {
            let type: ModelObject.Type
            switch next {
            case .type(let each): type = each
            case .named(let named):
                let position = positions[ObjectIdentifier(named), default: 0]
                guard position < named.all.count else { continue }
                positions[ObjectIdentifier(named)] = position + 1
                waiting.append(next)
                type = named.all[position]
            }
            guard members[ObjectIdentifier(type)] == nil else { continue }
            enter(type)
            let schema = ModelSchema.of(type)
            var found = schema.properties.compactMap(\.content.archivedClass)
            places += found
            // Classes that a rule, an option, a discriminator or archivableClasses names may have any arguments.
            found.removeAll { ModelSchema.argumentDepth(of: $0) > deepest }
            found += schema.properties.compactMap(\.rule.elementClass)
            found += schema.options.arrayMappings.sorted(byText: \.key).map(\.value)
            waiting += type.archivableClasses.reversed().map { .type($0) }
            if let named = schema.namedClasses { waiting.append(.named(named)) }
            waiting += found.reversed().map { .type($0) }
        }
        // One declaration per class is enough; a property of type ModelObject accepts all classes.
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

    /// The classes by their names and by their former names.
    var named: [String: ModelObject.Type] {
        var named = aliases
        for (name, type) in names { named[name] = type }
        return named
    }

    /// The class with a name from an archive.
    ///
    /// A class that is found by its plain name also adds the classes reachable from it.
    mutating func find(_ name: String) -> Finding {
        if let type = names[name] ?? aliases[name] { return .found(type) }
        guard let type = ArchiveClassName.plainClass(name) else { return .unknown }
        guard places.contains(where: { isSubclass(type, of: $0) }) else { return .notAllowed }
        include(type)
        return .found(type)
    }

    /// The `archiveName` of a class, cached.
    func name(of type: ModelObject.Type) -> String {
        members[ObjectIdentifier(type)] ?? type.archiveName
    }

    enum Finding {
        case found(ModelObject.Type)
        /// No property or container reachable from the root class declares the class or a superclass.
        case notAllowed
        case unknown
    }
}

/// The classes reachable from a root class.
private final class ArchiveSpan: Sendable {
    let classes: ArchiveClasses
    init(classes: ArchiveClasses) { self.classes = classes }
}
