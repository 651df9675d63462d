import Foundation
import ModelObjects
import Testing

/// One row of the conversion table: a payload value, a property type, and the result.
struct ConversionRow: Sendable, CustomTestStringConvertible {
    let id: String
    let check: @Sendable () throws -> Void

    var testDescription: String { id }

    /// A value that is converted to the expected one.
    static func becomes<Value: ConversionTarget>(
        _ json: String, _ expected: Value, _ options: MappingOptions = MappingOptions(),
        bytesOnly: Bool = false
    ) -> ConversionRow {
        ConversionRow(id: "\(json.prefix(60)) into \(Value.self) becomes \(expected)") {
            try ConversionCheck(json: json, expected: expected, options: options, bytesOnly: bytesOnly).run()
        }
    }

    /// A value that cannot be used: the property keeps its value.
    static func keeps<Value: ConversionTarget>(
        _ json: String, _ type: Value.Type, _ options: MappingOptions = MappingOptions(),
        bytesOnly: Bool = false
    ) -> ConversionRow {
        ConversionRow(id: "\(json.prefix(60)) into \(Value.self) keeps") {
            try ConversionCheck<Value>(json: json, expected: nil, options: options, bytesOnly: bytesOnly)
                .run()
        }
    }
}

/// Checks one row through every entry point and in every position where a value can appear.
struct ConversionCheck<Value: ConversionTarget> {
    let json: String
    /// The converted value, or nil if the property keeps its value.
    let expected: Value?
    let options: MappingOptions
    /// Whether the value loses digits or its kind when it passes through a dictionary or a hook.
    let bytesOnly: Bool

    private var body: String {
        """
        {"value": \(json), "optional": \(json), "list": [\(json)], "optionalList": [\(json)], "map": {"k": \(json)}}
        """
    }

    func run() throws {
        let data = Data(body.utf8)
        try verify("bytes", Box<Value>(json: data, options: options))
        try verify("string", Box<Value>(json: body, options: options))
        try verify("model(json:)", Box<Value>.model(json: data, options: options))
        let updated = Box<Value>()
        try updated.update(json: data, options: options)
        verify("update(json:)", updated)
        try verify("array(json:)", Box<Value>.array(json: "[\(body)]", options: options).first)
        try verify(
            "dictionary(json:)", Box<Value>.dictionary(json: "{\"k\": \(body)}", options: options)["k"])
        verify("inspect(json:)", Box<Value>.inspect(json: data, options: options).object)
        try verifyNested("nested bytes", Outer<Value>(json: nested, options: options), withHook: !bytesOnly)
        if bytesOnly { return }

        try verify("hook, bytes", HookedBox<Value>(json: data, options: options))
        let swift = ReferenceReader.read(body).swift as? [String: Any] ?? [:]
        try verifyDictionary("Swift values", swift)
        let outer = ReferenceReader.read(nested).swift as? [String: Any] ?? [:]
        try verifyNested(
            "nested Swift values", Outer<Value>(dictionary: outer, options: options), withHook: true)
        if let any = try? JSONSerialization.jsonObject(with: data), let dictionary = any as? [String: Any] {
            try verifyDictionary("JSONSerialization", dictionary)
        }
    }

    private var nested: String {
        "{\"there\": \(body), \"made\": \(body), \"elements\": [\(body)], \"hooked\": \(body)}"
    }

    private func verifyDictionary(_ way: String, _ dictionary: [String: Any]) throws {
        try verify(way, Box<Value>(dictionary: dictionary, options: options))
        try verify("\(way), hook", HookedBox<Value>(dictionary: dictionary, options: options))
        try verify("\(way), model", Box<Value>.model(dictionary: dictionary, options: options))
        try verify("\(way), array", Box<Value>.array(json: [dictionary], options: options).first)
        try verify("\(way), by key", Box<Value>.dictionary(json: ["k": dictionary], options: options)["k"])
        let updated = Box<Value>()
        try updated.update(dictionary: dictionary, options: options)
        verify("\(way), update", updated)
        verify("\(way), inspect", Box<Value>.inspect(dictionary: dictionary, options: options).object)
    }

    private func verifyNested(_ way: String, _ outer: Outer<Value>, withHook: Bool) throws {
        verify("\(way), in place", outer.there)
        verify("\(way), made", outer.made)
        verify("\(way), element", outer.elements.first)
        if withHook { verify("\(way), hook", outer.hooked) }
    }

    private func verify(_ way: String, _ box: Box<Value>?) {
        guard let box else {
            Issue.record("\(way): no object")
            return
        }
        let way = Comment(rawValue: way)
        #expect(box.value == expected ?? .before, way)
        #expect(box.optional == expected ?? .before, way)
        #expect(box.list == (expected.map { [$0] } ?? []), way)
        #expect(box.optionalList == (expected.map { [$0] } ?? []), way)
        #expect(box.map == (expected.map { ["k": $0] } ?? [:]), way)
    }
}
