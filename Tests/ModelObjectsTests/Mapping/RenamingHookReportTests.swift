import Foundation
import ModelObjects
import Testing

/// Findings about values that a hook passes on under another key than that of the payload.
struct RenamingHookReportTests {
    private final class Order: ModelObject {
        var amount: Int?
        var note = ""

        override func serializeValue(_ value: Any, key: String) {
            super.serializeValue(value, key: key == "total" ? "amount" : key)
        }
    }

    @Test(
        arguments: [
            (#""total": null, "AMOUNT": 5"#, 5, "Ignored null at $.total (line 2): $.AMOUNT has a value."),
            (#""total": 6, "amount": 5"#, 5, "Ignored $.total (line 2): $.amount is a better match."),
            (#""amount": 5, "total": 6"#, 6, "Ignored $.amount (line 2): $.total is a better match."),
            (#""Amount": 5, "total": "x""#, 5, "Expected Int, found string at $.total (line 3)."),
            (#""total": "x", "Amount": 5"#, 5, "Expected Int, found string at $.total (line 2)."),
        ] as [(String, Int, String)])
    func competingValuesAreFoundAtTheirKeys(members: String, amount: Int, line: String) throws {
        let json = "{\n\(members.replacing(", ", with: ",\n")),\n\"note\": \"n\"}"
        let (order, report) = Order.inspect(json: json)
        #expect(order?.amount == amount)
        #expect(report.description.replacing(/, column \d+/, with: "") == line)
        let dictionary = try #require(
            JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        let sameKey = members.contains("amount")
        // A dictionary has no order, so the last of two values for one key differs.
        let other = Order.inspect(dictionary: dictionary).report.description
        #expect(sameKey || other == line.replacing(/\s\(line \d+\)/, with: ""))
    }

    private final class Holding: ModelObject {
        var a = 0
        var b: Int?
        var held: [Any] = []

        override class var propertyRules: [String: PropertyRule] { ["held": .ignored] }

        override func serializeValue(_ value: Any, key: String) {
            if key == "a" { return held = [value] }
            super.serializeValue(held[0], key: "a")
            super.serializeValue(value, key: key)
        }
    }

    /// All empty containers are one object.
    @Test(arguments: ["{}", "[]"]) func anEmptyContainerThatIsHeldBackHasItsOwnPlace(container: String) {
        let report = Holding.inspect(json: "{\"a\": \(container), \"b\": \(container)}").report
        #expect(report.problems.map(\.path).sorted() == ["$.a", "$.b"])
    }

    @Test func aKeyThatIsRenamedHasTheNameOfThePayload() {
        let report = Order.inspect(json: #"{"total": 6, "note": "n"}"#).report
        #expect(report.matched.map(\.key) == ["total", "note"])
    }
}
