// Task: use the elements of a response while it arrives, here with the chunks of any asynchronous sequence.

import Foundation
import ModelObjects

final class Measurement: ModelObject {
    var sensor = ""
    var celsius = 0.0
    var takenAt: Date?
}

let response = """
    {"meta": {"page": 1, "of": "many"}, "data": {"readings": [
        {"sensor": "roof", "celsius": 21.5, "taken_at": "2026-06-01T12:00:00Z"},
        {"sensor": "cellar", "celsius": "14.25"},
        "offline",
        {"sensor": "garden", "celsius": 19}
    ]}, "next": null}
    """

/// A connection that delivers some bytes at a time, and reports how many have arrived.
///
/// With URLSession, pass the bytes themselves: `Measurement.elements(in: try await session.bytes(from: url).0)`.
struct Connection: AsyncSequence {
    let text: String
    let chunkSize: Int

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(bytes: Data(text.utf8), chunkSize: chunkSize) }

    struct AsyncIterator: AsyncIteratorProtocol {
        let bytes: Data
        let chunkSize: Int
        var arrived = 0

        mutating func next() async -> Data? {
            if arrived == bytes.count { return nil }
            let chunk = bytes.dropFirst(arrived).prefix(chunkSize)
            arrived += chunk.count
            print("  … \(arrived) bytes have arrived")
            return chunk
        }
    }
}

let connection = Connection(text: response, chunkSize: 90)
print("one after the other:")
for try await reading in Measurement.elements(in: connection, at: "data.readings") {
    print("\(reading.sensor): \(reading.celsius)")
}

print("\nuntil the first below 20 degrees; the rest is not read:")
for try await reading in Measurement.elements(in: connection, at: "data.readings") {
    print("\(reading.sensor): \(reading.celsius)")
    if reading.celsius < 20 { break }
}

print("\nan array that is cut off:")
do {
    let cut = String(response.prefix(230))
    for try await reading in Measurement.elements(
        in: Connection(text: cut, chunkSize: 115), at: "data.readings")
    {
        print("\(reading.sensor): \(reading.celsius)")
    }
} catch let error as JSONSyntaxError {
    print(error)
}
