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
}
