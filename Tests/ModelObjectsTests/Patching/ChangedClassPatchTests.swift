import Foundation
import ModelObjects
import Testing

/// JSON Patches after which a nested object is one of another class, which takes the document in its own way.
struct ChangedClassPatchTests {
    class Envelope: ModelObject {
        override class var discriminator: Discriminator? {
            .key(
                "type",
                [
                    "text": TextEnvelope.self, "image": ImageEnvelope.self, "flat": FlatEnvelope.self,
                    "codable": CodableEnvelope.self, "any": AnyEnvelope.self,
                    "presence": PresenceEnvelope.self,
                ], fallback: OtherEnvelope.self)
        }
    }
    final class TextEnvelope: Envelope {
        var payload: TextMessage?
        var list: [TextMessage] = []
        var map: [String: TextMessage] = [:]
    }
    final class ImageEnvelope: Envelope {
        var payload: ImageMessage?
        var list: [ImageMessage] = []
    }
    final class FlatEnvelope: Envelope {
        var text: String?
        var first: String?
        var known: String?
        override class var propertyRules: [String: PropertyRule] {
            ["text": .key("payload.text"), "first": .key("list.0.text"), "known": .key("map.k.text")]
        }
    }
    final class CodableEnvelope: Envelope {
        struct Message: Codable, Equatable { var text = "" }
        var payload: Message?
        var list: [Message] = []
    }
    final class AnyEnvelope: Envelope {
        var payload: [String: Any] = [:]
        var list: [Any] = []
        var map: Any?
    }
    final class PresenceEnvelope: Envelope { var payload: Presence<ImageMessage> = .missing }
    final class OtherEnvelope: Envelope {}
    final class TextMessage: ModelObject { var text = "" }
    final class ImageMessage: ModelObject { var text = "" }
    final class Inbox: ModelObject {
        var one: Envelope?
        var list: [Envelope] = []
        var map: [String: Envelope] = [:]
    }

    static let envelope = """
        {"type":"text","payload":{"text":"a"},"list":[{"text":"b"}],"map":{"k":{"text":"c"}}}
        """

    @Test(
        arguments: ["image", "flat", "codable", "any", "presence", "other", "text"],
        ["/one", "/list/0", "/map/m"])
    func theNewObjectIsMadeFromThePatchedDocument(name: String, place: String) throws {
        let document = #"{"one":\#(Self.envelope),"list":[\#(Self.envelope)],"map":{"m":\#(Self.envelope)}}"#
        let inbox = try Inbox(json: document)
        let model = try #require(inbox.one as? TextEnvelope)
        try inbox.apply(jsonPatch: #"[{"op":"replace","path":"\#(place)/type","value":"\#(name)"}]"#)
        let changed = Self.envelope.replacingOccurrences(of: #""text","#, with: #""\#(name)","#)
        func envelope(_ pointer: String) -> String { pointer == place ? changed : Self.envelope }
        let expected = try Inbox(
            json: """
                {"one":\(envelope("/one")),"list":[\(envelope("/list/0"))],"map":{"m":\(envelope("/map/m"))}}
                """)
        #expect(inbox == expected)
        #expect(try inbox.jsonString() == expected.jsonString())
        #expect((inbox.one === model) == (name == "text" || place != "/one"))
    }

    @Test func keptUnknownValuesAreNoModels() throws {
        let inbox = try Inbox(json: #"{"one":\#(Self.envelope)}"#)
        let message = try #require((inbox.one as? TextEnvelope)?.payload)
        try inbox.apply(
            jsonPatch: #"[{"op":"replace","path":"/one/type","value":"other"}]"#,
            options: MappingOptions(unknownKeys: .keep))
        message.text = "changed"
        #expect(
            try inbox.one?.jsonString(options: ExportOptions(sortedKeys: true)).contains("changed") == false)
        #expect(inbox.one?.unknownValues()["payload"] as? [String: String] == ["text": "a"])
    }

    // MARK: The class is chosen by what is inside

    class Stream: ModelObject {
        override class var discriminator: Discriminator? {
            .key("data.e", ["trade": Trade.self, "same": Same.self], fallback: Unknown.self)
        }
    }
    final class Trade: Stream { var data: Event? }
    final class Same: Stream { var data: Event? }
    final class Unknown: Stream {}
    final class Event: ModelObject {
        var e = ""
        var price = 0.0
    }
    class Vehicle: ModelObject {
        var engine: Engine?
        override class func modelClass(for json: [String: Any]) -> ModelObject.Type? {
            (json["engine"] as? [String: Any])?["kind"] as? String == "jet" ? Plane.self : nil
        }
    }
    final class Plane: Vehicle {}
    final class Engine: ModelObject { var kind = "" }
    final class Places: ModelObject {
        var stream: Stream?
        var streams: [Stream] = []
        var vehicle: Vehicle?
        var vehicles: [String: Vehicle] = [:]
    }

    @Test func aValueInsideOfANestedModelChoosesTheClass() throws {
        let (stream, vehicle) = (#"{"data":{"e":"trade","price":1.5}}"#, #"{"engine":{"kind":"electric"}}"#)
        let places = try Places(
            json:
                #"{"stream":\#(stream),"streams":[\#(stream)],"vehicle":\#(vehicle),"vehicles":{"a":\#(vehicle)}}"#
        )
        try places.apply(
            jsonPatch: """
                [{"op":"replace","path":"/stream/data/e","value":"same"},
                {"op":"replace","path":"/streams/0/data/e","value":"same"},
                {"op":"replace","path":"/vehicle/engine/kind","value":"jet"},
                {"op":"replace","path":"/vehicles/a/engine/kind","value":"jet"}]
                """)
        for case let stream as Same? in [places.stream, places.streams.first] {
            #expect(stream?.data?.price == 1.5 && stream?.data?.e == "same")
        }
        for case let vehicle as Plane? in [places.vehicle, places.vehicles["a"]] {
            #expect(vehicle?.engine?.kind == "jet")
        }
        #expect(places.stream is Same && places.vehicles["a"] is Plane)
    }
}
