/// The JSON that a date format writes.
enum DateForm {
    /// The format `date-time` of JSON Schema: RFC 3339, section 5.6.
    case dateTime
    case day
    case text
    case number
    case any

    var keywords: Keywords {
        switch self {
        case .dateTime:
            Keywords("type", .string("string")) + Keywords("format", .string("date-time"))
        case .day:
            Keywords("type", .string("string")) + Keywords("format", .string("date"))
        case .text: Keywords("type", .string("string"))
        case .number: Keywords("type", .string("number"))
        case .any: []
        }
    }
}

extension DateFormat {
    var form: DateForm {
        switch kind {
        case .automatic, .iso8601, .dotNetDateTimeWithOffset: .dateTime
        case .dotNet, .dotNetDateTime: .text
        case .unix, .secondsSinceReferenceDate: .number
        case .formatter(let formatter): formatter.pattern == "yyyy-MM-dd" ? .day : .text
        case .custom: .any
        case .firstOf(let formats): formats.first?.form ?? .any
        }
    }
}
