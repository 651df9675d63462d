import Foundation
import ModelObjects

/// The members in a Codable envelope.
private struct MemberPage: Codable {
    var items: [Member]
    var next: String?
}

private struct CodedPage: Codable {
    var items: [CodedMember]
    var next: String?
}

/// A model that contains structs.
private final class StructPage: ModelObject {
    var items: [CodedMember] = []
    var next: String?
}

private func envelope(_ members: Data) -> Data {
    Data(#"{"items":"#.utf8) + members + Data(#","next":"2"}"#.utf8)
}

/// The text of the array in an envelope.
private func members(in envelope: Data) -> Data {
    let start = envelope.firstIndex(of: UInt8(ascii: "[")) ?? envelope.startIndex
    let end = envelope.lastIndex(of: UInt8(ascii: "]")) ?? envelope.startIndex
    return Data(envelope[start...end])
}

/// Models inside a Codable type, compared with the same models alone, and Codable types inside a model.
let envelopeReading = Comparison(
    title: "Reading an envelope of 10,000 members",
    baselines: ["ModelObjects, array(json:)", "ModelObjects, of structs"], measuresMemory: true,
    payload: { envelope(membersPayload(count: $0.memberCount, seed: $0.seed)) },
    contenders: { data in
        [
            Contender(
                "ModelObjects, array(json:)",
                {
                    let members = members(in: data)
                    return { try Member.array(json: members) }
                }, canonical: { canonicalText(of: $0) }),
            Contender(
                "ModelDecoder", { { try ModelDecoder().decode(MemberPage.self, from: data) } },
                canonical: { canonicalText(of: $0.items) }),
            Contender(
                "ModelObjects, of structs", { { try StructPage(json: data) } },
                canonical: { canonicalText(of: $0.items) }),
            Contender(
                "JSONDecoder, of structs", { { try JSONDecoder().decode(CodedPage.self, from: data) } },
                canonical: { canonicalText(of: $0.items) }),
        ]
    })

let envelopeWriting = Comparison(
    title: "Writing an envelope of 10,000 members", baselines: ["ModelObjects, jsonData"],
    measuresMemory: true,
    payload: { envelope(membersPayload(count: $0.memberCount, seed: $0.seed)) },
    contenders: { data in
        [
            Contender(
                "ModelObjects, jsonData",
                {
                    let members = try ModelDecoder().decode(MemberPage.self, from: data).items
                    return { try Member.jsonData(members) }
                }, canonical: { canonicalText(of: try ModelDecoder().decode([Member].self, from: $0)) }),
            Contender(
                "ModelEncoder",
                {
                    let page = try ModelDecoder().decode(MemberPage.self, from: data)
                    return { try ModelEncoder().encode(page) }
                },
                canonical: { canonicalText(of: try ModelDecoder().decode(MemberPage.self, from: $0).items) }),
        ]
    })

/// Plain Codable structs, by the library's decoder and Foundation's.
let plainReading = Comparison(
    title: "Reading 10,000 Codable structs", baselines: ["ModelDecoder"], measuresMemory: true,
    payload: { membersPayload(count: $0.memberCount, seed: $0.seed) },
    contenders: { data in
        [
            Contender("ModelDecoder") { { try ModelDecoder().decode([CodedMember].self, from: data) } },
            Contender("JSONDecoder") { { try JSONDecoder().decode([CodedMember].self, from: data) } },
        ]
    })

let plainWriting = Comparison(
    title: "Writing 10,000 Codable structs", baselines: ["ModelEncoder"], measuresMemory: true,
    payload: { membersPayload(count: $0.memberCount, seed: $0.seed) },
    contenders: { data in
        let canonical = { canonicalText(of: try JSONDecoder().decode([CodedMember].self, from: $0)) }
        return [
            Contender(
                "ModelEncoder",
                {
                    let members = try JSONDecoder().decode([CodedMember].self, from: data)
                    return { try ModelEncoder().encode(members) }
                }, canonical: canonical),
            Contender(
                "JSONEncoder",
                {
                    let members = try JSONDecoder().decode([CodedMember].self, from: data)
                    return { try JSONEncoder().encode(members) }
                }, canonical: canonical),
        ]
    })
