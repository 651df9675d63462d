/// What became of a value that was to be written.
enum ExportOutcome {
    /// It stands in the text.
    case written
    /// It is nil; nothing was written.
    case null
    /// It is left out; nothing was written.
    case omitted
}

/// How a converter exports the values that it makes.
protocol ValueExporting<Value> {
    associatedtype Value

    /// The value as it is exported.
    func exported(_ value: Value, _ exporter: inout ObjectExporter) throws(ExportFailure) -> ExportedValue

    /// Writes the value; nil and what is left out are for the caller, who knows what to do with the key.
    func write(
        _ value: Value, _ exporter: inout ObjectExporter, _ writer: inout JSONWriter
    ) throws(ExportFailure) -> ExportOutcome
}

extension ValueExporting {
    /// For converters without a shorter way: through the exported value.
    func write(
        _ value: Value, _ exporter: inout ObjectExporter, _ writer: inout JSONWriter
    ) throws(ExportFailure) -> ExportOutcome {
        exporter.write(try exported(value, &exporter), &writer)
    }
}

extension PropertyAccessor {
    /// The property's type, if it is an array or a dictionary of models.
    var modelCollection: (any ModelCollection.Type)? { Converter.Value.self as? any ModelCollection.Type }

    func exported(
        _ storage: PropertyStorage, _ exporter: inout ObjectExporter
    ) throws(ExportFailure) -> ExportedValue {
        try converter.exported(value(in: storage), &exporter)
    }

    func write(
        _ storage: PropertyStorage, _ exporter: inout ObjectExporter, _ writer: inout JSONWriter
    ) throws(ExportFailure) -> ExportOutcome {
        try converter.write(value(in: storage), &exporter, &writer)
    }

    /// Which fast path the exporter's loop may take.
    var exportKind: ExportKind {
        guard isPlain else { return .other }
        let content = content
        return switch content.kind {
        case .string: content.isOptional ? .optionalString : .string
        case .int: content.isOptional ? .optionalInt : .int
        case .double: content.isOptional ? .optionalDouble : .double
        case .bool: content.isOptional ? .optionalBool : .bool
        case .model: .model
        default:
            switch Converter.Value.self {
            case is [String].Type: .strings
            case is [Int].Type: .integers
            case is [Double].Type: .doubles
            case is [String: Int].Type: .integersByKey
            case is any ModelCollection.Type: .models
            default: .other
            }
        }
    }
}

/// The types that are written without a call through the accessor.
enum ExportKind: UInt8 {
    case string, optionalString, int, optionalInt, double, optionalDouble, bool, optionalBool
    /// A model or an optional one.
    case model
    case strings, integers, doubles, integersByKey
    /// A `ModelCollection`.
    case models
    /// Everything else: the accessor writes it.
    case other
    /// A String, or an optional one, that the class's name stands in for where it is nil or empty.
    case namedString, namedOptionalString
    /// What a rule makes of the property's value, or another one that the class's name stands in for.
    case rule
    /// A relation, or what may be one, where relations are not simply nested.
    case relation
    /// No property: the class's name, or an object or an array that the paths of several share.
    case branch

    /// The kind as it is, or `other` where it takes a shortcut that is off.
    func allowed(by shortcuts: RuntimeShortcuts) -> ExportKind {
        switch self {
        case .model where !shortcuts.contains(.layout): .other
        case .optionalString where !shortcuts.contains(.layout): .other
        default: self
        }
    }

    /// The kind of a property that the class's name stands in for.
    var named: ExportKind {
        switch self {
        case .string: .namedString
        case .optionalString: .namedOptionalString
        default: .rule
        }
    }

    /// No way of its own: written by what the layout's tree says of the member.
    var isUnusual: Bool { rawValue >= ExportKind.rule.rawValue }
}
