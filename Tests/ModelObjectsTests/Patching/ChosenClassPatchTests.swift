import Foundation
import ModelObjects
import Testing

/// Patches of models whose class `modelClass(for:)` chooses from the whole document, or depends on the options around.
struct ChosenClassPatchTests {
    class Vehicle: ModelObject {
        var wheels = 0
        var name: String?
        override class func modelClass(for json: [String: Any]) -> ModelObject.Type? {
            json["wheels"] as? Int == 2 ? Bicycle.self : Car.self
        }
    }
    final class Bicycle: Vehicle { var bell: Int? = 1 }
    final class Car: Vehicle { var doors: Int? = 4 }
    /// Its hook says nothing without `wheels` or `name`.
    class Boat: ModelObject {
        var sails: Int?
        var name: String?
        override class func modelClass(for json: [String: Any]) -> ModelObject.Type? {
            guard let sails = json["sails"] as? Int, json["name"] is String else { return nil }
            return sails > 0 ? SailingBoat.self : MotorBoat.self
        }
    }
    final class SailingBoat: Boat { var crew = 1 }
    final class MotorBoat: Boat { var power: Int? }
    final class Garage: ModelObject {
        var vehicle: Vehicle?
        var vehicles: [String: Vehicle] = [:]
        var list: [Vehicle] = []
        var any: [String: Any] = [:]
        var boat: Boat?
        override class var propertyRules: [String: PropertyRule] { ["any": .elements(Vehicle.self)] }
    }

    private func garage(_ vehicle: Vehicle, _ boat: Boat) -> Garage {
        let garage = Garage()
        garage.vehicle = vehicle
        garage.vehicles = ["a": vehicle.copy(), "b": Car()]
        garage.list = [vehicle.copy()]
        garage.any = ["a": vehicle.copy()]
        garage.boat = boat
        return garage
    }

    @Test(arguments: [PatchLaw.Kind.merge, .operations])
    func modelClassGetsTheWholePatchedDocument(kind: PatchLaw.Kind) throws {
        let bicycles = try [
            #"{"wheels": 2, "name": "a", "bell": 5}"#, #"{"wheels": 2, "name": "b", "bell": 5}"#,
            #"{"wheels": 2, "bell": null}"#,
        ].map { try Vehicle.model(json: $0) }
        let cars = try [#"{"wheels": 4, "name": "a", "doors": 2}"#, #"{"wheels": 3, "doors": null}"#].map {
            try Vehicle.model(json: $0)
        }
        let boats = try [
            #"{"sails": 2, "name": "a", "crew": 3}"#, #"{"sails": 1, "name": "b", "crew": 3}"#,
            #"{"sails": 0, "name": "a", "power": 3}"#,
        ].map { try Boat.model(json: $0) }
        #expect(bicycles.allSatisfy { $0 is Bicycle } && cars.allSatisfy { $0 is Car })
        let vehicles = bicycles + cars
        let pairs = vehicles.flatMap { old in vehicles.map { (old, $0) } }
        for (old, new) in Effort.some(of: pairs, atLeast: 8) {
            for (boat, other) in boats.flatMap({ old in boats.map { (old, $0) } }) {
                let (before, after) = (garage(old, boat), garage(new, other))
                try PatchLaw(kind: kind).check(from: before, to: after)
                let copy = before.copy()
                let vehicle = copy.vehicle
                switch kind {
                case .merge: try copy.apply(mergePatch: after.mergePatch(since: before))
                case .operations: try copy.apply(jsonPatch: after.jsonPatch(since: before))
                }
                #expect(copy == after)
                #expect((copy.vehicle === vehicle) == (type(of: old) == type(of: new)))
            }
        }
    }

