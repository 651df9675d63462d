indirect enum ValueType {
    case bool, integer, unsigned, double, decimal, text, uuid, url, data, any
    /// A date, with the format for a rule if it needs one.
    case date(DateSpelling?)
    /// One of the integer types with a width.
    case fixedInteger(any FixedWidthInteger.Type)
    case optional(ValueType)
    case array(ValueType)
    case map(ValueType)
    case model(ClassModel)
    case enumeration(EnumModel)

    /// The type in source code.
    var source: String {
        switch self {
        case .bool: "Bool"
        case .integer: "Int"
        case .unsigned: "UInt64"
        case .double: "Double"
        case .decimal: "Decimal"
        case .text: "String"
        case .date: "Date"
        case .uuid: "UUID"
        case .url: "URL"
        case .data: "Data"
        case .fixedInteger(let type): "\(type)"
        case .any: "Any"
        case .optional(let wrapped): wrapped.source + "?"
        case .array(let element): "[\(element.source)]"
        case .map(let value): "[String: \(value.source)]"
        case .model(let model): model.name
        case .enumeration(let model): model.name
        }
    }

    /// Whether the type can be inferred from the default value.
    var isClearFromDefault: Bool {
        switch self {
        case .optional, .array, .map, .unsigned, .fixedInteger, .any: false
        case .model(let model): model.defaultClass === model
        default: true
        }
    }

    /// The default value in source code; nil for nil.
    var defaultSource: String? {
        switch self {
        case .bool: "false"
        case .integer, .unsigned, .fixedInteger: "0"
        case .double: "0.0"
        case .decimal: "Decimal(0)"
        case .text: "\"\""
        case .date: "Date(timeIntervalSince1970: 0)"
        case .uuid: "UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))"
        case .data: "Data()"
        case .url: "URL(fileURLWithPath: \"/\")"
        case .any, .optional: nil
        case .array: "[]"
        case .map: "[:]"
        case .model(let model): model.defaultClass.name + "()"
        case .enumeration(let model): model.name + "." + (model.cases.first ?? "none")
        }
    }

    var optional: ValueType {
        if case .optional = self { self } else { .optional(self) }
    }

    /// The type without Optional.
    var unwrapped: ValueType {
        if case .optional(let wrapped) = self { wrapped } else { self }
    }

    /// The type without Optionals and containers.
    var innermost: ValueType {
        switch self {
        case .optional(let inner), .array(let inner), .map(let inner): inner.innermost
        default: self
        }
    }

    /// The format of its dates, if a rule has to give it.
    var dateFormat: DateSpelling? {
        if case .date(let format) = innermost { format } else { nil }
    }

    /// The type with `Any` for what is nested so deeply that the compiler would take minutes for it.
    func limited(levels: Int = 16) -> ValueType {
        switch self {
        case .array, .map, .optional: break
        default: return self
        }
        if levels == 0 { return .any }
        return switch self {
        case .array(let element): .array(element.limited(levels: levels - 1))
        case .map(let value): .map(value.limited(levels: levels - 1))
        case .optional(let wrapped): wrapped.limited(levels: levels).optional
        default: self
        }
    }

    /// Whether the source needs Foundation.
    var needsFoundation: Bool {
        switch innermost {
        case .date, .uuid, .url, .decimal, .data: true
        default: false
        }
    }
}
