import ModelObjects

/// Makes the classes of a JSON Schema: draft 2020-12, or draft 7 with `definitions`.
struct SchemaClasses {
    typealias Part = SchemaDocument.Part

    let document: SchemaDocument
    private(set) var classes: [ClassModel] = []
    var enums: [EnumModel] = []
    private var models: [String: ClassModel] = [:]
    private var enumModels: [String: EnumModel] = [:]
    /// Whether a key that need not be there is not Optional: the schema says of others that they can be null.
    private let hasExplicitNulls: Bool

    /// The class of the root first.
    init(_ document: SchemaDocument, rootName: String) throws(Failure) {
        self.document = document
        hasExplicitNulls = Self.hasExplicitNulls(document.root)
        var root = try document.resolved(document.rootPart)
        if Self.types(root) == ["array"], let items = root.part("items") {
            root = try document.resolved(items)
        }
        guard case .model? = try valueType(of: root, [rootName]) else {
            throw Failure(
                "The root of the schema describes neither an object with properties nor an array of such objects."
            )
        }
        for model in classes { Self.breakCycles(from: model) }
    }

    // MARK: Types

    /// The type of the values that a schema describes; nil for any value.
    mutating func valueType(of part: Part, _ names: [String]) throws(Failure) -> ValueType? {
        let isReference = part.value["$ref"] != nil
        let part = try document.resolved(part)
        let names = isReference ? self.names(of: part, besides: names) : names
        if let model = models[part.pointer] { return .model(model) }
        if let values = part.value["enum"] { return enumeration(values, part, names) }
        if let constant = part.value["const"] { return Self.scalar(constant) }
        if let alternatives = part.part("oneOf") ?? part.part("anyOf") {
            if let type = try union(of: alternatives.elements, part, names) { return type }
            if part.value["properties"] == nil { return nil }
        }
        if part.value["allOf"] != nil || Self.hasProperties(part) { return try object(part, names) }
        let types = Self.types(part).filter { $0 != "null" }
        let type =
            types.count == 1
            ? try self.type(types[0], part, names) : Set(types) == ["integer", "number"] ? .double : nil
        guard Self.isNullable(part) else { return type }
        return type?.optional
    }

    private mutating func type(_ name: String, _ part: Part, _ names: [String]) throws(Failure) -> ValueType?
    {
        switch name {
        case "boolean": return .bool
        case "integer": return Self.integer(part.value)
        case "number": return .double
        case "string": return Self.text(part.value)
        case "array":
            guard let items = part.part("items"), items.value.facts.contains(.object),
                let element = try valueType(of: items, names.map { Words.className($0) })
            else { return .array(.any) }
            let isSet = part.value["uniqueItems"]?.isTrue == true && element.isHashable
            return isSet ? .set(element) : .array(element)
        case "object":
            let values =
                part.part("additionalProperties") ?? part.part("patternProperties")?.members.first?.part
            guard let values, values.value.facts.contains(.object),
                let value = try valueType(of: values, names.map { Words.className($0) })
            else { return .map(.any) }
            return .map(value)
        default: return nil
        }
    }

    private mutating func enumeration(_ values: SampleValue, _ part: Part, _ names: [String]) -> ValueType? {
        let hasNull = values.elements.contains(where: \.isNull)
        let elements = values.elements.filter { !$0.isNull }
        var cases: [EnumModel.Value] = []
        for element in elements {
            let value: EnumModel.Value? =
                element.facts.contains(.text) ? .text(element.text) : Int(element.text).map { .integer($0) }
            if let value, !cases.contains(value) { cases.append(value) }
        }
        let texts = cases.filter { if case .text = $0 { true } else { false } }.count
        guard !cases.isEmpty, cases.count == Set(elements.map(\.text)).count,
            texts == 0 || texts == cases.count
        else {
            let types = elements.compactMap { Self.scalar($0) }
            guard let first = types.first, Set(types.map(\.source)).count == 1 else { return nil }
            return hasNull ? first.optional : first
        }
        let model = enumModels[part.pointer] ?? EnumModel(nameHints: names, values: cases)
        if enumModels.updateValue(model, forKey: part.pointer) == nil {
            model.documentation = Self.documentation(part, for: nil)
            enums.append(model)
        }
        return hasNull || Self.isNullable(part) ? .optional(.enumeration(model)) : .enumeration(model)
    }

