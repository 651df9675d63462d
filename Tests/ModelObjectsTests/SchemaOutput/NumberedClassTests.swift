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

    class Rated: ModelObject {
        var kind: Int?
        override class var discriminator: Discriminator? {
            .key("kind", ["1": Rated.self, "2": Good.self, "3": Good.self], fallback: Fair.self)
        }
    }
    final class Good: Rated {}
    final class Fair: Rated {}

    /// An Optional is exported with the number of its class instead of nil.
    @Test func aConstantIsWrittenOnce() throws {
        func kind(_ type: Rated.Type) throws -> String {
            let text = try type.jsonSchemaString()
            return String(text[(text.range(of: #""kind":"#)?.upperBound ?? text.endIndex)...].prefix(40))
        }
        #expect(try Rated().jsonString() == #"{"kind":1}"#)
        #expect(try kind(Good.self).hasPrefix(#"{"type":"integer","enum":[2,3]}"#))
        #expect(try Rated.jsonSchemaString().contains(#"{"kind":{"type":"integer","const":1}}"#))
    }
}
