import Foundation
import ModelObjects

let archiveWriting = Comparison(
    title: "Archiving 10,000 records", baselines: ["ModelObjects"],
    measuresMemory: true,
    payload: { recordsPayload(count: $0.memberCount, seed: $0.seed) },
    contenders: { data in [modelWriter(data), listWriter(data), jsonWriter(data)] })

let archiveReading = Comparison(
    title: "Unarchiving 10,000 records", baselines: ["ModelObjects"],
    measuresMemory: true,
    payload: { recordsPayload(count: $0.memberCount, seed: $0.seed) },
    contenders: { data in [modelReader(data), listReader(data), jsonReader(data)] })

/// A tenth of the records and one round: NSKeyedArchiver takes seconds for them, and its time grows quadratically.
let keyedArchiveWriting = Comparison(
    title: "Archiving 1,000 records", baselines: ["ModelObjects"], measuresMemory: false,
    payload: { recordsPayload(count: $0.memberCount / 10, seed: $0.seed) },
    contenders: { data in [modelWriter(data), keyedWriter(data)] }, maximumRounds: 1)

let keyedArchiveReading = Comparison(
    title: "Unarchiving 1,000 records", baselines: ["ModelObjects"], measuresMemory: false,
    payload: { recordsPayload(count: $0.memberCount / 10, seed: $0.seed) },
    contenders: { data in [modelReader(data), keyedReader(data)] }, maximumRounds: 1)

// MARK: Contenders: each reads its own output, and the results are compared

private func modelWriter(_ data: Data) -> Contender {
    Contender(
        "ModelObjects",
        {
            let records = try Record.array(json: data)
            return { try Record.archivedData(records) }
        }, canonical: { canonicalText(of: try Record.unarchiveArray(data: $0)) })
}

private func modelReader(_ data: Data) -> Contender {
    Contender("ModelObjects") {
        let archive = try Record.archivedData(Record.array(json: data))
        return { try Record.unarchiveArray(data: archive) }
    }
}

private func listWriter(_ data: Data) -> Contender {
    Contender(
        "PropertyListEncoder",
        {
            let (records, encoder) = (try codedRecords(data), binaryListEncoder())
            return { try encoder.encode(records) }
        }, canonical: { canonicalText(of: try PropertyListDecoder().decode([CodedRecord].self, from: $0)) })
}

private func listReader(_ data: Data) -> Contender {
    Contender("PropertyListDecoder") {
        let (archive, decoder) = (try binaryListEncoder().encode(codedRecords(data)), PropertyListDecoder())
        return { try decoder.decode([CodedRecord].self, from: archive) }
    }
}

private func jsonWriter(_ data: Data) -> Contender {
    Contender(
        "JSONEncoder",
        {
            let (records, encoder) = (try codedRecords(data), JSONEncoder())
            return { try encoder.encode(records) }
        }, canonical: { canonicalText(of: try JSONDecoder().decode([CodedRecord].self, from: $0)) })
}

private func jsonReader(_ data: Data) -> Contender {
    Contender("JSONDecoder") {
        let (archive, decoder) = (try JSONEncoder().encode(codedRecords(data)), JSONDecoder())
        return { try decoder.decode([CodedRecord].self, from: archive) }
    }
}

private func keyedWriter(_ data: Data) -> Contender {
    Contender(
        "NSKeyedArchiver",
        {
            let records = try keyedRecords(data)
            return { try NSKeyedArchiver.archivedData(withRootObject: records, requiringSecureCoding: false) }
        }, canonical: { canonicalText(of: try unarchivedRecords($0).map(\.fields)) })
}

private func keyedReader(_ data: Data) -> Contender {
    Contender(
        "NSKeyedUnarchiver",
        {
            let archive = try NSKeyedArchiver.archivedData(
                withRootObject: keyedRecords(data), requiringSecureCoding: false)
            return { try unarchivedRecords(archive) }
        }, canonical: { (records: [KeyedRecord]) in canonicalText(of: records.map(\.fields)) })
}

private func codedRecords(_ data: Data) throws -> [CodedRecord] {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return try decoder.decode([CodedRecord].self, from: data)
}

private func binaryListEncoder() -> PropertyListEncoder {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    return encoder
}

private func keyedRecords(_ data: Data) throws -> NSArray {
    NSArray(array: try codedRecords(data).map { KeyedRecord($0) })
}

private func unarchivedRecords(_ archive: Data) throws -> [KeyedRecord] {
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archive)
    unarchiver.requiresSecureCoding = false
    defer { unarchiver.finishDecoding() }
    guard let records = unarchiver.decodeObject(forKey: NSKeyedArchiveRootObjectKey) as? [KeyedRecord] else {
        throw ComparisonError(description: "not an archive of records")
    }
    return records
}
