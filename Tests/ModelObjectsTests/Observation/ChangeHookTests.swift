import Foundation
import Testing

@testable import ModelObjects

/// `willChange` and `didChange`.
struct ChangeHookTests {
    /// Records the hook calls of all models of one graph, in order.
    final class Log {
        var lines: [String] = []
        func take() -> [String] {
            defer { lines = [] }
            return lines
        }
    }

    class Watched: ModelObject {
        var name = ""
        var age: Int?
        var tags: [String] = []
        var ratio = 0.0
        var any: Any = 0
        var child: Watched?
        var plain: Plain?
        var children: [Watched] = []
        var byName: [String: Plain] = [:]
        var kin: Set<Plain> = []
        var log: Log?

        override class var propertyRules: [String: PropertyRule] { ["log": .ignored] }
        override class var mappedProperties: Set<String>? {
            ["name", "age", "tags", "ratio", "any", "child", "plain", "children", "byName", "kin"]
        }

        override func willChange(_ properties: Set<String>) { record("will", properties) }
        override func didChange(_ properties: Set<String>) { record("did", properties) }

        private func record(_ hook: String, _ properties: Set<String>) {
            log?.lines.append("\(hook) \(properties.sorted()) \(name) \(child?.name ?? "-")")
        }
    }

    final class Plain: ModelObject {
        var note = ""
        var inner: Watched?
    }

    private static func watched(_ log: Log) -> Watched {
        let (root, child) = (Watched(), Watched())
        (root.name, root.log, root.child) = ("a", log, child)
        (child.name, child.log) = ("b", log)
        return root
    }

    typealias Update = @Sendable (ModelObject, String) throws -> Void
    static let ways: [Update] = [
        { try $0.update(json: $1) },
        { try $0.update(json: Data($1.utf8)) },
        { model, json in
            let object = try JSONSerialization.jsonObject(with: Data(json.utf8))
            try model.update(dictionary: object as? [String: Any] ?? [:])
        },
    ]

