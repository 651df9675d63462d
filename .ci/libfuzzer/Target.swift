import Foundation

// The entry point of libFuzzer, compiled into one module with the library (`.ci/libfuzzer/run`). The first byte
// selects a JSON document, changes to an archive, or the text of a date.

class FuzzedPart: ModelObject {
    var name = "before"
    var size: Int?
    var small: Int8 = 7
    var large: UInt64 = 7
    var ratio = 0.5
    var price = Decimal(0)
    var isOn: Bool?
    var at: Date?
    var link: URL?
    var blob = Data()
    var tags: [String] = []
    var byKey: [String: Int] = [:]
    var codes: Set<Int> = []
    var any: Any?
    var deep: Int?
    var point: FuzzedPoint?
    var next: FuzzedPart?
    var there = FuzzedLeaf()
    var all: [FuzzedPart] = []

    override class var propertyRules: [String: PropertyRule] { ["deep": .keys("meta.a.0", "deep")] }
}

final class HookedFuzzedPart: FuzzedPart {
    override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
}

final class FuzzedLeaf: ModelObject {
    var name = ""
    var owner: FuzzedPart?
}

struct FuzzedPoint: Codable, Hashable {
    var x: Double
    var label: String?
}

/// Ends the process if a claim does not hold for these bytes.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard let first = bytes.first else { return 0 }
    let rest = Data(bytes.dropFirst())
    switch first {
    case UInt8(ascii: "J"): document(rest)
    case UInt8(ascii: "A"): archive(rest)
    case UInt8(ascii: "D"): date(String(decoding: rest, as: UTF8.self))
    default: return -1  // Not added to the corpus.
    }
    return 0
}

private func document(_ data: Data) {
    let plain = try? FuzzedPart(json: data)
    precondition(plain == FuzzedPart.inspect(json: data).0, "inspect made something else")
    precondition((plain == nil) == ((try? HookedFuzzedPart(json: data)) == nil), "the hook refuses otherwise")
    let there = FuzzedPart()
    let leaf = there.there
    if (try? there.update(json: data, options: .strict)) == nil {
        precondition(there == FuzzedPart() && there.there === leaf, "a failed update changed something")
    }
    guard let plain else { return }
    var options = ExportOptions()
    options.nulls = .include
    if let bytes = try? plain.jsonData(options: options) {
        precondition((try? FuzzedPart(json: bytes)) == plain, "bytes came back as another object")
    }
    if let bytes = try? plain.archivedData() {
        precondition(
            (try? FuzzedPart.unarchive(data: bytes)) == plain, "an archive came back as another object")
    }
}

/// An archive of values of every kind, with a cycle of two objects.
private let original: [UInt8] = {
    let json = """
        {"name": "$nil", "size": 1, "small": 2, "large": 18446744073709551615, "ratio": 1.5, "price": 1.25, "isOn": true,
         "at": 1.5, "link": "https://example.com", "blob": "AQID", "tags": ["a", "é"], "byKey": {"$1": 1}, "codes": [1, 2],
         "any": [1, true, null, {"a": 1.5}], "deep": 7, "point": {"x": 1, "label": "a"}, "next": {"name": "b"},
         "there": {"name": "c"}, "all": [{}, {"any": "$0"}]}
        """
    guard let part = try? FuzzedPart(json: json) else { preconditionFailure("the document is not sound") }
    part.there.owner = part
    guard let data = try? part.archivedData() else { preconditionFailure("the archive cannot be written") }
    return [UInt8](data)
}()

/// Applies changes to the archive: each three bytes are an offset and the new content.
///
/// The digest is updated, since the archive would otherwise be rejected before the damage is reached.
private func archive(_ changes: Data) {
    var bytes = original
    var rest = Array(changes)[...]
    while rest.count >= 3 {
        let place = Int(rest[rest.startIndex]) << 8 | Int(rest[rest.startIndex + 1])
        bytes[place % bytes.count] = rest[rest.startIndex + 2]
        rest = rest.dropFirst(3)
    }
    seal(&bytes)
    guard let read = try? FuzzedPart.unarchive(data: Data(bytes)) else { return }
    precondition(read == read.copy(), "a copy is unequal")
    _ = try? read.jsonData()
    if let bytes = try? read.archivedData() {
        precondition(
            (try? FuzzedPart.unarchive(data: bytes)) == read, "an archive came back as another object")
    }
}

private let formats: [DateFormat] = [
    .automatic, .iso8601, .dotNet, .dotNet(offset: .added), .dotNetSimple, .dotNetWithTimeZone, .unixSeconds,
    .unixMilliseconds, .secondsSinceReferenceDate,
]

private func date(_ text: String) {
    for format in formats {
        guard let date = format.date(fromText: text) else { continue }
        precondition(date.timeIntervalSinceReferenceDate.isFinite, "a date that is not finite")
        guard let written = format.text(of: date) else { continue }
        precondition(format.date(fromText: written) != nil, "a date that was written is not read")
    }
}
