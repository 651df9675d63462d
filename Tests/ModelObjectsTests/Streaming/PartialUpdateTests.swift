import Foundation
import ModelObjects
import Testing

struct PartialUpdateTests {
    final class Answer: ModelObject {
        var title: String?
        var steps: [String] = []
        var count: Int?
        var isDone = false
        var parts: [Part] = []
    }

    final class Part: ModelObject {
        var id = 0
        var text = ""
        override class var propertyRules: [String: PropertyRule] { ["id": .required] }
    }

    private func state(_ text: String, openStrings: Bool = false) throws -> String {
        let answer = Answer()
        try answer.update(partial: text, openStrings: openStrings)
        return try answer.jsonString()
    }

    @Test(arguments: [
        ("", #"{"steps":[],"isDone":false,"parts":[]}"#),
        (" {", #"{"steps":[],"isDone":false,"parts":[]}"#),
        (#"{"title": "Te"#, #"{"steps":[],"isDone":false,"parts":[]}"#),
        (#"{"title": "Tea""#, #"{"title":"Tea","steps":[],"isDone":false,"parts":[]}"#),
        (
            #"{"title": "Tea", "steps": ["Boil", "Add"#,
            #"{"title":"Tea","steps":["Boil"],"isDone":false,"parts":[]}"#
        ),
        (#"{"count": 12"#, #"{"steps":[],"isDone":false,"parts":[]}"#),
        (#"{"count": 12,"#, #"{"steps":[],"count":12,"isDone":false,"parts":[]}"#),
        (#"{"isDone": true"#, #"{"steps":[],"isDone":true,"parts":[]}"#),
        (#"{"isDone": tru"#, #"{"steps":[],"isDone":false,"parts":[]}"#),
        (#"{"parts": [{"text": "a", "#, #"{"steps":[],"isDone":false,"parts":[]}"#),
        (
            #"{"parts": [{"text": "a", "id": 7}, {"id": 8, "te"#,
            #"{"steps":[],"isDone":false,"parts":[{"id":7,"text":"a"},{"id":8,"text":""}]}"#
        ),
        (#"{"title": "done"} "#, #"{"title":"done","steps":[],"isDone":false,"parts":[]}"#),
    ])
    func completeValuesAreUsed(text: String, state expected: String) throws {
        #expect(try state(text) == expected)
    }

    @Test(arguments: [
        (#"{"title": "Te"#, "Te"), (#"{"title": "Te\"#, "Te"), (#"{"title": "Te\n"#, "Te\n"),
        (#"{"title": "\u00e"#, ""),
        (#"{"title": "\u00e4"#, "ä"), (#"{"title": "x\ud83d"#, "x"), (#"{"title": "x\ud83d\ude0"#, "x"),
        (#"{"title": "x\ud83d\ude00"#, "x😀"), (#"{"title": "ä"#, "ä"),
    ])
    func openStringsAreUsedOnRequest(text: String, title: String) throws {
        let answer = Answer()
        try answer.update(partial: text, openStrings: true)
        #expect(answer.title == title)
    }

    @Test(arguments: ["", #"{"title": "Te"#, #"{"steps": ["Boil", "Add"], "count": 1"#, "[", "7"])
    func aByteOrderMarkIsSkipped(text: String) {
        func result(_ text: String) -> Result<String, any Error> {
            Result { try state(text, openStrings: true) }
        }
        switch (result(text), result("\u{FEFF}" + text)) {
        case (.success(let left), .success(let right)): #expect(left == right)
        case (.failure, .failure): break
        case (let left, let right): Issue.record("\(left), but \(right) with a mark")
        }
    }

    @Test func openNumbersAreUsedOnRequest() throws {
        let answer = Answer()
        try answer.update(partial: #"{"count": -"#, openStrings: true)
        #expect(answer.count == nil)
        try answer.update(partial: #"{"count": -1"#, openStrings: true)
        #expect(answer.count == -1)
        for (text, count) in [("-15.", -15), ("-15.0e", -15), ("-15.0e+", -15), ("-15.0e+1", -150)] {
            try answer.update(partial: #"{"count": \#(text)"#, openStrings: true)
            #expect(answer.count == count)
        }
        try answer.update(partial: #"{"count": -15}"#, openStrings: true)
        #expect(answer.count == -15)
    }

    final class Measure: ModelObject {
        var value = -7.5
    }

    /// A number is used up to the last byte at which it is one; a text that begins no number is an error at once.
    @Test func everyBeginningOfANumberIsUsedOrRejected() throws {
        func number(_ text: String) -> Double? {
            text.contains("x")
                ? nil : try? JSONDecoder().decode([Double].self, from: Data("[\(text)]".utf8))[0]
        }
        var texts = [""]
        for _ in 0..<4 {
            texts = texts.flatMap { text in "01-+.ex".map { text + String($0) } }
            for text in texts {
                let beginsNumber = number(text) != nil || number(text + "0") != nil
                let longest = text.indices.reversed().lazy.compactMap { number(String(text[...$0])) }.first
                for openStrings in [true, false] {
                    let measure = Measure()
                    let json = #"{"value": \#(text)"#
                    let fills = Result { try measure.update(partial: json, openStrings: openStrings) }
                    #expect(((try? fills.get()) != nil) == beginsNumber, "\(json)")
                    let isUsed = openStrings && beginsNumber
                    #expect(measure.value == (isUsed ? longest : nil) ?? -7.5, "\(json)")
                }
            }
        }
    }

    @Test(arguments: [true, false])
    func aLongNumberTakesLinearTime(openStrings: Bool) throws {
        let digits = String(repeating: "1", count: 300_000)
        let measure = Measure()
        for beginning in [digits + "." + digits, "0." + digits + "e", digits] {
            try measure.update(partial: #"{"value": \#(beginning)"#, openStrings: openStrings)
        }
        for text in [digits + "." + String(repeating: "x", count: 300_000), digits + "xxx", "0" + digits] {
            #expect(throws: JSONSyntaxError.self) {
                try measure.update(partial: #"{"value": \#(text)"#, openStrings: openStrings)
            }
        }
    }

    /// A text that arrives byte by byte never fails, and ends with the whole.
    @Test(arguments: [true, false])
    func everyPrefixIsAccepted(openStrings: Bool) throws {
        let text = #"""
            {"title": "T\u00e4\"\\", "steps": ["a", "\ud83d\ude00"], "count": -1.5e1, "isDone": true, "other": null,
             "parts": [{"id": 1, "text": "x"}, {"text": "y", "id": 2}, 7]}
            """#
        let answer = Answer()
        for end in text.unicodeScalars.indices {
            try answer.update(partial: String(text.unicodeScalars[..<end]), openStrings: openStrings)
        }
        try answer.update(partial: text, openStrings: openStrings)
        #expect(try answer.jsonString() == Answer(json: text).jsonString())
        #expect(answer.parts.map(\.id) == [1, 2])
    }

    @Test(arguments: [
        "{]", "[", "x", #"{"a" 1"#, #"{"title": "a"} x"#, "[1, 2]", #"{"title": nul}"#,
        #"{"title": nux"#, #"{"title": truee"#, #"{"count": 1xxx"#, #"{"steps": ["a", ?"#,
    ])
    func textThatCannotBecomeAnObjectThrows(text: String) throws {
        let answer = Answer()
        answer.title = "before"
        #expect(throws: (any Error).self) { try answer.update(partial: text) }
        #expect(answer.title == "before")
    }

    /// Options that reject a value don't reject one that is still arriving.
    @Test(arguments: [
        (#"{"parts": [{"text": "a", "#, nil), (#"{"parts": [{"text": "a", "id": 7"#, nil),
        (#"{"parts": [{"text": "a"}, "#, "Missing required `id` at $.parts[0] (line 1, column 12)."),
        (#"{"title": [], "#, "Expected String, found array at $.title (line 1, column 11)."),
        (#"{"span": {"from": 1, "#, nil), (#"{"span": {"from": 1, "to": 2}, "#, nil),
        (#"{"inner": {"id": 1}, "inner": {"#, nil),
        (
            #"{"span": {"from": 1}, "#,
            "Expected Span, found object at $.span (line 1, column 10): `to` is missing."
        ),
        (#"{"day": "2024-02-"#, nil),
        (#"{"day": "2024-02-", "#, "Expected Date, found string at $.day (line 1, column 9)."),
    ])
    func strictOptionsTolerateIncompleteValues(text: String, error: String?) {
        struct Span: Codable { var from = 0, to = 0 }
        final class StrictAnswer: ModelObject {
            var title = ""
            var parts: [Part] = []
            var inner: Part?
            var span = Span()
            var day = Date.distantPast
        }
        for openStrings in [false, true] {
            let options = MappingOptions(mismatches: .reject, elements: .reject)
            var thrown: (any Error)?
            do {
                try StrictAnswer().update(partial: text, openStrings: openStrings, options: options)
            } catch { thrown = error }
            #expect(thrown.map { "\($0)" } == error)
        }
    }

    class Shape: ModelObject {
        var name = ""
        override class var discriminator: Discriminator? {
            .key("type", ["circle": Circle.self], fallback: Shape.self)
        }
    }
    final class Circle: Shape { var radius = 0.0 }
    final class Drawing: ModelObject {
        var shape: Shape?
        var shapes: [Shape] = []
    }

    /// The key that names the class may come last.
    @Test func unknownKeysCountWhenTheClassIsKnown() throws {
        let json =
            #"{"shape": {"name": "a", "radius": 1, "type": "circle"}, "shapes": [{"radius": 2, "type": "circle"}]}"#
        let drawing = Drawing()
        for end in json.indices { try drawing.update(partial: String(json[..<end]), options: .strict) }
        try drawing.update(partial: json, options: .strict)
        #expect((drawing.shape as? Circle)?.radius == 1 && (drawing.shapes.first as? Circle)?.radius == 2)
        #expect(throws: ModelError.self) {
            try drawing.update(partial: #"{"shape": {"width": 1}}"#, options: .strict)
        }
    }

    final class Validated: ModelObject {
        var title = ""
        var count = 0
        override class func willMap(_ json: [String: Any]) -> [String: Any]? {
            json["data"] as? [String: Any]
        }
        override func validate() throws { if title.isEmpty { throw CocoaError(.coderInvalidValue) } }
    }

    /// A hook that rejects the object counts when the object is complete.
    @Test func hooksMayRejectAnIncompleteObject() throws {
        for rootPath in [nil, "result"] {
            let options = MappingOptions(rootPath: rootPath)
            func text(_ object: String) -> String { rootPath == nil ? object : #"{"result": \#(object)"# }
            let object = Validated()
            for part in ["{", #"{"data": {"#, #"{"data": {"count": 1, "#] {
                try object.update(partial: text(part), options: options)
                #expect(object.count == 0)
            }
            try object.update(partial: text(#"{"data": {"count": 1, "title": "a", "#), options: options)
            #expect(object.count == 1 && object.title == "a")
            #expect(throws: ModelError.self) {
                try object.update(
                    partial: text(#"{"data": {"title": ""}}"#) + (rootPath == nil ? "" : "}"),
                    options: options)
            }
            #expect(object.title == "a")
        }
    }

    struct Refused: Error {}

    class Place: ModelObject {
        var title = ""
        var point: [Int]?
        var full = ""
        var id: Int?
        override class var propertyRules: [String: PropertyRule] {
            [
                "point": .combined(keys: ["lat", "lon"]) { keys -> [Int]? in
                    guard let lat = keys["lat"] as? Int, let lon = keys["lon"] as? Int else { return nil }
                    return [lat, lon]
                },
                "full": .combined(keys: ["first", "last"]) { keys throws -> String? in
                    guard let first = keys["first"], let last = keys["last"] else { throw Refused() }
                    return "\(first) \(last)"
                },
                "id": .keys("id", "old").converted(from: { (value: Any) throws -> Int? in
                    guard let number = value as? Int else { throw Refused() }
                    return number
                }),
            ]
        }
    }
    final class HookedPlace: Place {
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }
    final class Step: ModelObject {
        var text = ""
        var note = ""
        override class var propertyRules: [String: PropertyRule] { ["text": .required] }
    }
    struct Plan: Codable, Equatable { var steps: [Step] }
    class Trip: ModelObject {
        var place: Place?
        var places: [Place] = []
        var plan: Plan?
    }

    /// The full text is accepted, so no part of it is an error.
    @Test(
        arguments: [Place.self, HookedPlace.self, Trip.self] as [ModelObject.Type],
        [nil, MappingOptions.strict])
    func rulesWaitForAllKeys(type: ModelObject.Type, options: MappingOptions?) throws {
        let place = #"{"title": "t", "first": "Ada", "lat": 1, "old": "x", "last": "L", "lon": 2, "id": 5}"#
        let plan = #"{"steps": [{"note": "n", "text": "t"}, {"note": "m", "text": "u"}]}"#
        let trip = #"{"place": \#(place), "places": [\#(place), \#(place)], "plan": \#(plan)}"#
        let text = type == Trip.self ? trip : place
        let (whole, object) = (type.init(), type.init())
        try whole.update(json: text, options: options)
        for count in 0...text.count {
            try object.update(partial: String(text.prefix(count)), options: options)
        }
        #expect(object == whole)
    }

    final class ChangedTrip: Trip {
        override class func willMap(_ json: [String: Any]) -> [String: Any]? {
            var json = json
            json["added"] = 1
            return json
        }
    }
    final class PassingTrip: Trip {
        override func serializeValue(_ value: Any, key: String) {
            var value = value
            if var plan = value as? [String: Any] {
                plan["added"] = 1
                value = plan
            }
            super.serializeValue(value, key: key)
        }
    }
    final class EmbeddedTrip: Trip {
        override class var propertyRules: [String: PropertyRule] { ["plan": .embeddedJSON] }
    }
    final class OuterTrip: ModelObject {
        var trips: Trips?
        override class func willMap(_ json: [String: Any]) -> [String: Any]? {
            ChangedTrip.willMap(json)
        }
    }
    struct Trips: Codable { var all: [ChangedTrip] }

    /// A Codable value that is decoded from a dictionary is as incomplete as the text of the dictionary.
    @Test(arguments: [nil, MappingOptions.strict, MappingOptions(elements: .reject)] as [MappingOptions?])
    func codableValuesFromDictionariesWaitForTheRest(options: MappingOptions?) throws {
        let plan = #"{"plan": {"steps": [{"note": "n", "text": "t"}, {"note": "m", "text": "u"}]}}"#
        let texts: [(ModelObject.Type, String)] = [
            (Trip.self, plan), (ChangedTrip.self, plan), (PassingTrip.self, plan), (EmbeddedTrip.self, plan),
            (OuterTrip.self, #"{"trips": {"all": [\#(plan)]}}"#),
        ]
        for (type, text) in texts {
            var options = options
            if type == ChangedTrip.self || type == OuterTrip.self { options?.unknownKeys = .ignore }
            let (whole, object) = (type.init(), type.init())
            try whole.update(json: text, options: options)
            for count in 0...text.count {
                for openStrings in [false, true] {
                    let beginning = String(text.prefix(count))
                    #expect(throws: Never.self, "\(type) \(beginning)") {
                        try object.update(partial: beginning, openStrings: openStrings, options: options)
                    }
                }
            }
            #expect(object == whole)
            // What is complete is checked.
            if options != nil {
                let incomplete = text.replacingOccurrences(of: #", "text": "u""#, with: "")
                #expect(throws: ModelError.self) {
                    try type.init().update(partial: incomplete, options: options)
                }
            }
        }
    }

    @Test func anIncompleteRootPathChangesNothing() throws {
        let answer = Answer()
        let options = MappingOptions(rootPath: "choices.0.message")
        for text in [#"{"id": 7, "#, #"{"choices": ["#, #"{"choices": [{"message": {"ti"#] {
            try answer.update(partial: text, options: options)
        }
        #expect(answer.title == nil)
        try answer.update(partial: #"{"choices": [{"message": {"title": "Tea", "steps"#, options: options)
        #expect(answer.title == "Tea")
        #expect(throws: ModelError.self) { try answer.update(partial: #"{"choices": []}"#, options: options) }
        // Another spelling of the key may still come, another element of this number can't.
        try answer.update(partial: #"{"Choices": null, "#, options: options)
        let first = MappingOptions(rootPath: "choices.0")
        try answer.update(partial: #"{"Choices": null, "#, options: first)
        #expect(throws: ModelError.self) {
            try answer.update(partial: #"{"choices": [7, "#, options: first)
        }
        let message = MappingOptions(rootPath: "message")
        try answer.update(partial: #"{"message": 7, "#, options: message)
        try answer.update(partial: #"{"message": 7, "message": {"title": "Milk"}"#, options: message)
        #expect(answer.title == "Milk")
    }
}
