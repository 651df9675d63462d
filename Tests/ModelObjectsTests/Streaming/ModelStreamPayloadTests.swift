import Foundation
import ModelObjects
import Testing

/// Streams with hooks, discriminators, and random texts.
struct ModelStreamPayloadTests {
    class Shape: ModelObject {
        var name = ""
        override class var discriminator: Discriminator? {
            .key("type", ["circle": Circle.self, "square": Square.self])
        }
    }

    final class Circle: Shape { var radius = 0.0 }
    final class Square: Shape {
        var side = 0.0
        override func serializeValue(_ value: Any, key: String) {
            super.serializeValue(key == "side" ? 2 * (value as? Double ?? 0) : value, key: key)
        }
        override func didMap(_ json: [String: Any]) throws {
            if name == "bad" { throw CocoaError(.coderInvalidValue) }
        }
    }

    @Test func streamedElementsMatchASingleCall() {
        let text = #"""
            [{"type": "circle", "name": "a", "radius": 1.5}, {"name": "b", "side": 2.5, "type": "square"}, {"type": "cube"},
             {"type": "square", "name": "bad"}, {"name": "plain"}]
            """#
        let array = StreamResult(arrayIn: Data(text.utf8), as: Shape.self)
        #expect(array.elements.count == 2)
        let bytes = Array(text.utf8)
        for size in [1, 5, 64, 4_096] {
            let stream = StreamResult(Shape.self, bytes.chunks(of: size))
            #expect(stream.elements == array.elements)
            #expect(stream.skipped.count == 3)
        }
        for options in [MappingOptions.strict, MappingOptions(elements: .reject)] {
            let strict = StreamResult(arrayIn: Data(text.utf8), as: Shape.self, options: options)
            let stream = StreamResult(Shape.self, bytes.chunks(of: 7), options: options)
            #expect(strict.error != nil)
            #expect(strict.error?.split(separator: ",").first == stream.error?.split(separator: ",").first)
        }
    }

    /// Random texts, most of them not quite JSON: a stream in random chunks and one call agree.
    @Test func randomTextsInRandomChunks() {
        var generator = SeededNumbers(seed: 7)
        let pieces = [
            "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u00e4", "\"name\"", "\"count\"", "12", "-", "1.5e2",
            "true", "null",
            " ", "\n", "ä", "{\"name\":\"x\"}", "{}", "[]", "\u{1}",
        ]
        let simple = [",", "{}", "{\"name\":\"x\"}", " "]
        var sound = 0
        for index in 0..<Effort.count(125_000, byDefault: 1_000) {
            // A fifth of the texts have the brackets of an array, and only pieces that can be in a sound one.
            let isSimple = index.isMultiple(of: 5)
            var text = isSimple || Bool.random(using: &generator) ? "[" : ""
            for _ in 0..<Int.random(in: 0...(isSimple ? 4 : 12), using: &generator) {
                text += (isSimple ? simple : pieces).randomElement(using: &generator) ?? ""
            }
            if isSimple || Bool.random(using: &generator) { text += "]" }
            let bytes = Array(text.utf8)
            let whole = StreamResult([bytes[...]], format: .array)
            let stream = StreamResult(bytes.randomChunks(using: &generator), format: .array)
            #expect(stream == whole, "\(text)")
            let array = StreamResult(arrayIn: Data(bytes), as: StreamItem.self)
            // A stream ends at a root of another kind; one call checks the rest of the text first.
            guard stream.error?.hasPrefix("Expected array") != true else { continue }
            #expect(stream.error == array.error, "\(text)")
            if array.error == nil { #expect(stream.elements == array.elements, "\(text)") }
            if array.error == nil, !array.elements.isEmpty { sound += 1 }
        }
        #expect(sound > 20)
    }
}
