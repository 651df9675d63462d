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
}
