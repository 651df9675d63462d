extension ObjectExporter {
    mutating func exported<Values: Collection, Converter: ValueConverter<Values.Element>>(
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

    mutating func write<Values: Collection, Converter: ValueConverter<Values.Element>>(
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
