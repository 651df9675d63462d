import Foundation
import Testing

@testable import ModelObjects

struct PropertyWrapperTests {
    // MARK: Wrappers that conform

    @Test func wrappedPropertiesMapAsTheirWrappedType() throws {
        let (made, report) = WrappedPlayer.inspect(
            json:
                #"{"VOLUME": "300", "nick": " ada ", "dates": ["2024-01-02"], "rank": "gold", "free": [1, "x"]}"#
        )
        let player = try #require(made)
        #expect(player.volume == 100 && player.nickName == " ada " && player.rank == .gold)
        #expect(player.dates.map(\.timeIntervalSince1970) == [1_704_153_600])
        #expect(report.matched.map(\.property) == ["volume", "nickName", "rank", "dates", "free"])
        #expect(report.unfilled == ["home", "friends"])
        #expect(report.unmappable.isEmpty)
        #expect(report.conversions.map(\.to) == ["Int"])
        #expect(WrappedPlayer.audit().isEmpty)
    }

    @Test func mismatchesNullsAndRequiredWorkAsUsual() throws {
        #expect(throws: ModelError.self) { try WrappedPlayer(json: #"{"volume": 1}"#) }
        let player = try WrappedPlayer(json: #"{"nick": "a", "volume": "x", "rank": null}"#)
        #expect(player.volume == 50 && player.rank == nil)
        let error = #expect(throws: ModelError.self) {
            try WrappedPlayer(json: #"{"nick": "a", "volume": [1]}"#, options: .strict)
        }
        #expect(error?.path == "$.volume" && error?.expected == "Int")
    }

    @Test func exportsHaveTheNameAndTheWrappedValue() throws {
        let player = try WrappedPlayer(
            json: #"{"nick": "a", "volume": 7, "rank": "gold", "home": {"city": "x"}}"#)
        #expect(
            try player.jsonString()
                == #"{"volume":7,"nick":"a","rank":"gold","home":{"city":"x"},"dates":[],"friends":[],"free":0}"#
        )
        var options = ExportOptions()
        options.keyStyle = .pascalCase
        options.relations = .railsAttributes
        options.except = ["dates", "free"]
        #expect(
            try player.jsonString(options: options)
                == #"{"Volume":7,"nick":"a","Rank":"gold","Home_attributes":{"City":"x"},"Friends_attributes":{}}"#
        )
        options.relations = .none
        #expect(try player.jsonString(options: options) == #"{"Volume":7,"nick":"a","Rank":"gold"}"#)
        #expect(try WrappedPlayer(dictionary: player.jsonObject()) == player)
        #expect(try JSONDecoder().decode(WrappedPlayer.self, from: JSONEncoder().encode(player)) == player)
    }

    private class Pet: ModelObject {
        var name = ""
        override class var discriminator: Discriminator? { .key("kind", ["dog": Dog.self, "cat": Cat.self]) }
    }
    private final class Dog: Pet {}
    private final class Cat: Pet {}
    private final class Keeper: ModelObject { @Stored var pet: Pet? }

