import Foundation
import Testing

@testable import ModelObjects

/// The library gives the same results with each shortcut disabled, and with all of them disabled.
struct RuntimeShortcutsTests {
    final class Everyone: ModelObject {
        var text = ""
        var optionalText: String? = "kept"
        var int = 0
        var optionalInt: Int? = 7
        var double = 0.0
        var optionalDouble: Double? = 7
        var bool = false
        var optionalBool: Bool? = false
        var date = Date(timeIntervalSince1970: 0)
        var optionalDate: Date?
        var texts: [String] = []
        var optionalTexts: [String]?
        var ints: [Int] = []
        var optionalInts: [Int]? = [7]
        var doubles: [Double] = []
        var textsByKey: [String: String] = [:]
        var intsByKey: [String: Int]?
        var node = Node()
        var optionalNode: Node?
        var presentNode: Node? = Node()
        var nodes: [Node] = []
        var optionalNodes: [Node]?
        var nodesByKey: [String: Node] = [:]
        var optionalNodesByKey: [String: Node]?
        var any: Any?
    }

    private static let json = """
        {"text": "a text that is too long for the words of a String", "optional_text": null, "int": 5,
         "optional_int": "6", "double": 0.25, "optional_double": 3, "bool": true, "optional_bool": null,
         "date": 86400, "optional_date": "2020-01-02T03:04:05Z", "texts": ["a", "b", 3], "optional_texts": ["c"],
         "ints": [1, 2.0, "3"], "optional_ints": null, "doubles": [1, 2.5], "texts_by_key": {"a": "b"},
         "ints_by_key": {"a": 1}, "node": {"name": "in place", "children": [{"name": "child"}]},
         "optional_node": {"name": "new"}, "present_node": {"name": "kept object"},
         "nodes": [{"name": "0"}, 5, {"name": "1"}], "optional_nodes": [{"name": "2"}],
         "nodes_by_key": {"a": {"name": "3"}}, "optional_nodes_by_key": {"b": {"name": "4"}},
         "any": {"a": [1, true, "x", null, 0.5]}, "INT": 8, "Present-Node": {"name": "other spelling"}}
        """

    static let choices = [RuntimeShortcuts.all, .layout, .hookPlaces]

    private static func schema(without off: RuntimeShortcuts) -> ModelSchema {
        ModelSchema(Everyone.self, RuntimeShortcuts.enabled.subtracting(off))
    }

    @Test(arguments: choices)
    func bytesFillTheSameWithoutShortcuts(off: RuntimeShortcuts) throws {
        let object = Everyone()
        let (node, presentNode) = (object.node, object.presentNode)
        let mapper = ObjectMapper(options: nil, limits: MappingLimits(), isUpdate: false)
        try withJSONReader(Self.json) { reader in
            let rejection = try mapper.fill(
                object, Self.schema(without: off), mapper.base, &reader, isNew: true)
            #expect(rejection == nil)
        }
        try expectEverything(object, node, presentNode)
    }

    @Test(arguments: choices)
    func dictionariesFillTheSameWithoutShortcuts(off: RuntimeShortcuts) throws {
        let object = Everyone()
        let (node, presentNode) = (object.node, object.presentNode)
        let mapper = ObjectMapper(options: nil, limits: MappingLimits(), isUpdate: false)
        let parsed = try JSONSerialization.jsonObject(with: Data(Self.json.utf8))
        let dictionary = try #require(parsed as? [String: Any])
        let rejection = try mapper.fill(
            object, Self.schema(without: off), mapper.base, dictionary, isNew: true)
        #expect(rejection == nil)
        try expectEverything(object, node, presentNode)
    }

