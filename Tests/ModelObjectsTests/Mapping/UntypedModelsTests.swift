import Foundation
import ModelObjects
import Testing

/// Models mapped from the values of dictionaries, whatever their types.
struct UntypedModelsTests {
    final class Item: ModelObject {
        var number = 0
        var next: Item?
    }

    final class Other: ModelObject {
        var number = 0
    }

    class Named: ModelObject {
        var name = ""
        override class func willMap(_ dictionary: [String: Any]) -> [String: Any]? {
            dictionary["refused"] == nil ? dictionary : nil
        }
    }

    final class Holder: ModelObject {
        var one: Item?
        var list: [Item] = []
        var optional: [Item]?
        var map: [String: Item] = [:]
        var named: [Named] = []
        var kept = Item()
    }

    /// Values that a dictionary may hold for a property that expects a model.
    enum Kind: CaseIterable {
        case dictionary, empty, nested, bridged, wrapped, null, none, number, text, model, otherModel

        var value: Any {
            switch self {
            case .dictionary: ["number": 1] as [String: Any]
            case .empty: [:] as [String: Any]
            case .nested: ["NUMBER": "2", "next": ["number": 3.0] as [String: Any]] as [String: Any]
            case .bridged: ["number": NSNumber(value: 4)] as NSDictionary
            case .wrapped: Optional(["number": 5] as [String: Any]) as Any
            case .null: NSNull()
            case .none: Optional<[String: Any]>.none as Any
            case .number: 6
            case .text: "seven"
            case .model: with(Item()) { $0.number = 8 }
            case .otherModel: with(Other()) { $0.number = 9 }
            }
        }

        private func with<Model>(_ model: Model, _ change: (Model) -> Void) -> Model {
            change(model)
            return model
        }
    }

    /// Array elements and dictionary members map as they would alone; values that are not models are omitted.
    @Test(arguments: Kind.allCases, Kind.allCases)
    func elementsMapAsTheyWouldAlone(first: Kind, second: Kind) throws {
        let values: [Any] = [first.value, second.value]
        let alone = try values.map { try Holder(dictionary: ["one": $0]).one }
        let holder = try Holder(dictionary: [
            "list": values, "optional": values, "map": ["a": values[0], "b": values[1]] as [String: Any],
        ])
        #expect(holder.list == alone.compactMap { $0 })
        #expect(holder.optional == holder.list)
        #expect(holder.map == ["a": alone[0], "b": alone[1]].compactMapValues { $0 })
        #expect(holder.list.allSatisfy { type(of: $0) == Item.self })
    }

    @Test func aRejectedElementIsOmitted() throws {
        let holder = try Holder(dictionary: [
            "named": [["name": "a"], ["name": "b", "refused": true], ["name": "c"]] as [[String: Any]]
                as [Any]
        ])
        #expect(holder.named.map(\.name) == ["a", "c"])
    }

    @Test func anExistingModelIsFilledInPlace() throws {
        let holder = Holder()
        let kept = holder.kept
        try holder.update(dictionary: ["kept": ["number": 3] as [String: Any]])
        #expect(holder.kept === kept && kept.number == 3)
    }

    /// An error at any position has the same path, and errors follow the order of the keys.
    @Test func problemsAreReportedAtTheirPaths() throws {
        let wrong: [String: Any] = ["number": "x"]
        let (_, report) = Holder.inspect(dictionary: [
            "one": wrong, "list": [[:], wrong] as [Any], "map": ["b": wrong, "a": wrong] as [String: Any],
        ])
        #expect(
            Set(report.problems.map(\.path)) == [
                "$.one.number", "$.list[1].number", "$.map.a.number", "$.map.b.number",
            ])
        let paths = report.problems.map(\.path).filter { $0.hasPrefix("$.map") }
        #expect(paths == ["$.map.a.number", "$.map.b.number"])
    }
}
