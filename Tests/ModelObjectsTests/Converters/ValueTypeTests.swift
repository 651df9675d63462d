import Foundation
import Testing

@testable import ModelObjects

/// Every value type works with every operation of the library.
///
/// A type of `ConverterFactory.valueTypes` fails here if it has no sample or if an operation doesn't support it.
@Suite struct ValueTypeTests {
    /// A value of a type, its JSON, and another value of the type.
    private struct Sample: Sendable {
        let type: ObjectIdentifier
        let name: String
        let check: @Sendable () throws -> Void

        init<Value: Hashable & SendableMetatype>(
            _ value: @autoclosure @escaping @Sendable () -> Value, _ json: String,
            other: @autoclosure @escaping @Sendable () -> Value
        ) {
            type = ObjectIdentifier(Value.self)
            name = "\(Value.self)"
            check = { try Ways(value(), json, other()).check() }
        }
    }

    private static var samples: [Sample] {
        var samples = [
            Sample("a", #""a""#, other: "b"),
            Sample(true, "true", other: false),
            Sample(7, "7", other: 8),
            Sample(Int8(-7), "-7", other: 8),
            Sample(Int16(-300), "-300", other: 8),
            Sample(Int32(-70_000), "-70000", other: 8),
            Sample(Int64.min, "-9223372036854775808", other: 8),
            Sample(UInt(7), "7", other: 8),
            Sample(UInt8(255), "255", other: 8),
            Sample(UInt16(65_535), "65535", other: 8),
            Sample(UInt32.max, "4294967295", other: 8),
            Sample(UInt64.max, "18446744073709551615", other: 8),
            Sample(0.1, "0.1", other: 1e300),
            Sample(Float(0.1), "0.1", other: 2),
            Sample(CGFloat(0.5), "0.5", other: 2),
            // No more digits than a Double has: a hook, JSONSerialization and JSONDecoder get one.
            Sample(Decimal(string: "0.1") ?? 0, "0.1", other: 2),
            Sample(Character("é"), #""é""#, other: "b"),
            Sample(
                Date(timeIntervalSince1970: 1_700_000_000), #""2023-11-14T22:13:20Z""#,
                other: Date(timeIntervalSince1970: 0)),
            Sample(
                URL(string: "https://a.b/c") ?? URL(fileURLWithPath: "/"), #""https://a.b/c""#,
                other: URL(fileURLWithPath: "/tmp")),
            Sample(
                UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)),
                #""01020304-0506-0708-090A-0B0C0D0E0F10""#,
                other: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))),
            Sample(Data([1, 2, 255]), #""AQL/""#, other: Data()),
            Sample(NSNumber(value: 7), "7", other: 2.5),
            Sample(NSString(string: "a"), #""a""#, other: "b"),
            // A type that the library knows only by its `ModelValue` conformance.
            Sample(Celsius(degrees: 21), #""21 °C""#, other: Celsius(degrees: 0)),
        ]
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
            samples.append(Sample(Int128(-7), "-7", other: 8))
            samples.append(Sample(UInt128(7), "7", other: 8))
        }
        return samples
    }

    @Test func everyTypeHasASample() {
        // `Any` is not a value type; `UntypedExportTests` and others cover it.
        let missing = Set(ConverterFactory.valueTypes.map { ObjectIdentifier($0.type) })
            .subtracting(Self.samples.map(\.type))
        #expect(missing == [ObjectIdentifier(Any.self)])
    }

    @Test(arguments: samples.indices) func everyTypeSupportsEveryOperation(_ index: Int) throws {
        try Self.samples[index].check()
    }
}

/// A temperature, as a user of the library would declare it.
private struct Celsius: ModelValue, Hashable {
    var degrees: Int

    init(degrees: Int) { self.degrees = degrees }

    static func modelValue(from value: Any) -> Celsius? {
        guard let text = value as? String, text.hasSuffix(" °C") else { return nil }
        return Int(text.dropLast(3)).map { Celsius(degrees: $0) }
    }

    var exportedValue: Any { "\(degrees) °C" }
}

/// Properties of every shape that can hold values of a type.
private class Places<Value: Hashable>: ModelObject {
    var value: Value?
    var list: [Value] = []
    var set: Set<Value> = []
    var byKey: [String: Value] = [:]
    var optionals: [Value?] = []
}

private final class UntypedPlace: ModelObject { var value: Any? }

/// The same properties, filled through the hook.
private final class HookedPlaces<Value: Hashable>: Places<Value> {
    override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
}

/// Checks the library's operations on the values of one type.
private struct Ways<Value: Hashable> {
    let model = Places<Value>()
    let other: Value
    let json: String

    init(_ value: Value, _ json: String, _ other: Value) {
        (model.value, model.list, model.set, model.byKey, model.optionals) =
            (value, [value, value], [value], ["k": value], [nil, value])
        self.json =
            #"{"value":\#(json),"list":[\#(json),\#(json)],"set":[\#(json)],"byKey":{"k":\#(json)},"#
            + #""optionals":[null,\#(json)]}"#
        self.other = other
    }

    func check() throws {
        try checkReading()
        try checkWriting()
        try checkComparing()
        try checkArchiving()
    }

    private func checkReading() throws {
        #expect(try Places<Value>(json: json) == model)
        let dictionary = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any] ?? [:]
        let hooked = try HookedPlaces<Value>(json: json)
        #expect(hooked.value == model.value && hooked.list == model.list && hooked.byKey == model.byKey)
        #expect(try Places<Value>(dictionary: dictionary) == model)
        #expect(try JSONDecoder().decode(Places<Value>.self, from: Data(json.utf8)) == model)
        let report = Places<Value>.inspect(json: json).report
        #expect(report.problems.isEmpty && report.unfilled.isEmpty && report.unmappable.isEmpty)
        #expect(Places<Value>.audit().isEmpty)

        let updated = Places<Value>()
        updated.value = other
        try updated.update(json: json)
        #expect(updated == model)
        try updated.update(json: #"{"value": null}"#)
        #expect(updated.value == nil)
    }

    private func checkWriting() throws {
        #expect(try Places<Value>(json: model.jsonData()) == model)
        #expect(try Places<Value>(dictionary: model.jsonObject()) == model)
        #expect(try JSONDecoder().decode(Places<Value>.self, from: JSONEncoder().encode(model)) == model)
        var sorted = ExportOptions()
        sorted.sortedKeys = true
        let tree = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? NSDictionary
        let written = try JSONSerialization.jsonObject(with: model.jsonData(options: sorted)) as? NSDictionary
        #expect(written == tree)
    }

    private func checkComparing() throws {
        let copy = model.copy()
        #expect(copy == model && copy.hashValue == model.hashValue)
        #expect(model.changes(since: copy).isEmpty)
        copy.value = other
        #expect(copy != model)
        #expect(model.changes(since: copy).map(\.path) == ["$.value"])
        copy.merge(from: model)
        #expect(copy == model)
        #expect(String(reflecting: model).contains("value"))
    }

    private func checkArchiving() throws {
        #expect(try Places<Value>.unarchive(data: model.archivedData()) == model)
        // Users' types can't be archived in an `Any`.
        if Value.self is any ModelValue.Type { return }
        let untyped = UntypedPlace()
        untyped.value = model.value
        #expect(try UntypedPlace.unarchive(data: untyped.archivedData()) == untyped)
    }
}
