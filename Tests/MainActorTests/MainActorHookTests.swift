import ModelObjects
import Testing

private class Page: ModelObject {
    var title = ""
    var number = 0
    var cache: String?
    var calls: [String] = []

    override class var propertyRules: [String: PropertyRule] {
        ["title": .key("t"), "cache": .ignored, "calls": .ignored]
    }

    override class var mappedProperties: Set<String>? { nil }

    override class func declaredKey(for property: String) -> String? {
        property == "number" ? "no" : nil
    }

    override class var discriminator: Discriminator? {
        .key("kind", ["long": LongPage.self], fallback: Page.self)
    }

    override class func willMap(_ dictionary: [String: Any]) -> [String: Any]? {
        dictionary["refused"] == nil ? dictionary : nil
    }

    override func didMap(_ dictionary: [String: Any]) throws {
        calls.append("didMap")
    }

    override func validate() throws {
        calls.append("validate")
    }
}

private final class LongPage: Page {
    var summary: String?
}

private class Drawing: ModelObject {
    override class func modelClass(for dictionary: [String: Any]) -> ModelObject.Type? {
        dictionary["radius"] == nil ? Drawing.self : Circle.self
    }
}

private final class Circle: Drawing {
    var radius = 0.0
}

@Suite("An app isolated to the main actor overrides rules, hooks and polymorphism")
struct MainActorHookTests {
    @Test func appliesItsRulesAndHooks() throws {
        let page = try Page(json: #"{"t": "Tea", "no": 3, "cache": "stale"}"#)
        #expect(page.title == "Tea")
        #expect(page.number == 3)
        #expect(page.cache == nil)
        #expect(page.calls == ["didMap", "validate"])
    }

    @Test func refusesAPayload() {
        #expect(throws: ModelError.self) { try Page(json: #"{"refused": true}"#) }
    }

    @Test func choosesTheClass() throws {
        #expect(try Page.model(json: #"{"kind": "long", "summary": "Short."}"#) is LongPage)
        #expect(try Drawing.model(json: #"{"radius": 2.5}"#) is Circle)
    }
}
