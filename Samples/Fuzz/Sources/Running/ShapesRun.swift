import Foundation
import ModelObjects

/// Times worst-case payloads of some step at one, two and four times a size, and compares the times.
struct ShapesRun {
    let megabytes: Int

    private static let shapes: [(name: String, start: String, repeated: String, end: String)] = [
        ("backslashes", #"{"name": ""#, #"\\"#, #""}"#), ("an open text", #"{"name": ""#, "a", ""),
        ("digits", #"{"count": "#, "9", "}"), ("digits of a Decimal", #"{"price": 1."#, "3", "}"),
        ("digits as a text", #"{"count": ""#, "7", #""}"#), ("digits as a date", #"{"at": ""#, "1", #""}"#),
        ("opening brackets", "", "[", ""), ("pairs of brackets", #"{"any": ["#, "[],", "1]}"),
        ("one key", "{", #""count":1,"#, #""count": 2}"#),
        ("one key of a model", "{", #""next":{"count":1},"#, #""next": {}}"#),
        ("one unknown key", "{", #""unknown":1,"#, #""unknown": 2}"#),
        ("keys that fold alike", "{", #""n_a_m_e":"a","N-A-M-E":"b","na me":"c","#, #""name": "d"}"#),
        ("a long key", #"{""#, "n_", #"": 1}"#), ("objects", #"{"all": ["#, "{},", "{}]}"),
        ("one key of a dictionary", #"{"byKey": {"#, #""k":1,"#, #""k":1}}"#),
        ("elements that do not fit", #"{"all": ["#, "1,", "1]}"),
    ]

    func measure() {
        show("seconds for \(megabytes) MB, and how many times as long for twice and four times as much")
        for shape in Self.shapes {
            for (way, map) in [
                ("mapped", { _ = try? Speck(json: $0) }), ("inspected", { _ = Speck.inspect(json: $0) }),
            ]
                as [(String, (Data) -> Void)]
            {
                let times = [1, 2, 4].map { factor in
                    let count = factor * megabytes << 20 / shape.repeated.utf8.count
                    let data = Data(
                        (shape.start + String(repeating: shape.repeated, count: count) + shape.end).utf8)
                    return (0..<3).map { _ in ContinuousClock().measure { map(data) } }.min() ?? .zero
                }
                show(
                    "\(shape.name), \(way): \(times[0]), \(rounded(times[1] / times[0])), \(rounded(times[2] / times[0]))"
                )
            }
        }
    }

    private func rounded(_ ratio: Double) -> Double { (ratio * 10).rounded() / 10 }
}
