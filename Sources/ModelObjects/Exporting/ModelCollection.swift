/// Arrays and dictionaries of models, written by code that knows how their elements lie in memory: a class
/// reference, whatever the class.
///
/// Through the converters, which know nothing of their types, an entry of a dictionary took twice as long.
protocol ModelCollection {
    /// Writes the collection that a property holds.
    static func write(
        _ storage: PropertyStorage, at offset: Int, _ exporter: inout ObjectExporter,
        _ writer: inout JSONWriter
    ) throws(ExportFailure)
}

extension Array: ModelCollection where Element: ModelObject {
    static func write(
        _ storage: PropertyStorage, at offset: Int, _ exporter: inout ObjectExporter,
        _ writer: inout JSONWriter
    ) throws(ExportFailure) {
        try exporter.write(storage.load(Self.self, at: offset), &writer)
    }
}

extension Dictionary: ModelCollection where Key == String, Value: ModelObject {
    static func write(
        _ storage: PropertyStorage, at offset: Int, _ exporter: inout ObjectExporter,
        _ writer: inout JSONWriter
    ) throws(ExportFailure) {
        try exporter.enterLevel()
        writer.beginObject()
        for (key, model) in storage.load(Self.self, at: offset) {
            writer.key(key)
            do throws(ExportFailure) {
                try exporter.write(model, &writer)
            } catch {
                throw error.under(.key(key))
            }
        }
        writer.endObject()
        exporter.leaveLevel()
    }
}
