import Foundation
import ModelObjects
import Testing

/// The exact text of an audit of samples.
struct SampleAuditTests {
    class Book: ModelObject {
        var title = ""
        var count = 0
        var price = 0.0
        var shelves: [Shelf] = []
    }

    final class Shelf: ModelObject {
        var name = ""
        var height = 0
    }

    final class Twin: ModelObject {
        var userID = 0
        var user_id = 0
    }

    private func messages(
        _ type: any ModelClass.Type, _ samples: [String], _ options: MappingOptions? = nil
    ) -> [String] {
        type.audit(samples: samples.map { Data($0.utf8) }, options: options).map {
            "\($0.kind) \($0.properties): \($0.message)"
        }
    }

    @Test func differencesBetweenClassAndSamplesAreFound() {
        #expect(
            messages(
                Book.self, [#"{"titel": "a", "count": []}"#, #"[{"count": 1}, {"count": 2, "other": true}]"#])
                == [
                    #"unmatchedKey ["title"]: No property for $.titel; the nearest is title."#,
                    #"unmatchedKey []: No property for $.other; its values are of type Bool."#,
                    #"neverFed ["title"]: No sample fills title."#,
                    #"neverFed ["price"]: No sample fills price."#,
                    #"neverFed ["shelves"]: No sample fills shelves."#,
                    #"mismatch ["count"]: Expected Int, found array at $.count."#,
                ])
    }

    @Test func aDateMayEndWithALongComment() {
        let date = "Wed, 02 Oct 2002 13:00:00 +1000 (Australian Eastern Standard Time)"
        #expect(
            messages(Shelf.self, [#"{"name": "", "height": 1, "published": "\#(date)"}"#])
                == ["unmatchedKey []: No property for $.published; its values are of type Date."])
    }

    @Test func theLastOfRepeatedKeysCounts() {
        #expect(
            messages(Shelf.self, [#"{"name": "", "height": 1, "wide": 2, "wide": "2"}"#])
                == [
                    "unmatchedKey []: No property for $.wide (2 times); its values are of type String."
                ])
    }

    /// Messages contain numbers and hints, so a test that allows a known difference compares paths.
    @Test func findingsHaveThePathInTheSamples() {
        let samples = [
            #"{"logo": 1, "shelves": [{"nmae": "", "height": "1"}, {"nmae": "", "height": []}]}"#, "[",
        ]
        let findings = Book.audit(samples: samples.map { Data($0.utf8) })
        #expect(
            findings.map { "\($0.kind) \($0.path ?? "-")" } == [
                "badSample -", "unmatchedKey $.logo", "unmatchedKey $.shelves[*].nmae", "neverFed -",
                "neverFed -", "neverFed -", "mismatch $.shelves[*].height", "conversion $.shelves[*].height",
            ])
        let contested = Twin.audit(samples: [Data(#"{"USERID": 1}"#.utf8)])
        #expect(contested.map(\.path) == [nil, "$.USERID", nil, nil])
    }

    @Test(arguments: [
        ("-5", "Int"), ("-1.5", "Double"), ("18446744073709551615", "UInt64"),
        ("-1.23456789012345678901", "Decimal"), ("-12345678901234567890123", "Decimal"), (#""x""#, "String"),
        (#""2020-01-01""#, "Date"), (#""E621E1F8-C36C-495A-93FC-0C247A3E6E5F""#, "UUID"),
        (#""https://example.com/a""#, "URL"), (#"{"a": 1}"#, "object"), (#"[{"a": 1}, null]"#, "[object?]"),
        (#"[1, "x"]"#, "[Any]"),
    ])
    func theTypeOfAnUnmatchedKeyIsNamed(value: String, type: String) {
        #expect(
            messages(Shelf.self, [#"{"other": \#(value)}"#]).first
                == "unmatchedKey []: No property for $.other; its values are of type \(type).")
    }

    @Test func repeatedFindingsAreGrouped() {
        let shelves = (0..<500).map { #"{"nmae": "\#($0)", "height": "\#($0)"}"# }.joined(separator: ",")
        let json = #"{"title": "a", "count": 1, "price": 1, "shelves": [\#(shelves), {"height": "high"}]}"#
        #expect(
            messages(Book.self, [json, json]) == [
                #"unmatchedKey ["name"]: No property for $.shelves[*].nmae (1000 times); the nearest is name."#,
                #"mismatch ["shelves"]: Expected Int, found string at $.shelves[*].height (2 times)."#,
                #"conversion ["shelves"]: Expected Int, found string at $.shelves[*].height (1000 times); the value is converted."#,
            ])
    }

    @Test func unmappableSamplesAreReported() {
        let sound = #"{"title": "a", "count": 1, "price": 1, "shelves": []}"#
        #expect(
            messages(Book.self, [sound, "{", "[1, \(sound)]", "[1,]", "5"]) == [
                "badSample []: Sample 2 can't be mapped: Expected a key, found the end of the input at byte 1 "
                    + "(line 1, column 2).",
                "badSample []: Sample 3 can't be mapped: Expected object, found number at $[0] (line 1, column 2).",
                "badSample []: Sample 4 can't be mapped: Expected a value, found ']' at byte 3 (line 1, column 4).",
                "badSample []: Sample 5 can't be mapped: Expected object, found number at $ (line 1, column 1).",
            ])
    }

    @Test func auditsWithoutObjectsAreReported() {
        let sound = #"{"title": "a", "count": 1, "price": 1, "shelves": []}"#
        #expect(messages(Book.self, []) == ["badSample []: There are no samples."])
        #expect(Book.audit(samples: [] as [URL]).map(\.message) == ["There are no samples."])
        #expect(messages(Book.self, [sound, " [ ] "]) == ["badSample []: Sample 2 has no objects."])
        let options = MappingOptions(rootPath: "data")
        #expect(
            messages(Book.self, [#"{"data": []}"#], options) == ["badSample []: Sample 1 has no objects."])
    }

    @Test func badElementsAreLocatedInTheirSample() {
        final class Titled: ModelObject {
            var title = ""
            override class var propertyRules: [String: PropertyRule] { ["title": .required] }
        }
        #expect(
            messages(Titled.self, ["[{\"title\": \"a\"},\n {},\n {\"title\": []},\n 7,\n null]", "{}"]) == [
                "badSample []: Sample 1 can't be mapped: Missing required `title` at $[1] (line 2, column 2).",
                "badSample []: Sample 1 can't be mapped: "
                    + "No usable value for required `title` at $[2] (line 3, column 2): expected String.",
                "badSample []: Sample 1 can't be mapped: Expected object, found number at $[3] (line 4, column 2).",
                "badSample []: Sample 1 can't be mapped: Expected object, found null at $[4] (line 5, column 2).",
                "badSample []: Sample 2 can't be mapped: Missing required `title` at $ (line 1, column 1).",
                #"mismatch ["title"]: Missing required `title` (2 times)."#,
                #"mismatch ["title"]: Expected String, found array at $.title."#,
                #"mismatch ["title"]: No usable value for required `title`: expected String."#,
            ])
    }

    @Test func filledPropertiesAreNotSuggested() {
        let sound = #"{"title": "a", "titles": [], "count": 1, "price": 1, "shelves": []}"#
        #expect(
            messages(Book.self, [sound]) == [
                "unmatchedKey []: No property for $.titles; its values are of type [Any]."
            ])
    }

    @Test func theTypeOfAnUnmatchedKeyCoversAllSamples() {
        let shelf = #"{"name": "b", "height": 1, "w": null}"#
        let sound = #""title": "a", "count": 1, "price": 1, "shelves": [\#(shelf)]"#
        #expect(
            messages(
                Book.self,
                [
                    #"{\#(sound), "at": "2024-02-29", "sizes": [1], "any": 1}"#,
                    #"[{\#(sound), "at": "2024-03-01", "sizes": [0.5, null], "any": "x"}]"#,
                ]) == [
                    "unmatchedKey []: No property for $.shelves[*].w (2 times).",
                    "unmatchedKey []: No property for $.at (2 times); its values are of type Date.",
                    "unmatchedKey []: No property for $.sizes (2 times); its values are of type [Double?].",
                    "unmatchedKey []: No property for $.any (2 times).",
                ])
    }

    final class Spelled: ModelObject {
        var userCount = 0
        var kind = 0
        var deep = 0
        var deeper = 0
        override class var propertyRules: [String: PropertyRule] {
            ["kind": .key("@type"), "deep": .key("a.0.b"), "deeper": .key("a.0.b c.d")]
        }
    }

    final class Rooted: ModelObject {
        var title = ""
        var count = 0
        override class var mappingOptions: MappingOptions { MappingOptions(rootPath: "data.0") }
    }

    @Test func findingsNameThePropertyForAnyKeySpelling() {
        let json = #"{"user-count": [], "@type": {}, "a": [{"b": "1", "b c": {"d": []}}]}"#
        #expect(
            messages(Spelled.self, [json]) == [
                #"mismatch ["userCount"]: Expected Int, found array at $["user-count"]."#,
                #"mismatch ["kind"]: Expected Int, found object at $["@type"]."#,
                #"mismatch ["deeper"]: Expected Int, found array at $.a[0]["b c"].d."#,
                #"conversion ["deep"]: Expected Int, found string at $.a[0].b; the value is converted."#,
            ])
        #expect(
            messages(Rooted.self, [#"{"data": [{"count": [], "title": "", "titel": 1}]}"#]) == [
                "unmatchedKey []: No property for $.titel; its values are of type Int.",
                #"mismatch ["count"]: Expected Int, found array at $.count."#,
            ])
    }

    @Test func objectsInAnEnvelopeAreSamples() {
        final class Listed: ModelObject {
            var title = ""
            var count = 0
            override class var propertyRules: [String: PropertyRule] { ["count": .required] }
            override class var mappingOptions: MappingOptions { MappingOptions(rootPath: "data.items") }
        }
        final class Item: ModelObject {
            var title = ""
            var count = 0
            override class var propertyRules: [String: PropertyRule] { ["count": .required] }
        }
        let samples = [
            #"{"page": 1, "Data": {"items": [{"count": 1, "titel": "a"}, {"count": "2", "titel": "b"}]}}"#,
            #"{"data": {"items": {"count": [], "titel": "c"}}}"#,
            "{\"data\":\n {\"items\": [{\"count\": 1},\n {}, 7]}}",
            #"{"data": {"items": []}}"#,
            #"{"data": {}}"#,
            #"{"data": {"items": [{"count": 1}]}"#,
            #"[{"data": {"items": []}}]"#,
        ]
        let expected = [
            "badSample []: Sample 4 has no objects.",
            "badSample []: Sample 2 can't be mapped: "
                + "No usable value for required `count` at $.data.items (line 1, column 20): expected Int.",
            "badSample []: Sample 3 can't be mapped: Missing required `count` at $.data.items[1] (line 3, column 2).",
            "badSample []: Sample 3 can't be mapped: "
                + "Expected object, found number at $.data.items[2] (line 3, column 6).",
            "badSample []: Sample 5 can't be mapped: No value at rootPath `data.items`.",
            "badSample []: Sample 6 can't be mapped: "
                + "Expected ',' or '}', found the end of the input at byte 34 (line 1, column 35).",
            "badSample []: Sample 7 can't be mapped: No value at rootPath `data.items`.",
            #"unmatchedKey ["title"]: No property for $.titel (3 times); the nearest is title."#,
            #"neverFed ["title"]: No sample fills title."#,
            #"mismatch ["count"]: Expected Int, found array at $.count."#,
            #"mismatch ["count"]: No usable value for required `count`: expected Int."#,
            #"mismatch ["count"]: Missing required `count`."#,
            #"conversion ["count"]: Expected Int, found string at $.count; the value is converted."#,
        ]
        #expect(messages(Listed.self, samples) == expected)
        #expect(messages(Item.self, samples, MappingOptions(rootPath: "data.items")) == expected)
    }

    @Test func theOptionsOfAnAuditReachItsSamples() {
        let shelf = #"{"name": "a", "height": 1.5}"#
        #expect(
            messages(Shelf.self, [shelf, "[\(shelf)]"], MappingOptions(numbers: .truncate)) == [
                #"conversion ["height"]: Expected Int, found number with a fraction at $.height (2 times); the value is converted."#
            ])
        #expect(
            messages(Shelf.self, ["[\(shelf), \(shelf)]"], MappingOptions(limits: MappingLimits(bytes: 40)))
                == [
                    "badSample []: Sample 1 can't be mapped: The input has 60 bytes; the limit is 40."
                ])
    }

    @Test func theTypeOfADictionaryKeyCoversAllValues() {
        final class Users: ModelObject {
            var users: [String: Shelf] = [:]
            var lists: [String: [String: Shelf]] = [:]
        }
        let user = #""name": "", "height": 1"#
        #expect(
            messages(
                Users.self,
                [
                    #"{"users": {"a": {\#(user), "x": 1}, "b": {\#(user), "x": "t", "y": 1}}, "#
                        + #""lists": {"k": {"a": {\#(user), "z": 1}}, "l": {"a": {\#(user), "z": 0.5}}}}"#,
                    #"{"users": {"c": {\#(user), "y": null}}, "lists": {}}"#,
                ]) == [
                    "unmatchedKey []: No property for $.users[*].x (2 times).",
                    "unmatchedKey []: No property for $.users[*].y (2 times); its values are of type Int.",
                    "unmatchedKey []: No property for $.lists[*][*].z (2 times); its values are of type Double.",
                ])
    }

    /// As in the reports of single objects, which compare keys by their bytes.
    @Test func keysInTwoNormalizationsAreTwoFindings() {
        let (composed, decomposed) = ("\u{e9}", "e\u{301}")
        let sample =
            #"{"name": "", "height": 1, "\#(decomposed)": 1, "\#(composed)": "s", "x": {"\#(composed)": {}}}"#
        let findings = Shelf.audit(samples: [Data(sample.utf8)])
        let paths = [decomposed, composed, "x"].map { "$.\($0)" }
        #expect(findings.compactMap { $0.path.map { Array($0.utf8) } } == paths.map { Array($0.utf8) })
        #expect(
            findings.map(\.message)
                == zip(paths, ["Int", "String", "object"]).map {
                    "No property for \($0); its values are of type \($1)."
                })
    }

    @Test func ambiguousKeysAreReported() {
        #expect(
            messages(Twin.self, [#"{"USERID": 1, "userID": 1, "user_id": 1}"#]).last
                == "unmatchedKey []: $.USERID matches several properties and fills none of them.")
    }

    @Test func rawValuesReplacedByAFallbackAreReported() {
        enum State: String { case open, other }
        final class Ticket: ModelObject {
            var state = State.open
            override class var propertyRules: [String: PropertyRule] { ["state": .fallback(State.other)] }
        }
        #expect(
            messages(Ticket.self, [#"{"state": "stale"}"#, #"{"state": "new"}"#]) == [
                #"mismatch ["state"]: Expected a raw value of State, found string at $.state (2 times); the fallback is used."#
            ])
    }

    @Test func mismatchesInSamplesHaveNoLineNumbers() {
        let findings = Book.audit(samples: [Data(#"{"count": {}}"#.utf8)])
        #expect(!findings.contains { $0.message.contains("line") })
    }

    @Test func objectsOfTheClassInsideASampleFillPropertiesToo() {
        final class Comment: ModelObject {
            var text = ""
            var parent: Int?
            var edited: Bool?
            var replies: [Comment] = []
        }
        let json = #"{"text": "a", "replies": [{"text": "b", "parent": 1}, {"text": "c", "edited": null}]}"#
        #expect(messages(Comment.self, [json]) == [#"neverFed ["edited"]: No sample fills edited."#])
    }
}
