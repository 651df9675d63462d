import Foundation
import ModelObjects
import Testing

/// Default models that a payload fills: those that only their property refers to need no snapshot.
struct OwnedModelTests {
    private static let payload = #"{"part": {"name": "new", "inner": {"name": "deep"}}, "last": 1}"#

    @Test func theModelStaysTheSameObject() throws {
        for owner in [try Owner(json: Self.payload), try Owner(dictionary: Self.payload.dictionary)] {
            #expect(owner.part.owner === owner)
            #expect(owner.part.name == "new" && owner.part.count == 7 && owner.part.inner.name == "deep")
        }
    }

    @Test func anObjectOutsideIsRestored() throws {
        let part = SharingOwner.shared
        #expect(throws: ModelError.self) { try SharingOwner(json: #"{"part": {"name": "new"}}"#) }
        #expect(throws: ModelError.self) { try SharingOwner(dictionary: ["part": ["name": "new"]]) }
        #expect(part.name == "old")
        #expect(try SharingOwner(json: Self.payload).part === part)
        #expect(part.name == "new")
    }

    @Test func aRejectedModelIsRestored() throws {
        let json = #"{"part": {"name": "new", "inner": {"name": "deep"}, "count": 1}}"#
        for owner in [try ChoosyOwner(json: json), try ChoosyOwner(dictionary: json.dictionary)] {
            #expect(owner.part.name == "old" && owner.part.count == 7 && owner.part.inner.name == "inside")
        }
    }

    @Test(arguments: [
        #"{"part": {"name": "best"}, "PART": {"count": 2}}"#,
        #"{"PART": {"count": 2}, "part": {"name": "best"}}"#,
        #"{"PART": {"count": 2, "inner": {"name": "deep"}}, "part": {"name": "best"}, "last": 1}"#,
    ]) func onlyTheBestKeyCounts(json: String) throws {
        for owner in [try Owner(json: json), try Owner(dictionary: json.dictionary)] {
            #expect(owner.part.name == "best" && owner.part.count == 7 && owner.part.inner.name == "inside")
            #expect(owner.part.owner === owner)
        }
    }

    /// Without a snapshot, the model gets the defaults again before a better key fills it.
    @Test(arguments: [
        (#"{"leaf": {"name": "a"}}"#, "a", 7), (#"{"LEAF": {"name": "a"}, "leaf": {"count": 2}}"#, "old", 2),
        (#"{"leaf": {"count": 2}, "LEAF": {"name": "a"}}"#, "old", 2),
        (#"{"LEAF": {"name": "a"}, "leaf": 5}"#, "a", 7), (#"{"leaf": null, "LEAF": {"name": "a"}}"#, "a", 7),
        (#"{"LEAF": {"name": "a", "extra": 1}, "leaf": {"count": 2, "extra": 1}}"#, "old", 2),
        (#"{"LEAF": {"name": "a", "other": 1}, "leaf": {"count": 2, "extra": 1}}"#, "old", 2),
    ]) func modelsWithoutOtherModelsAreFilledInPlace(json: String, name: String, count: Int) throws {
        let options = MappingOptions(unknownKeys: .keep)
        for owner in [
            try LeafOwner(json: json, options: options),
            try LeafOwner(dictionary: json.dictionary, options: options),
        ] {
            let leaf = owner.leaf
            #expect(leaf.name == name && leaf.count == count && leaf.owner === owner)
            #expect(leaf.unknownValues().keys.allSatisfy { $0 == "extra" })
        }
    }

    /// The worse key stays used if the better one can't be.
    @Test(arguments: [
        #"{"PART": {"name": "used"}, "part": 5}"#, #"{"part": [{}], "PART": {"name": "used"}}"#,
    ])
    func theWorseKeyIsUsedIfTheBetterOneIsNot(json: String) throws {
        for owner in [try Owner(json: json), try Owner(dictionary: json.dictionary)] {
            #expect(owner.part.name == "used" && owner.part.owner === owner)
        }
    }

    /// Models that lead to others aren't owned, because those may be shared.
    @Test func defaultsCanReferToEachOther() throws {
        let competing = #"{"a": {"name": "x"}, "B": {"count": 1}, "b": {"count": 2}}"#
        let losing = #"{"B": {"inner": {"name": "x"}}, "b": {"count": 2}}"#
        let both = #"{"a": {"name": "x"}, "b": {"count": 2, "inner": {"name": "y"}}}"#
        for (json, name) in [(competing, "x"), (losing, "inside"), (both, "y")] {
            for owner in [try Linked(json: json), try Linked(dictionary: json.dictionary)] {
                #expect(owner.a.name == name && owner.b.inner === owner.a && owner.b.count == 2, "\(json)")
                #expect(owner.b.owner === owner)
            }
        }
    }

    @Test func anUpdateThatFailsRestoresAll() throws {
        let owner = ChoosyOwner()
        owner.refuses = true
        let inner = owner.part.inner
        #expect(throws: ModelError.self) { try owner.update(json: #"{"part": {"inner": {"name": "deep"}}}"#) }
        #expect(throws: ModelError.self) {
            try owner.update(dictionary: ["part": ["inner": ["name": "deep"]]])
        }
        #expect(owner.part.inner === inner && inner.name == "inside")
    }
}

private class Inner: ModelObject { var name = "inside" }

private final class Leaf: ModelObject {
    var name = "old", count = 7
    weak var owner: ModelObject?
}

private final class LeafOwner: ModelObject {
    var leaf = Leaf()

    required init() {
        super.init()
        leaf.owner = self
    }
}

private class Part: ModelObject {
    var name = "old", count = 7
    var inner = Inner()
    weak var owner: ModelObject?
}

private final class Owner: ModelObject {
    var part = Part()
    var last = 0

    required init() {
        super.init()
        part.owner = self
    }
}

private final class Linked: ModelObject {
    var a = Inner()
    var b = Part()

    required init() {
        super.init()
        b.inner = a
        b.owner = self
    }
}

private final class SharingOwner: ModelObject {
    nonisolated(unsafe) static let shared = Part()
    var part = SharingOwner.shared
    var last = 0
    override class var propertyRules: [String: PropertyRule] { ["last": .required] }
}

private final class ChoosyPart: Part {
    override func validate() throws {
        if count != 7 { throw CocoaError(.coderInvalidValue) }
    }
}

private final class ChoosyOwner: ModelObject {
    var part = ChoosyPart()
    var refuses = false
    override class var propertyRules: [String: PropertyRule] { ["refuses": .ignored] }
    override func validate() throws {
        if refuses { throw CocoaError(.coderInvalidValue) }
    }
}

extension String {
    fileprivate var dictionary: [String: Any] {
        get throws { try JSONSerialization.jsonObject(with: Data(utf8)) as? [String: Any] ?? [:] }
    }
}
