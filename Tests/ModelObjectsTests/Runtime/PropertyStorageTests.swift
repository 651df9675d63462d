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
    func nilStringsAreToldFromEmptyOnes(text: String?) throws {
        let everything = Everything()
        everything.optionalText = text
        let property = try #require(
            ModelSchema.of(Everything.self).properties.first { $0.name == "optionalText" })
        #expect(PropertyStorage(everything).isNilString(at: property.accessor.offset) == (text == nil))
        withExtendedLifetime(everything) {}
    }

    @Test func sizeHintsFollowLargeChangesOnly() {
        let hint = SizeHint()
        #expect(hint.last == 0)
        hint.note(800)
        #expect(hint.last == 800)
        hint.note(880)
        #expect(hint.last == 800)
        hint.note(901)
        #expect(hint.last == 901)
        hint.note(10)
        #expect(hint.last == 10)
    }
}
