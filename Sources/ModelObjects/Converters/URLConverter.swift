import Foundation

struct URLConverter: ValueConverter {
    var expected: String { "URL" }

    func convert(_ value: JSONValue, _ context: MappingContext) -> URL? {
        switch value {
        case .string(let text):
            let trimmed = String(text.trimmed)
            if !trimmed.isEmpty, !isNullWord(trimmed), let url = URL(string: trimmed) { return url }
            return context.mismatch(expected, standsForNull(text) ? .null : value)
        case .other(let any): return (any as? URL) ?? context.mismatch(expected, value)
        default: return context.mismatch(expected, value)
        }
    }

    var takesEmptyTextAsNull: Bool { true }
}

extension URLConverter {
    func exported(_ value: URL, _ exporter: inout ObjectExporter) -> ExportedValue {
        .string(value.absoluteString)
    }
}
