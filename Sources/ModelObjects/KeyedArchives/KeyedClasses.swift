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
        if let type = named[name] { return .model(type) }
        let readable = Self.demangled(name) ?? name
        if let type = named[readable] ?? lastParts[Self.lastPart(of: readable)] { return .model(type) }
        return FoundationClass(named: name).map { .foundation($0) }
    }

    /// The name `App.Outer.Inner` of a nested or private class, which the Objective-C runtime calls
    /// `_TtCC3App5Outer5Inner`; nil for any other name, and for the classes of generic types and functions.
    ///
    /// The kinds of the types come first, innermost first; then the length and the text of each name, beginning with the
    /// module. `P` and another name, which identifies the file, are before the name of a private type. (Swift's
    /// docs/ABI/OldMangling.rst.)
    static func demangled(_ name: String) -> String? {
        guard name.hasPrefix("_Tt") else { return nil }
        var rest = name.utf8.dropFirst(3)
        let kinds = rest.prefix { "CVO".utf8.contains($0) }
        rest = rest.dropFirst(kinds.count)
        func takeName() -> String? {
            let digits = rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
            guard let count = Int(Substring(digits)), count > 0 else { return nil }
            rest = rest.dropFirst(digits.count)
            defer { rest = rest.dropFirst(count) }
            return rest.count >= count ? String(rest.prefix(count)) : nil
        }
        var names: [String] = []
        for _ in 0...kinds.count {
            if rest.first == UInt8(ascii: "P") {
                rest = rest.dropFirst()
                guard takeName() != nil else { return nil }
            }
            guard let name = takeName() else { return nil }
            names.append(name)
        }
        return rest.isEmpty && names.count > 1 ? names.joined(separator: ".") : nil
    }
}
