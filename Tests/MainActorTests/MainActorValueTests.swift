import Foundation
import ModelObjects
import Testing

// Off the main actor, code that is isolated to it ends the process: a closure checks where it runs. The types below are
// not isolated, because a conformance to ModelValue or ModelPropertyWrapper cannot be.

private struct Cents: ModelValue {
    var count = 0
    static func modelValue(from value: Any) -> Cents? { (value as? Int).map { Cents(count: $0) } }
    var exportedValue: Any { [count].map { $0 + 0 }[0] }
}

@propertyWrapper
private struct Clamped: ModelPropertyWrapper {
    private var percent: Int
    var wrappedValue: Int {
        get { percent }
        set { percent = [newValue].map { min(max($0, 0), 100) }[0] }
    }
    init(wrappedValue: Int) { percent = [wrappedValue].map { min(max($0, 0), 100) }[0] }
}

private nonisolated struct Size: Codable {
    var widths: [Int]
    init(from decoder: any Decoder) throws {
        widths = try decoder.singleValueContainer().decode([String].self).map { $0.count }
    }
}

/// Isolated to the main actor, with its conformances.
private struct Weight: Codable {
    var grams = 0
}

private final class Parcel: ModelObject {
    var price = Cents()
    @Clamped var volume = 50
    var size: Size?
    var weight: Weight?
}

@Suite("An app isolated to the main actor uses types of its own")
struct MainActorValueTests {
    private let json = #"{"price": 3, "volume": 300, "size": ["a", "bb"]}"#

    @Test func mapsAndExportsThemOffTheMainActor() async throws {
        let json = json
        let text = try await Task.detached {
            let parcel = try Parcel(json: json)
            #expect(parcel.price.count == 3)
            #expect(parcel.volume == 100)
            #expect(parcel.size?.widths == [1, 2])
            #expect(parcel.copy() == parcel)
            return try parcel.jsonString(options: ExportOptions(except: ["size"]))
        }.value
        #expect(text == #"{"price":3,"volume":100}"#)
    }

    /// Older systems don't check isolated conformances.
    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    @Test func errorsSayThatAConformanceBelongsToAnActor() async throws {
        let parcel = try Parcel(json: #"{"weight": {"grams": 5}}"#)
        #expect(try parcel.jsonString().contains(#""weight":{"grams":5}"#))
        let error = await Task.detached {
            let parcel = try? Parcel(json: #"{"weight": {"grams": 5}}"#)
            return #expect(throws: ModelError.self) { try parcel?.jsonString() }
        }.value
        #expect(
            error?.description
                == "Cannot export Weight at $.weight: its conformance to Encodable is isolated to an actor; "
                + "declare the type `nonisolated`.")
    }
}
