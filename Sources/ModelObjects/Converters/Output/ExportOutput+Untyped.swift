extension ExportOutput {
    /// Writes an untyped value: a JSON type, or any type that a property of a model may have.
    mutating func write(any value: Any) throws(ExportFailure) -> ExportOutcome {
        switch JSONValue(value) {
        case .null: return .null
        case .string(let text): return write(text)
        case .bool(let bool): return write(.bool(bool))
        case .integer(let number): return write(integer: number)
        case .unsigned(let number): return write(.unsigned(number))
        case .double(let number): return try write(number)
        case .decimal(let number): return try DecimalConverter().write(number, to: &self)
        case .array(let elements): return try write(elements)
        case .object(let members): return try write(members)
        case .other(let value): return try write(other: value)
        }
    }

    @inline(never)
    private mutating func write(
        _ elements: [Any], isSet: Bool = false
    ) throws(ExportFailure) -> ExportOutcome {
        try array(count: elements.count, isSet: isSet) { index, output throws(ExportFailure) in
            try output.write(any: elements[index])
        }
    }

    /// Writes a dictionary sorted by key, because its own order differs from process to process.
    @inline(never)
    private mutating func write(_ members: [String: Any]) throws(ExportFailure) -> ExportOutcome {
        let sorted = members.sorted(byText: \.key)
        return try dictionary { output throws(ExportFailure) in
            for (key, value) in sorted {
                try output.member(key) { output throws(ExportFailure) in try output.write(any: value) }
            }
        }
    }

    /// Writes a value that has no JSON type as a property of the value's type would be written.
    ///
    /// - Parameter value: The value, unwrapped from its Optionals and its AnyHashable.
    @inline(never)
    private mutating func write(other value: Any) throws(ExportFailure) -> ExportOutcome {
        if let model = asModel(value) { return try write(model) }
        if let converter = ConverterFactory(rule: PropertyRule()).converter(for: type(of: value)) {
            return try write(value, by: converter)
        }
        // Members may have any type, for example in a Set that was unarchived into an Any.
        if let set = value as? any SetView { return try write(set.members, isSet: true) }
        if let (members, isComplete) = (value as? any DictionaryView)?.membersByKeyText {
            if !isComplete { try omitNotFiniteKey() }
            return try write(members)
        }
        throw ExportFailure(
            .notExportable,
            Headline("Cannot export \(type(of: value))", ending: ": JSON cannot represent this type"),
            expected: "a value that JSON can represent", found: "\(type(of: value))")
    }

    /// Writes a value by the converter of its type.
    mutating func write<Converter: ValueConverter>(
        _ value: Any, by converter: Converter
    ) throws(ExportFailure) -> ExportOutcome {
        // An Any can hold an object as an instance of its superclass.
        let object = Converter.Value.self is AnyClass ? value as? Converter.Value : nil
        guard let typed = object ?? exactly(value, as: Converter.Value.self) else { return .null }
        return try converter.write(typed, to: &self)
    }
}
