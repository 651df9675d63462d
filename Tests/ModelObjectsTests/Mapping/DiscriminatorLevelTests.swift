import Foundation
import Testing

@testable import ModelObjects

/// Subclasses with discriminators of their own.
struct DiscriminatorLevelTests {
    class Vehicle: ModelObject {
        var name = ""
        override class var discriminator: Discriminator? {
            .key("kind", ["car": Car.self, "boat": Boat.self, "van": Van.self])
        }
    }
    class Car: Vehicle {
        var doors = 4
        override class var discriminator: Discriminator? {
            .key("fuel", ["gas": GasCar.self, "electric": ElectricCar.self])
        }
    }
    final class GasCar: Car { var tank = 0 }
    class ElectricCar: Car {
        var fuel = ""
        override class var discriminator: Discriminator? {
            .key("battery.cell", ["lfp": LFPCar.self], fallback: UnknownCell.self)
        }
    }
    final class LFPCar: ElectricCar { var cycles = 0 }
    final class UnknownCell: ElectricCar {}
    /// The topmost discriminator names a class below another one.
    final class Van: Car { var load = 0 }
    final class Boat: Vehicle { var sails = 0 }

    class Garage: ModelObject {
        var one: Vehicle?
        var car: Car?
        var list: [Vehicle] = []
        var byName: [String: Vehicle] = [:]
    }
    final class HookedGarage: Garage {
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }
    final class WillMapGarage: Garage {
        override class func willMap(_ json: [String: Any]) -> [String: Any]? { json }
    }

    /// Every way in for an object of a class.
    private func made<Model: ModelObject>(_ type: Model.Type, _ json: String) throws -> [Model] {
        let dictionary = try #require(ReferenceReader.read(json).swift as? [String: Any])
        var made = [
            try type.model(json: json), try type.model(dictionary: dictionary),
            try #require(type.array(json: "[\(json)]").first),
            try #require(type.dictionary(json: #"{"a": \#(json)}"#)["a"]),
            try ModelDecoder().decode(type, from: Data(json.utf8)),
        ]
        let text = #"{"one": \#(json), "list": [\#(json)], "byName": {"a": \#(json)}}"#
        for garage in [Garage.self, HookedGarage.self, WillMapGarage.self] {
            for filled in [
                try garage.init(json: text), try JSONDecoder().decode(garage, from: Data(text.utf8)),
            ] {
                made += [filled.one, filled.list.first, filled.byName["a"]].compactMap { $0 as? Model }
            }
        }
        #expect(made.count == 23)
        return made
    }

