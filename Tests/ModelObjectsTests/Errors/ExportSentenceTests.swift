import Foundation
import ModelObjects
import Testing

/// The exact sentence for objects that cannot be exported.
struct ExportSentenceTests {
    struct No: Error {}

    struct Opaque {}

    struct Throwing: Codable {
        var number = 0.0
        func encode(to encoder: any Encoder) throws { throw No() }
    }

    struct Ratio: Codable {
        var value = Double.nan
    }

    class Thing: ModelObject {
        var any: Any = 0
        var price = 0
        var date: Date?
        var throwing: Throwing?
        var ratio: Ratio?
        var inner: Thing?
        override class var propertyRules: [String: PropertyRule] {
            [
                "price": .converted(
                    from: { $0 as? Int },
                    to: { (price: Int) throws -> Any? in if price > 0 { throw No() } else { return 0 } })
            ]
        }
    }

    final class Changed: Thing {
        override func didExport(_ dictionary: inout [String: Any]) throws { throw No() }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let sentence: String
        var type: Thing.Type = Thing.self
        let change: @Sendable (Thing) -> Void
        var testDescription: String { sentence }
    }

    private static let rows: [Row] = [
        Row(sentence: "Cannot export nan at $.any: JSON has no such number.") { $0.any = Double.nan },
        Row(sentence: "Cannot export Opaque at $.any: JSON cannot represent this type.") {
            $0.any = Opaque()
        },
        Row(sentence: "Cannot export Throwing at $.throwing: its encode(to:) threw an error.") {
            $0.throwing = Throwing()
        },
        Row(sentence: "Cannot export nan at $.ratio.value: JSON has no such number.") {
            $0.ratio = Ratio()
        },
        Row(sentence: "The converter of `price` threw an error at $.price.") { $0.price = 1 },
        Row(sentence: "didExport of Changed threw an error.", type: Changed.self) { _ in },
        Row(sentence: "Cannot export a cycle: Thing refers to itself at $.inner.") { $0.inner = $0 },
    ]

    @Test(arguments: rows) func everyErrorHasTheExpectedMessage(_ row: Row) throws {
        let thing = row.type.init()
        row.change(thing)
        defer { thing.inner = nil }
        for export in [{ try thing.jsonData() as Any }, { try thing.jsonObject() as Any }] {
            let error = try #require(throws: ModelError.self) { _ = try export() }
            #expect(error.description == row.sentence)
        }
    }
}
