import Foundation
import ModelObjects
import Testing

struct PresenceTests {
    final class Update: ModelObject {
        var name: Presence<String> = .missing
        var count: Presence<Int> = .missing
        var tags: Presence<[String]> = .missing
        var inner: Presence<Update> = .missing
        var date: Presence<Date> = .missing
        var optional: Presence<Int?> = .missing
        var list: [Presence<Int>] = []
    }

    @Test(arguments: [
        ("{}", "{}"),
        (#"{"name":null,"count":null,"inner":null}"#, #"{"name":null,"count":null,"inner":null}"#),
        (
            #"{"name":"a","count":"7","tags":["x"],"inner":{"name":null}}"#,
            #"{"name":"a","count":7,"tags":["x"],"inner":{"name":null}}"#
        ),
        (#"{"name":"null","count":"<null>"}"#, #"{"name":"null","count":null}"#),
        (#"{"count":"many","optional":null}"#, #"{"optional":null}"#),
    ])
    func missingAndNullRoundTrip(json: String, exported: String) throws {
        let bytes = try Update(json: json)
        var text = try bytes.jsonString(options: ExportOptions(nulls: .omit))
        for list in [#","list":[]"#, #""list":[]"#] { text = text.replacingOccurrences(of: list, with: "") }
        #expect(text == exported)
        let dictionary = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any] ?? [:]
        #expect(try Update(dictionary: dictionary) == bytes)
        #expect(try JSONDecoder().decode(Update.self, from: Data(json.utf8)) == bytes)
    }

    /// A number in it that isn't finite is no value of a payload.
    @Test func dictionariesMayHoldPresence() throws {
        final class Numbers: ModelObject {
            var count: Presence<Int> = .value(5)
            var double: Presence<Double> = .value(5)
            var number: Presence<NSNumber> = .value(5)
            var numbers: Presence<Set<NSNumber>> = .value([5])
            var members: Set<NSNumber> = [5]
        }
        let nan = NSNumber(value: Double.nan)
        let all = try Numbers(dictionary: [
            "count": Presence.value(1), "double": Presence.value(1.5), "number": Presence<NSNumber>.value(1),
            "numbers": Presence<Set<NSNumber>>.value([1, 2]), "members": [1, 2] as Set<NSNumber>,
        ])
        #expect(all.count == .value(1) && all.double == .value(1.5) && all.number == .value(1))
        #expect(all.numbers == .value([1, 2]) && all.members == [1, 2])
        let none = try Numbers(dictionary: [
            "count": Presence<Int>.null, "double": Presence<Double>.missing,
            "number": Presence<NSNumber>.null,
        ])
        #expect(none.count == .null && none.double == .missing && none.number == .null)
        for (key, value, plain) in [
            ("double", Presence.value(Double.nan), Double.nan),
            ("number", Presence<NSNumber>.value(nan), nan),
        ] as [(String, Any, Any)] {
            #expect(try Numbers(dictionary: [key: value]) == Numbers())
            let errors = [value, plain].map { value in
                #expect(throws: ModelError.self) {
                    try Numbers(dictionary: [key: value], options: MappingOptions(mismatches: .reject))
                }
            }
            #expect(errors[0]?.path == "$.\(key)")
            #expect(errors[0]?.description == errors[1]?.description)
        }
        let some = try Numbers(dictionary: [
            "members": [1, nan] as Set<NSNumber>, "numbers": Presence<Set<NSNumber>>.value([1, nan]),
        ])
        #expect(some.members == [1] && some.numbers == .value([1]))
    }

    @Test func exportHooksKeepNull() throws {
        final class Hooked: ModelObject {
            var name: Presence<String> = .null
            var other: String?
            override func exportedValue(_ value: Any, property: String) -> Any? { value }
            override func didExport(_ json: inout [String: Any]) throws { json["added"] = 1 }
        }
        #expect(try Hooked().jsonString() == #"{"name":null,"added":1}"#)
    }

    @Test func theThreeCasesDiffer() throws {
        let values: [Presence<Int>] = [.missing, .null, .value(0), .value(1)]
        for left in values {
            for right in values {
                let (first, second) = (Update(), Update())
                (first.count, second.count) = (left, right)
                #expect((first == second) == (left == right))
                #expect((first.hashValue == second.hashValue) == (left == right))
            }
        }
        #expect(values.map(\.value) == [nil, nil, 0, 1])
    }

    @Test func copiesAndArchivesKeepPresence() throws {
        let update = Update()
        update.inner = .value(Update())
        update.inner.value?.name = .null
        update.list = [.value(1), .null, .missing]
        update.tags = .value([])
        update.optional = .value(nil)
        let copy = update.copy()
        #expect(copy == update && copy.inner.value !== update.inner.value)
        let read = try Update.unarchive(data: update.archivedData())
        #expect(read == update)
        #expect(read.list == update.list && read.count == .missing)
        #expect(read.optional == .value(nil))
    }

    @Test func updatesDistinguishMissingFromNull() throws {
        let update = Update()
        update.name = .value("a")
        try update.update(json: #"{"name": null}"#, options: MappingOptions(nulls: .keep))
        #expect(update.name == .value("a"))
        try update.update(json: #"{"name": null}"#)
        #expect(update.name == .null)
        try update.update(json: "{}")
        #expect(update.name == .null)
    }

    /// A rule's functions get the whole Presence, or only its value.
    @Test(arguments: [
        ("{}", "{}"), (#"{"whole":null,"value":null}"#, #"{"whole":null,"value":null}"#),
        (#"{"whole":"xx","value":"xx"}"#, #"{"whole":"xx","value":"xx"}"#),
        (#"{"whole":"","value":""}"#, #"{"whole":null,"value":null}"#),
        (#"{"whole":7,"value":7}"#, "{}"), (#"{"a":3,"b":4}"#, #"{"sum":7}"#),
    ])
    func rulesConvertPresence(json: String, exported: String) throws {
        final class Lengths: ModelObject {
            var whole: Presence<Int> = .missing
            var value: Presence<Int> = .missing
            var sum: Presence<Int> = .missing

            override class var propertyRules: [String: PropertyRule] {
                [
                    "whole": .converted(
                        from: { ($0 as? String).map { Presence.value($0.count) } },
                        to: { (presence: Presence<Int>) in presence.value.flatMap(text) }),
                    "value": .converted(from: { ($0 as? String)?.count }, to: text),
                    "sum": .combined(keys: ["a", "b"]) {
                        $0.isEmpty ? nil : $0.values.compactMap { $0 as? Int }.reduce(0, +)
                    },
                ]
            }
            private static func text(of length: Int) -> Any? {
                length == 0 ? nil : String(repeating: "x", count: length)
            }
        }
        let object = try Lengths(json: json)
        for nulls in [ExportOptions.Nulls.omit, .include] {
            #expect(try object.jsonString(options: ExportOptions(nulls: nulls)) == exported)
        }
        let fields = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any] ?? [:]
        #expect(try Lengths(dictionary: fields) == object)
        #expect(try Lengths.unarchive(data: object.archivedData()) == object)
        #expect(object.copy() == object)
    }

    /// Patches tell null from missing.
    @Test func rulesOfPresenceAreKeptInPatches() throws {
        final class Name: ModelObject {
            var name: Presence<String> = .missing
            override class var propertyRules: [String: PropertyRule] {
                ["name": .converted(from: { $0 as? String }, to: { $0 as String })]
            }
        }
        let all = try ["{}", #"{"name":null}"#, #"{"name":"a"}"#].map { try Name(json: $0) }
        for old in all {
            for new in all {
                let patched = old.copy()
                try patched.apply(jsonPatch: new.jsonPatchData(since: old))
                #expect(patched == new)
            }
        }
    }

    @Test func longChainsAreReleased() {
        var first = Update()
        for _ in 0..<Effort.count(100_000, atLeast: 20_000) {
            let next = Update()
            next.inner = .value(first)
            first = next
        }
    }

    @Test func anOptionalBecomesAValueOrNull() {
        #expect(Presence("a" as String?) == .value("a"))
        #expect(Presence(nil as String?) == .null)
        #expect(Presence<Int?>(.some(nil)) == .value(nil))
        let all: [Presence<Int>] = [.missing, .null, .value(1)]
        #expect(all.map(\.isMissing) == [true, false, false])
    }
}