    private func expectEverything(_ object: Everyone, _ node: Node, _ presentNode: Node?) throws {
        #expect(try object == Everyone(json: Self.json))
        #expect(
            object.text == "a text that is too long for the words of a String" && object.optionalText == nil)
        #expect(
            object.int == 5 && object.optionalInt == 6 && object.optionalDouble == 3
                && object.optionalBool == nil)
        #expect(
            object.texts == ["a", "b", "3"] && object.optionalInts == nil && object.intsByKey == ["a": 1])
        #expect(object.node === node && node.name == "in place" && node.children.map(\.name) == ["child"])
        #expect(object.presentNode === presentNode && presentNode?.name == "other spelling")
        #expect(object.optionalNode?.name == "new" && object.nodes.map(\.name) == ["0", "1"])
        #expect(object.optionalNodesByKey?["b"]?.name == "4" && object.nodesByKey["a"]?.name == "3")
    }

    @Test(arguments: choices)
    func kindsDoNotUseDisabledShortcuts(off: RuntimeShortcuts) {
        let schema = Self.schema(without: off)
        for (index, property) in schema.properties.enumerated() {
            let slot = schema.slots[index]
            let isSlow = [.other, .compiled, .indirectModel].contains(slot.kind)
            #expect(isSlow || !off.contains(.layout), "\(property.name)")
            #expect(slot.isModel == (property.content.kind == .model))
        }
        #expect(ExportLayout(schema, ExportOptions()).fastMembers == nil || !off.contains(.layout))
        #expect(schema.overridesDidMap == !schema.shortcuts.contains(.hookPlaces))
    }

    @Test func containersCastTheSameWithoutShortcuts() {
        let nodes: [ModelObject] = [Node(), Node()]
        for shortcuts in [RuntimeShortcuts.enabled, []] {
            let array = KnownClass.array(nodes, as: Node.self, shortcuts)
            #expect(array.count == 2 && array[0] === nodes[0] && array[1] === nodes[1])
            let dictionary = KnownClass.dictionary(["a": nodes[0]], as: Node.self, shortcuts)
            #expect(dictionary.count == 1 && dictionary["a"] === nodes[0])
        }
    }

    class Mapped: ModelObject {
        nonisolated(unsafe) static var calls: [String] = []
        override class func willMap(_ dictionary: [String: Any]) -> [String: Any]? {
            Mapped.calls.append("\(self)")
            return ["from": "\(self)"]
        }
    }
    final class AlsoMapped: Mapped {}

    /// Without the shortcut, the result of a `willMap` that was called early is used once, and only for its class.
    @Test func willMapIsCalledOnceIfHooksAreNotKnown() throws {
        let schemas = [Mapped.self, AlsoMapped.self].map {
            ModelSchema($0, RuntimeShortcuts.enabled.subtracting(.hookPlaces))
        }
        Mapped.calls = []
        for schema in schemas {
            let mapper = ObjectMapper(options: nil, limits: MappingLimits(), isUpdate: false)
            let isNeeded = try withJSONReader("{}") { reader in
                try mapper.needsWillMapResult(schemas[0], reader)
            }
            #expect(isNeeded)
            #expect(mapper.payloadFromWillMap(of: schema, [:])?["from"] as? String == "\(schema.type)")
        }
        #expect(Mapped.calls == ["Mapped", "Mapped", "AlsoMapped"])
    }

    @Test func copiedMembersAreReleased() {
        final class Value {}
        weak var released: Value?
        do {
            let value = Value()
            released = value
            var members = LentMembers(["a": value], isVerified: false)
            let member = members.next()
            #expect(member?.key == "a" && member?.value.any as? Value === value)
        }
        #expect(released == nil)
    }

    @Test func openingAnAnyGivesItsDynamicType() {
        struct Large { var words = (1, 2, 3, 4, 5) }
        _ = RuntimeShortcuts.enabled
        let values: [Any] = [
            "a", 1, true, 0.5, Large(), Node(), Node() as ModelObject, NSNumber(value: 1),
            NSNumber(value: 1) as NSObject,
            NSNull(), [1] as [Any], ["a": 1] as [String: Any], nil as Int? as Any, Node.self, Decimal(1),
            "a" as AnyHashable,
        ]
        for value in values {
            let type = ObjectIdentifier(openedType(of: value))
            #expect(type == ObjectIdentifier(boxedType(of: value)))
            if RuntimeShortcuts.enabled.contains(.layout) {
                #expect(LentValue.lend(value) { $0.boxedType.map { ObjectIdentifier($0) } } == type)
            }
        }
    }
}
