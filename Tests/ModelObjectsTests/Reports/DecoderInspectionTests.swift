import Foundation
import ModelObjects
import Testing

struct DecoderInspectionTests {
    private final class Item: ModelObject {
        var name = ""
        var count = 0
        override class var propertyRules: [String: PropertyRule] { ["name": .required] }
    }

    private struct Page: Decodable {
        var items: [Item]
        var next: String?
    }

    private let json = #"{"items": [{"nmae": "a", "count": "x"}, {"name": "b", "count": "2"}], "x": 1}"#

    @Test(arguments: [true, false])
    func theModelsOfAnEnvelopeAreReported(isText: Bool) {
        let decoder = ModelDecoder()
        let (page, report) =
            isText
            ? decoder.inspect(Page.self, from: json) : decoder.inspect(Page.self, from: Data(json.utf8))
        #expect(page?.items.map(\.count) == [2])
        #expect("\(report.type)" == "Page" && report.error == nil)
        #expect(
            report.description == """
                Missing required `name` at $.items[0] (line 1, column 12).
                Expected Int, found string at $.items[0].count (line 1, column 35).
                No property for $.items[0].nmae; the nearest is name.
                Converted string to Int at $.items[1].count.
                """)
    }

    @Test func aModelAndAListHaveTheReportOfTheirClass() {
        let item = #"{"name": "a", "x": 1}"#
        let (model, report) = ModelDecoder().inspect(Item.self, from: item)
        #expect(model?.name == "a" && report.description == Item.inspect(json: item).report.description)
        let (optional, optionalReport) = ModelDecoder().inspect(Item?.self, from: item)
        #expect(optional??.name == "a" && optionalReport.description == report.description)
        #expect(optionalReport.unfilled == ["count"])
        let none = ModelDecoder().inspect(Item?.self, from: "null")
        #expect(none.value == .some(nil) && !none.report.hasFindings)
        let (list, listReport) = ModelDecoder().inspect([Item].self, from: "[\(item)]")
        #expect(list?.count == 1 && "\(listReport.type)" == "Item")
        #expect(
            listReport.description == Item.inspectArray(json: "[\(item)]").report.description)
    }

    @Test(arguments: [
        (#"{"items": 7}"#, nil), ("{", nil), (#"{"items": [{"name": "a", "x": 1}]}"#, MappingOptions.strict),
        ("[]", MappingOptions(limits: MappingLimits(bytes: 1))),
    ])
    func theErrorIsThatOfDecoding(json: String, options: MappingOptions?) {
        let decoder = ModelDecoder(options: options)
        let (page, report) = decoder.inspect(Page.self, from: json)
        let error = #expect(throws: (any Error).self) { try decoder.decode(Page.self, from: json) }
        #expect(page == nil && report.error.map { "\($0)" } == error.map { "\($0)" })
    }
}
