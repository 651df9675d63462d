extension ExportOutput {
    /// Writes an untyped value: what JSON has, and whatever a property of a model may hold.
    mutating func write(any value: Any) throws(ExportFailure) -> ExportOutcome {
        switch JSONValue(value) {
        case .null: return .null
        case .string(let text): return write(text)
        case .bool(let bool): return write(.bool(bool))
        case .integer(let number): return write(number)
        case .unsigned(let number): return write(number)
        case .double(let number): return try write(number)
        case .decimal(let number): return try DecimalConverter().write(number, to: &self)
        case .array(let elements): return try write(elements)
        case .object(let members): return try write(members)
        case .other(let value): return try write(other: value)
        }
    }

    @inline(never)
    private mutating func write(_ elements: [Any]) throws(ExportFailure) -> ExportOutcome {
        try array(count: elements.count) { index, output throws(ExportFailure) in
            try output.write(any: elements[index])
        }
    }

    /// Writes a dictionary, sorted by key: its own order is another one in every process.
    @inline(never)
    private mutating func write(_ members: [String: Any]) throws(ExportFailure) -> ExportOutcome {
        let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        return try dictionary { output throws(ExportFailure) in
            for (key, value) in sorted {
                try output.member(key) { output throws(ExportFailure) in try output.write(any: value) }
            }
        }
    }

    /// Writes a value that JSON has no type for, as a property of its type would be.
    ///
    /// - Parameter value: Without the Optionals and the AnyHashable around it.
    @inline(never)
    private mutating func write(other value: Any) throws(ExportFailure) -> ExportOutcome {
        if let model = model(in: value) { return try write(model) }
        if let converter = ConverterFactory(rule: PropertyRule()).converter(for: type(of: value)) {
            return try write(value, by: converter)
        }
        // Of members of any type, such as an archive's Set of an Any has.
        if let set = value as? any SetView { return try write(set.members) }
        if let members = (value as? any DictionaryView)?.membersByKeyText { return try write(members) }
        throw ExportFailure(
            .notExportable,
            Headline("Cannot export \(type(of: value))", ending: ": JSON has no form for this type"),
            expected: "a value that JSON has a form for", found: "\(type(of: value))")
    }

    private mutating func write<Converter: ValueConverter>(
        _ value: Any, by converter: Converter
    ) throws(ExportFailure) -> ExportOutcome {
        guard let typed = exactly(value, as: Converter.Value.self) else { return .null }
        return try converter.write(typed, to: &self)
    }
}
