import Foundation
import ModelObjects
import Testing

/// Patches of properties whose rule combines several keys.
struct CombinedPatchTests {
    /// Exports the keys that it combines.
    class Spot: ModelObject {
        var name = ""
        var point: [Double] = []
        override class var propertyRules: [String: PropertyRule] {
            [
                "point": .combined(keys: ["lat", "lon"]) { keys -> [Double]? in
                    guard let lat = keys["lat"] as? Double, let lon = keys["lon"] as? Double else {
                        return nil
                    }
                    return [lat, lon]
                }
            ]
        }
        override func didExport(_ dictionary: inout [String: Any]) throws {
            guard point.count == 2 else { return }
            dictionary["point"] = nil
            dictionary["lat"] = point[0]
            dictionary["lon"] = point[1]
        }
    }
    final class HookedSpot: Spot {
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }

    /// Exports only the keys, and none for an empty point.
    final class Mark: Spot {
        override func didExport(_ dictionary: inout [String: Any]) throws {
            try super.didExport(&dictionary)
            dictionary["point"] = nil
        }
    }

    @Test func removingAllKeysGivesTheDefault() throws {
        let old = try Mark(json: #"{"name": "a", "lat": 60.5, "lon": 5.25}"#)
        let patch = try Mark(json: #"{"name": "a"}"#).jsonPatchData(since: old)
        #expect(String(decoding: patch, as: UTF8.self).contains("/lat"))
        let copy = old.copy()
        try copy.apply(jsonPatch: patch)
        #expect(copy.point.isEmpty && copy.name == "a")
        let error = #expect(throws: ModelError.self) {
            try old.apply(jsonPatch: #"[{"op": "remove", "path": "/lat"}]"#)
        }
        #expect(error?.code == .patchFailed && old.point == [60.5, 5.25])
    }

    /// Exports no keys without a value.
    final class Pin: ModelObject {
        var point: [Double]?
        override class var propertyRules: [String: PropertyRule] { Spot.propertyRules }
        override func didExport(_ dictionary: inout [String: Any]) throws {
            dictionary["point"] = nil
            (dictionary["lat"], dictionary["lon"]) = (point?[0], point?[1])
        }
    }

    /// Combines keys in an object and one beside it, with a default for a missing key.
    final class Price: ModelObject {
        var text = ""
        override class var propertyRules: [String: PropertyRule] {
            [
                "text": .combined(keys: ["price.amount", "price.details.unit", "currency"]) {
                    keys -> String? in
                    guard let amount = keys["price.amount"] as? Int else { return nil }
                    let unit = keys["price.details.unit"] as? String ?? "piece"
                    return "\(amount) \(keys["currency"] as? String ?? "EUR") \(unit)"
                }
            ]
        }
        override func didExport(_ dictionary: inout [String: Any]) throws {
            let parts = text.split(separator: " ")
            dictionary["text"] = nil
            dictionary["price"] =
                ["amount": Int(parts[0]) ?? 0, "details": ["unit": String(parts[2])]] as [String: Any]
            dictionary["currency"] = String(parts[1])
        }
    }

    /// Exports the value under the property's key, which is not among those that it combines.
    class Book: ModelObject {
        var shelf = ""
        var place: Place?
        override class var propertyRules: [String: PropertyRule] {
            [
                "shelf": .combined(keys: ["room", "row"]) { "\($0["room"] ?? "?")-\($0["row"] ?? "?")" },
                "place": .combined(keys: ["city"]) {
                    ($0["city"] as? String).map { Place(city: $0, zip: "") }
                },
            ]
        }
    }
    final class HookedBook: Book {
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }
    struct Place: Codable, Equatable { var city: String, zip: String }

    /// Combines the key that names a class with the key of the property itself.
    class Message: ModelObject {
        var text = ""
        var language = ""
    }
    final class Note: Message { var color = "" }
    final class Envelope: ModelObject {
        var type = ""
        var payload: Message?
        override class var propertyRules: [String: PropertyRule] {
            [
                "payload": .combined(keys: ["type", "payload"]) { keys -> Message? in
                    guard let payload = keys["payload"] as? [String: Any] else { return nil }
                    return try keys["type"] as? String == "note"
                        ? Note(dictionary: payload) : Message(dictionary: payload)
                }
            ]
        }
    }

    /// Applying the patches from one object to another to a copy of the first gives the second.
    private func check<Model: ModelObject>(
        _ old: Model, _ change: (Model) -> Void, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let new = old.copy()
        change(new)
        let (merged, patched) = (old.copy(), old.copy())
        try merged.apply(mergePatch: new.mergePatchData(since: old))
        #expect(merged == new, "\(merged)", sourceLocation: sourceLocation)
        try patched.apply(jsonPatch: new.jsonPatchData(since: old))
        #expect(patched == new, "\(patched)", sourceLocation: sourceLocation)
    }

    @Test(arguments: [Spot.self, HookedSpot.self]) func oneOfTheKeysChanges(type: Spot.Type) throws {
        let spot = try type.init(json: #"{"name": "a", "lat": 60.5, "lon": 5.5}"#)
        try check(spot) { $0.point = [61.5, 5.5] }
        try check(spot) { $0.point = [60.5, 6.5] }
        try check(spot) { $0.point = [61.5, 6.5] }
        try check(spot) { $0.name = "b" }
        try spot.apply(mergePatch: #"{"LAT": 62.5}"#)
        #expect(spot.point == [62.5, 5.5])
        try spot.apply(jsonPatch: #"[{"op": "replace", "path": "/lon", "value": 7.5}]"#)
        #expect(spot.point == [62.5, 7.5])
    }

    @Test func theKeysAreAdded() throws {
        try check(Pin()) { $0.point = [61.5, 5.5] }
        let pin = Pin()
        // Both keys are needed, and no other key is known.
        for path in ["/lat", "/other"] {
            #expect(throws: ModelError.self) {
                try pin.apply(jsonPatch: [["op": "add", "path": path, "value": 2.5]])
            }
        }
        #expect(pin.point == nil)
    }

    @Test func keysAtPathsChange() throws {
        let price = try Price(
            json: #"{"price": {"amount": 12, "details": {"unit": "kg"}}, "currency": "NOK"}"#)
        #expect(price.text == "12 NOK kg")
        try check(price) { $0.text = "13 NOK kg" }
        try check(price) { $0.text = "12 SEK kg" }
        try check(price) { $0.text = "12 NOK g" }
        try price.apply(mergePatch: #"{"price": {"amount": 14}}"#)
        #expect(price.text == "14 NOK kg")
        try price.apply(jsonPatch: #"[{"op": "remove", "path": "/currency"}]"#)
        #expect(price.text == "14 EUR kg")
    }

    @Test(arguments: [Book.self, HookedBook.self]) func theValueIsExportedAsAWhole(type: Book.Type) throws {
        let book = try type.init(json: #"{"room": "A", "row": 1, "city": "Oslo"}"#)
        #expect(book.shelf == "A-1" && book.place == Place(city: "Oslo", zip: ""))
        try check(book) { $0.shelf = "B-2" }
        try check(book) { $0.place = Place(city: "Oslo", zip: "0150") }
        try check(book) { $0.place = nil }
        try book.apply(mergePatch: #"{"place": {"zip": "0151"}}"#)
        #expect(book.place == Place(city: "Oslo", zip: "0151"))
        // A payload has no such key.
        try book.update(json: #"{"shelf": "C-3"}"#)
        #expect(book.shelf == "A-1")
    }

    @Test func theKeyOfThePropertyIsCombined() throws {
        let envelope = try Envelope(json: #"{"type": "text", "payload": {"text": "a", "language": "en"}}"#)
        try check(envelope) { $0.payload?.text = "b" }
        try envelope.apply(mergePatch: #"{"type": "note", "payload": {"color": "red"}}"#)
        let note = envelope.payload as? Note
        #expect(note?.text == "a" && note?.language == "en" && note?.color == "red")
    }

    final class Reader: ModelObject {
        var name = ""
        var nick: String?
        var token = "-"
        override class var propertyRules: [String: PropertyRule] { ["token": .notExported] }
    }

    /// Combines keys of which other properties are filled, too.
    class Title: ModelObject {
        var title = ""
        var author: Reader?
        var readers: [Reader] = []
        var price = 0.0
        var published: Date?
        var unit = ""
        var line = ""
        var label = ""
        override class var propertyRules: [String: PropertyRule] {
            [
                "price": .key("meta.cents").converted(from: { Double("\($0)").map { $0 / 100 } }),
                "published": .key("meta.day").date(.format("yyyy-MM-dd")), "unit": .key("meta.unit"),
                "line": .combined(keys: ["title", "author", "readers"]) { keys -> String? in
                    "\(keys["title"] ?? "?"), \((keys["author"] as? [String: Any])?["name"] ?? "?")"
                },
                "label": .combined(keys: ["meta.unit", "word"]) { keys -> String? in
                    "\(keys["word"] ?? "?") \(keys["meta.unit"] ?? "?")"
                },
            ]
        }
    }
    final class HookedTitle: Title {
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }

    @Test(arguments: [Title.self, HookedTitle.self])
    func otherPropertiesOfTheKeysStay(type: Title.Type) throws {
        let (title, author, reader) = (type.init(), Reader(), Reader())
        (author.name, author.nick, author.token) = ("A", "N", "s")
        reader.token = "r"
        (title.title, title.author, title.readers) = ("T", author, [reader])
        (title.price, title.published, title.unit) = (12.5, Date(timeIntervalSince1970: 3600), "kg")
        let patches = [
            (#"{"author": {"nick": null}}"#, #"[{"op": "remove", "path": "/author/nick"}]"#, "T, A", ""),
            (#"{"title": "U"}"#, #"[{"op": "replace", "path": "/title", "value": "U"}]"#, "U, A", ""),
            (#"{"word": "tea"}"#, #"[{"op": "add", "path": "/word", "value": "tea"}]"#, "", "tea kg"),
            (
                #"{"meta": {"unit": "g"}}"#, #"[{"op": "replace", "path": "/meta/unit", "value": "g"}]"#, "",
                "? g"
            ),
        ]
        for (merge, operations, line, label) in patches {
            for isMerge in [true, false] {
                let copy = title.copy()
                let (author, reader) = (copy.author, copy.readers[0])
                if isMerge {
                    try copy.apply(mergePatch: merge)
                } else {
                    try copy.apply(jsonPatch: operations)
                }
                #expect(copy.line == line && copy.label == label)
                #expect(copy.author === author && author?.token == "s" && copy.readers[0] === reader)
                #expect(author?.nick == (merge.contains("nick") ? nil : "N"))
                #expect(copy.price == 12.5 && copy.published == title.published)
            }
        }
    }

    class Code: ModelObject {
        var code = ""
        var other = 1
        override class var propertyRules: [String: PropertyRule] {
            [
                "code": .combined(keys: ["first", "last"]) { "\($0["first"] ?? "")\($0["last"] ?? "")" }
                    .converted { (value: Any) -> String? in
                        guard value as? String != "bad" else { throw CocoaError(.coderInvalidValue) }
                        return value as? String
                    }.required
            ]
        }
    }
    final class HookedCode: Code {
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }
    final class Codes: ModelObject {
        var code: Code?
        var hooked: HookedCode?
        var byName: [String: Code] = [:]
        var number = 1
    }

    /// The value that a combined property has in an export fills it like any other.
    @Test func aNewModelHasItsRequiredValue() throws {
        let new = Codes()
        (new.code, new.hooked, new.byName["a"]) = (Code(), HookedCode(), Code())
        let (merged, patched) = (Codes(), Codes())
        try merged.apply(mergePatch: new.mergePatchData(since: merged))
        try patched.apply(jsonPatch: new.jsonPatchData(since: patched))
        #expect(merged == new && patched == new)
    }

    @Test func aThrowingConverterRejectsOnlyItsObject() throws {
        let codes = Codes()
        (codes.code, codes.hooked, codes.byName["a"]) = (Code(), HookedCode(), Code())
        let old = codes.copy()
        let change: [String: Any] = ["code": "bad", "other": 2]
        try codes.apply(
            mergePatch: ["code": change, "hooked": change, "byName": ["a": change], "number": 2])
        #expect(codes.number == 2)
        codes.number = 1
        #expect(codes == old)
        #expect(throws: ModelError.self) { try Code().apply(mergePatch: change) }
    }

    final class FullName: ModelObject {
        var full = ""
        var first: String? = "a"
        var last: String? = "b"
        override class var propertyRules: [String: PropertyRule] {
            [
                "full": .combined(keys: ["first", "last"]) { keys in
                    guard keys["last"] as? String != "bad" else { throw CocoaError(.coderInvalidValue) }
                    return keys["last"] as? String == "odd" ? nil : "x"
                }
            ]
        }
    }

    /// Not at a key that only the model has. (A mismatch in a JSON patch is located at the operation.)
    @Test(arguments: ["bad", "odd"])
    func aProblemIsLocatedAtAKeyOfThePatch(value: String) throws {
        let operations = #"[{"op":"replace","path":"/last","value":"\#(value)"}]"#
        let options = MappingOptions(mismatches: .reject)
        for error in [
            #expect(throws: ModelError.self) {
                try FullName().update(json: #"{"last":"\#(value)"}"#, options: options)
            },
            #expect(throws: ModelError.self) {
                try FullName().apply(mergePatch: #"{"last":"\#(value)"}"#, options: options)
            },
            #expect(throws: ModelError.self) {
                try FullName().apply(jsonPatch: operations, options: options)
            },
        ] {
            #expect(error?.path == "$.last" || error?.path == "$[0] /last")
        }
    }

    class NamedPoint: ModelObject {
        var point = [0]
        override class func declaredKey(for property: String) -> String? { "x_" + property }
        override class var propertyRules: [String: PropertyRule] {
            [
                "point": .combined(keys: ["lat", "lon"]) { keys -> [Int]? in
                    [keys["lat"] as? Int ?? -1, keys["lon"] as? Int ?? -1]
                }
            ]
        }
    }
    final class KeepingPoint: NamedPoint {
        override class var mappingOptions: MappingOptions { MappingOptions(unknownKeys: .keep) }
    }

    @Test(arguments: [NamedPoint.self, KeepingPoint.self])
    func theDeclaredKeyIsThatOfTheExport(type: NamedPoint.Type) throws {
        try check(type.init()) { $0.point = [3, 4] }
        let point = type.init()
        point.point = [3, 4]
        // A payload has other keys.
        #expect(try type.init(json: point.jsonData()).jsonString() == #"{"x_point":[0]}"#)
    }
}
