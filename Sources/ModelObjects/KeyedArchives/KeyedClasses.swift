/// The meaning of the class names in a keyed archive.
struct KeyedClasses {
    /// What the objects of a class become.
    enum Kind {
        case model(ModelObject.Type)
        case foundation(FoundationClass)
        case unknown(name: String)
    }

    /// The classes that the app passes, and other reachable classes by their `archiveName` and aliases.
    private let named: [String: ModelObject.Type]
    /// The classes by the last part of these names, unless several classes share it.
    private var lastParts: [String: ModelObject.Type] = [:]

    /// - Parameter named: Classes by their names in the archive; they take precedence over all others.
    init(_ root: ModelObject.Type, named: [String: ModelObject.Type]) {
        var classes = ArchiveClasses.reachable(from: root)
        for (_, type) in named.sorted(byText: \.key) { classes.include(type) }
        self.named = classes.named.merging(named) { $1 }
        var shared: Set<String> = []
        for (name, type) in classes.named {
            let part = Self.lastPart(of: name)
            if let other = lastParts.updateValue(type, forKey: part), other != type { shared.insert(part) }
        }
        for part in shared { lastParts[part] = nil }
    }

    private static func lastPart(of name: String) -> String {
        name.utf8.lastIndex(of: UInt8(ascii: ".")).map { String(name[name.utf8.index(after: $0)...]) } ?? name
    }

    /// What the objects of a class with this name become; nil if the name is unknown.
    func kind(of name: String) -> Kind? {
        if let type = named[name] ?? lastParts[Self.lastPart(of: name)] { return .model(type) }
        return FoundationClass.named[name].map { .foundation($0) }
    }
}
