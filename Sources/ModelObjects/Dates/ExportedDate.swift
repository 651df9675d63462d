import Foundation

/// What a date is in a payload.
enum ExportedDate {
    case text(String)
    case integer(Int64)
    case number(Double)
    /// What a `.custom` format makes of it.
    case other(Any)
}
