import Foundation
import ModelObjects
import Testing

/// The problem contains the thrown error, and no sentence shows it.
struct UnderlyingErrorTests {
    struct Rejection: LocalizedError, Equatable {
        let value: Int
        var errorDescription: String? { "secret \(value)" }
    }

    struct Point: Codable { var x: Int }

    class Item: ModelObject {
        var number = 0
        var point: Point?
        var made = 0
        override class var propertyRules: [String: PropertyRule] {
            [
                "made": .converted(from: { value -> Int? in
                    guard let number = value as? Int else { throw Rejection(value: 7) }
                    return number
                })
            ]
        }
        override func validate() throws {
            if number < 0 { throw Rejection(value: number) }
        }
    }

    final class HookedItem: Item {
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }

    final class Holder: ModelObject {
        var items: [Item] = []
        var hooked: [HookedItem] = []
        var inner: Item?
        var closed: Item?
        override class var propertyRules: [String: PropertyRule] { ["closed": .redacted] }
    }

    @Test func problemsContainTheThrownError() throws {
        let json = """
            {"items": [{"number": -1}, {"made": "x"}], "hooked": [{"number": -2}], "inner": {"number": -3}}
            """
        for report in reports(json, Holder.self, nil) {
            let values = Dictionary(
                uniqueKeysWithValues: report.problems.map {
                    ($0.path, ($0.underlyingError as? Rejection)?.value)
                })
            #expect(
                values == ["$.items[0]": -1, "$.items[1].made": 7, "$.hooked[0]": -2, "$.inner": -3])
            #expect(!"\(report)".contains("secret"))
        }
        for (_, call) in ways(json, Holder.self) {
            let error = try #require(throws: ModelError.self) { try call(.strict) }
            #expect(
                error.problems.allSatisfy { $0.underlyingError is Rejection } && error.problems.count == 4)
        }
    }

    @Test func problemsContainTheDecodingError() {
        for report in reports(#"{"inner": {"point": {"x": "y"}}}"#, Holder.self, nil) {
            #expect(report.problems.map(\.path) == ["$.inner.point"])
            #expect(report.problems.allSatisfy { $0.underlyingError is DecodingError })
        }
        // The underlying error is omitted, because it may show the redacted value.
        for report in reports(#"{"closed": {"point": {"x": "y"}}}"#, Holder.self, nil) {
            #expect(report.problems.map { $0.underlyingError == nil } == [true])
        }
    }

    @Test func equalityIgnoresTheUnderlyingError() throws {
        func problem(_ number: Int) throws -> MappingProblem {
            try #require(Holder.inspect(json: #"{"inner": {"number": \#(number)}}"#).report.problems.first)
        }
        let (first, second) = try (problem(-1), problem(-2))
        #expect(first == second && first.hashValue == second.hashValue)
        let other = try #require(Holder.inspect(json: #"{"inner": 1}"#).report.problems.first)
        #expect(first != other && Set([first, second, other]).count == 2)
    }

    final class Secret: ModelObject {
        var converted = 0
        var combined = 0
        override class var propertyRules: [String: PropertyRule] {
            [
                "converted": .redacted.converted(from: { _ -> Int? in throw Rejection(value: 7) }),
                "combined": .redacted.combined(
                    keys: ["a", "b"], from: { _ -> Int? in throw Rejection(value: 7) }),
            ]
        }
    }

    @Test(arguments: [#"{"converted": 1}"#, #"{"a": 1}"#])
    func convertersOfRedactedPropertiesThrowInSecret(json: String) {
        let error = #expect(throws: ModelError.self) { try Secret(json: json) }
        #expect(error?.code == .hookFailed && error?.underlyingError == nil)
    }
}
