extension SchemaWriter {
    /// The value that is described: that of a property, or one in it.
    struct Place {
        let scope: Scope
        let index: Int
        var isElement = false

        var property: Property { scope.schema.properties[index] }

        var inside: Place {
            var place = self
            place.isElement = true
            return place
        }

        /// The class that `arrayMappings` names for the elements of an untyped container.
        var elementClass: ModelObject.Type? {
            guard isElement, property.content.isUntypedContainer else { return nil }
            return ResolvedOptions.ofClass(scope.schema).elementClass(of: property)
        }

        /// The error for a property that structured output has no schema for.
        func unsuitable(_ reason: String, for use: SchemaUse = .structuredOutput) -> ModelError {
            ModelError(
                .notExportable, at: scope.layout.paths[index],
                Headline(
                    "No \(use == .validation ? "schema" : "structured output") for `\(property.name)` of \(scope.schema.type)",
                    ending: ": \(reason)"),
                expected: "a type whose JSON is known", found: "\(property.accessor.type)")
        }
    }

    func keywords(of property: Property, _ place: Place) throws -> Keywords {
        if use == .structuredOutput {
            if property.rule.conversion != nil { throw place.unsuitable("a rule converts its values") }
            if property.rule.combination != nil {
                throw place.unsuitable("a rule combines it from several keys")
            }
            if place.scope.isInArray { throw place.unsuitable("its key leads into an array") }
        }
        var form = form(of: property, place.scope.schema)
        if property.rule.isRequired, case .optional(let wrapped) = form { form = wrapped }
        let keywords = try keywords(form, place)
        return property.rule.isEmbeddedJSON && mayBeNotFinite(property, form) ? finite(keywords) : keywords
    }

    /// Whether every export has a property that is required, so that it has a value.
    func isExported(_ property: Property, _ schema: ModelSchema) -> Bool {
        property.rule.isRequired
            && !(options.notFinite == .omit && mayBeNotFinite(property, form(of: property, schema)))
    }

    /// Whether a property may have a value that isn't finite, which isn't embedded in a string.
    private func mayBeNotFinite(_ property: Property, _ form: ValueForm) -> Bool {
        (property.rule.isEmbeddedJSON ? property.accessor.converter.form : form).mayBeNotFinite
    }

    /// The form of a property's exported value.
    private func form(of property: Property, _ schema: ModelSchema) -> ValueForm {
        if property.rule.conversion != nil { return .any() }
        let form = property.accessor.converter.form
        if property.rule.isEmbeddedJSON {
            let text = ValueForm.scalar(
                "string", limits: Keywords("contentMediaType", .string("application/json")))
            switch form {
            case .optional, .any: return .optional(text)
            default: return text
            }
        }
        guard options.relations == .railsAttributes, property.holdsModels(schema) else { return form }
        return switch form {
        case .array(let element, _): .dictionary(element)
        case .optional(.array(let element, _)): .optional(.dictionary(element))
        default: form
        }
    }

