import Foundation

extension StringConverter {
    func exported(_ value: String, _ exporter: inout ObjectExporter) -> ExportedValue { .string(value) }

    func write(_ value: String, _ exporter: inout ObjectExporter, _ writer: inout JSONWriter) -> ExportOutcome
    {
        writer.value(value)
        return .written
    }
}

extension BoolConverter {
    func exported(_ value: Bool, _ exporter: inout ObjectExporter) -> ExportedValue { .bool(value) }
}

extension IntegerConverter {
    func exported(_ value: Value, _ exporter: inout ObjectExporter) -> ExportedValue { ExportedValue(value) }

    func write(_ value: Value, _ exporter: inout ObjectExporter, _ writer: inout JSONWriter) -> ExportOutcome
    {
        writer.value(value)
        return .written
    }
}

extension ExportedValue {
    init<Integer: BinaryInteger>(_ value: Integer) {
        if let number = Int(exactly: value) {
            self = .integer(number)
        } else if let number = UInt64(exactly: value) {
            self = .unsigned(number)
        } else {
            self = .decimal(Decimal(string: "\(value)") ?? .nan)
        }
    }
}

extension DoubleConverter {
    func exported(
        _ value: Double, _ exporter: inout ObjectExporter
    ) throws(ExportFailure) -> ExportedValue {
        value.isFinite || exporter.isForCoder ? .double(value) : try exporter.notFinite("\(value)")
    }

    func write(
        _ value: Double, _ exporter: inout ObjectExporter, _ writer: inout JSONWriter
    ) throws(ExportFailure) -> ExportOutcome {
        guard value.isFinite else { return exporter.write(try exporter.notFinite("\(value)"), &writer) }
        writer.value(value)
        return .written
    }
}

extension FloatConverter {
    /// The Double of the same shortest text, which is what was meant: 0.1 and not 0.10000000149011612.
    func exported(_ value: Float, _ exporter: inout ObjectExporter) throws(ExportFailure) -> ExportedValue {
        value.isFinite || exporter.isForCoder
            ? .double(Double(value.description) ?? Double(value)) : try exporter.notFinite("\(value)")
    }

    func write(
        _ value: Float, _ exporter: inout ObjectExporter, _ writer: inout JSONWriter
    ) throws(ExportFailure) -> ExportOutcome {
        guard value.isFinite else { return exporter.write(try exporter.notFinite("\(value)"), &writer) }
        writer.value(value)
        return .written
    }
}

extension DecimalConverter {
    func exported(
        _ value: Decimal, _ exporter: inout ObjectExporter
    ) throws(ExportFailure) -> ExportedValue {
        value.isFinite ? .decimal(value) : try exporter.notFinite("nan")
    }
}

extension NSNumberConverter {
    func exported(
        _ value: NSNumber, _ exporter: inout ObjectExporter
    ) throws(ExportFailure) -> ExportedValue {
        try exporter.exported(any: value)
    }
}

extension NSStringConverter {
    func exported(_ value: NSString, _ exporter: inout ObjectExporter) -> ExportedValue {
        .string(value.substring(from: 0))
    }
}