    @Test func aModelThatTheReceiverWouldReplaceCannotBePatched() throws {
        let old = garage(try Vehicle.model(json: #"{"wheels": 2}"#), MotorBoat())
        let new = old.copy()
        new.vehicle?.wheels = 4  // now the document of a Car
        #expect(throws: ModelError.self) { try new.mergePatch(since: old) }
        #expect(throws: ModelError.self) { try new.jsonPatch(since: old) }
    }

    // MARK: Discriminators that a property stores

    class Pet: ModelObject {
        var kind: String?
        var age = 0
        var nick: String? = "d"
        override class var discriminator: Discriminator? { .key("kind", ["cat": Cat.self, "dog": Dog.self]) }
    }
    final class Cat: Pet { var lives: Int? = 9 }
    final class Dog: Pet { var bark: String? = "wuff" }
    class Home: ModelObject {
        var pet: Pet?
        var cat: Cat?
        var pets: [String: Any] = [:]
        var named: [String: Pet] = [:]
        override class var propertyRules: [String: PropertyRule] { ["pets": .elements(Pet.self)] }
    }
    /// Its hook makes the library export the dictionary.
    final class HookedHome: Home {
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }

    @Test(arguments: [Home.self, HookedHome.self] as [Home.Type], [MappingOptions(), .strict])
    func elementClassesOfUntypedDictionariesApply(type: Home.Type, options: MappingOptions) throws {
        let empty = type.init()
        let cat = try type.model(json: #"{"pets": {"u": {"kind": "cat", "nick": null, "lives": null}}}"#)
        let dog = try type.model(json: #"{"pets": {"u": {"kind": "dog", "bark": null, "age": 4}}}"#)
        for (old, new) in [(empty, cat), (cat, dog), (dog, cat)] {
            let copy = old.copy()
            try copy.apply(mergePatch: new.mergePatchData(since: old), options: options)
            #expect(copy == new)
        }
    }

    @Test func theTextOfTheOutermostObjectIsOnlyAValue() throws {
        for (old, new) in [("fish", "bird"), ("cat", "dog"), ("fish", "cat")] {
            for type in [Pet.self, Cat.self] {
                let (before, after) = (type.init(), type.init())
                (before.kind, after.kind) = (old, new)
                try PatchLaw(kind: .merge).check(from: before, to: after)
                try PatchLaw(kind: .operations).check(from: before, to: after)
            }
        }
    }

    @Test(arguments: [#"{"pet": {"kind": "cat", "age": 3}}"#, #"{"cat": {"kind": "cat", "age": 3}}"#])
    func aNewTextForAModelThatKeepsItsClassCannotBePatched(json: String) throws {
        let old = try Home(json: json)
        let new = old.copy()
        new.pet?.kind = "dog"
        new.cat?.kind = "lion"
        let error = #expect(throws: ModelError.self) { try new.mergePatch(since: old) }
        #expect(error?.code == .notExportable)
        #expect(throws: ModelError.self) { try new.jsonPatch(since: old) }
    }

    // MARK: Options of the enclosing class

    final class ExactHome: Home {
        override class var mappingOptions: MappingOptions {
            MappingOptions(keyMatching: .exact, unknownKeys: .keep)
        }
    }

    class Kind: ModelObject {
        var kind = "first"
        var count = 0
        override class var discriminator: Discriminator? {
            .key("kind", ["first": First.self, "second": Second.self])
        }
    }
    final class First: Kind {}
    final class Second: Kind {}
    final class Kinds: ModelObject {
        var one: Kind?
        var more: [Kind] = []
    }

    /// Only a change of the text changes the class.
    @Test func aModelWhoseTextNamesAnotherClassStays() throws {
        let (kinds, second) = (Kinds(), Second())
        (kinds.one, kinds.more) = (second, [second])
        try kinds.apply(jsonPatch: [["op": "replace", "path": "/one/count", "value": 1]])
        #expect(kinds.one === second && second.count == 1)
        try kinds.apply(jsonPatch: [["op": "replace", "path": "/more/0/count", "value": 2]])
        #expect(kinds.more.first === second && second.count == 2)
        try kinds.apply(mergePatch: #"{"one": {"count": 3}}"#)
        #expect(kinds.one === second && second.count == 3)
    }

    @Test func theOptionsOfTheEnclosingClassApply() throws {
        let json = #"{"pet": {"kind": "cat", "age": 1}, "named": {"a": {"kind": "cat", "age": 1}}}"#
        let home = try ExactHome(json: json)
        let pet = home.pet
        try home.apply(
            mergePatch: #"{"pet": {"KIND": "dog", "age": 5}, "named": {"a": {"Kind": "dog", "age": 5}}}"#)
        #expect(home.pet === pet && pet is Cat && pet?.age == 5)
        #expect(home.named["a"] is Cat && home.named["a"]?.age == 5)
        try home.apply(jsonPatch: #"[{"op": "add", "path": "/pet/KIND", "value": "dog"}]"#)
        #expect(home.pet === pet && pet?.unknownValues()["KIND"] as? String == "dog")
    }
}
