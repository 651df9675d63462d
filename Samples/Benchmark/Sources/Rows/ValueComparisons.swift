import Foundation
import ModelObjects

/// What a value of each type costs, alone and as an Optional: an array holds a thousand of them.
let valueReadings = [
    valueReading("Int", of: Int.self) { "\($0.number(0...999_999))" },
    valueReading("Double", of: Double.self) { "\(Double($0.number(0...999_999)) / 8)" },
    valueReading("Bool", of: Bool.self) { $0.oneIn(2) ? "true" : "false" },
    valueReading("String", of: String.self) { "\"\($0.token(12))\"" },
    valueReading("UUID", of: UUID.self) {
        "\"E621E1F8-C36C-495A-93FC-\(String(format: "%012X", $0.number(0...1 << 40)))\""
    },
    valueReading("URL", of: URL.self) { "\"https://example.com/people/\($0.token(6))\"" },
    valueReading("Decimal", of: Decimal.self) { "\($0.number(0...9_999)).\($0.number(10...99))" },
    valueReading("an enum", of: Kind.self) { "\"\($0.pick(["photo", "video", "article"]))\"" },
    valueReading("an Int sent as text", of: Int.self, decodedAs: NumberInText.self, \.number) {
        "\"\($0.number(0...999_999))\""
    },
]

private let valueCount = 1_000

private func valueReading<Value: Decodable & SendableMetatype>(
    _ name: String, of type: Value.Type, text: @escaping @Sendable (inout SplitMix64) -> String
) -> Comparison {
    valueReading(name, of: type, decodedAs: type, { $0 }, text: text)
}

/// - Parameters:
///   - coded: The type that JSONDecoder makes.
///   - value: The value in it, for the comparison of the results.
///   - text: The JSON of a value.
private func valueReading<Value: SendableMetatype, Coded: Decodable & SendableMetatype>(
    _ name: String, of type: Value.Type, decodedAs coded: Coded.Type,
    _ value: @escaping @Sendable (Coded) -> Value, text: @escaping @Sendable (inout SplitMix64) -> String
) -> Comparison {
    Comparison(
        title: "Reading a value, \(name)", baselines: ["ModelObjects"], measuresMemory: false,
        payload: { arguments in
            var random = SplitMix64(seed: arguments.seed)
            let texts = (0..<valueCount).map { _ in text(&random) }
            return Data(#"{"values":[\#(texts.joined(separator: ","))]}"#.utf8)
        },
        contenders: { data in
            [
                Contender("ModelObjects") { { try ValueList<Value>(json: data).values } },
                Contender("ModelObjects, Optionals") { { try ValueList<Value?>(json: data).values } },
                Contender(
                    "JSONDecoder",
                    {
                        let decoder = JSONDecoder()
                        return { try decoder.decode(CodedValueList<Coded>.self, from: data).values }
                    }, canonical: { (values: [Coded]) in canonicalText(of: values.map(value)) }),
            ]
        }, itemsPerPass: valueCount)
}

/// Records with many types: dates, UUIDs, URLs, Decimals and base64 beside numbers and texts.
let recordsReading = Comparison(
    title: "Reading 10,000 records", baselines: ["ModelObjects"], measuresMemory: false,
    payload: { recordsPayload(count: $0.memberCount, seed: $0.seed) },
    contenders: { data in
        [
            Contender("ModelObjects") { { try Record.array(json: data) } },
            Contender("JSONDecoder") {
                let decoder = JSONDecoder()
                decoder.dateDecodingStrategy = .iso8601
                return { try decoder.decode([CodedRecord].self, from: data) }
            },
        ]
    })
