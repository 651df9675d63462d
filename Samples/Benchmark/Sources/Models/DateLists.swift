import ModelObjects
import Foundation

/// Dates in one format, which the rule of a subclass declares.
class DateList: ModelObject {
    var dates: [Date] = []
}

final class ISODates: DateList {
    override class var propertyRules: [String: PropertyRule] { ["dates": .date(.iso8601)] }
}

final class DotNetDates: DateList {
    override class var propertyRules: [String: PropertyRule] { ["dates": .date(.dotNet)] }
}

/// `Wed Sep 16 12:20:09 +0800 2015`, which needs no pattern.
final class StatusDates: DateList {
    override class var propertyRules: [String: PropertyRule] { ["dates": .date(.automatic)] }
}

final class PatternDates: DateList {
    static let pattern = "dd.MM.yyyy HH:mm:ss"

    override class var propertyRules: [String: PropertyRule] { ["dates": .date(.format(pattern))] }
}

/// The name of a month requires a DateFormatter.
final class NamedPatternDates: DateList {
    static let pattern = "d MMMM yyyy HH:mm:ss"

    override class var propertyRules: [String: PropertyRule] { ["dates": .date(.format(pattern))] }
}

struct CodedDateList: Codable {
    var dates: [Date]
}
