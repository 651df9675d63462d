import Foundation
import ModelObjects
import Testing

/// More patterns than are kept.
struct DateFormatterCacheTests {
    private final class Event: ModelObject { var at: Date? }

    @Test func everyPatternReadsAndWritesDates() throws {
        for number in 0..<300 {
            let format = DateFormat.format("yyyy-MM-dd'T\(number)'")
            let json = #"{"at":"2024-02-29T\#(number)"}"#
            let event = try Event(json: json, options: MappingOptions(dateFormat: format))
            #expect(event.at == Date(timeIntervalSince1970: 1_709_164_800))
            #expect(try event.jsonString(options: ExportOptions(dateFormat: format)) == json)
        }
    }
}