    private func keywords(_ form: ValueForm, _ place: Place) throws -> Keywords {
        switch form {
        case .scalar(let type, let format, let limits):
            var keywords = Keywords("type", .string(type))
            if let format { keywords.add("format", .string(format)) }
            if use == .validation { keywords += limits }
            return type == "number" ? finite(keywords) : keywords
        case .date(let own):
            let form = (options.dateFormat ?? own ?? place.scope.dateFormat).form
            if form == .any, use == .structuredOutput {
                throw place.unsuitable("its date format has no fixed form")
            }
            return finite(form.keywords)
        case .cases(let values, let raw):
            let keywords = try keywords(raw, place)
            let values = values.compactMap(exported)
            return values.isEmpty ? keywords : keywords + Keywords("enum", .array(values))
        case .either(let forms):
            let schemas = try forms.map { ExportedValue.object(try keywords($0, place)) }
            return Keywords("anyOf", .array(schemas))
        case .optional(let wrapped):
            return nullable(try keywords(wrapped, place))
        case .array(let element, let isSet):
            let items = try keywords(element, place.inside)
            var keywords = Keywords("type", .string("array"))
            if !items.isEmpty { keywords.add("items", .object(items)) }
            // Two numbers that are not finite are both exported as null.
            let mayRepeatNull = options.notFinite == .null && element.mayBeNotFinite
            if isSet, use == .validation, element.isDistinct, !mayRepeatNull {
                keywords.add("uniqueItems", .bool(true))
            }
            return keywords
        case .dictionary(let value):
            if use == .structuredOutput { throw place.unsuitable("a dictionary can have any keys") }
            let values = try keywords(value, place.inside)
            let type = Keywords("type", .string("object"))
            return values.isEmpty
                ? type : type + Keywords("additionalProperties", .object(values))
        case .model(let type):
            let type = type == ModelObject.self ? place.elementClass ?? type : type
            if type != ModelObject.self { return try reference(to: type, at: place) }
            if use == .structuredOutput { throw place.unsuitable("ModelObject can be any model") }
            return Keywords("type", .string("object"))
        case .any(let type):
            // A combination is stored as it is.
            if place.isElement, place.property.rule.combination == nil, let type = type ?? place.elementClass
            {
                return elements(try reference(to: type, at: place))
            }
            if use == .structuredOutput {
                throw place.unsuitable("the JSON of \(place.property.accessor.type) is not known")
            }
            return []
        }
    }

    private func reference(to type: ModelObject.Type, at place: Place) throws -> Keywords {
        if ModelSchema.argumentDepth(of: type) > deepestArguments {
            throw place.unsuitable("an endless number of generic classes can be reached from it", for: use)
        }
        return try reference(to: type, place.scope.dateFormat)
    }

    /// The schema of an element of an untyped container that holds models: a model, or arrays of models at any depth.
    ///
    /// Arrays in an array are not described further.
    private func elements(_ model: Keywords) -> Keywords {
        if use == .structuredOutput { return model }
        let array = Keywords("type", .string("array"))
        let inner = Keywords("anyOf", .array([.object(model), .object(array)]))
        let outer = array + Keywords("items", .object(inner))
        return Keywords("anyOf", .array([.object(model), .object(outer)]))
    }

    /// The schema of a number, which may be exported as null if it is not finite.
    private func finite(_ keywords: Keywords) -> Keywords {
        options.notFinite == .null ? nullable(keywords) : keywords
    }

    /// The union of a schema and null.
    func nullable(_ keywords: Keywords) -> Keywords {
        guard let first = keywords.first else { return keywords }
        guard first.key == "type" else {
            let schemas = [keywords, Keywords("type", .string("null"))]
            return Keywords("anyOf", .array(schemas.map { .object($0) }))
        }
        return keywords.map { keyword in
            switch keyword.key {
            case "type": .init(key: "type", value: keyword.value.adding(.string("null")))
            case "enum": .init(key: "enum", value: keyword.value.adding(.null))
            default: keyword
            }
        }
    }

    // MARK: Constants

    /// The schema of a property that a discriminator reads; nil if its values are not only the texts that lead to the
    /// class.
    func constant(of property: Property, _ name: DiscriminatorValue, _ schema: ModelSchema) -> Keywords? {
        if name.acceptsAnyText, use == .validation { return nil }
        return constant(form(of: property, schema), name.texts)
    }

    private func constant(_ form: ValueForm, _ texts: [String]) -> Keywords? {
        guard let type = form.scalarType else { return nil }
        let values = texts.compactMap { form.value(ofText: $0) }
        guard values.count == texts.count else { return nil }
        return Keywords("type", .string(type)) + constant(values)
    }

    private func constant(_ values: [ExportedValue]) -> Keywords {
        values.count == 1 ? Keywords("const", values[0]) : Keywords("enum", .array(values))
    }

    /// The schema of a class's name in an export.
    func keywords(of name: DiscriminatorValue) -> Keywords { constant(.string, name.texts) ?? [] }

