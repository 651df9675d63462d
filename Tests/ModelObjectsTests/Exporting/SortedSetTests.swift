import Testing

import ModelObjects

private final class SetMember: ModelObject {
    var text = ""

    init(_ text: String) {
        self.text = text
        super.init()
    }

    required init() { super.init() }
}

/// Sets wherever an export can meet them.
private class SetHolder: ModelObject {
    var texts: Set<String> = []
    var numbers: Set<Int> = []
    var byName: [String: Set<String>] = [:]
    var lists: [Set<String>] = []
    var notes: Set<SetMember> = []
    var loose: Any?
    var embedded: Set<String> = []

    override class var propertyRules: [String: PropertyRule] { ["embedded": .embeddedJSON] }
}

private final class HookedSetHolder: SetHolder {
    override func exportedValue(_ value: Any, property: String) -> Any? { value }
}

struct SortedSetTests {
    private static let texts = (10..<40).map { "t\($0)" }
    private static let array = "[" + texts.map { "\"\($0)\"" }.joined(separator: ",") + "]"

    @Test(arguments: [SetHolder.self, HookedSetHolder.self]) fileprivate func setsAreInTheOrderOfTheirTexts(
        _ type: SetHolder.Type
    ) throws {
        let holder = type.init()
        holder.texts = Set(Self.texts)
        holder.numbers = Set(10..<40)
        holder.byName = ["b": Set(Self.texts), "a": []]
        holder.lists = [Set(Self.texts), ["one"]]
        holder.notes = Set(Self.texts.map { SetMember($0) })
        holder.loose = Set(Self.texts)
        holder.embedded = Set(Self.texts)
        let array = Self.array
        let notes = Self.texts.map { #"{"text":"\#($0)"}"# }.joined(separator: ",")
        let numbers = (10..<40).map { "\($0)" }.joined(separator: ",")
        let embedded = array.replacing("\"", with: "\\\"")
        let expected = #"""
            {"byName":{"a":[],"b":\#(array)},"embedded":"\#(embedded)","lists":[\#(array),["one"]],\#
            "loose":\#(array),"notes":[\#(notes)],"numbers":[\#(numbers)],"texts":\#(array)}
            """#
        let options = ExportOptions(sortedKeys: true)
        #expect(try holder.jsonString(options: options) == expected)
        #expect(try holder.jsonString(changedSince: type.init(), options: options) == expected)
        #expect(try holder.copy().jsonString(options: options) == expected)
    }

    private final class Nest: ModelObject {
        var id = 0
        var inner: Set<Nest> = []
    }

    /// Each level is sorted once: otherwise the time doubles with each.
    @Test func nestedSetsAreSortedInLinearTime() throws {
        func nest(_ first: Int) -> Nest {
            var nest = Nest()
            for level in 1...100 {
                let (outer, sibling) = (Nest(), Nest())
                (outer.id, sibling.id) = (first * level, -level)
                outer.inner = [nest, sibling]
                nest = outer
            }
            return nest
        }
        let options = ExportOptions(sortedKeys: true)
        let text = try nest(1).jsonString(options: options)
        #expect(try nest(1).jsonString(options: options) == text)
        #expect(text.hasPrefix(#"{"id":100,"inner":[{"id":-100,"inner":[]},{"id":99,"#))
        let (old, new) = (nest(1), nest(2))
        try old.apply(mergePatch: new.jsonData(changedSince: old))
        #expect(try old.jsonString(options: options) == new.jsonString(options: options))
    }

    @Test func relationsAreSorted() throws {
        let holder = SetHolder()
        holder.notes = Set(Self.texts.map { SetMember($0) })
        let members = Self.texts.enumerated().map { #""\#($0)":{"text":"\#($1)"}"# }.sorted()
        let text = try holder.jsonString(
            options: ExportOptions(relations: .railsAttributes, sortedKeys: true, only: ["notes"]))
        #expect(text == #"{"notes_attributes":{\#(members.joined(separator: ","))}}"#)
    }
}
