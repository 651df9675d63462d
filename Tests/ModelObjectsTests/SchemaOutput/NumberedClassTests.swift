import ModelObjects
import Testing

/// Discriminators that are numbers.
struct NumberedClassTests {
    class Numbered: ModelObject {
        var kind = 0
        override class var discriminator: Discriminator? {
            .key("kind", ["01": Small.self, "7": Large.self], fallback: Numbered.self)
        }
    }
    final class Small: Numbered { var s = 1 }
    final class Large: Numbered { var l = 1 }

    /// The mapper compares the texts of numbers: 1 names no class.
    @Test func onlyTheTextOfANumberNamesAClass() throws {
        #expect(type(of: try Numbered.model(json: #"{"kind": 1}"#)) == Numbered.self)
        let schema = try Numbered.jsonSchemaString()
        #expect(schema.contains(#""const":7"#) && !schema.contains(#""const":1"#), "\(schema)")
        // No number has the text.
        #expect(try !Small.jsonSchemaString().contains("enum"))
    }
}
