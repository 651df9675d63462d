/// Makes the JSON Schema of a class (draft 2020-12) from the layout of its exports.
///
///     class Order { var id = 0; var next: Order?; var car: Car? }
///
///     root: {$schema, type, properties: {id, next: {$ref: "#"}, car: {$ref: "#/$defs/Car"}}, $defs: {Car}}
final class SchemaWriter {
    let use: SchemaUse
    let options: ExportOptions
    let deepestArguments: Int
    /// The definitions of each class.
    ///
    /// A class has several if the forms of its dates differ: they depend on the enclosing models. `dates` has the form for
    /// each class whose objects can be there.
    private var references: [ObjectIdentifier: [(dates: [DateForm], pointer: String)]] = [:]
    private var definitions: Keywords = []
    private var names: Set<String> = []

    /// The class whose members are described.
    struct Scope {
        let layout: ExportLayout
        /// The format of dates without a rule.
        let dateFormat: DateFormat
        /// Two new objects; none if the schema has no defaults.
        let newObjects: [ModelObject]
        /// Whether the member is in an array that keys lead into.
        var isInArray = false

        var schema: ModelSchema { layout.schema }
    }

    /// The schema of a member, and whether the object must have it.
    private typealias Part = (keywords: Keywords, isRequired: Bool)

    private init(_ type: ModelObject.Type, _ use: SchemaUse, _ options: ExportOptions) {
        (self.use, self.options) = (use, options)
        deepestArguments = ModelSchema.deepestArguments(below: type)
    }

    static func schema(
        of type: ModelObject.Type, for use: SchemaUse, _ options: ExportOptions
    ) throws -> ExportedValue {
        let writer = SchemaWriter(type, use, options)
        let isFiltered = options.only != nil || !options.except.isEmpty
        if !isFiltered {
            writer.references[ObjectIdentifier(type)] = [(writer.dates(of: type, .automatic), "#")]
        }
        var keywords = Keywords("$schema", .string("https://json-schema.org/draft/2020-12/schema"))
        keywords += try writer.declared(type, .automatic, isFiltered: isFiltered)
        if !writer.definitions.isEmpty {
            keywords.add("$defs", .object(writer.definitions))
        }
        return .object(keywords)
    }

    // MARK: Classes

    /// The forms of dates in objects of a class and of the classes that its discriminator names.
    ///
    /// A subclass may set another format than its superclass, or none.
    private func dates(of type: ModelObject.Type, _ inherited: DateFormat) -> [DateForm] {
        ModelSchema.of(type).reachable.map {
            (options.dateFormat ?? $0.options.setDateFormat ?? inherited).form
        }
    }

    /// A reference to the definition of a class, which the first one adds.
    func reference(to type: ModelObject.Type, _ inherited: DateFormat) throws -> Keywords {
        let dates = dates(of: type, inherited)
        if let known = references[ObjectIdentifier(type)]?.first(where: { $0.dates == dates }) {
            return Keywords("$ref", .string(known.pointer))
        }
        let name = newName(of: type)
        let pointer = "#/$defs/\(name)"
        references[ObjectIdentifier(type), default: []].append((dates, pointer))
        let index = definitions.count
        definitions.add(name, .null)
        definitions[index] = .init(key: name, value: .object(try declared(type, inherited)))
        return Keywords("$ref", .string(pointer))
    }

    /// The archive name without the module, with only characters that a URI fragment and a JSON Pointer don't
    /// escape.
    private func newName(of type: ModelObject.Type) -> String {
        let full = type.archiveName
        let local = full.firstIndex(of: ".").map { full[full.index(after: $0)...] } ?? full[...]
        let base = String(
            local.map { $0.isASCII && ($0.isLetter || $0.isNumber || "_.-".contains($0)) ? $0 : "_" })
        var name = base
        var number = 1
        while !names.insert(name).inserted {
            number += 1
            name = "\(base)\(number)"
        }
        return name
    }

