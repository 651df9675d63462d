import Foundation
import ModelObjects
import Testing

/// Classes with more properties than the words that record which of them were filled have bits.
struct WideClassTests {
    // swift-format-ignore: OneVariableDeclarationPerLine
    class Half: ModelObject {
        var item0, item1, item2, item3, item4, item5, item6, item7, item8, item9, item10, item11, item12,
            item13: Int?
        var item14, item15, item16, item17, item18, item19, item20, item21, item22, item23, item24, item25,
            item26, item27: Int?
        var item28, item29, item30, item31, item32, item33, item34, item35, item36, item37, item38, item39,
            item40, item41: Int?
        var item42, item43, item44, item45, item46, item47, item48, item49, item50, item51, item52, item53,
            item54, item55: Int?
        var item56, item57, item58, item59, item60, item61, item62, item63, item64, item65, item66, item67,
            item68, item69: Int?
    }

    // swift-format-ignore: OneVariableDeclarationPerLine
    private class Wide: Half {
        var item70, item71, item72, item73, item74, item75, item76, item77, item78, item79, item80, item81,
            item82, item83: Int?
        var item84, item85, item86, item87, item88, item89, item90, item91, item92, item93, item94, item95,
            item96, item97: Int?
        var item98, item99, item100, item101, item102, item103, item104, item105, item106, item107, item108,
            item109, item110, item111: Int?
        var item112, item113, item114, item115, item116, item117, item118, item119, item120, item121, item122,
            item123, item124, item125: Int?
        var item126, item127, item128, item129, item130, item131, item132, item133, item134, item135, item136,
            item137, item138, item139: Int?
        var name = ""
        var half: Half?

        override class var propertyRules: [String: PropertyRule] {
            ["item138": .converted(from: { ($0 as? Int).flatMap { $0 < 0 ? nil : $0 } })]
        }
    }

    private final class Hooked: Wide {
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }

    private final class Required: Wide {
        override class var propertyRules: [String: PropertyRule] { ["item137": .required] }
    }

    private static let count = 140

    private static func value(_ index: Int, of model: ModelObject) throws -> Int? {
        try model.jsonObject(options: ExportOptions())["item\(index)"] as? Int
    }

    /// Maps the text from bytes, from a dictionary and through a hook.
    private static func objects(_ json: String) throws -> [(object: Wide, report: MappingReport)] {
        let (object, report) = Wide.inspect(json: json)
        let dictionary = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
        let (same, other) = Wide.inspect(dictionary: try #require(dictionary))
        let (hooked, hookReport) = Hooked.inspect(json: json)
        return [
            (try #require(object), report), (try #require(same), other), (try #require(hooked), hookReport),
            (try Wide(json: json), report), (try ModelDecoder().decode(Wide.self, from: json), report),
            (try JSONDecoder().decode(Wide.self, from: Data(json.utf8)), report),
        ]
    }

    @Test func eachPropertyIsFilledAlone() throws {
        for index in 0..<Self.count {
            for (object, report) in try Self.objects(#"{"ITEM_\#(index)": 7}"#) {
                #expect(try object.jsonString(options: .init()) == #"{"item\#(index)":7,"name":""}"#)
                #expect(report.matched.map(\.property) == ["item\(index)"])
                #expect(report.unfilled.count == Self.count + 1 && !report.unfilled.contains("item\(index)"))
            }
        }
    }

    @Test func competingKeysAreDecidedForEachProperty() throws {
        for index in Effort.some(of: 0..<Self.count, atLeast: 30) {
            let json = #"{"item\#(index)": 1, "ITEM_\#(index)": 2, "half": {"item1": 3}}"#
            for (object, report) in try Self.objects(json) {
                #expect(try Self.value(index, of: object) == 1 && object.half?.item1 == 3)
                #expect(report.problems.map(\.path) == ["$.ITEM_\(index)"])
            }
            let unusable = #"{"item\#(index)": "x", "ITEM_\#(index)": 2, "item-\#(index)": null}"#
            for (object, _) in try Self.objects(unusable) { #expect(try Self.value(index, of: object) == 2) }
        }
    }

    @Test func theLastUsableValueOfARepeatedKeyCounts() throws {
        for index in 0..<Self.count {
            let json = #"{"item\#(index)": 1, "item\#(index)": 2, "item\#(index)": -"#
            for object in [try Wide(json: json + "3}"), try Hooked(json: json + "3}")] {
                #expect(try Self.value(index, of: object) == (index == 138 ? 2 : -3))
            }
        }
    }

    @Test func aRequiredPropertyBehindTheFirstSixtyFourIsChecked() throws {
        for json in [
            "{}", #"{"item137": null}"#, #"{"item137": "x"}"#, #"{"item136": 1, "half": {"item137": 1}}"#,
        ] {
            let error = #expect(throws: ModelError.self) { try Required(json: json) }
            #expect(error?.code == .missingRequired && error?.path == "$.item137")
        }
        #expect(try Required(json: #"{"item137": "x", "ITEM137": 5}"#).item137 == 5)
        // After other keys compete.
        #expect(try Required(json: #"{"item1": 1, "ITEM1": 2, "item137": 5}"#).item137 == 5)
        try Required(json: #"{"item137": 1}"#).update(json: #"{"item1": 1}"#)
    }

    @Test func wideObjectsSurviveEveryOperation() throws {
        let all = (0..<Self.count).map { #""item\#($0)": \#($0 + 1000)"# }.joined(separator: ", ")
        let wide = try Wide(json: "{\(all), \"name\": \"n\", \"half\": {\"item69\": 1}}")
        for index in 0..<Self.count { #expect(try Self.value(index, of: wide) == index + 1000) }
        #expect(try Wide(json: wide.jsonData(options: .init())) == wide)
        #expect(try Wide.unarchive(data: wide.archivedData()) == wide)
        let copy = wide.copy()
        #expect(copy == wide && copy.hashValue == wide.hashValue)
        copy.item139 = nil
        #expect(copy != wide && copy.changes(since: wide).map(\.path) == ["$.item139"])
        try copy.apply(jsonPatch: wide.jsonPatchData(since: copy, options: .init()))
        #expect(copy == wide)
    }
}