    /// The schema of an Optional property that a discriminator reads: an export has the text of the class instead of
    /// nil.
    func adding(
        _ name: DiscriminatorValue, to keywords: Keywords, of property: Property, _ schema: ModelSchema
    )
        -> Keywords
    {
        let form = form(of: property, schema)
        if case .optional(.scalar("string", _, _)) = form { return keywords }
        guard case .optional = form else { return keywords }
        let names = constant(form, name.texts) ?? self.keywords(of: name)
        return Keywords("anyOf", .array([keywords, names].map { .object($0) }))
    }

    // MARK: Defaults

    /// The value of a property in a new object, unless it is nil, secret, or differs from object to object.
    func defaultValue(of property: Property, _ scope: Scope) -> ExportedValue? {
        guard scope.newObjects.count == 2, !property.isSecret, property.rule.conversion == nil else {
            return nil
        }
        let storages = scope.newObjects.map { PropertyStorage($0) }
        defer { withExtendedLifetime(scope.newObjects) {} }
        var comparison = ModelComparison()
        guard comparison.decide({ property.accessor.isEqual(storages[0], storages[1], &$0) }) else {
            return nil
        }
        // Dictionaries have no fixed order, neither here nor in the text of embedded JSON.
        var options = options
        options.sortedKeys = true
        // They apply only to the outermost object, not to a model in a property.
        (options.only, options.except) = (nil, [])
        let exporter = ObjectExporter(options)
        func export(isEmbedded: Bool) -> ExportedValue? {
            var output = ExportOutput(options, exporter, capacity: nil)
            output.rejectsSecrets = true
            output.classDateFormat = scope.dateFormat
            func write(to output: inout ExportOutput) throws(ExportFailure) -> ExportOutcome {
                try property.accessor.write(storages[0], to: &output)
            }
            let outcome = try? isEmbedded ? output.embed(write) : write(to: &output)
            return outcome == .written ? output.root : nil
        }
        guard let plain = export(isEmbedded: false),
            !RandomOrder.decides(plain, of: property.accessor.load(storages[0])),
            let value = property.rule.isEmbeddedJSON ? export(isEmbedded: true) : plain
        else { return nil }
        let isRelation = options.relations == .railsAttributes && property.holdsModels(scope.schema)
        return (isRelation ? value.keyedByIndex : value).inOrder
    }

    /// The exported form of an enum's raw value; nil if it has none.
    private func exported(_ value: Any) -> ExportedValue? {
        var output = ExportOutput(options, ObjectExporter(options), capacity: nil)
        return switch try? output.write(any: value) {
        case .written: output.root
        case .null: .null
        case .omitted, nil: nil
        }
    }
}

extension ExportedValue {
    /// The keyword's value, or array of values, with another value added.
    fileprivate func adding(_ value: ExportedValue) -> ExportedValue {
        guard case .array(let values, _) = self else { return .array([self, value]) }
        let isThere = values.contains {
            switch ($0, value) {
            case (.null, .null): true
            case (.string(let one), .string(let other)): one == other
            default: false
            }
        }
        return isThere ? self : .array(values + [value])
    }
}

extension ValueForm {
    /// Whether a value can be NaN or infinite, which the options may replace.
    fileprivate var mayBeNotFinite: Bool {
        switch self {
        case .scalar(let type, _, _): type == "number"
        case .date, .any: true
        case .either(let forms): forms.contains(where: \.mayBeNotFinite)
        case .optional(let wrapped), .cases(_, of: let wrapped): wrapped.mayBeNotFinite
        case .array, .dictionary, .model: false
        }
    }

    /// Whether different values of a type with this form are different in JSON.
    fileprivate var isDistinct: Bool {
        switch self {
        case .scalar(_, _, let limits): !limits.contains { $0.key == "format" }
        case .cases(_, of: let raw): raw.isDistinct
        default: false
        }
    }
}
