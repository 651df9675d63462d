import ModelObjects

/// Makes the classes of a JSON Schema: draft 2020-12, or draft 7 with `definitions`.
///
/// A class is reserved when a reference to it is found, and gets its members later. So a schema can contain
/// itself, and long chains of references need no recursion.
struct SchemaClasses {
    typealias Part = SchemaDocument.Part

    let document: SchemaDocument
    /// The class of the root first.
    private(set) var classes: [ClassModel] = []
    private(set) var enums: [EnumModel] = []
    /// The types of the schemas at pointers; nil for any value.
    ///
    /// The type is also nil while it is being determined. So an array of such arrays is `[Any]`.
    private var types: [String: ValueType?] = [:]
    /// The classes whose members are not yet known.
    var unfinished: [UnfinishedClass] = []
    private var mergedClassCount = 0
    /// The number of types around the type that is being determined.
    private var level = 0

    init(_ document: SchemaDocument, rootName: String) throws(Failure) {
        self.document = document
        var root = try document.resolved(document.rootPart)
        if Self.types(root) == ["array"], let items = root.part("items") {
            root = try document.resolved(items)
        }
        guard let model = try rootClass(root, [rootName]) else { throw noClass(root) }
        // Finishing a class can reserve other classes.
        var finished = 0
        while finished < unfinished.count {
            try finish(unfinished[finished])
            finished += 1
        }
        decideSuperclasses()
        for model in classes { Self.checkDefaults(of: model) }
        removeUnused(root: model)
    }

    /// The class of the root's objects; nil if the root describes no members of objects.
    ///
    /// The root can describe other values, too. They can't be mapped to the class, so properties that refer to the root allow
    /// any value.
    private mutating func rootClass(_ root: Part, _ names: [String]) throws(Failure) -> ClassModel? {
        if case .model(let model)? = try valueType(of: root, names)?.unwrapped { return model }
        guard try hasMembers(root), try allowedTypes(root)?.contains("object") == true else { return nil }
        let model = ClassModel(nameHints: names)
        add(model, for: root, isShared: false)
        unfinished.append(.object(model, root))
        return model
    }

    /// Removes superclasses from which a class can't inherit, and the members that a class does inherit.
    ///
    /// Until then, each class has all of its members.
    private func decideSuperclasses() {
        // Only alternatives can inherit from the base class of a union, because its discriminator chooses one of them.
        for model in classes {
            let union = model.lineage.dropLast().compactMap(\.discriminator).last
            if union?.classes.contains(where: { $0.model === model }) == false { model.superclass = nil }
        }
        for model in classes {
            while !Self.isSubclass(model) { model.superclass = model.superclass?.superclass }
        }
        for model in classes {
            model.members = Self.unique(model.members, besides: model.superclass?.allMembers ?? [])
        }
    }

    /// Removes the classes and enums that alternatives without a common type leave unreferenced.
    private mutating func removeUnused(root: ClassModel) {
        let used = ClassGraph(from: root)
        for model in classes where !used.contains(model) { model.superclass = nil }
        classes = [root] + classes.filter { used.contains($0) && $0 !== root }
        enums = enums.filter(used.contains)
        used.breakCycles()
    }

    /// The error if the root gives no class, with advice.
    private func noClass(_ root: Part) -> Failure {
        let text =
            "The root of the schema describes neither an object with properties nor an array of such objects."
        if root.value["oneOf"] != nil || root.value["anyOf"] != nil {
            return Failure(
                text
                    + " It is a choice: for subclasses, each alternative needs another constant text at one key."
            )
        }
        guard let name = document.definitions.first(where: Self.hasProperties)?.pointer else {
            return Failure(text)
        }
        return Failure(text + " Add a reference to a definition, such as \"$ref\": \"\(name)\".")
    }

    // MARK: Types

    /// The type of the values that a schema describes; nil for any value.
    mutating func valueType(of part: Part, _ names: [String]) throws(Failure) -> ValueType? {
        let target = try document.resolved(part)
        let isNullable = Self.isNullable(part)
        if let known = types[target.pointer] { return isNullable ? known?.optional : known }
        if level == SchemaDocument.maximumLevels { throw SchemaDocument.nestedTooDeeply(part) }
        level += 1
        defer { level -= 1 }
        types[target.pointer] = .some(nil)
        let type = try newType(of: target, part.isReference ? self.names(of: target, besides: names) : names)
        types[target.pointer] = .some(type)
        return isNullable ? type?.optional : type
    }

