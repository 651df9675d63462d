import Foundation
import Testing

@testable import ModelObjects

/// Archives of earlier versions of a class in which a property held one model instead of a container, or the reverse, or
/// in which it held the members of a model.
struct ArchiveContainerChangesTests {
    class Car: ModelObject {
        var color = ""
        override class var archiveName: String { "Car" }
    }

    final class House: ModelObject {
        override class var archiveName: String { "House" }
    }

    final class One: ModelObject {
        var car: Car?
        var name = ""
        override class var archiveName: String { "Owner" }
    }

    final class Many: ModelObject {
        var car: [Car] = []
        var name = ""
        override class var archiveName: String { "Owner" }
    }

    final class ByName: ModelObject {
        var car: [String: Car] = [:]
        var name = ""
        override class var archiveName: String { "Owner" }
    }

    final class Unordered: ModelObject {
        var car: Set<Car> = []
        var name = ""
        override class var archiveName: String { "Owner" }
    }

    final class Possible: ModelObject {
        var car: [Car]? = [Car()]
        var name = ""
        override class var archiveName: String { "Owner" }
    }

    final class Anything: ModelObject {
        var car: [Any] = [1]
        var name = ""
        override class var archiveName: String { "Owner" }
        override class var archivableClasses: [ModelObject.Type] { [Car.self] }
    }

    final class Houses: ModelObject {
        var car: [House] = []
        override class var archiveName: String { "Owner" }
        override class var archivableClasses: [ModelObject.Type] { [Car.self] }
    }

    final class Number: ModelObject {
        var car = 0
        override class var archiveName: String { "Owner" }
        override class var archivableClasses: [ModelObject.Type] { [Car.self] }
    }

    final class Moved: ModelObject {
        var cars: [Car] = []
        override class var archiveName: String { "Owner" }
        override class var archiveVersion: Int { 2 }
        override class func migrate(_ fields: inout [String: Any], from version: Int) throws {
            fields["cars"] = fields.removeValue(forKey: "car").map { [$0] }
        }
    }

    private static func one() throws -> Data {
        let one = One()
        (one.car, one.name) = (Car(), "ann")
        return try one.archivedData()
    }

    @Test func aContainerKeepsItsDefaultIfOneModelWasArchived() throws {
        let data = try Self.one()
        let many = try Many.unarchive(data: data)
        #expect(many.car.isEmpty && many.name == "ann")
        let byName = try ByName.unarchive(data: data)
        #expect(byName.car.isEmpty && byName.name == "ann")
        let unordered = try Unordered.unarchive(data: data)
        #expect(unordered.car.isEmpty && unordered.name == "ann")
        let possible = try Possible.unarchive(data: data)
        #expect(possible.car?.count == 1 && possible.name == "ann")
        let anything = try Anything.unarchive(data: data)
        #expect(anything.car as? [Int] == [1] && anything.name == "ann")
        // As in mapping.
        #expect(try Many(json: #"{"car": {"color": "red"}, "name": "ann"}"#).car.isEmpty)
    }

    @Test func oneModelKeepsItsDefaultIfAContainerWasArchived() throws {
        let many = Many()
        (many.car, many.name) = ([Car()], "ann")
        let one = try One.unarchive(data: many.archivedData())
        #expect(one.car == nil && one.name == "ann")
        #expect(try ByName.unarchive(data: many.archivedData()).car.isEmpty)
    }

    @Test func migrateMovesOneModelIntoAnArray() throws {
        #expect(try Moved.unarchive(data: Self.one()).cars.count == 1)
    }

    @Test func migrateGetsTheMembersOfASet() throws {
        final class Counted: ModelObject {
            var count = 0
            override class var archiveName: String { "Owner" }
            override class var archiveVersion: Int { 2 }
            override class func migrate(_ fields: inout [String: Any], from version: Int) throws {
                fields["count"] = (fields["car"] as? Set<AnyHashable>)?.count
            }
        }
        let (unordered, car) = (Unordered(), Car())
        car.color = "red"
        unordered.car = [car, Car()]
        #expect(try Counted.unarchive(data: unordered.archivedData()).count == 2)
    }

    struct Painted: RawRepresentable {
        var rawValue: Car
        init?(rawValue: Car) {
            if rawValue.color.isEmpty { return nil }
            self.rawValue = rawValue
        }
    }