    @Test func aWrappedModelIsReplacedByOneOfAnotherClass() throws {
        let keeper = try Keeper(json: #"{"pet": {"kind": "dog", "name": "a"}}"#)
        #expect(keeper.pet is Dog)
        try keeper.update(json: #"{"pet": {"kind": "cat", "name": "b"}}"#)
        #expect(keeper.pet is Cat && keeper.pet?.name == "b")
        try keeper.update(dictionary: ["pet": ["kind": "dog", "name": "c"]])
        #expect(keeper.pet is Dog && keeper.pet?.name == "c")
    }

    @Test func aWrappedModelIsFilledInPlace() throws {
        let player = try WrappedPlayer(json: #"{"nick": "a", "home": {"city": "x", "street": "s"}}"#)
        let home = try #require(player.home)
        try player.update(json: #"{"home": {"city": "y"}}"#)
        #expect(player.home === home && home.city == "y" && home.street == "s")
        try player.update(dictionary: ["home": ["city": "z"]])
        #expect(player.home === home && home.city == "z" && home.street == "s")
        // The better key is used, whatever the other key filled before.
        try player.update(json: #"{"HOME": {"street": "t"}, "home": {"city": "w"}}"#)
        #expect(player.home === home && home.city == "w" && home.street == "s")
        try player.update(dictionary: ["HOME": ["street": "t"], "home": ["city": "v"]])
        #expect(player.home === home && home.city == "v" && home.street == "s")
        #expect(throws: ModelError.self) {
            try player.update(json: #"{"home": {"city": "u"}, "volume": []}"#, options: .strict)
        }
        #expect(home.city == "v")
        try player.update(json: #"{"home": null}"#)
        #expect(player.home == nil)
        try player.update(json: #"{"home": {"city": "new"}}"#)
        #expect(player.home?.city == "new")
    }

    @Test func aFailedUpdateSetsOnlyWhatItHasChanged() {
        let numbers = WrappedNumbers()
        (numbers.shown, numbers.other) = (250, 60)
        #expect(throws: ModelError.self) {
            try numbers.update(json: #"{"other": 70, "count": "x"}"#, options: .strict)
        }
        #expect(numbers.$shown.raw == 250 && numbers.$shown.setCount == 1)
        #expect(numbers.other == 60)
    }

    @Test func copiesComparisonsChangesAndMerges() throws {
        let player = try WrappedPlayer(
            json: #"{"nick": "a", "volume": 7, "home": {"city": "x"}, "friends": [{"nick": "b"}]}"#)
        let copy = player.copy()
        #expect(copy == player && copy.hashValue == player.hashValue)
        #expect(copy.home !== player.home && copy.friends[0] !== player.friends[0])
        copy.volume = 8
        copy.home?.city = "y"
        #expect(copy.changes(since: player).map(\.path) == ["$.volume", "$.home.city"])
        player.merge(from: copy)
        #expect(player == copy && player.home !== copy.home)
        #expect(player.debugDescription.contains("volume: 8"))

        // Properties are paired by name and type; the type is that of the wrapped value.
        let plain = PlainPlayer()
        plain.merge(from: player)
        #expect(plain.volume == 8 && plain.home?.city == "y")
        plain.volume = 900
        player.merge(from: plain)
        #expect(player.volume == 100)
    }

    @Test func aWrappedDictionaryIsMerged() throws {
        final class Wrapped: ModelObject {
            @Stored var counts = ["a": 1]
            @Shared var texts: [String: String]? = ["a": "x"]
        }
        let wrapped = Wrapped()
        try wrapped.apply(mergePatch: #"{"counts": {"b": 2}, "texts": {"b": "y"}}"#)
        #expect(wrapped.counts == ["a": 1, "b": 2] && wrapped.texts == ["a": "x", "b": "y"])
        try wrapped.apply(mergePatch: #"{"counts": {"a": null}}"#)
        #expect(wrapped.counts == ["b": 2])
    }

    @Test func archivesHaveTheWrappedValues() throws {
        let player = try WrappedPlayer(
            json: #"{"nick": "a", "volume": 7, "rank": "gold", "home": {"city": "x"}}"#)
        player.friends = [player]
        let data = try player.archivedData()
        let again = try WrappedPlayer.unarchive(data: data)
        #expect(again.volume == 7 && again.rank == .gold && again.home?.city == "x")
        #expect(again.friends[0] === again)
        let plain = try PlainPlayer.unarchive(data: data)
        #expect(plain.volume == 7 && plain.home?.city == "x")
        (again.friends, player.friends) = ([], [])
    }

    @Test func wrappersInWrappersAndObjectsAsWrappers() throws {
        let (made, report) = OddlyWrapped.inspect(
            json: #"{"both": 300, "shared": "x", "model": {"city": "c"}, "any": [1, null], "set": [1, 1]}"#)
        let odd = try #require(made)
        #expect(odd.both == 100 && odd.shared == "x" && odd.model.city == "c" && odd.set == [1])
        #expect((odd.any as? [Any])?.count == 2)
        #expect(report.unmappable.isEmpty)
        let copy = odd.copy()
        #expect(copy == odd)
        copy.shared = "y"
        #expect(odd.shared == "x" && copy.model !== odd.model)
        #expect(
            try odd.jsonString()
                == #"{"both":100,"shared":"x","model":{"city":"c"},"any":[1,null],"set":[1]}"#)
        let archived = try OddlyWrapped.unarchive(data: odd.archivedData())
        #expect(archived == odd)
        #expect(throws: ModelError.self) {
            try odd.update(json: #"{"both": 1, "shared": "z", "set": 5}"#, options: .strict)
        }
        #expect(odd == archived)
    }

    // MARK: Other wrappers

    @Test func otherWrappersMapAsTheirCodableForm() throws {
        let (made, report) = OtherWrappers.inspect(json: #"{"trimmed": " x ", "_plain": "y"}"#)
        let other = try #require(made)
        #expect(other.trimmed == "x")
        #expect(try other.jsonString() == #"{"trimmed":"x","_plain":"y"}"#)
        #expect(report.unmappable.map(\.property) == ["opaque", "box"])
        #expect(report.unmappable[0].reason == "of type Opaque<Int>, which ModelObjects cannot convert")
        #expect(try OtherWrappers.unarchive(data: other.archivedData()) == other)
        #expect(OtherWrappers.audit().map(\.properties) == [["opaque"], ["box"]])
    }

    @Test func publishedPropertiesAreReportedWithAdvice() throws {
        let (made, report) = PublishingModel.inspect(json: #"{"name": "x", "plain": 1}"#)
        #expect(made?.name == "default" && made?.plain == 1)
        #expect(report.unmappable.map(\.property) == ["name"])
        #expect(report.unmatchedKeys.map(\.path) == ["$.name"])
        let advice =
            "of type Published<String>, which cannot be filled: use @Observable, or a plain property and a willChange "
            + "that calls objectWillChange.send()"
        #expect(report.unmappable[0].reason == advice)
        #expect(report.description.contains("name isn't mapped: it is \(advice)."))
        #expect(PublishingModel.audit().map(\.message) == ["name is never filled: it is \(advice)."])
    }

    #if os(macOS) || os(Linux)  // the platforms on which a test can start processes
    @Test func aRuleForAPublishedPropertyStopsTheProgram() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            final class Ruled: ModelObject {
                @Published var name = ""
                override class var propertyRules: [String: PropertyRule] { ["name": .required] }
            }
            _ = Ruled.inspect(json: "{}")
        }
        let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(
            message.contains(
                #"a rule for "name", which is of type Published<String>, which cannot be filled"#))
        #expect(message.contains("use @Observable"))
    }
    #endif

    @Test func ignoredPublishedPropertiesAreNotReported() {
        #expect(IgnoringModel.audit().isEmpty)
    }

    /// Counts its sets.
    @propertyWrapper
    struct Counted<Value>: ModelPropertyWrapper {
        private var value: Value
        private(set) var setCount = 0
        var wrappedValue: Value {
            get { value }
            set { (value, setCount) = (newValue, setCount + 1) }
        }
        var projectedValue: Counted { self }
        init(wrappedValue: Value) { value = wrappedValue }
    }

    final class Tenant: ModelObject { @Counted var home: WrappedHome? = nil }

    @Test func unarchivingSetsAModelOnce() throws {
        let tenant = Tenant()
        tenant.home = WrappedHome()
        let copy = try Tenant.unarchive(data: tenant.archivedData())
        #expect(copy.home != nil && copy.$home.setCount == 1)
    }

    // MARK: Setters that don't take a value back

    /// Keeps the first value that is set.
    @propertyWrapper
    struct Once: ModelPropertyWrapper {
        private var value: Int
        private var isSet = false
        var wrappedValue: Int {
            get { value }
            set { if !isSet { (value, isSet) = (newValue, true) } }
        }
        init(wrappedValue: Int) { value = wrappedValue }
    }

    @propertyWrapper
    struct Lowercased: ModelPropertyWrapper {
        private var text: String
        var wrappedValue: String {
            get { text }
            set { text = newValue.lowercased() }
        }
        init(wrappedValue: String) { text = wrappedValue }
    }

    /// A struct that keeps its value in an object.
    @propertyWrapper
    struct Boxed: ModelPropertyWrapper {
        private let box: Shared<Int>
        var wrappedValue: Int {
            get { box.wrappedValue }
            nonmutating set { box.wrappedValue = newValue }
        }
        init(wrappedValue: Int) { box = Shared(wrappedValue: wrappedValue) }
    }

    final class Guarded: ModelObject {
        @Once var once = 1
        @Lowercased var name = "Default"
        @Boxed var boxed = 1
        @Shared var shared = 1
        @Stored @Once var nested = 1
        var isBad = false
        var seen: [String] = []

        override class var propertyRules: [String: PropertyRule] { ["seen": .ignored] }
        override func validate() throws { if isBad { throw Refused() } }
        override func willChange(_ names: Set<String>) { seen.append(values) }
        var values: String { "\(once) \(name) \(boxed) \(shared) \(nested)" }
    }

    private struct Refused: Error {}

    static let updates: [@Sendable (Guarded, [String: Any]) throws -> Void] = [
        { try $0.update(json: JSONSerialization.data(withJSONObject: $1)) },
        { try $0.update(dictionary: $1) },
        { try $0.apply(mergePatch: $1) },
        {
            try $0.apply(
                jsonPatch: $1.map { ["op": "replace", "path": "/\($0.key)", "value": $0.value] })
        },
    ]

    @Test(arguments: updates.indices)
    func aFailedUpdateRestoresTheWrapperItself(update: Int) throws {
        let change: [String: Any] = ["once": 5, "name": "XY", "boxed": 5, "shared": 5, "nested": 5]
        let object = Guarded()
        #expect(throws: ModelError.self) {
            try Self.updates[update](object, change.merging(["isBad": true]) { $1 })
        }
        #expect(object.values == "1 Default 1 1 1" && !object.isBad)
        try Self.updates[update](object, change)
        #expect(object.values == "5 xy 5 5 5" && object.seen == ["1 Default 1 1 1"])
    }
}
