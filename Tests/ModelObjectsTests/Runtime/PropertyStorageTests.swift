import Testing

@testable import ModelObjects

struct PropertyStorageTests {
    @Test func theAttachmentIsTheFirstStoredPropertyOfAll() {
        let node = Node()
        #expect(!PropertyStorage(node).hasAttachment)
        node.attachment = ModelAttachment()
        #expect(PropertyStorage(node).hasAttachment)
        node.attachment = nil
        #expect(!PropertyStorage(node).hasAttachment)
    }

    @Test(arguments: [nil, "", "short", "a string that is too long to be kept within its own words"])
    func nilStringsDifferFromEmptyStrings(text: String?) throws {
        let everything = Everything()
        everything.optionalText = text
        let property = try #require(
            ModelSchema.of(Everything.self).properties.first { $0.name == "optionalText" })
        #expect(PropertyStorage(everything).isNilString(at: property.accessor.offset) == (text == nil))
        withExtendedLifetime(everything) {}
    }

    private static let texts = [
        "", "short", "15 bytes, here.", "a string that is too long to be kept within its own words",
    ]

    @Test(arguments: texts, texts)
    func aStoredStringReplacesTheOldOne(old: String, new: String) throws {
        let node = Everything()
        node.text = old
        node.optionalText = old
        let properties = ModelSchema.of(Everything.self).properties
        let offset = try #require(properties.first { $0.name == "text" }).accessor.offset
        let optional = try #require(properties.first { $0.name == "optionalText" }).accessor.offset
        let storage = PropertyStorage(node)
        for value in [new, old, "", new] {
            storage.store(string: value, at: offset)
            #expect(node.text == value)
            storage.store(optionalString: value, at: optional)
            #expect(node.optionalText == value)
            storage.store(optionalString: nil, at: optional)
            #expect(node.optionalText == nil)
            storage.store(optionalString: value, at: optional)
        }
    }

    final class Parent: ModelObject {
        nonisolated(unsafe) static weak var current: Parent?
        var child: Child?
        required init() {
            super.init()
            Self.current = self
        }
    }

    final class Child: ModelObject {
        nonisolated(unsafe) static var living = 0
        var name = ""
        required init() { Self.living += 1 }
        deinit { Self.living -= 1 }
        /// Fills the property that the mapper is about to fill.
        override func didMap(_ dictionary: [String: Any]) { Parent.current?.child = Child() }
    }

    @Test func aModelReplacesOneThatAHookHasStored() throws {
        for parent in [
            try Parent(json: #"{"child": {"name": "a"}}"#), try Parent(dictionary: ["child": ["name": "a"]]),
        ] {
            #expect(parent.child?.name == "a")
        }
        #expect(Child.living == 0)
    }
}
