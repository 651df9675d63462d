import Foundation
import ModelObjects

/// A status with two dates in Twitter's format.
///
/// Foundation's contenders read the dates with `statusDate`, except one, which shows how slow a DateFormatter is.
let statusReading = Comparison(
    title: "Reading a Weibo status",
    baselines: [
        "ModelObjects, from bytes", "ModelObjects, hook overridden", "ModelObjects, from a dictionary",
    ],
    measuresMemory: false, payload: { statusPayload(seed: $0.seed) }, contenders: statusReaders,
    isCharted: true)

func statusReaders(_ data: Data) -> [Contender] {
    [
        Contender("ModelObjects, from bytes") { { try Status(json: data) } },
        Contender("ModelObjects, hook overridden") { { try HookedStatus(json: data) } },
        Contender("ModelObjects, from a dictionary") {
            let dictionary = try dictionary(data)
            return { try Status(dictionary: dictionary) }
        },
        Contender("JSONDecoder") {
            let decoder = JSONDecoder()
            decoder.dateDecodingStrategy = .custom { try statusDate(from: $0) }
            return { try decoder.decode(CodedStatus.self, from: data) }
        },
        Contender("JSONDecoder, with a DateFormatter") {
            let decoder = JSONDecoder()
            decoder.dateDecodingStrategy = .formatted(statusDateFormatter())
            return { try decoder.decode(CodedStatus.self, from: data) }
        },
        Contender("JSONDecoder, convertFromSnakeCase") {
            let decoder = snakeCaseDecoder()
            decoder.dateDecodingStrategy = .custom { try statusDate(from: $0) }
            return { try decoder.decode(SnakeStatus.self, from: data) }
        },
        Contender("JSONSerialization + by hand") { { CodedStatus(try dictionary(data)) } },
        Contender("by hand, from a dictionary") {
            let dictionary = try dictionary(data)
            return { CodedStatus(dictionary) }
        },
    ]
}

let statusWriting = Comparison(
    title: "Writing a Weibo status", baselines: ["ModelObjects"], measuresMemory: false,
    payload: { statusPayload(seed: $0.seed) }, contenders: statusWriters, isCharted: true)

func statusWriters(_ data: Data) -> [Contender] {
    func canonical(_ written: Data) throws -> [String] {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return canonicalText(of: try decoder.decode(SnakeStatus.self, from: written))
    }
    return [
        Contender(
            "ModelObjects",
            {
                let status = try Status(json: data)
                return { try status.jsonData() }
            }, canonical: canonical),
        Contender(
            "JSONEncoder",
            {
                let decoder = snakeCaseDecoder()
                decoder.dateDecodingStrategy = .custom { try statusDate(from: $0) }
                let status = try decoder.decode(SnakeStatus.self, from: data)
                let encoder = plainEncoder()
                return { try encoder.encode(status) }
            }, canonical: canonical),
    ]
}
