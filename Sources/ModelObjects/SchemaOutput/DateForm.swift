/// The JSON that a date format writes.
enum DateForm {
    /// The format `date-time` of JSON Schema: RFC 3339, section 5.6.
    case dateTime
    /// The format `date`.
    case day
    case text
    case number
    case any

    var keywords: [ExportedValue.Member] {
        switch self {
        case .dateTime:
            [.init(key: "type", value: .string("string")), .init(key: "format", value: .string("date-time"))]
        case .day:
            [.init(key: "type", value: .string("string")), .init(key: "format", value: .string("date"))]
        case .text: [.init(key: "type", value: .string("string"))]
        case .number: [.init(key: "type", value: .string("number"))]
        case .any: []
        }
    }
}

extension DateFormat {
    var form: DateForm {
        switch kind {
        case .automatic, .iso8601, .dotNetDateTimeWithOffset: .dateTime
        case .dotNet, .dotNetDateTime: .text
        case .unix: .number
        case .formatter(let formatter): formatter.pattern == "yyyy-MM-dd" ? .day : .text
        case .custom: .any
        case .firstOf(let formats): formats.first?.form ?? .any
        }
    }
}