    final class PaintedOne: ModelObject {
        var car: Painted?
        var name = ""
        override class var archiveName: String { "Owner" }
    }

    final class PaintedMany: ModelObject {
        var car: [Painted] = []
        override class var archiveName: String { "Owner" }
    }

    /// As with raw values that are no models.
    @Test func aModelThatIsNoRawValueIsLeftOut() throws {
        let one = try PaintedOne.unarchive(data: Self.one())
        #expect(one.car == nil && one.name == "ann")
        let (many, red) = (Many(), Car())
        red.color = "red"
        many.car = [Car(), red]
        let read = try PaintedMany.unarchive(data: many.archivedData())
        #expect(read.car.map(\.rawValue.color) == ["red"])
        let shape = ShapeOwner()
        shape.car = ArchiveCircle()
        let data = try shape.archivedData()
        let error = #expect(throws: ModelError.self) { try PaintedOne.unarchive(data: data) }
        #expect(error?.code == .classNotAllowed)
    }

    @Test func migrateCannotStoreAModelOfAnotherClass() throws {
        final class Wrong: ModelObject {
            var car: Car?
            override class var archiveName: String { "Owner" }
            override class var archiveVersion: Int { 2 }
            override class func migrate(_ fields: inout [String: Any], from version: Int) throws {
                #expect("\(fields["car"] ?? "")" == "a model of the class Car")
                fields["car"] = House()
            }
        }
        let error = #expect(throws: ModelError.self) { try Wrong.unarchive(data: Self.one()) }
        #expect(error?.description == #"Class "House" is not allowed at $.objects[0].car: expected Car."#)
    }

    @Test(
        arguments: [
            (Houses.self, "House"), (Number.self, "Int"), (AddressList.self, "Array"),
        ] as [(ModelObject.Type, String)])
    func aModelOfTheWrongClassIsStillRejected(_ type: ModelObject.Type, _ expected: String) throws {
        let error = try #require(throws: ModelError.self) { try type.unarchive(data: Self.one()) }
        #expect(error.code == .classNotAllowed && error.path == "$.objects[0].car")
        #expect(error.expected == expected)
    }

    final class ShapeOwner: ModelObject {
        var car: ArchiveCircle?
        override class var archiveName: String { "Owner" }
    }

