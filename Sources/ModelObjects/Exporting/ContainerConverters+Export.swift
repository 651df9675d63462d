extension OptionalConverter {
    var holdsModels: Bool { wrapped.holdsModels }

    func exported(_ value: Value, _ exporter: inout ObjectExporter) throws(ExportFailure) -> ExportedValue {
        guard let value else { return .none }
        return try wrapped.exported(value, &exporter)
    }

    func write(
        _ value: Value, _ exporter: inout ObjectExporter, _ writer: inout JSONWriter
    ) throws(ExportFailure) -> ExportOutcome {
        guard let value else { return .null }
        return try wrapped.write(value, &exporter, &writer)
    }
}

extension ArrayConverter {
    var holdsModels: Bool { element.holdsModels }

    func exported(_ value: Value, _ exporter: inout ObjectExporter) throws(ExportFailure) -> ExportedValue {
        try exporter.exported(elements: value, of: element)
    }

    func write(
        _ value: Value, _ exporter: inout ObjectExporter, _ writer: inout JSONWriter
    ) throws(ExportFailure) -> ExportOutcome {
        try exporter.write(elements: value, of: element, &writer)
    }
}

extension SetConverter {
    var holdsModels: Bool { element.holdsModels }

    func exported(_ value: Value, _ exporter: inout ObjectExporter) throws(ExportFailure) -> ExportedValue {
        try exporter.exported(elements: value, of: element)
    }

    func write(
        _ value: Value, _ exporter: inout ObjectExporter, _ writer: inout JSONWriter
    ) throws(ExportFailure) -> ExportOutcome {
        try exporter.write(elements: value, of: element, &writer)
    }
}

extension ObjectExporter {
    fileprivate mutating func exported<Values: Collection, Converter: ValueConverter<Values.Element>>(
        elements: Values, of converter: Converter
    ) throws(ExportFailure) -> ExportedValue {
        try enterLevel()
        var exported: [ExportedValue] = []
        exported.reserveCapacity(elements.count)
        var index = 0
        for element in elements {
            do throws(ExportFailure) {
                let value = try converter.exported(element, &self)
                if case .omitted = value {} else { exported.append(value) }
            } catch {
                throw error.under(.index(index))
            }
            index += 1
        }
        leaveLevel()
        return .array(exported)
    }

    fileprivate mutating func write<Values: Collection, Converter: ValueConverter<Values.Element>>(
        elements: Values, of converter: Converter, _ writer: inout JSONWriter
    ) throws(ExportFailure) -> ExportOutcome {
        try enterLevel()
        writer.beginArray()
        var index = 0
        for element in elements {
            do throws(ExportFailure) {
                if try converter.write(element, &self, &writer) == .null { writer.null() }
            } catch {
                throw error.under(.index(index))
            }
            index += 1
        }
        writer.endArray()
        leaveLevel()
        return .written
    }
}

extension DictionaryConverter {
    var holdsModels: Bool { value.holdsModels }

    func exported(_ value: Value, _ exporter: inout ObjectExporter) throws(ExportFailure) -> ExportedValue {
        try exporter.enterLevel()
        var members: [ExportedValue.Member] = []
        members.reserveCapacity(value.count)
        for (key, element) in value {
            let text = self.key.text(key)
            do throws(ExportFailure) {
                let element = try self.value.exported(element, &exporter)
                if case .omitted = element { continue }
                members.append(.init(key: text, value: element))
            } catch {
                throw error.under(.key(text))
            }
        }
        exporter.leaveLevel()
        return .object(members)
    }

    func write(
        _ value: Value, _ exporter: inout ObjectExporter, _ writer: inout JSONWriter
    ) throws(ExportFailure) -> ExportOutcome {
        if exporter.sortedKeys { return exporter.write(try exported(value, &exporter), &writer) }
        try exporter.enterLevel()
        writer.beginObject()
        for (key, element) in value {
            let text = self.key.text(key)
            let start = writer.count
            writer.key(text)
            do throws(ExportFailure) {
                switch try self.value.write(element, &exporter, &writer) {
                case .written: break
                case .null: writer.null()
                case .omitted: writer.rewind(to: start)
                }
            } catch {
                throw error.under(.key(text))
            }
        }
        writer.endObject()
        exporter.leaveLevel()
        return .written
    }
}
