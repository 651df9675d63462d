import Foundation
import ModelObjects

/// One date in each of the usual formats: models read it from JSON, Foundation's formatters from the text alone.
let dateReadings = [
    isoDateReading, dotNetDateReading, statusDateReading, patternDateReading, namedPatternDateReading,
]

private let isoDateReading = dateReading(
    "ISO 8601",
    spelling: { ISO8601DateFormatter().string(from: $0) },
    contenders: { data in
        [
            models(ISODates.self, data),
            decoder("JSONDecoder, .iso8601", .iso8601, data),
            formatter("ISO8601DateFormatter, texts alone", data) {
                let formatter = ISO8601DateFormatter()
                return { formatter.date(from: $0) }
            },
            formatter("DateFormatter, texts alone", data) {
                let formatter = posixFormatter("yyyy-MM-dd'T'HH:mm:ssX")
                return { formatter.date(from: $0) }
            },
        ]
    })

private let dotNetDateReading = dateReading(
    ".NET",
    spelling: { #"\/Date(\#(Int($0.timeIntervalSince1970) * 1_000))\/"# },
    contenders: { data in
        [
            models(DotNetDates.self, data),
            decoder("JSONDecoder, dates by hand", .custom { try dotNetDate(from: $0) }, data),
        ]
    })

private let statusDateReading = dateReading(
    "Twitter's format",
    spelling: { statusDateFormatter().string(from: $0) },
    contenders: { data in
        [
            models(StatusDates.self, data),
            decoder("JSONDecoder, dates by hand", .custom { try statusDate(from: $0) }, data),
            formatter("DateFormatter, texts alone", data) {
                let formatter = statusDateFormatter()
                return { formatter.date(from: $0) }
            },
        ]
    })

private let patternDateReading = patternReading(
    "a pattern of numbers", PatternDates.self, PatternDates.pattern)
private let namedPatternDateReading = patternReading(
    "a pattern with a name", NamedPatternDates.self, NamedPatternDates.pattern)

private func patternReading<List: DateList>(
    _ format: String, _ type: List.Type, _ pattern: String
) -> Comparison {
    dateReading(
        format,
        spelling: { posixFormatter(pattern).string(from: $0) },
        contenders: { data in
            [
                models(type, data),
                formatter("DateFormatter, texts alone", data) {
                    let formatter = posixFormatter(pattern)
                    return { formatter.date(from: $0) }
                },
            ]
        })
}

// MARK: The payload and its readers

private let dateCount = 1_000

private func dateReading(
    _ format: String, spelling: @escaping @Sendable (Date) -> String,
    contenders: @escaping @Sendable (Data) -> [Contender]
) -> Comparison {
    Comparison(
        title: "Reading a date, \(format)", baselines: ["ModelObjects"], measuresMemory: false,
        payload: { datesPayload(count: dateCount, seed: $0.seed, spelling) }, contenders: contenders,
        itemsPerPass: dateCount)
}

/// `{"dates": [...]}` with dates in the years 1970 to 2037.
private func datesPayload(count: Int, seed: UInt64, _ spelling: (Date) -> String) -> Data {
    var random = SplitMix64(seed: seed)
    let texts = (0..<count).map { _ in
        "\"\(spelling(Date(timeIntervalSince1970: Double(random.number(0...2_145_916_800)))))\""
    }
    return Data(#"{"dates": [\#(texts.joined(separator: ", "))]}"#.utf8)
}

private func models<List: DateList>(_ type: List.Type, _ data: Data) -> Contender {
    Contender(
        "ModelObjects", { { try List(json: data) } },
        canonical: { (list: List) in canonicalText(of: list.dates) })
}

private func decoder(
    _ name: String, _ strategy: JSONDecoder.DateDecodingStrategy, _ data: Data
) -> Contender {
    Contender(
        name,
        {
            let decoder = JSONDecoder()
            decoder.dateDecodingStrategy = strategy
            return { try decoder.decode(CodedDateList.self, from: data) }
        }, canonical: { (list: CodedDateList) in canonicalText(of: list.dates) })
}

private func formatter(
    _ name: String, _ data: Data, _ makeParser: @escaping () -> (String) -> Date?
) -> Contender {
    Contender(
        name,
        {
            let texts = try dictionary(data)["dates"] as? [String] ?? []
            let date = makeParser()
            return { texts.compactMap(date) }
        }, canonical: { (dates: [Date]) in canonicalText(of: dates) })
}
