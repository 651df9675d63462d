// Task: a .NET service sends dates in three formats. Read them as Date, number and text.

import Foundation
import ModelObjects

/// `/Date(ms)/` and ISO 8601 need no rule.
final class Event: ModelObject {
    var at: Date?
    var all: [Date] = []
}

/// The same text in other types: see `dateConversion`.
final class Stamp: ModelObject {
    var at = 0.0
    var text = ""
}

/// A format for each property.
final class Formats: ModelObject {
    var simple: Date?
    var zoned: Date?
    var german: Date?

    override class var propertyRules: [String: PropertyRule] {
        [
            "simple": .date(.dotNetSimple),
            "zoned": .date(.dotNetWithTimeZone),
            "german": .date(.format("dd.MM.yyyy HH:mm")),
        ]
    }
}

func text(_ date: Date?) -> String {
    date?.formatted(.iso8601) ?? "nil"
}

let event = try Event(
    json: #"""
        {
            "at": "\/Date(946684861000+0100)\/",
            "all": ["/Date(946663200000+0600)/", "/date(-1)/", "/DATE(253402300799999)/", "2000-01-01", 946684800]
        }
        """#)
print("a Date:     \(text(event.at))")
for date in event.all {
    print("            \(text(date))")
}

var options = MappingOptions()
options.dateFormat = .dotNet(offset: .added)
let shifted = try Event(json: #"{"at": "/Date(946663200000+0600)/"}"#, options: options)
print("+ offset:   \(text(shifted.at)), as SHModelObject read it")

options = MappingOptions()
options.dateConversion = .timeInterval
let stamp = try Stamp(json: #"{"at": "/Date(946684861000+0100)/", "text": "/Date(0)/"}"#, options: options)
print("a Double:   \(stamp.at)")
print("a String:   \(stamp.text)")

let formats = try Formats(
    json: """
        {"simple": "2000-01-01T00:01:01.25", "zoned": "2000-01-01T06:00:00+06:00", "german": "31.12.1999 23:59"}
        """)
print("simple:     \(text(formats.simple))")
print("with zone:  \(text(formats.zoned))")
print("a pattern:  \(text(formats.german))")

var export = ExportOptions()
export.dateFormat = .dotNet
export.only = ["at"]
print("and back:   \(try event.jsonString(options: export))")