    @Test func aModelOfAClassThatIsAllowedNowhereIsRejected() throws {
        final class OnlyHouses: ModelObject {
            var car: [House] = []
            override class var archiveName: String { "Owner" }
        }
        let shape = ShapeOwner()
        shape.car = ArchiveCircle()
        let data = try shape.archivedData()
        let error = #expect(throws: ModelError.self) { try OnlyHouses.unarchive(data: data) }
        #expect(
            error?.description
                == #"Class "ModelObjectsTests.ArchiveCircle" is not allowed at $.objects[0].car: expected House."#
        )
    }

    // MARK: Members of a model

    struct Address: Codable {
        var street = "Main"
        var owner: Car?
    }

    final class AddressList: ModelObject {
        var car: [Address] = []
        override class var archiveName: String { "Owner" }
    }

    final class Loose: ModelObject {
        var home = Address()
        var work: Address? = Address()
        var texts = ["street": "Main"]
        var untyped: [String: Any] = ["street": "Main", "owner": ["color": "red"]]
        var linked: [String: Any] = ["street": "Main", "owner": Car()]
        var rejected: [String: String] = ["street": ""]
        override class var archiveName: String { "Person" }
        override class var archivableClasses: [ModelObject.Type] { [Car.self] }
    }

    class Place: ModelObject {
        var street = "?"
        var city = "?"
        var owner: Car?
        override func validate() throws { if street.isEmpty { throw CancellationError() } }

        static func `default`() -> Self {
            let place = Self()
            (place.street, place.city) = ("Side", "Rome")
            return place
        }
    }
    final class Office: Place {}

    final class Typed: ModelObject {
        var home = Place.default()
        var work: Place? = Office.default()
        var texts: Place = Office.default()
        var untyped: Place? = Place.default()
        var linked = Place.default()
        var rejected = Place.default()
        override class var archiveName: String { "Person" }
        override class var archivableClasses: [ModelObject.Type] { [Car.self] }
    }

    /// As in mapping, the model that the property holds by default is filled.
    @Test func membersFillTheDefaultModel() throws {
        let typed = try Typed.unarchive(data: Loose().archivedData())
        let mapped = try Typed(dictionary: Loose().jsonObject())
        #expect(typed == mapped)
        for place in [typed.home, typed.work, typed.texts, typed.untyped, typed.linked] {
            #expect(place?.street == "Main" && place?.city == "Rome")
        }
        #expect(typed.work is Office && typed.texts is Office)
        #expect(typed.untyped?.owner?.color == "red" && typed.linked.owner != nil)
        #expect(typed.rejected.street == "Side")
    }

    final class Cars: ModelObject {
        var byPlace: [String: Car] = [:]
        override class var archiveName: String { "Cars" }
    }

    final class Places: ModelObject {
        var front: Car?
        var back: Car?
        var colors: [String?] = []
        override class var propertyRules: [String: PropertyRule] { ["colors": .ignored] }
        override func didMap(_ payload: [String: Any]) throws { colors = [front?.color, back?.color] }
    }

    final class Placed: ModelObject {
        var byPlace: Places?
        override class var archiveName: String { "Cars" }
        override class var archivableClasses: [ModelObject.Type] { [Car.self] }
    }

    @Test func didMapOfAModelMadeOfMembersFindsCompleteModels() throws {
        let cars = Cars()
        cars.byPlace = ["front": Car(), "back": Car()]
        for (place, car) in cars.byPlace { car.color = place }
        let placed = try Placed.unarchive(data: cars.archivedData())
        #expect(placed.byPlace?.colors == ["front", "back"])
    }

    final class Node: ModelObject {
        var link: [String: Any] = [:]
        var missing = Presence<Int>.missing
        override class var archiveName: String { "Node" }
        override class var archivableClasses: [ModelObject.Type] { [Node.self] }
    }

    class Link: ModelObject {
        var to: LinkedNode?
        var tags: [String] = []
        var base = ""
        override func serializeValue(_ value: Any, key: String) {
            if key == "tag", let tag = value as? String {
                tags.append(tag)
            } else {
                super.serializeValue(value, key: key)
            }
        }
    }

    final class LinkedNode: ModelObject {
        var link: Link = {
            let link = Link()
            link.base = "default"
            return link
        }()
        var missing: Any? = 5
        override class var archiveName: String { "Node" }
        override class var mappingOptions: MappingOptions { MappingOptions(limits: MappingLimits(depth: 1)) }
    }

    /// Also in a cycle, after which they are made again, and beyond the limits of a class, which are those of payloads.
    @Test(arguments: [false, true])
    func modelsOfMembersAreFilledOnce(isCycle: Bool) throws {
        let (first, second) = (Node(), Node())
        first.link = ["to": second, "tag": "x", "more": [[1]]]
        if isCycle { second.link = ["to": first, "tag": "y"] }
        let read = try LinkedNode.unarchive(data: first.archivedData())
        #expect(read.link.tags == ["x"] && read.link.base == "default")
        #expect(read.link.to?.link.tags == (isCycle ? ["y"] : []))
        #expect((read.link.to?.link.to === read) == isCycle)
        #expect(read.missing as? Int == 5)
    }

    private final class Text: ModelObject {
        var part: [String: Any] = ["tree": String(repeating: "[", count: 2_000)]
        override class var archiveName: String { "Tree" }
    }
    private final class Tree: ModelObject {
        var part: Part?
        final class Part: ModelObject {
            var tree: [Any] = []
            override class var propertyRules: [String: PropertyRule] { ["tree": .embeddedJSON] }
        }
        override class var archiveName: String { "Tree" }
    }

    /// A limit that a conversion exceeds is an error of the library.
    @Test func convertedValuesHaveLimits() throws {
        let data = try Text().archivedData()
        let error = try #require(throws: ModelError.self) { try Tree.unarchive(data: data) }
        #expect(error.code == .limitExceeded && error.path == "$.objects[0].part.tree", "\(error)")
        let reported = try #require(Tree.inspect(archive: data).report.error as? ModelError)
        #expect("\(reported)" == "\(error)" && reported.code == error.code && reported.path == error.path)
    }
}