    // MARK: Objects

    /// The class of an object with properties; with `allOf`, its superclass is the only reference in it.
    private mutating func object(_ part: Part, _ names: [String]) throws(Failure) -> ValueType? {
        let parts = part.part("allOf")?.elements ?? []
        if parts.count == 1, !Self.hasProperties(part) {
            let type = try valueType(of: parts[0], names)
            return Self.isNullable(part) ? type?.optional : type
        }
        let references = parts.filter { $0.value["$ref"] != nil }
        var superclass: ClassModel?
        if references.count == 1, case .model(let model)? = try valueType(of: references[0], names) {
            superclass = model
        }
        let model = ClassModel(nameHints: names, superclass: superclass)
        add(model, for: part)
        var members: [MemberModel] = []
        for inner in parts where superclass == nil || inner.value["$ref"] == nil {
            members += try self.members(of: document.resolved(inner), in: model)
        }
        members += try self.members(of: part, in: model)
        model.members = Self.unique(members, besides: superclass?.allMembers ?? [])
        if parts.contains(where: { Self.types($0) != [] && Self.types($0) != ["object"] }),
            model.members.isEmpty
        {
            return nil
        }
        return Self.isNullable(part) ? .optional(.model(model)) : .model(model)
    }

    mutating func add(_ model: ClassModel, for part: Part) {
        model.documentation = Self.documentation(part, for: nil)
        models[part.pointer] = model
        classes.append(model)
    }

    /// The members of an object's schema, and of the schemas that it consists of.
    mutating func members(of part: Part, in model: ClassModel) throws(Failure) -> [MemberModel] {
        var members: [MemberModel] = []
        for inner in part.part("allOf")?.elements ?? []
        where inner.pointer.hasPrefix(part.pointer) && !classes.isEmpty {
            if part.value["properties"] == nil {
                members += try self.members(of: document.resolved(inner), in: model)
            }
        }
        let required = Set(part.value["required"]?.texts ?? [])
        for (key, schema) in part.part("properties")?.members ?? [] {
            if schema.value.facts.contains(.bool) { continue }
            members.append(try member(key, schema, in: model, isRequired: required.contains(key)))
        }
        return Self.unique(members, besides: [])
    }

    private mutating func member(
        _ key: String, _ part: Part, in model: ClassModel, isRequired: Bool
    ) throws(Failure) -> MemberModel {
        let name = Words.className(key)
        let type = try valueType(of: part, [name] + model.nameHints.map { $0 + name })
        var member = MemberModel(key: key, type: type ?? .optional(.any))
        let resolved = try document.resolved(part)
        let standard = part.value["default"] ?? resolved.value["default"]
        let isNullable =
            Self.isNullable(part) || { if case .optional = member.type { true } else { false } }()
        if isNullable || !isRequired && (standard == nil || standard?.isNull == true) && !hasExplicitNulls {
            member.type = member.type.optional
        }
        if type == nil { member.comment = "Uncertain: the schema allows several types, or any." }
        member.isRequired = isRequired && !isNullable && type != nil
        member.documentation = Self.documentation(part, for: key)
        if case .date = member.type.innermost, resolved.value["format"]?.text == "date" {
            member.dateFormat = .day
        }
        member.constant = standard ?? resolved.value["const"]
        return member
    }

    static func unique(_ members: [MemberModel], besides inherited: [MemberModel]) -> [MemberModel] {
        var seen = Set(inherited.map { Array($0.key.utf8) })
        return members.filter { seen.insert(Array($0.key.utf8)).inserted }
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

    /// Makes a property Optional if its class would make an endless chain of new objects.
    private static func breakCycles(from start: ClassModel) {
        var path: [ObjectIdentifier] = []
        func visit(_ model: ClassModel) {
            path.append(ObjectIdentifier(model))
            defer { path.removeLast() }
            var owner: ClassModel? = model
            while let current = owner {
                for index in current.members.indices {
                    guard case .model(let inner) = current.members[index].type else { continue }
                    if path.contains(ObjectIdentifier(inner)) {
                        current.members[index].type = .optional(.model(inner))
                    } else if !isDone.contains(ObjectIdentifier(inner)) {
                        visit(inner)
                    }
                }
                owner = current.superclass
            }
            isDone.insert(ObjectIdentifier(model))
        }
        var isDone: Set<ObjectIdentifier> = []
        visit(start)
    }
}