    private mutating func newType(of part: Part, _ names: [String]) throws(Failure) -> ValueType? {
        if let values = part.value["enum"] { return enumeration(values.elements, part, names) }
        if let constant = part.value["const"] { return Self.scalar([constant]) }
        let listed = Self.alternatives(part)
        let alternatives = listed.isEmpty ? heirs(of: part) : listed
        if !alternatives.isEmpty, let type = try union(of: alternatives, part, names) {
            return Self.isNullable(part) ? type.optional : type
        }
        let constituents = try document.constituents(of: part)
        var type: ValueType?
        let allowed = try hasMembers(part) ? allowedTypes(part) ?? ["object"] : []
        if allowed == ["object"] {
            type = try object(part, constituents, names)
        } else if allowed.contains("object") {
            return nil
        } else {
            type = try narrowedType(of: constituents, names)
        }
        let types = Self.types(part).filter { $0 != "null" }
        if type == nil {
            type =
                types.count == 1
                ? try self.type(types[0], part, names) : Set(types) == ["integer", "number"] ? .double : nil
        }
        return Self.isNullable(part) ? type?.optional : type
    }

    /// The type of values that match all schemas; nil for any value.
    private mutating func narrowedType(
        of constituents: [SchemaDocument.Constituent], _ names: [String]
    ) throws(Failure) -> ValueType? {
        var type: ValueType?
        for constituent in constituents {
            guard let other = try valueType(of: constituent, names) else { continue }
            type = type?.narrowed(by: other) ?? other
        }
        let items = constituents.compactMap { $0.part.part("items") }.filter { $0.value.facts == .object }
        guard case .array? = type?.unwrapped, constituents.count > 1, !items.isEmpty else { return type }
        // Each schema can describe other members of the elements.
        let element = try valueType(of: document.merged(items), names.map { Words.className($0) })
        return type?.narrowed(by: .array(element ?? .any))
    }

    private mutating func valueType(
        of constituent: SchemaDocument.Constituent, _ names: [String]
    ) throws(Failure) -> ValueType? {
        let part = constituent.part
        return try valueType(of: part, constituent.isReference ? self.names(of: part, besides: names) : names)
    }

    private mutating func type(_ name: String, _ part: Part, _ names: [String]) throws(Failure) -> ValueType?
    {
        let names = names.map { Words.className($0) }
        switch name {
        case "boolean": return .bool
        case "integer": return Self.integer(part.value)
        case "number": return .double
        case "string": return Self.text(part.value)
        case "array":
            return .array(try joinedType(of: Self.elements(part), names) ?? .any)
        case "object": return .map(try joinedType(of: Self.mapValues(part), names) ?? .any)
        default: return nil
        }
    }

    /// The type that can hold the values of each schema; nil for any value.
    mutating func joinedType(of parts: [Part], _ names: [String]) throws(Failure) -> ValueType? {
        var joined: ValueType?
        for part in parts {
            guard let type = try valueType(of: part, names) else { return nil }
            guard let both = (joined ?? type).joined(type) else { return nil }
            joined = both
        }
        return joined
    }

    mutating func enumeration(_ values: [SampleValue], _ part: Part, _ names: [String]) -> ValueType? {
        let elements = values.filter { !$0.isNull }
        let isNullable = elements.count < values.count || Self.isNullable(part)
        var seen: Set<EnumModel.Value> = []
        let cases = elements.compactMap { EnumModel.Value($0) }.filter { seen.insert($0).inserted }
        let texts = cases.filter { if case .text = $0 { true } else { false } }.count
        guard !cases.isEmpty, texts == 0 || texts == cases.count,
            elements.allSatisfy({ EnumModel.Value($0) != nil })
        else {
            let type = Self.scalar(elements)
            return isNullable ? type?.optional : type
        }
        let documentation = Self.documentation(part, for: nil)
        let known = enums.first {
            $0.nameHints.first == names.first && $0.values == cases && $0.documentation == documentation
        }
        let model = known ?? EnumModel(nameHints: names, values: cases)
        if known == nil {
            model.documentation = documentation
            enums.append(model)
        }
        return isNullable ? .optional(.enumeration(model)) : .enumeration(model)
    }