    /// The schema of a property of this class: an object, or one of several objects that a discriminator
    /// distinguishes.
    private func declared(
        _ type: ModelObject.Type, _ inherited: DateFormat, isFiltered: Bool = false
    ) throws -> Keywords {
        guard isPolymorphic(type), let discriminator = ModelSchema.of(type).discriminator else {
            return try object(type, inherited, isFiltered: isFiltered)
        }
        let variants = ModelSchema.of(type).variants(for: use)
        let names = variants.map { namePath(of: $0, by: discriminator, isFiltered: isFiltered) }
        let isExclusive = use == .validation && names.filter { $0 == nil }.count <= 1
        var schemas: [ExportedValue] = []
        for (variant, name) in zip(variants, names) {
            var keywords = try self.variant(variant, of: type, inherited, isFiltered: isFiltered)
            if isExclusive, name == nil {
                let paths = Set(names.compactMap(\.self))
                keywords.add("not", nameOfOther(than: variant, at: paths, discriminator))
            }
            schemas.append(.object(keywords))
            if use == .structuredOutput, overridesDiscriminator(variant, of: type) {
                // An object of this class is made if its own discriminator finds no class.
                schemas.append(.object(try object(variant, inherited, isFiltered: isFiltered)))
            }
        }
        // A class that two discriminators name is in two of the schemas.
        let isOne = isExclusive && !variants.contains { overridesDiscriminator($0, of: type) }
        return Keywords(isOne ? "oneOf" : "anyOf", .array(schemas))
    }

    /// The schema of one of the classes that the discriminator of a declared class distinguishes.
    private func variant(
        _ type: ModelObject.Type, of declared: ModelObject.Type, _ inherited: DateFormat, isFiltered: Bool
    ) throws -> Keywords {
        if isPolymorphic(type), !overridesDiscriminator(type, of: declared) {
            return try object(type, inherited, isFiltered: isFiltered)
        }
        // A definition describes unfiltered exports.
        return isFiltered
            ? try self.declared(type, inherited, isFiltered: true) : try reference(to: type, inherited)
    }

    /// The schema of objects that name another class, at one of the places where exports name theirs.
    private func nameOfOther(
        than type: ModelObject.Type, at paths: Set<[PathComponent]>, _ discriminator: Discriminator
    ) -> ExportedValue {
        let schemas = paths.sorted(byText: \.path).map { discriminator.anyText(at: $0, exceptOf: type) }
        return schemas.count == 1 ? schemas[0] : .object(Keywords("anyOf", .array(schemas)))
    }

    private func isPolymorphic(_ type: ModelObject.Type) -> Bool {
        ModelSchema.of(type).variants(for: use).contains { $0 != type }
    }

    /// Whether a class has another discriminator, which chooses among its subclasses.
    private func overridesDiscriminator(_ type: ModelObject.Type, of declared: ModelObject.Type) -> Bool {
        isPolymorphic(type) && ModelSchema.of(type).overridesDiscriminator(of: ModelSchema.of(declared))
    }

    /// The path in an export to one of the class's texts; nil if there is none.
    private func namePath(
        of type: ModelObject.Type, by discriminator: Discriminator, isFiltered: Bool
    ) -> [PathComponent]? {
        let layout = layout(of: type, isFiltered: isFiltered)
        guard let names = layout.discriminators else { return nil }
        let member = names.members.first { $0.key == discriminator.key }
        let substitute = names.substitutes.first { index, name in
            name.key == discriminator.key && !layout.paths[index].isEmpty
                && constant(of: layout.schema.properties[index], name, layout.schema) != nil
        }
        return member.map { layout.members.place(at: $0.key.components) }
            ?? substitute.map { layout.paths[$0.key] }
    }

    private func layout(of type: ModelObject.Type, isFiltered: Bool) -> ExportLayout {
        isFiltered
            ? ExportLayout(ModelSchema.of(type), options, isFiltered: true)
            : .of(type, options)
    }

