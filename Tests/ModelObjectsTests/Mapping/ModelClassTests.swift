import ModelObjects
import Testing

extension ModelClass {
    fileprivate static func pages(_ texts: [String]) throws -> [Self] {
        try texts.flatMap { try array(json: $0) }
    }

    fileprivate func twin() throws -> Self { try .model(json: jsonData()) }
}

/// An app's own code for every class.
struct ModelClassTests {
    final class Page: ModelObject { var number = 0 }

    private func all<Model: ModelClass>(_ type: Model.Type, in text: String) throws -> [Model] {
        try type.array(json: text)
    }

    @Test func extensionsHaveTheMethodsOfEveryClass() throws {
        let pages = try Page.pages([#"[{"number": 1}]"#, #"[{"number": 2}, {"number": 3}]"#])
        #expect(pages.map(\.number) == [1, 2, 3])
        #expect(try pages[2].twin().number == 3)
    }

    @Test func genericFunctionsHaveTheMethodsOfEveryClass() throws {
        #expect(try all(Page.self, in: #"[{"number": 4}]"#).map(\.number) == [4])
        let types: [any ModelClass.Type] = [Page.self, ModelObject.self]
        #expect(try types.map { try all($0, in: "[{}, {}]").count } == [2, 2])
    }
}
