import Foundation
import ModelObjects
import Testing

/// The keys of discriminators: paths, keys with dots, and keys that properties of other types use.
struct DiscriminatorKeyTests {
    // MARK: Paths that lead to nothing

    class Message: ModelObject {
        var stream = ""
        override class var discriminator: Discriminator? {
            .key("data.e", ["trade": Trade.self], fallback: Other.self)
        }
    }
    final class Trade: Message {}
    final class Other: Message {}

    /// Otherwise the values would be lost, and no report would say so.
    @Test(
        arguments: [
            (#"{"data": {"e": "trade", "x": 1}}"#, false), (#"{"data": {"e": "new", "x": 1}}"#, false),
            (#"{"data": {"e": null}}"#, false), (#"{"data": {"x": 1}}"#, true), (#"{"data": "x"}"#, true),
            (#"{"data": [1, 2]}"#, true), (#"{"DATA": {"E": 5}}"#, false),
        ])
    func aPathThatLeadsToNoTextIsAnUnknownKey(json: String, isUnknown: Bool) throws {
        let dictionary = try #require(JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        let reports = [
            Message.inspectArray(json: "[\(json)]").report, Message.inspectArray(json: [dictionary]).report,
        ]
        for report in reports {
            #expect(report.unmatchedKeys.map(\.path) == (isUnknown ? ["$[0].data"] : []))
        }
        let strict = MappingOptions(unknownKeys: .reject)
        if isUnknown {
            let error = #expect(throws: ModelError.self) { try Message.model(json: json, options: strict) }
            #expect(error?.code == .unknownKey)
            #expect(throws: ModelError.self) { try Message.model(dictionary: dictionary, options: strict) }
        } else {
            #expect(try Message.model(json: json, options: strict) == Message.model(dictionary: dictionary))
        }
    }

    // MARK: Keys with dots

    class Device: ModelObject {
        var name = ""
        override class var discriminator: Discriminator? {
            .literalKey("@odata.type", ["#graph.phone": Phone.self, "#graph.pc": Computer.self])
        }
    }
    final class Phone: Device {}
    final class Computer: Device {}
    final class Inventory: ModelObject { var devices: [Device] = [] }

    @Test func aLiteralKeyMayContainDots() throws {
        let json =
            ##"{"devices":[{"@odata.type":"#graph.pc","name":"a"},{"@odata.type":"#graph.phone","name":"b"}]}"##
        let inventory = try Inventory(json: json, options: .strict)
        #expect(inventory.devices.map { "\(type(of: $0))" } == ["Computer", "Phone"])
        #expect(try inventory.jsonString(options: ExportOptions(sortedKeys: true)) == json)
        try inventory.apply(
            jsonPatch: ##"[{"op": "replace", "path": "/devices/0/@odata.type", "value": "#graph.phone"}]"##)
        #expect(inventory.devices[0] is Phone && inventory.devices[0].name == "a")
        let error = #expect(throws: ModelError.self) { try Device.model(json: #"{"@odata": {"type": "x"}}"#) }
        #expect(error?.code == .invalidClass)
    }

    // MARK: Properties of other types

    class Layer: ModelObject {
        override class var discriminator: Discriminator? { .key("ty", ["4": Shape.self, "5": Text.self]) }
    }
    final class Shape: Layer { var ty: Int? }
    final class Text: Layer {}
    final class Flag: ModelObject {
        var on: Bool?
        override class var discriminator: Discriminator? { .key("on", ["true": Flag.self]) }
    }

    /// The server compares the number, and so does a schema.
    @Test func aTextIsExportedInTheFormOfItsProperty() throws {
        #expect(try Shape().jsonString() == #"{"ty":4}"#)
        #expect(try Text().jsonString() == #"{"ty":"5"}"#)
        #expect(try Flag().jsonString() == #"{"on":true}"#)
        #expect(try Layer.model(json: Shape().jsonString()) is Shape)
    }

    @Test(
        arguments: [("5", "number"), ("true", "bool"), (#""x""#, "string"), ("[]", nil)]
            as [(String, String?)])
    func aValueWithoutAClassIsNamedByItsKind(value: String, kind: String?) throws {
        let error = #expect(throws: ModelError.self) {
            try Device.model(json: #"{"@odata.type": \#(value)}"#)
        }
        #expect(error?.description.hasSuffix("found \(kind.map { "another \($0)" } ?? "array").") == true)
    }

    class Base: ModelObject {
        var x = 0
        override class var discriminator: Discriminator? {
            .key("kind", ["base": Base.self, "sub": Sub.self, "other": Sub.self], fallback: Base.self)
        }
        override class var mappingOptions: MappingOptions { MappingOptions(unknownKeys: .keep) }
    }
    final class Sub: Base { var y = 0 }
    final class Holder: ModelObject { var child: Base? }

    /// The kept value of a discriminator is exported, so it must not name another class.
    @Test func theNameOfAnotherClassIsNotKept() throws {
        for (value, kept) in [("sub", "new"), ("other", "new"), ("base", "base"), ("newer", "newer")] {
            let json = #"{"kind": "\#(value)", "x": 1}"#
            let updated = try Base(json: #"{"kind": "new"}"#)
            try updated.update(json: json)
            #expect(updated.unknownValues() as? [String: String] == ["kind": kept])
            let made = try Base(json: json)
            let isOfBase = kept == value
            #expect(made.unknownValues() as? [String: String] == (isOfBase ? ["kind": value] : [:]))
            for model in [updated, made] {
                #expect(try type(of: Base.model(json: model.jsonData())) == Base.self)
                let (old, new) = (Holder(), Holder())
                (old.child, new.child) = (Base(), model)
                let (merged, patched) = (old.copy(), old.copy())
                try merged.apply(mergePatch: new.mergePatchData(since: old))
                try patched.apply(jsonPatch: new.jsonPatchData(since: old))
                #expect(merged == new && patched == new)
                try new.apply(mergePatch: #"{"child": {"kind": "sub", "y": 2}}"#)
                #expect((new.child as? Sub)?.y == 2)
            }
        }
        #expect(
            try Sub(json: #"{"kind": "other"}"#).unknownValues() as? [String: String] == ["kind": "other"])
    }
}
