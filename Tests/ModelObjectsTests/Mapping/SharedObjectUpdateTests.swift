import Foundation
import ModelObjects
import Testing

/// Updates in which several keys lead to one object.
struct SharedObjectUpdateTests {
    final class Place: ModelObject {
        var id = 0
        var name: String?
    }

    class Order: ModelObject {
        var zone = ""
        var billing: Place?
        var shipping: Place?
        var sender = Place()
        var next: Order?
    }

    final class HookedOrder: Order {
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }

    /// Dictionaries with the same members, in several orders.
    private func orders(_ members: [String: Any]) -> [[String: Any]] {
        (0..<7).map { exponent in
            var dictionary = [String: Any](minimumCapacity: 3 << exponent)
            for (key, value) in members { dictionary[key] = value }
            return dictionary
        }
    }

    private func order(_ type: Order.Type) -> Order {
        let order = type.init()
        (order.billing, order.shipping, order.next) = (order.sender, order.sender, order)
        return order
    }

    @Test(arguments: [Order.self, HookedOrder.self])
    func theLastKeyInOrderWins(type: Order.Type) throws {
        let members: [String: Any] = [
            "shipping": ["id": 3, "name": "c"], "billing": ["id": 1, "name": "a"], "sender": ["id": 2],
        ]
        for members in orders(members) {
            let (updated, merged, patched) = (order(type), order(type), order(type))
            try updated.update(dictionary: members)
            try merged.apply(mergePatch: members)
            patched.next = nil
            try patched.apply(
                jsonPatch: members.map { ["op": "replace", "path": "/\($0.key)", "value": $0.value] })
            for place in [updated, merged, patched].map(\.sender) {
                #expect(place.id == 3 && place.name == "c")
            }
        }
    }

    /// Keys that compete for a property, and paths to existing objects, don't change the order.
    @Test func theLastKeyInOrderWinsBesideCompetingKeys() throws {
        final class Parcel: Order {
            override class var propertyRules: [String: PropertyRule] { ["billing": .key("address.bill")] }
        }
        let others: [(Order.Type, [String: Any])] = [
            (Order.self, ["zone": "a", "Zone": "b", "billing": ["id": 1]]),
            (Order.self, ["shipping": ["id": 4], "SHIPPING": ["id": 5], "billing": ["id": 1]]),
            (Order.self, ["next": ["zone": "inner"], "zone": "outer", "Zone": "b", "billing": ["id": 1]]),
            (Parcel.self, ["address": ["bill": ["id": 1]], "sender": ["id": 2]]),
            (
                Parcel.self,
                ["address": ["bill": ["id": 1, "ID": 4]], "next": ["zone": "inner"], "zone": "outer"]
            ),
        ]
        for (type, others) in others {
            let members = others.merging(["shipping": ["id": 3, "name": "c"]]) { old, _ in old }
            var zones: Set<String> = []
            for members in orders(members) {
                let (updated, patched) = (order(type), order(type))
                try updated.update(dictionary: members)
                patched.next = nil
                try patched.apply(mergePatch: members)
                for order in [updated, patched] {
                    #expect(order.sender.id == (others["shipping"] == nil ? 3 : 4), "\(members)")
                }
                zones.insert(updated.zone)
            }
            #expect(zones.count == 1)
        }
    }

    /// A patch changes the models in a dictionary in place.
    @Test(arguments: ["left", "LEFT", "Left", "l_eft"], ["right", "RIGHT", "Right", "r_ight"])
    func theLastKeyOfAPatchWinsBesideCompetingKeys(left: String, right: String) throws {
        final class Depot: ModelObject {
            var zone = ""
            var left: [String: Place] = [:]
            var right: [String: Place] = [:]
        }
        let (depot, place) = (Depot(), Place())
        (depot.left["x"], depot.right["y"]) = (place, place)
        try depot.apply(mergePatch: [
            "zone": "a", "Zone": "b", left: ["x": ["id": 1]], right: ["y": ["id": 2]],
        ])
        #expect(depot.left["x"] === place && place.id == (left < right ? 2 : 1) && depot.zone == "a")
    }

    /// A class without a hook fills existing objects last; a hook is called in the order of the keys.
    @Test(arguments: [Order.self, HookedOrder.self])
    func aCycleThatLeadsBackGetsTheSameValueEachTime(type: Order.Type) throws {
        let zones = try orders(["next": ["zone": "inner"], "zone": "outer"]).map { members in
            let order = order(type)
            try order.update(dictionary: members)
            return order.zone
        }
        #expect(Set(zones).count == 1)
    }

    /// Objects that all new objects share are filled in place, too.
    @Test func newObjectsWithASharedDefault() throws {
        final class Pair: ModelObject {
            nonisolated(unsafe) static let place = Place()
            var left = Pair.place
            var right = Pair.place
        }
        for members in orders(["left": ["id": 1], "right": ["id": 2]]) {
            #expect(try Pair(dictionary: members).left.id == 2)
        }
    }
}
