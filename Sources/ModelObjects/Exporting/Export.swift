import Foundation

/// One export as it is asked for: of an object or of several, to a dictionary, to bytes or to text.
struct Export {
    private let options: ExportOptions

    init(_ options: ExportOptions) {
        self.options = options
    }

    func dictionary(_ model: ModelObject) throws -> [String: Any] {
        var exporter = ObjectExporter(options)
        do throws(ExportFailure) {
            return ExportedValue.dictionary(try exporter.exported(model))
        } catch {
            throw error.modelError
        }
    }

    func dictionaries<Model: ModelObject>(_ models: [Model]) throws -> [[String: Any]] {
        var exporter = ObjectExporter(options)
        do throws(ExportFailure) {
            return try exporter.exported(models).map(ExportedValue.dictionary)
        } catch {
            throw error.modelError
        }
    }

    func data(_ model: ModelObject) throws -> Data {
        try write(model).finish()
    }

    func string(_ model: ModelObject) throws -> String {
        try write(model).finishString()
    }

    func data<Model: ModelObject>(_ models: [Model]) throws -> Data {
        try write(models).finish()
    }

    func string<Model: ModelObject>(_ models: [Model]) throws -> String {
        try write(models).finishString()
    }

    private func write(_ model: ModelObject) throws -> JSONWriter {
        var exporter = ObjectExporter(options)
        let size = exporter.layout(of: type(of: model)).size
        var writer = JSONWriter(capacity: Self.capacity(size, count: 1))
        do throws(ExportFailure) {
            try exporter.write(model, &writer)
        } catch {
            throw error.modelError
        }
        size.note(writer.count)
        return options.pretty ? writer.prettyPrinted() : writer
    }

    private func write<Model: ModelObject>(_ models: [Model]) throws -> JSONWriter {
        var exporter = ObjectExporter(options)
        let size = models.first.map { exporter.layout(of: type(of: $0)).size }
        var writer = JSONWriter(capacity: size.map { Self.capacity($0, count: models.count) } ?? 0)
        do throws(ExportFailure) {
            try exporter.write(models, &writer)
        } catch {
            throw error.modelError
        }
        if !models.isEmpty { size?.note(writer.count / models.count) }
        return options.pretty ? writer.prettyPrinted() : writer
    }

    private static let largestCapacity = 1 << 24

    /// Room for objects of the size that the last one had, with what the writer wants to have free at the
    /// end.
    ///
    /// Where that is much, it is only a beginning: the buffer doubles.
    private static func capacity(_ size: SizeHint, count: Int) -> Int {
        let (bytes, overflow) = size.last.multipliedReportingOverflow(by: count)
        let atFirst = overflow ? largestCapacity : min(bytes, largestCapacity)
        return atFirst + atFirst / 8 + 128
    }
}
