import ModelObjects
import Testing

private final class Price: ModelObject {
    var amount = 3
    var secret = "hidden"

    override func exportedValue(_ value: Any, property: String) -> Any? {
        property == "secret" ? nil : value
    }

    override func didExport(_ dictionary: inout [String: Any]) throws {
        dictionary["exported"] = true
    }
}

@Suite("An app isolated to the main actor exports and compares")
struct MainActorExportTests {
    @Test func callsTheExportHooks() throws {
        let exported = try Price().jsonObject()
        #expect(exported["amount"] as? Int == 3)
        #expect(exported["secret"] == nil)
        #expect(exported["exported"] as? Bool == true)
    }

    @Test func comparesAndCopies() {
        let price = Price()
        let copy = price.copy()
        #expect(copy == price)
        copy.amount = 4
        #expect(copy != price)
        #expect(price.changes(since: copy).map(\.path) == ["$.amount"])
    }
}