    @Test(arguments: ways)
    func eachObjectIsNotifiedOnceBeforeAndAfterTheChange(update: Update) throws {
        let log = Log()
        let root = Self.watched(log)
        try update(root, #"{"name": "A", "age": 4, "tags": [], "child": {"name": "B"}}"#)
        #expect(
            log.take() == [
                #"will ["age", "name"] a b"#, #"will ["name"] b -"#, #"did ["age", "name"] A B"#,
                #"did ["name"] B -"#,
            ])
        try update(root, #"{"child": {"age": 5}}"#)
        #expect(log.take() == [#"will ["age"] B -"#, #"did ["age"] B -"#])
    }

    /// The comparison of a value ends at the first difference; its other parts don't count for the next property.
    @Test(arguments: ways) func onlyPropertiesThatDifferAreNamed(update: Update) throws {
        let log = Log()
        let root = Self.watched(log)
        try update(root, #"{"any": [[1], {"x": [1]}, [1]], "tags": ["t"], "byName": {"p": {"note": "n"}}}"#)
        _ = log.take()
        try update(root, #"{"any": [[2], {"x": [2]}, [2]], "tags": ["t"]}"#)
        #expect(log.take() == [#"will ["any"] a b"#, #"did ["any"] a b"#])
    }

    @Test(arguments: ways)
    func hooksAreNotCalledIfNothingChanges(update: Update) throws {
        let log = Log()
        let root = Self.watched(log)
        root.ratio = .nan
        root.any = ["a": [1, 2.5]] as [String: Any]
        try update(root, "{}")
        try update(root, #"{"name": "a", "age": null, "any": {"a": [1, 2.5]}, "child": {"name": "b"}}"#)
        try update(root, #"{"nobody": 1, "age": "x"}"#)
        #expect(log.take() == [])
    }

    @Test(arguments: ways)
    func hooksAreNotCalledIfTheUpdateThrows(update: Update) throws {
        let log = Log()
        let root = StrictWatched()
        root.log = log
        root.child = Self.watched(log)
        #expect(throws: (any Error).self) {
            try update(root, #"{"name": "A", "child": {"name": "B"}, "age": "x"}"#)
        }
        #expect(throws: (any Error).self) { try update(root, #"{"name": "invalid"}"#) }
        #expect(log.take() == [] && root.name == "" && root.child?.name == "a")
        #expect(throws: (any Error).self) { try root.update(json: #"{"name": "A"} x"#) }
        #expect(log.take() == [] && root.name == "")
    }

    final class StrictWatched: Watched {
        override class var mappingOptions: MappingOptions { .strict }
        override func validate() throws { if name == "invalid" { throw CancellationError() } }
    }

    @Test(arguments: ways)
    func modelPropertiesChangeIfTheyHoldNewObjects(update: Update) throws {
        let log = Log()
        let root = Self.watched(log)
        try update(root, #"{"plain": {"note": "x"}, "children": [{}], "byName": {"k": {}}, "kin": [{}]}"#)
        #expect(log.take().first == #"will ["byName", "children", "kin", "plain"] a b"#)
        try update(root, #"{"plain": {"note": "y"}}"#)
        #expect(log.take() == [])
        // Equal, but new.
        try update(root, #"{"children": [{}], "byName": {"k": {}}, "kin": [{}]}"#)
        #expect(log.take().first == #"will ["byName", "children", "kin"] a b"#)
        try update(root, #"{"child": null, "plain": null}"#)
        #expect(log.take() == [#"will ["child", "plain"] a b"#, #"did ["child", "plain"] a -"#])
    }

    @Test(arguments: ways)
    func nestedModelsAreNotifiedInsideModelsWithoutHooks(update: Update) throws {
        let log = Log()
        let outer = Plain()
        outer.inner = Self.watched(log)
        try update(outer, #"{"note": "x", "inner": {"name": "A", "child": {"age": 1}}}"#)
        #expect(
            log.take() == [
                #"will ["name"] a b"#, #"will ["age"] b -"#, #"did ["name"] A b"#, #"did ["age"] b -"#,
            ])
        #expect(outer.note == "x")
    }

    @Test(arguments: ways)
    func anObjectReachedTwiceIsNotifiedOnce(update: Update) throws {
        let log = Log()
        let pair = Pair()
        pair.left = Self.watched(log)
        pair.right = pair.left
        try update(pair, #"{"left": {"name": "A", "age": 1}, "right": {"name": "A", "tags": ["t"]}}"#)
        #expect(log.take() == [#"will ["age", "name", "tags"] a b"#, #"did ["age", "name", "tags"] A b"#])
    }

    final class Pair: ModelObject {
        var left: Watched?
        var right: Watched?
    }

    @Test(arguments: ways)
    func shadowedKeysDoNotCountAsChanges(update: Update) throws {
        let log = Log()
        let root = Self.watched(log)
        try update(root, #"{"CHILD": {"age": 9}, "child": {"name": "B"}, "NAME": "x", "name": "a"}"#)
        #expect(log.take() == [#"will ["name"] b -"#, #"did ["name"] B -"#])
        #expect(root.child?.age == nil)
    }

    @Test func createdModelsAreNotNotified() throws {
        let log = LockedLines.shared
        _ = log.take()
        let parent = try Parent(json: #"{"kid": {"toy": {"name": "x"}}, "toy": {"name": "y"}}"#)
        _ = try Parent.model(json: #"{"toy": {"name": "y"}}"#)
        _ = try Parent.array(json: #"[{"toy": {"name": "y"}}]"#)
        _ = try Parent.unarchive(data: parent.archivedData())
        _ = parent.copy()
        _ = try JSONDecoder().decode(Parent.self, from: JSONEncoder().encode(parent))
        _ = Parent.inspect(json: #"{"toy": {"name": "y"}}"#)
        #expect(log.take() == [])
        parent.kid = nil
        // The new kid has a toy that is filled in place and was never observed.
        try parent.update(json: #"{"kid": {"toy": {"name": "z"}}, "toy": {"name": "w"}}"#)
        #expect(log.take() == ["Parent kid", "Toy name"])
        #expect(parent.kid?.toy.name == "z")
    }

    final class Toy: ModelObject {
        var name = ""
        override func willChange(_ properties: Set<String>) { LockedLines.shared.add("Toy", properties) }
    }

    final class Kid: ModelObject {
        var toy = Toy()
        override func willChange(_ properties: Set<String>) { LockedLines.shared.add("Kid", properties) }
    }

    final class Parent: ModelObject {
        var kid: Kid?
        var toy = Toy()
        override func willChange(_ properties: Set<String>) { LockedLines.shared.add("Parent", properties) }
    }

    @Test func mergesCallTheHooks() throws {
        let log = Log()
        let root = Self.watched(log)
        let other = root.copy()
        other.log = nil
        root.merge(from: other)
        #expect(log.take() == [#"will ["child"] a b"#, #"did ["child"] a b"#])
        other.child = nil
        other.tags = ["x"]
        root.merge(from: other)
        #expect(log.take() == [#"will ["child", "tags"] a b"#, #"did ["child", "tags"] a -"#])
        root.merge(from: other)
        root.merge(from: root)
        #expect(log.take() == [])
    }

    @Test func directCallsOfSerializeValueDoNotNotify() {
        let log = Log()
        let root = Self.watched(log)
        root.serializeValue("A", key: "name")
        root.serializeValue(["name": "B"], key: "child")
        #expect(root.name == "A" && root.child?.name == "B" && log.take() == [])
    }

    @Test(arguments: ways)
    func valuesSetByOtherHooksCountAsChanges(update: Update) throws {
        let model = Hooked()
        try update(model, #"{"first": 1, "second": "2"}"#)
        #expect(model.seen == [["first", "second", "sum"]])
        #expect(model.sum == 3 && model.isOld)
    }

    final class Hooked: ModelObject {
        var first = 0
        var second = 0
        var sum = 0
        var seen: [Set<String>] = []
        var isOld = false
        override class var propertyRules: [String: PropertyRule] { ["seen": .ignored, "isOld": .ignored] }
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
        override func didMap(_ dictionary: [String: Any]) throws { sum = first + second }
        override func willChange(_ properties: Set<String>) {
            seen.append(properties)
            isOld = first == 0 && second == 0 && sum == 0
        }
    }

    @Test func valuesSetByAHookAreKept() throws {
        let model = Counting()
        try model.update(json: #"{"name": "x"}"#)
        try model.update(json: #"{"name": "y"}"#)
        #expect(model.name == "y" && model.changes == 2 && model.last == "y")
    }

    final class Counting: ModelObject {
        var name = ""
        var changes = 0
        var last = ""
        override func willChange(_ properties: Set<String>) { changes += 1 }
        override func didChange(_ properties: Set<String>) { last = name }
    }

    @Test func oneHookIsEnough() throws {
        #expect(ModelSchema.of(Watched.self).observesChanges)
        #expect(ModelSchema.of(StrictWatched.self).observesChanges)
        #expect(ModelSchema.of(Toy.self).observesChanges)
        #expect(ModelSchema.of(OnlyDid.self).observesChanges)
        let isKnown = RuntimeShortcuts.enabled.contains(.hookPlaces)
        #expect(ModelSchema.of(Plain.self).observesChanges != isKnown)
        #expect(ModelSchema.of(Pair.self).observesChanges != isKnown)
        let model = OnlyDid()
        try model.update(json: #"{"name": "x"}"#)
        #expect(model.seen == "x")
    }

    final class OnlyDid: ModelObject {
        var name = ""
        var seen = ""
        override class var propertyRules: [String: PropertyRule] { ["seen": .ignored] }
        override func didChange(_ properties: Set<String>) { seen = name }
    }

    @Test func hooksSeeOldAndNewUnknownValues() throws {
        let model = Keeping()
        try model.update(json: #"{"name": "x", "other": 1}"#)
        #expect(model.old == 0 && model.new == 1 && model.unknownValues()["other"] as? Int == 1)
    }

    final class Keeping: ModelObject {
        var name = ""
        var old = -1
        var new = -1
        override class var propertyRules: [String: PropertyRule] { ["old": .ignored, "new": .ignored] }
        override class var mappingOptions: MappingOptions { MappingOptions(unknownKeys: .keep) }
        override func willChange(_ properties: Set<String>) { old = unknownValues().count }
        override func didChange(_ properties: Set<String>) { new = unknownValues().count }
    }

    @Test func wrappedPropertiesAreNamed() throws {
        let model = WatchedWrapper()
        try model.update(json: #"{"volume": 300, "home": {"city": "x"}}"#)
        try model.update(json: #"{"volume": 400, "home": {"city": "y"}}"#)
        #expect(model.seen == [["volume", "home"]] && model.volume == 100 && model.home?.city == "y")
    }

    final class WatchedWrapper: ModelObject {
        @Clamped var volume = 50
        @Stored var home: WrappedHome?
        var seen: [Set<String>] = []
        override class var propertyRules: [String: PropertyRule] { ["seen": .ignored] }
        override func willChange(_ properties: Set<String>) { seen.append(properties) }
    }

    @Test func modelsInEmbeddedJSONAreNotified() throws {
        final class Envelope: ModelObject {
            var child: Watched?
            override class var propertyRules: [String: PropertyRule] { ["child": .embeddedJSON] }
        }
        let (log, envelope, child) = (Log(), Envelope(), Watched())
        (envelope.child, child.log) = (child, log)
        try envelope.update(json: #"{"child": "{\"name\": \"a\"}"}"#)
        #expect(log.take() == [#"will ["name"]  -"#, #"did ["name"] a -"#])
        try envelope.update(dictionary: ["child": #"{"name": "b"}"#])
        #expect(log.take() == [#"will ["name"] a -"#, #"did ["name"] b -"#] && envelope.child === child)
    }

    @Test(arguments: [true, false]) func patchedModelsInContainersAreNotified(_ isMergePatch: Bool) throws {
        let log = Log()
        let root = Self.watched(log)
        let inner = Watched()
        inner.log = log
        root.any = ["k": inner]
        root.children = [Self.watched(log)]
        if isMergePatch {
            try root.apply(mergePatch: #"{"any":{"k":{"name":"x"}}}"#)
        } else {
            try root.apply(
                jsonPatch: #"""
                    [{"op":"replace","path":"/any/k/name","value":"x"},
                    {"op":"replace","path":"/children/0/child/name","value":"y"}]
                    """#)
        }
        let lines = log.take()
        #expect(lines.contains(#"will ["name"]  -"#) && lines.contains(#"did ["name"] x -"#), "\(lines)")
        if !isMergePatch {
            #expect(lines.contains(#"will ["name"] b -"#) && lines.contains(#"did ["name"] y -"#), "\(lines)")
        }
    }

    /// Also if no model around them changes.
    @Test func modelsThatLoseAValueAreNotified() throws {
        let log = Log()
        let (root, middle, inner) = (Watched(), Watched(), Watched())
        (inner.name, inner.log) = ("x", log)
        (root.child, middle.child) = (middle, inner)
        try root.apply(jsonPatch: #"[{"op": "remove", "path": "/child/child/name"}]"#)
        #expect(log.take() == [#"will ["name"] x -"#, #"did ["name"]  -"#])
    }
}

/// Collects lines from classes that have no property to store them.
private final class LockedLines: @unchecked Sendable {  // Guarded by the lock.
    static let shared = LockedLines()
    private let lock = NSLock()
    private var lines: [String] = []

    func add(_ type: String, _ properties: Set<String>) {
        lock.withLock { lines.append("\(type) \(properties.sorted().joined(separator: " "))") }
    }

    func take() -> [String] {
        lock.withLock {
            defer { lines = [] }
            return lines
        }
    }
}