    /// The schema of objects of exactly this class.
    private func object(
        _ type: ModelObject.Type, _ inherited: DateFormat, isFiltered: Bool
    ) throws -> Keywords {
        let layout = layout(of: type, isFiltered: isFiltered)
        if let collision = layout.collisions.first { throw collision.failure.modelError }
        let scope = Scope(
            layout: layout, dateFormat: layout.dateFormat ?? inherited,
            newObjects: use == .validation ? [type.init(), type.init()] : [])
        return try object(layout.members, scope).keywords
    }

    // MARK: Members

    private func object(_ members: [ExportMember], _ scope: Scope) throws -> Part {
        var properties: Keywords = []
        var required: [ExportedValue] = []
        for member in members {
            let part = try part(member.content, scope)
            properties.add(member.key, .object(part.keywords))
            if part.isRequired { required.append(.string(member.key)) }
        }
        var keywords = Keywords("type", .string("object"))
        keywords.add("properties", .object(properties))
        if !required.isEmpty || use == .structuredOutput {
            keywords.add("required", .array(required))
        }
        if use == .structuredOutput {
            keywords.add("additionalProperties", .bool(false))
        }
        return (keywords, use == .structuredOutput || !required.isEmpty)
    }

    private func part(_ content: ExportMember.Content, _ scope: Scope) throws -> Part {
        switch content {
        case .property(let index): try property(index, scope)
        case .className(let name): (keywords(of: name), true)
        case .object(let members): try object(members, scope)
        case .array(let elements): try array(elements, scope)
        }
    }

    /// The schema of an array whose elements have paths.
    ///
    /// An element that is left out is null.
    private func array(_ elements: [ExportMember?], _ scope: Scope) throws -> Part {
        var scope = scope
        scope.isInArray = true
        var schemas: [ExportedValue] = []
        var count = 0
        for (index, element) in elements.enumerated() {
            guard let element else {
                schemas.append(.object([]))
                continue
            }
            let part = try part(element.content, scope)
            if part.isRequired { count = index + 1 }
            schemas.append(.object(part.isRequired ? part.keywords : nullable(part.keywords)))
        }
        if use == .structuredOutput {
            throw ModelError(
                .notExportable,
                Headline(
                    "No structured output for \(scope.schema.type): the key of its discriminator leads into an array"
                ),
                expected: "a key of an object", found: "one of an array")
        }
        var keywords = Keywords("type", .string("array"))
        keywords.add("prefixItems", .array(schemas))
        if count > 0 { keywords.add("minItems", .integer(Int64(count))) }
        return (keywords, count > 0)
    }

    private func property(_ index: Int, _ scope: Scope) throws -> Part {
        let property = scope.schema.properties[index]
        let place = Place(scope: scope, index: index)
        var keywords: Keywords
        var isRequired = use == .structuredOutput || isExported(property, scope.schema)
        let name = scope.layout.discriminators?.substitutes[index]
        if let constant = name.flatMap({ constant(of: property, $0, scope.schema) }) {
            (keywords, isRequired) = (constant, true)
        } else {
            keywords = try self.keywords(of: property, place)
            if !isRequired, let value = defaultValue(of: property, scope) {
                keywords.add("default", value)
            }
            if let name, use == .validation {
                keywords = adding(name, to: keywords, of: property, scope.schema)
            }
        }
        if let text = property.rule.schemaDescription {
            if use == .structuredOutput, keywords.first?.key == "$ref" {
                // Language models reject other keywords beside a `$ref`.
                keywords = Keywords("anyOf", .array([.object(keywords)]))
            }
            keywords.add("description", .string(text))
        }
        return (keywords, isRequired)
    }
}

typealias Keywords = [ExportedValue.Member]

extension Keywords {
    init(_ key: String, _ value: ExportedValue) { self = [Element(key: key, value: value)] }

    mutating func add(_ key: String, _ value: ExportedValue) { append(Element(key: key, value: value)) }
}