    @Test(arguments: [
        (#"{"kind": "car", "fuel": "gas", "tank": 50}"#, "GasCar"),
        (#"{"tank": 50, "Fuel": "gas", "name": "a", "KIND": "car"}"#, "GasCar"),
        (#"{"kind": "car", "battery": {"cell": "lfp"}, "fuel": "electric"}"#, "LFPCar"),
        (#"{"kind": "car", "battery": {"cell": "new"}, "fuel": "electric"}"#, "UnknownCell"),
        (#"{"kind": "car", "fuel": "electric"}"#, "UnknownCell"),
        (#"{"kind": "car"}"#, "Car"),
        (#"{"kind": "car", "fuel": null}"#, "Car"),
        (#"{"kind": "car", "fuel": "steam"}"#, "Car"),
        (#"{"kind": "van", "fuel": "gas", "load": 7}"#, "Van"),
        (#"{"kind": "boat", "fuel": "gas"}"#, "Boat"),
    ])
    func eachLevelChooses(json: String, expected: String) throws {
        for vehicle in try made(Vehicle.self, json) { #expect("\(type(of: vehicle))" == expected) }
        #expect(throws: ModelError.self) { try Vehicle.model(json: #"{"fuel": "gas"}"#) }
        #expect(throws: ModelError.self) { try Car.model(json: #"{"fuel": "steam"}"#) }
    }

    @Test func anExportMakesTheSameClass() throws {
        try check(GasCar(), #"{"fuel":"gas","kind":"car","name":"","doors":4,"tank":0}"#)
        try check(Car(), #"{"kind":"car","name":"","doors":4}"#)
        try check(Van(), #"{"kind":"van","name":"","doors":4,"load":0}"#)
        try check(
            LFPCar(),
            #"{"battery":{"cell":"lfp"},"kind":"car","name":"","doors":4,"fuel":"electric","cycles":0}"#)
        try check(UnknownCell(), #"{"kind":"car","name":"","doors":4,"fuel":"electric"}"#)
        try check(Boat(), #"{"kind":"boat","name":"","sails":0}"#)
    }

    private func check(_ vehicle: Vehicle, _ expected: String) throws {
        let json = try vehicle.jsonString()
        #expect(json == expected)
        for again in try made(Vehicle.self, json) {
            let export = try again.jsonString()
            #expect(type(of: again) == type(of: vehicle) && export == json)
        }
        let garage = Garage()
        (garage.one, garage.list, garage.byName) = (vehicle, [vehicle], ["a": vehicle])
        // The others have no text in the discriminator of Car.
        if json.contains("fuel") { garage.car = vehicle as? Car }
        for (model, schema) in [
            (garage, try Garage.jsonSchema()), (vehicle, try Vehicle.jsonSchema()),
        ] {
            #expect(SchemaValidator(root: schema).problems(of: try model.jsonObject()) == [], "\(json)")
        }
        #expect(try Garage.unarchive(data: garage.archivedData()) == garage)
        for other in [nil, Boat(), Car(), Van(), GasCar(), LFPCar(), UnknownCell()] as [Vehicle?] {
            let old = Garage()
            (old.one, old.list) = (other, other.map { [$0] } ?? [])
            if let other { old.byName["a"] = other }
            let (merged, patched) = (old.copy(), old.copy())
            let (merge, patch) = (try garage.mergePatchData(since: old), try garage.jsonPatchData(since: old))
            try merged.apply(mergePatch: merge)
            try patched.apply(jsonPatch: patch)
            for (each, patch) in [(merged, merge), (patched, patch)] {
                #expect(
                    try each.jsonString() == garage.jsonString(),
                    "\(old): \(String(decoding: patch, as: UTF8.self))")
            }
        }
    }

    @Test(arguments: [Garage.self, HookedGarage.self, WillMapGarage.self])
    func anUpdateKeepsTheClassThatItDoesNotName(type: Garage.Type) throws {
        let garage = try type.init(
            json: #"{"one": {"kind": "car", "fuel": "electric", "battery": {"cell": "lfp"}}}"#)
        let car = try #require(garage.one as? LFPCar)
        func update(_ json: String) throws -> Vehicle? {
            try garage.update(json: #"{"one": \#(json)}"#)
            return garage.one
        }
        #expect(try update(#"{"cycles": 1}"#) === car)
        #expect(try update(#"{"kind": "car", "cycles": 2}"#) === car)
        #expect(try update(#"{"kind": "car", "fuel": "electric", "cycles": 3}"#) === car)
        #expect(try update(#"{"battery": {"cell": "lfp"}, "cycles": 4}"#) === car && car.cycles == 4)
        #expect(try update(#"{"fuel": "gas", "tank": 5}"#) is GasCar)
        #expect(try update(#"{"kind": "boat"}"#) is Boat)
    }

    /// A class that the first discriminator names itself does not become one of the second.
    @Test(arguments: [Garage.self, HookedGarage.self, WillMapGarage.self])
    func anUpdateKeepsTheClassThatWasNamedDirectly(type: Garage.Type) throws {
        for json in [#"{"fuel": "gas"}"#, #"{"fuel": "gas", "kind": "van"}"#, #"{"load": 4}"#] {
            let garage = try type.init(json: #"{"one": {"kind": "van", "load": 3}}"#)
            let van = garage.one
            try garage.update(json: #"{"one": \#(json)}"#)
            #expect(van is Van && garage.one === van)
            try garage.apply(mergePatch: #"{"one": \#(json)}"#)
            #expect(garage.one === van)
            try garage.update(json: #"{"one": {"kind": "car"}}"#)
            #expect(garage.one.map { "\(Swift.type(of: $0))" } == "Car")
        }
    }

    /// A class that both discriminators name, a text that both have, and one key for both.
    class Node: ModelObject {
        var kind: String?
        override class var discriminator: Discriminator? {
            .key("kind", ["a": Inner.self, "b": Inner.self, "leaf": Leaf.self])
        }
    }
    class Inner: Node {
        override class var discriminator: Discriminator? {
            .key("sort", ["a": Leaf.self, "x": Leaf.self, "i": Inner.self])
        }
    }
    final class Leaf: Inner { var value = 0 }
    class Root: ModelObject {
        override class var discriminator: Discriminator? {
            .key("kind", ["branch": Branch.self], fallback: Branch.self)
        }
    }
    class Branch: Root {
        override class var discriminator: Discriminator? {
            .key("kind", ["twig": Twig.self], fallback: Branch.self)
        }
    }
    final class Twig: Branch { var length = 0 }
    final class Tree: ModelObject {
        var node: Node?
        var root: Root?
    }

    @Test func schemasAcceptWhatSeveralDiscriminatorsName() throws {
        func check(_ type: ModelObject.Type, _ json: String, _ expected: ModelObject.Type) throws {
            let made = try type.model(json: json)
            #expect(Swift.type(of: made) == expected)
            let problems = SchemaValidator(root: try type.jsonSchema()).problems(of: try made.jsonObject())
            #expect(problems == [], "\(json)")
            let tree = Tree()
            (tree.node, tree.root) = (made as? Node, made as? Root)
            #expect(SchemaValidator(root: try Tree.jsonSchema()).problems(of: try tree.jsonObject()) == [])
        }
        for json in [#"{"kind": "leaf"}"#, #"{"kind": "a", "sort": "a"}"#, #"{"kind": "b", "sort": "x"}"#] {
            try check(Node.self, json, Leaf.self)
        }
        try check(Node.self, #"{"kind": "a", "sort": "i"}"#, Inner.self)
        try check(Root.self, #"{"kind": "twig", "length": 1}"#, Twig.self)
        try check(Root.self, #"{"kind": "branch"}"#, Branch.self)
    }

    /// Language models can write an object of a class that the second discriminator need not name.
    @Test func structuredOutputCanBeOfEachClass() throws {
        final class Answer: ModelObject { var vehicle: Vehicle? }
        let schema = try Answer.jsonSchema(for: .structuredOutput)
        for vehicle in [Car(), GasCar(), Van(), Boat()] {
            let answer = Answer()
            answer.vehicle = vehicle
            #expect(SchemaValidator(root: schema).problems(of: try answer.jsonObject()) == [])
        }
    }

    class Secret: ModelObject {
        override class var discriminator: Discriminator? { .key("kind", ["a": SecretA.self]) }
    }
    class SecretA: Secret {
        override class var discriminator: Discriminator? { .key("sort", ["b": SecretB.self]) }
    }
    final class SecretB: SecretA {
        var kind = ""
        override class var propertyRules: [String: PropertyRule] { ["kind": .redacted] }
    }

    @Test func aRedactedTextIsHidden() {
        let error = #expect(throws: ModelError.self) {
            try Secret.model(json: #"{"kind": "secret!"}"#, options: MappingOptions(includeValues: true))
        }
        #expect(error.map { "\($0)" }?.contains("secret!") == false)
    }

    /// The first discriminator's fallback is a class that overrides the discriminator.
    class Payment: ModelObject {
        var amount = 0
        override class var discriminator: Discriminator? {
            .key("method", ["transfer": Transfer.self], fallback: Card.self)
        }
    }
    class Card: Payment {
        override class var discriminator: Discriminator? {
            .key("brand", ["visa": Visa.self, "other": Card.self])
        }
    }
    final class Visa: Card { var number = 0 }
    final class Transfer: Payment {}
    final class Order: ModelObject { var payment: Payment? }

    @Test func aFallbackLeadsOn() throws {
        let order = try Order(json: #"{"payment": {"amount": 1}}"#)
        #expect(order.payment.map { type(of: $0) } == Card.self)
        try order.update(json: #"{"payment": {"brand": "visa"}}"#)
        let visa = try #require(order.payment as? Visa)
        try order.update(json: #"{"payment": {"number": 5}}"#)
        #expect(order.payment === visa && visa.number == 5)
        for old in [nil, Card(), Visa(), Transfer()] as [Payment?] {
            for new in [Card(), Visa(), Transfer()] {
                let (before, after) = (Order(), Order())
                (before.payment, after.payment) = (old, new)
                let (merged, patched) = (before.copy(), before.copy())
                try merged.apply(mergePatch: after.mergePatchData(since: before))
                try patched.apply(jsonPatch: after.jsonPatchData(since: before))
                #expect(merged == after && patched == after, "\(before) to \(after)")
            }
        }
    }

    class Parcel: ModelObject {
        override class var discriminator: Discriminator? {
            .key("kind", ["box": Carton.self], fallback: Carton.self)
        }
    }
    final class Carton: Parcel {}
    class Letter: Parcel {
        override class var discriminator: Discriminator? { .key("class", ["air": AirMail.self]) }
    }
    final class AirMail: Letter { var stamps = 0 }
    final class Shipment: ModelObject { var parcel: Parcel? }

    @Test func anObjectOfAClassToWhichTheFirstDoesNotLeadIsKept() throws {
        let (shipment, mail) = (Shipment(), AirMail())
        shipment.parcel = mail
        try shipment.update(json: #"{"parcel": {"stamps": 2}}"#)
        #expect(shipment.parcel === mail && mail.stamps == 2)
        try shipment.update(dictionary: ["parcel": ["stamps": 3]])
        #expect(shipment.parcel === mail && mail.stamps == 3)
        try shipment.update(json: #"{"parcel": {"kind": "box"}}"#)
        #expect(shipment.parcel is Carton)
    }

    /// The first discriminator's fallback chooses among its own subclasses, and `Free` isn't one of them.
    class Seat: ModelObject {
        override class var discriminator: Discriminator? {
            .key("kind", ["row": Row.self], fallback: Row.self)
        }
    }
    class Row: Seat {
        override class var discriminator: Discriminator? { .key("row", ["z": Z.self]) }
    }
    final class Z: Row {}
    class Free: Seat {
        var number = 0
        override class var discriminator: Discriminator? { .key("area", ["lawn": Lawn.self]) }
    }
    final class Lawn: Free {}
    final class Booking: ModelObject { var seat: Seat? }

    @Test(arguments: [Free.self, Lawn.self])
    func anObjectBesideTheFallbackIsKept(_ type: Free.Type) throws {
        let json = #"{"seat": {"row": "z", "number": 5}}"#
        let dictionary = try #require(ReferenceReader.read(json).swift as? [String: Any])
        for update in [{ try $0.update(json: json) }, { try $0.update(dictionary: dictionary) }]
            as [(Booking) throws -> Void]
        {
            let (booking, free) = (Booking(), type.init())
            booking.seat = free
            try update(booking)
            #expect(booking.seat === free && free.number == 5)
        }
    }

    class Motor: ModelObject {
        override class var discriminator: Discriminator? {
            .key("kind", ["car": MotorCar.self, "gascar": MotorGasCar.self])
        }
    }
    class MotorCar: Motor {
        var fuel: String?
        override class var discriminator: Discriminator? { .key("fuel", ["gas": MotorGasCar.self]) }
    }
    final class MotorGasCar: MotorCar {}

    @Test func aClassThatTheFirstNamesHasAnyTextOfTheSecond() throws {
        for json in [#"{"kind":"gascar","fuel":"diesel"}"#, #"{"kind":"car","fuel":"gas"}"#] {
            let car = try Motor.model(json: json)
            #expect(car is MotorGasCar)
            #expect(SchemaValidator(root: try Motor.jsonSchema()).problems(of: try car.jsonObject()) == [])
        }
    }
}