    // MARK: Objects

    /// The class of an object with properties; with `allOf`, its superclass is the only reference in it.
    private mutating func object(
        _ part: Part, _ constituents: [SchemaDocument.Constituent], _ names: [String]
    ) throws(Failure) -> ValueType? {
        var described: [SchemaDocument.Constituent] = []
        for constituent in constituents {
            let hasMembers = try hasMembers(constituent.part)
            if hasMembers || constituent.part.describesMembers { described.append(constituent) }
        }
        if described.count == 1, !part.describesMembers { return try valueType(of: described[0], names) }
        if !part.merged.isEmpty {
            mergedClassCount += 1
            if mergedClassCount > document.maximumMergedClasses { throw document.mergedTooOften(part) }
        }
        let model = ClassModel(nameHints: names)
        add(model, for: part)
        let references = constituents.filter(\.isReference)
        if references.count == 1,
            case .model(let superclass)? = try valueType(of: references[0], names)?.unwrapped,
            model.superclass == nil
        {
            model.superclass = superclass
        }
        unfinished.append(.object(model, part))
        return .model(model)
    }

    /// Reserves the class of a schema.
    ///
    /// - Parameter isShared: Whether other references to the schema get the class, too, if they have none.
    mutating func add(_ model: ClassModel, for part: Part, isShared: Bool = true) {
        model.documentation = Self.documentation(part, for: nil)
        if isShared, knownClass(of: part) == nil {
            types[part.pointer] = Self.isNullable(part) ? .optional(.model(model)) : .model(model)
        }
        classes.append(model)
    }

    func knownClass(of part: Part) -> ClassModel? {
        guard case .model(let model)?? = types[part.pointer].map({ $0?.unwrapped }) else { return nil }
        return model
    }

    private mutating func finish(_ unfinished: UnfinishedClass) throws(Failure) {
        switch unfinished {
        case .object(let model, let part):
            let parts = try document.composition(of: part) + document.possibleParts(of: part)
            model.hasOtherKeys = parts.contains(where: \.describesOtherKeys)
            let members = try members(of: part, in: model) + possibleMembers(of: part, in: model)
            model.members = Self.unique(members + (try undescribedMembers(of: part)), besides: [])
        case .union(let model, let part, let variants):
            try finish(model, part, variants)
        }
    }

    /// The names of the types that a value can have, except null; nil if the schema doesn't say.
    private func allowedTypes(_ part: Part) throws(Failure) -> Set<String>? {
        var allowed: Set<String>?
        for part in try document.composition(of: part) {
            var names = [Self.types(part)]
            for key in ["oneOf", "anyOf"] {
                let alternatives = try (part.part(key)?.elements ?? []).map { inner throws(Failure) in
                    Self.types(try document.resolved(inner))
                }
                // An alternative without a type allows all.
                if !alternatives.contains([]) { names.append(alternatives.flatMap(\.self)) }
            }
            for names in names where !names.isEmpty { allowed = allowed?.intersection(names) ?? Set(names) }
        }
        return allowed?.subtracting(["null"])
    }

    // MARK: Names and comments

    private func names(of part: Part, besides names: [String]) -> [String] {
        part.pointer == "#" || part.name.isEmpty
            ? names : [Words.className(part.name, isSingular: false)] + names
    }

    static func documentation(_ part: Part, for key: String?) -> String? {
        var parts: [String] = []
        if let title = part.value["title"]?.text, key.map({ !MemberNames.isFound($0, by: title) }) != false {
            parts.append(title)
        }
        if let description = part.value["description"]?.text, !parts.contains(description) {
            parts.append(description)
        }
        return parts.isEmpty ? nil : parts.joined(separator: "\n\n")
    }
}

/// A class whose members are not known yet.
enum UnfinishedClass {
    case object(ClassModel, SchemaDocument.Part)
    /// The base class of alternatives.
    case union(ClassModel, SchemaDocument.Part, [SchemaClasses.Variant])
}
