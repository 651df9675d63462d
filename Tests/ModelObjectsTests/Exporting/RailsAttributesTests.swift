import ModelObjects
import Testing

struct RailsAttributesTests {
    private final class Note: ModelObject { var text = "" }

    private final class Team: ModelObject {
        var name: String?
        var lead: Note?
        var notes: [Note]?
    }

    /// Rails rejects null for a relation.
    @Test func nilRelationsAreLeftOut() throws {
        let rails = ExportOptions(nulls: .include, relations: .railsAttributes)
        #expect(try Team().jsonString(options: rails) == #"{"name":null}"#)
    }

    private final class Club: ModelObject {
        var lead: Note? = Note()
        var notes = [Note()]
        override class var propertyRules: [String: PropertyRule] {
            ["lead": .key("a.lead"), "notes": .key("a.b.notes")]
        }
    }

    @Test func theLastKeyOfAPathHasTheSuffix() throws {
        let json = try Club().jsonString(options: ExportOptions(relations: .railsAttributes))
        #expect(json == #"{"a":{"lead_attributes":{"text":""},"b":{"notes_attributes":{"0":{"text":""}}}}}"#)
    }

    private class Sample: ModelObject {
        var items: [Any] = [Note()]
        var items2 = 5
        override class var propertyRules: [String: PropertyRule] {
            ["items": .key("a.items"), "items2": .key("a.items2")]
        }
    }

    private final class Flat: ModelObject {
        var items: [Any] = [Note()]
        var items2 = 5
    }

    /// Only the value shows that such a property is a relation.
    @Test func keysOfUntypedRelationsAreSorted() throws {
        let sorted = ExportOptions(relations: .railsAttributes, sortedKeys: true)
        let members = #"{"items2":5,"items_attributes":{"0":{"text":""}}}"#
        #expect(try Flat().jsonString(options: sorted) == members)
        #expect(try Sample().jsonString(options: sorted) == #"{"a":\#(members)}"#)
    }

    private final class Keeping: ModelObject {
        var items: [Any] = [Note()]
        override class var mappingOptions: MappingOptions { MappingOptions(unknownKeys: .keep) }
    }

    @Test func aKeptKeyMayBeThatOfAnUntypedRelation() throws {
        let rails = ExportOptions(relations: .railsAttributes)
        let model = Keeping()
        try model.update(json: #"{"items_attributes": 5}"#)
        #expect(try model.jsonString() == #"{"items":[{"text":""}],"items_attributes":5}"#)
        for call in [
            { try model.jsonString(options: rails) as Any }, { try model.jsonObject(options: rails) },
        ] {
            let error = #expect(throws: ModelError.self) { try call() }
            #expect(error?.code == .keyCollision && error?.path == "$.items_attributes")
        }
        model.items = []
        #expect(try model.jsonString(options: rails) == #"{"items":[],"items_attributes":5}"#)
    }

    private final class Colliding: ModelObject {
        var items: [Any] = []
        var items_attributes = 5
    }

    @Test func keysOfUntypedRelationsMayCollide() throws {
        let rails = ExportOptions(relations: .railsAttributes)
        let model = Colliding()
        #expect(try model.jsonString(options: rails) == #"{"items":[],"items_attributes":5}"#)
        model.items = [Note()]
        for call in [
            { try model.jsonString(options: rails) as Any }, { try model.jsonObject(options: rails) },
        ] {
            let error = #expect(throws: ModelError.self) { try call() }
            #expect(error?.code == .keyCollision && error?.path == "$.items_attributes")
        }
    }
}
