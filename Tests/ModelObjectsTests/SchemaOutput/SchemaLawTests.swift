import Foundation
import Testing

@testable import ModelObjects

/// Exports of random objects validate against the schemas of their classes, and damaged exports do not.
struct SchemaLawTests {
    @Test(arguments: SchemaCase.all) func exportsValidate(_ each: SchemaCase) throws {
        var random = SeededNumbers(seed: 2_027)
        for options in SchemaCase.forms {
            let validator = SchemaValidator(root: try each.schema(.validation, options))
            for _ in 0..<Effort.count(400, byDefault: 2) {
                let export = try each.make(&random).jsonObject(options: options)
                try #require(validator.problems(of: export) == [], "\(export)")
            }
        }
    }

    @Test(arguments: SchemaCase.all) func exportsWithAWrongKindDoNotValidate(_ each: SchemaCase) throws {
        var random = SeededNumbers(seed: 2_028)
        let rounds = Effort.count(400, byDefault: 2)
        var count = 0
        for options in SchemaCase.forms {
            let validator = SchemaValidator(root: try each.schema(.validation, options))
            for _ in 0..<rounds {
                let export = try each.make(&random).jsonObject(options: options)
                guard let (damaged, path) = WrongKind(each).damage(export, &random) else { continue }
                count += 1
                try #require(!validator.problems(of: damaged).isEmpty, "\(path) of \(damaged)")
            }
        }
        #expect(count > SchemaCase.forms.count * rounds / 2)
    }

    /// With nulls, an export has every key, as structured output does.
    @Test func structuredOutputDescribesExportsWithNulls() throws {
        var random = SeededNumbers(seed: 2_029)
        let options = ExportOptions(nulls: .include)
        let validator = SchemaValidator(root: try SchemaAnswer.jsonSchema(for: .structuredOutput))
        for _ in 0..<Effort.count(2_000, byDefault: 50) {
            let answer = SchemaAnswer.make(depth: 3, &random)
            var export = try answer.jsonObject(options: options)
            try #require(validator.problems(of: export) == [], "\(export)")
            export["confidence"] = nil
            try #require(!validator.problems(of: export).isEmpty)
        }
    }

    @Test(arguments: SchemaCase.all) func defaultsValidate(_ each: SchemaCase) throws {
        var count = 0
        for options in SchemaCase.forms {
            let schema = try each.schema(.validation, options)
            let validator = SchemaValidator(root: schema)
            for (value, owner) in defaults(in: schema) {
                count += 1
                #expect(validator.problems(of: value, owner) == [])
            }
        }
        #expect(count > 0)
    }

    /// The text of a schema is the same in every process.
    ///
    /// The order of a set or a dictionary depends on the process and on the object.
    @Test func defaultsHaveAFixedOrder() throws {
        struct Settings: Codable {
            var tags: Set<String>; var counts: [String: Int] = [:]; var days: [Date: Int] = [:]
        }
        final class Part: ModelObject { var numbers: Set<Int> = [1, 2, 3] }
        final class Whole: ModelObject {
            var text = Dictionary(uniqueKeysWithValues: (10..<40).map { ("k\($0)", [$0: [$0, 1]]) })
            var counts = Settings(tags: ["a"], counts: ["b": 1, "a": 2])
            var tags = Settings(tags: ["a", "b"])
            var days = Settings(tags: [], days: [Date(timeIntervalSince1970: 0): 1, .distantPast: 2])
            var sets: [Set<Int>] = [[1, 2, 3]]
            var single: [Set<Int>] = [[1]]
            var setsByKey: [String: Set<Int>?] = ["a": [1, 2]]
            var any: Any = [["a": Set([1, 2])]]
            var part = Part()
            var parts: [Part] = [Part()]
            var partText = Part()
            override class var propertyRules: [String: PropertyRule] {
                ["text": .embeddedJSON, "partText": .embeddedJSON]
            }
        }
        let schema = try Whole.jsonSchema()
        let properties = try #require(schema["properties"] as? [String: [String: Any]])
        let defaults = properties.compactMapValues { $0["default"] }
        #expect(defaults.keys.sorted() == ["counts", "single", "text"])
        let text = (10..<40).map { #""k\#($0)":{"\#($0)":[\#($0),1]}"# }.joined(separator: ",")
        #expect(defaults["text"] as? String == "{\(text)}")
    }

    /// The defaults in a schema, each with the schema that states it.
    private func defaults(in schema: [String: Any]) -> [(value: Any, owner: [String: Any])] {
        let inside = schema.filter { $0.key != "default" }.flatMap {
            _, part -> [(value: Any, owner: [String: Any])] in
            switch part {
            case let part as [String: Any]: defaults(in: part)
            case let parts as [Any]: parts.flatMap { defaults(in: $0 as? [String: Any] ?? [:]) }
            default: []
            }
        }
        // A property can have the name "default".
        guard let value = schema["default"], !(value is [String: Any]) || schema["type"] != nil else {
            return inside
        }
        return [(value, schema)] + inside
    }

    @Test(arguments: SchemaCase.all) func theSchemaTextEqualsTheSchema(_ each: SchemaCase) throws {
        for options in SchemaCase.forms {
            let holder = try SchemaHolder(json: #"{"value": \#(each.text(.validation, options))}"#)
            let isSame = try canonical(holder.value) == canonical(each.schema(.validation, options))
            #expect(isSame)
        }
    }
}

/// Replaces one value of an export with a value of another kind.
struct WrongKind {
    private let each: SchemaCase

    init(_ each: SchemaCase) { self.each = each }

    func damage(
        _ export: [String: Any], _ random: inout SeededNumbers
    ) -> (damaged: [String: Any], path: String)? {
        let paths = paths(in: export, [])
        guard !paths.isEmpty else { return nil }
        let path = paths[random.below(paths.count)]
        return (replaced(export, path[...], &random) as? [String: Any] ?? [:], path.path)
    }

    /// The paths of all values that the schema constrains and that are not null.
    private func paths(in value: Any, _ path: [PathComponent]) -> [[PathComponent]] {
        let inside: [[PathComponent]]
        switch JSONValue(value) {
        case .null: return []
        case .array(let elements):
            inside = elements.enumerated().flatMap { paths(in: $0.element, path + [.index($0.offset)]) }
        case .object(let members):
            inside = members.sorted { $0.key < $1.key }.filter { !each.isFree($0.key) }
                .flatMap { paths(in: $0.value, path + [.key($0.key)]) }
        default: inside = []
        }
        return (path.isEmpty ? [] : [path]) + inside
    }

    private func replaced(_ value: Any, _ path: ArraySlice<PathComponent>, _ random: inout SeededNumbers)
        -> Any
    {
        guard let step = path.first else {
            let kind = JSONValue(value).kind
            // An NSNumber can be a Bool, too.
            let others: [Any] = ["12", [1], ["a": 1]].filter { JSONValue($0).kind != kind }
            return others[random.below(others.count)]
        }
        switch (step, JSONValue(value)) {
        case (.index(let index), .array(var elements)):
            elements[index] = replaced(elements[index], path.dropFirst(), &random)
            return elements
        case (.key(let key), .object(var members)):
            members[key] = replaced(members[key] ?? 0, path.dropFirst(), &random)
            return members
        default: return value
        }
    }
}

/// Any JSON value, for its text.
final class SchemaHolder: ModelObject {
    var value: Any = 0
}
