import Foundation
import ModelObjects
import Testing

/// Null for types that are not Optional and decode null themselves.
struct DecodedNullTests {
    indirect enum Node: Codable, ConversionTarget {
        case null
        case number(Int)
        case list([Node])

        static var before: Node { .number(7) }

        init(from decoder: any Decoder) throws {
            if var elements = try? decoder.unkeyedContainer() {
                var list: [Node] = []
                while !elements.isAtEnd { list.append(try elements.decode(Node.self)) }
                self = .list(list)
                return
            }
            let container = try decoder.singleValueContainer()
            self = container.decodeNil() ? .null : .number(try container.decode(Int.self))
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .null: try container.encodeNil()
            case .number(let number): try container.encode(number)
            case .list(let list): try container.encode(list)
            }
        }
    }

    /// Raw values that have a null.
    struct Label: RawRepresentable, ConversionTarget {
        var rawValue: String?
        static var before: Label { Label(rawValue: "before") }
    }
    struct Tagged: RawRepresentable, ConversionTarget {
        var rawValue: Node
        static var before: Tagged { Tagged(rawValue: .before) }
    }

    private static let payload = """
        {"value": null, "optional": null, "list": [null], "optionalList": [null], "map": {"k": null}}
        """

    @Test func nullIsAValueInEveryPosition() throws {
        try verify(Node.null)
        try verify(Label(rawValue: nil))
        try verify(Tagged(rawValue: .null))
    }

    private func verify<Value: ConversionTarget>(_ null: Value) throws {
        let payload = Self.payload
        let dictionary = try JSONSerialization.jsonObject(with: Data(payload.utf8)) as? [String: Any] ?? [:]
        let updated = Box<Value>()
        try updated.update(json: payload)
        let patched = Box<Value>()
        try patched.apply(jsonPatch: #"[{"op": "replace", "path": "/value", "value": null}]"#)
        #expect(patched.value == null)
        let merged = Box<Value>()
        try merged.apply(mergePatch: #"{"value": null, "list": [null]}"#)
        #expect(merged.value == null && merged.list == [null])
        let boxes: [(name: String, box: Box<Value>)] = [
            ("bytes", try Box(json: payload)), ("strict", try Box(json: payload, options: .strict)),
            ("dictionary", try Box(dictionary: dictionary)), ("hook", try HookedBox(json: payload)),
            ("dictionary and hook", try HookedBox(dictionary: dictionary)), ("update", updated),
            ("ModelDecoder", try ModelDecoder().decode(Box<Value>.self, from: payload)),
            ("JSONDecoder", try JSONDecoder().decode(Box<Value>.self, from: Data(payload.utf8))),
        ]
        for (name, box) in boxes {
            #expect(box.value == null, "\(name)")
            #expect(box.optional == nil, "\(name)")
            #expect(box.list == [null], "\(name)")
            #expect(box.optionalList == [nil], "\(name)")
            #expect(box.map == ["k": null], "\(name)")
        }
    }

    /// Everything that a model exports maps back equal, and every change can be sent.
    @Test func exportsMapBack() throws {
        let nodes: [Node] = [.null, .number(7), .number(1), .list([]), .list([.null, .list([.null])])]
        for node in nodes {
            let box = Box<Node>()
            (box.value, box.list, box.map) = (node, [node, .null, node], ["a": .null, "b": node])
            let copies = try [
                Box<Node>(json: box.jsonData()), Box<Node>(dictionary: box.jsonObject()),
                Box<Node>(json: box.jsonString(), options: .strict),
                JSONDecoder().decode(Box<Node>.self, from: JSONEncoder().encode(box)),
                PropertyListDecoder().decode(Box<Node>.self, from: PropertyListEncoder().encode(box)),
                Box<Node>.unarchive(data: box.archivedData()),
            ]
            for copy in copies { #expect(copy == box) }
            for other in nodes {
                let changed = Box<Node>()
                (changed.value, changed.list, changed.map) = (other, [other], ["b": other])
                try changed.apply(jsonPatch: box.jsonPatchData(since: changed))
                #expect(changed == box)
                let (old, new) = (Box<Node>(), Box<Node>())
                (old.value, old.list, new.value, new.list) = (node, [node], other, [.null, other])
                try old.apply(mergePatch: new.mergePatch(since: old))
                #expect(old == new)
            }
        }
    }

    private func boxes(_ json: String, _ options: MappingOptions? = nil) throws -> [Box<Node>] {
        let dictionary = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any] ?? [:]
        return try [
            Box<Node>(json: json, options: options), HookedBox<Node>(json: json, options: options),
            Box<Node>(dictionary: dictionary, options: options),
            HookedBox<Node>(dictionary: dictionary, options: options),
        ]
    }

    @Test func keepingNullsKeepsProperties() throws {
        for null in [Self.payload, Self.payload.replacing(#""value": null"#, with: #""value": "nil""#)] {
            for box in try boxes(null, MappingOptions(nulls: .keep)) {
                #expect(box.value == .before && box.optional == .before)
                #expect(box.list == [.null] && box.map == ["k": .null])
            }
        }
    }

    @Test func nullFillsARequiredProperty() throws {
        class Needed: Box<Node> {
            override class var propertyRules: [String: PropertyRule] { ["value": .required] }
        }
        for null in ["null", #""null""#] {
            #expect(try Needed(json: "{\"value\": \(null)}").value == .null)
            #expect(try Needed(dictionary: ["value": NSNull()]).value == .null)
        }
        let options = MappingOptions(missing: .reject)
        #expect(try Box<Node>(json: Self.payload, options: options).value == .null)
        #expect(throws: ModelError.self) { try Needed(json: #"{"value": "x"}"#) }
    }

    final class HookedWrapper: ModelObject {
        @Stored var value = Node.before
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }

    /// As for an Optional, any other value is better, whatever the order of the keys.
    @Test(arguments: [
        #"{"value": null, "VALUE": 5}"#, #"{"VALUE": 5, "value": null}"#,
        #"{"VALUE": null, "value": 5}"#, #"{"value": 5, "VALUE": null}"#,
        #"{"value": "nil", "VALUE": 5}"#, #"{"value": null, "Value": "x", "VALUE": 5}"#,
    ])
    func anyOtherValueBeatsNull(json: String) throws {
        #expect(try boxes(json).allSatisfy { $0.value == .number(5) })
        #expect(try HookedWrapper(json: json).value == .number(5))
        #expect(try boxes(json.replacing("5", with: #""x""#)).allSatisfy { $0.value == .null })
    }

    /// A type that refuses null is reported as any other type.
    @Test func otherTypesKeepTheirValue() throws {
        let problems = Box<Point>.inspect(json: Self.payload).report.problems
        #expect(
            problems.map(\.description) == [
                "Expected Point, found null at $.value (line 1, column 11).",
                "Expected Point, found null at $.list[0] (line 1, column 44).",
                "Expected Point, found null at $.map.k (line 1, column 88).",
            ])
        #expect(problems.allSatisfy { $0.underlyingError == nil })
        #expect(Box<Node>.inspect(json: Self.payload).report.problems.isEmpty)
    }

    /// Whether a type takes the word is tried first; what a model in it lacks then doesn't count.
    @Test func theTrialOfANullWordLeavesNoProblems() throws {
        final class Inner: ModelObject {
            var id = 0
            override class var propertyRules: [String: PropertyRule] { ["id": .required] }
        }
        struct Link: Decodable {
            let inner: Inner?
            init(from decoder: any Decoder) throws {
                inner = try decoder.singleValueContainer().decode(Inner.self)
            }
        }
        final class Outer: ModelObject { var link: Link? }
        for options in [MappingOptions(), .strict] {
            let (outer, report) = Outer.inspect(json: #"{"link": "nil"}"#, options: options)
            #expect(outer != nil && report.problems.isEmpty)
        }
    }

    /// The word is not JSON, so no type is asked whether it takes it.
    @Test func aNullWordInsteadOfEmbeddedJSONIsNull() throws {
        class Embedded: ModelObject {
            var token: Token? = .before
            var node = Node.before
            override class var propertyRules: [String: PropertyRule] {
                ["token": .embeddedJSON, "node": .embeddedJSON]
            }
        }
        let empty = try Embedded(json: #"{"token": "nil", "node": "(null)"}"#)
        #expect(empty.token == nil && empty.node == .null)
        let full = try Embedded(json: #"{"token": "\"nil\"", "node": "null"}"#)
        #expect(full.token?.text == "nil" && full.node == .null)
        #expect(try Embedded(json: full.jsonString()) == full)
    }

    /// What a coder's caller passes to Codable types.
    struct Named: Codable, ConversionTarget {
        var name: String
        static var before: Named { Named(name: "before") }
        static let key = CodingUserInfoKey(rawValue: "name")

        init(name: String) { self.name = name }
        init(from decoder: any Decoder) throws {
            name = Self.key.flatMap { decoder.userInfo[$0] as? String } ?? "nobody"
        }
        func encode(to encoder: any Encoder) throws {}
    }

    @Test func aCoderPassesItsUserInfo() throws {
        let key = try #require(Named.key)
        let (coder, decoder) = (JSONDecoder(), ModelDecoder())
        coder.userInfo[key] = "given"
        var copy = decoder
        copy.userInfo[key] = "given"
        for box in [
            try coder.decode(Box<Named>.self, from: Data(Self.payload.utf8)),
            try copy.decode(Box<Named>.self, from: Self.payload),
        ] {
            #expect(box.value.name == "given" && box.list.map(\.name) == ["given"])
        }
    }
}
