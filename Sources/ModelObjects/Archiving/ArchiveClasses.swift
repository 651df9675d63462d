/// The classes that an archive can contain, by name, and the classes that properties and containers declare.
///
/// It starts with the root class and adds the classes reachable from it: those of properties, of rules, of
/// `arrayMappings`, of discriminators, and `archivableClasses`, recursively. A class outside this set is found by its
/// plain name, and then adds the classes reachable from it. The writer and the reader visit an archive's classes in the
/// same order, so the reader finds every class that the writer found.
struct ArchiveClasses: Sendable {
    /// The classes by their `archiveName`.
    private var typesByName: [String: ModelObject.Type] = [:]
    /// The classes by their `archiveAliases`.
    private var typesByAlias: [String: ModelObject.Type] = [:]
    /// The classes in the order in which they were found.
    private(set) var types: [ModelObject.Type] = []
    /// The `archiveName` of each class.
    private var names: [ObjectIdentifier: String] = [:]
    /// The classes that roots, properties and containers declare; their subclasses are allowed there.
    private var declared: [ModelObject.Type] = []

    /// The classes reachable from a root class, computed once per class.
    static func reachable(from root: ModelObject.Type) -> ArchiveClasses {
        ModelSchema.of(root).plan(ReachableClasses.self) { _ in
            var classes = ArchiveClasses()
            classes.include(root)
            return ReachableClasses(classes)
        }.classes
    }

    private final class ReachableClasses: Sendable {
        let classes: ArchiveClasses
        init(_ classes: ArchiveClasses) { self.classes = classes }
    }

    /// What remains to be added: a class, or the classes of a discriminator.
    private enum Pending {
        case type(ModelObject.Type)
        case named(NamedClasses)
    }

    /// Adds a class and all classes reachable from it.
    mutating func include(_ type: ModelObject.Type) {
        declared.append(type)
        let deepest = ModelSchema.deepestArguments(below: type)
        var pending: [Pending] = [.type(type)]
        // How many classes of a discriminator were added. The classes that inherit it don't add them again.
        var positions: [ObjectIdentifier: Int] = [:]
        while let next = pending.popLast() {
            let type: ModelObject.Type
            switch next {
            case .type(let each): type = each
            case .named(let named):
                let position = positions[ObjectIdentifier(named), default: 0]
                guard position < named.all.count else { continue }
                positions[ObjectIdentifier(named)] = position + 1
                pending.append(next)
                type = named.all[position]
            }
            guard names[ObjectIdentifier(type)] == nil else { continue }
            register(type)
            let schema = ModelSchema.of(type)
            var found = schema.properties.compactMap(\.content.archivedClass)
            declared += found
            // Classes that a rule, an option, a discriminator or archivableClasses names may have any arguments.
            found.removeAll { ModelSchema.argumentDepth(of: $0) > deepest }
            found += schema.properties.compactMap(\.rule.elementClass)
            found += schema.options.arrayMappings.sorted(byText: \.key).map(\.value)
            pending += type.archivableClasses.reversed().map { .type($0) }
            if let named = schema.namedClasses { pending.append(.named(named)) }
            pending += found.reversed().map { .type($0) }
        }
        // One declaration per class is enough; a property of type ModelObject accepts all classes.
        var seen: Set<ObjectIdentifier> = []
        declared = declared.filter { seen.insert(ObjectIdentifier($0)).inserted }
    }

    private mutating func register(_ type: ModelObject.Type) {
        let name = type.archiveName
        types.append(type)
        names[ObjectIdentifier(type)] = name
        if typesByName[name] == nil { typesByName[name] = type }
        let inherited = (superclass(of: type) as? ModelObject.Type)?.archiveAliases ?? []
        for alias in type.archiveAliases where !inherited.contains(alias) {
            for name in [alias, ArchiveClassName.portable(alias)] where typesByAlias[name] == nil {
                typesByAlias[name] = type
            }
        }
    }

    /// The classes by their names and by their former names.
    var named: [String: ModelObject.Type] { typesByAlias.merging(typesByName) { $1 } }

    /// The class with a name from an archive.
    ///
    /// A class that is found by its plain name also adds the classes reachable from it.
    ///
    /// - Returns: The class; nil if the program has no such class, or if no property or container reachable from the
    ///   root class declares it or a superclass. And whether the program has the class.
    mutating func find(_ name: String) -> (type: ModelObject.Type?, isKnown: Bool) {
        if let type = typesByName[name] ?? typesByAlias[name] { return (type, true) }
        // Older archives that were written on Linux have its names of Foundation's types.
        let portable = ArchiveClassName.portable(name)
        if let type = typesByName[portable] ?? typesByAlias[portable] { return (type, true) }
        guard let type = ArchiveClassName.plainClass(name) else { return (nil, false) }
        guard declared.contains(where: { isSubclass(type, of: $0) }) else { return (nil, true) }
        include(type)
        return (type, true)
    }

    /// The `archiveName` of a class, cached.
    func name(of type: ModelObject.Type) -> String {
        names[ObjectIdentifier(type)] ?? type.archiveName
    }
}
