import Foundation
import Testing

@testable import ModelObjects

/// Models that refer to each other in a circle in keyed archives.
struct KeyedCycleTests {
    class Person: ModelObject {
        var name = ""
        var friends: Set<Person> = []
    }
    final class ValidatedPerson: Person { override func validate() throws {} }
    final class HookedPerson: Person {
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }

    /// Until the friends of all are known, some are equal.
    @Test(
        arguments: [Person.self, ValidatedPerson.self, HookedPerson.self] as [Person.Type],
        [["friends"], ["friends", "_friends"]])
    func setsInCyclesKeepAllMembers(type: Person.Type, keys: [String]) throws {
        func person(_ uid: UInt32) -> PlistSource {
            let friends = keys.map { ($0, PlistSource.uid(uid + 4)) }
            return .dictionary([("$class", .uid(1)), ("name", .scalar(.string("\(uid)")))] + friends)
        }
        func friends(_ person: UInt32) -> PlistSource {
            let others = (3...6).filter { $0 != person }.map { PlistSource.uid($0) }
            return ["$class": .uid(2), "NS.objects": .array(others)]
        }
        let source = PlistSource.keyed(
            [.class("Person"), .class("NSSet")] + (3...6).map(person) + (3...6).map(friends), root: 3)
        let (root, report) = try type.inspect(keyedArchive: source.binary, classes: ["Person": type])
        let first = try #require(root)
        let people = first.friends.union([first])
        #expect(people.count == 4 && report.problems.isEmpty == (keys.count == 1))
        for person in people {
            #expect(person.friends == people.subtracting([person]), "\(person.name)")
            #expect(person.friends.allSatisfy(person.friends.contains))
        }
        for person in people { person.friends = [] }
    }

    class Node: ModelObject {
        var name = ""
        var next: Node?
    }
    final class Leaf: Node { var last: Node? }

    /// The values that a cycle makes again don't belong to the root.
    @Test func aReportDescribesTheRootOfACycle() throws {
        let source = PlistSource.keyed(
            [
                .class("Node"), .class("Leaf"), ["$class": .uid(1), "name": "a", "next": .uid(4)],
                ["$class": .uid(2), "last": .uid(3)],
            ], root: 3)
        let (node, report) = try Node.inspect(
            keyedArchive: source.binary, classes: ["Node": Node.self, "Leaf": Leaf.self])
        #expect(report.matched.map(\.property) == ["name", "next"] && report.unfilled.isEmpty)
        let leaf = try #require(node?.next as? Leaf)
        #expect(leaf.last === node)
        leaf.last = nil
    }
}
