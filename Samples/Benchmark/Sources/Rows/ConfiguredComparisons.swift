import Foundation
import ModelObjects

/// The cost of rules: the same values, matched by name, then with a rule for every property.
let ruledReading = Comparison(
    title: "Reading 10,000 members by rules", baselines: ["ModelObjects, without rules"],
    measuresMemory: false,
    payload: { membersPayload(count: $0.memberCount, seed: $0.seed) },
    contenders: { data in
        [
            Contender("ModelObjects, without rules") {
                let flat = try flatMembers(data)
                return { try FlatMember.array(json: flat) }
            },
            Contender("ModelObjects, a rule for each property") { { try RuledMember.array(json: data) } },
        ]
    })

/// The same members with the fields of their address in the outer object, for a class without paths.
private func flatMembers(_ data: Data) throws -> Data {
    let text = String(decoding: data, as: UTF8.self)
        .replacingOccurrences(of: #""address":{"#, with: "")
        .replacingOccurrences(of: #"},"notes""#, with: #","notes""#)
    return Data(text.utf8)
}

/// The cost of a second key that matches a property, here `_id` beside `id`.
let secondKeyReading = Comparison(
    title: "Reading 10,000 members with a second id", baselines: ["ModelObjects, one id"],
    measuresMemory: false,
    payload: { membersPayload(count: $0.memberCount, seed: $0.seed) },
    contenders: { data in
        [
            Contender("ModelObjects, one id") { { try Member.array(json: data) } },
            Contender("ModelObjects, two ids") {
                let text = String(decoding: data, as: UTF8.self)
                let both = Data(text.replacingOccurrences(of: #"{"id":"#, with: #"{"_id":0,"id":"#).utf8)
                return { try Member.array(json: both) }
            },
        ]
    })

/// The cost of filling objects that exist, which keep their old values if the call fails.
let memberUpdating = Comparison(
    title: "Updating 10,000 members one by one",
    baselines: ["ModelObjects, new objects", "ModelObjects, update"], measuresMemory: false,
    payload: { membersPayload(count: $0.memberCount, seed: $0.seed) },
    contenders: { data in
        [
            Contender("ModelObjects, new objects") {
                let texts = try texts(ofMembers: data)
                return { try texts.map { try Member.model(json: $0) } }
            },
            Contender("ModelObjects, update") {
                let texts = try texts(ofMembers: data)
                let members = try Member.array(json: data)
                return {
                    for (member, text) in zip(members, texts) { try member.update(json: text) }
                    return members
                }
            },
            Contender("JSONDecoder, new objects") {
                let texts = try texts(ofMembers: data)
                let decoder = JSONDecoder()
                return { try texts.map { try decoder.decode(CodedMember.self, from: $0) } }
            },
        ]
    })

private func texts(ofMembers data: Data) throws -> [Data] {
    try Member.array(json: data).map { try $0.jsonData(options: ExportOptions(keyStyle: .snakeCase)) }
}

/// The cost of letting the payload choose the class.
let discriminatedReading = Comparison(
    title: "Reading 10,000 entries of four classes",
    baselines: ["ModelObjects, one class", "ModelObjects, four classes"], measuresMemory: false,
    payload: { entriesPayload(count: $0.memberCount, seed: $0.seed) },
    contenders: { data in
        [
            Contender("ModelObjects, one class") { { try Entry.array(json: data) } },
            Contender("ModelObjects, four classes") { { try DiscriminatedEntry.array(json: data) } },
            Contender(
                "JSONDecoder, four classes",
                {
                    let decoder = JSONDecoder()
                    return { try decoder.decode([AnyCodedEntry].self, from: data) }
                }, canonical: { (entries: [AnyCodedEntry]) in canonicalText(of: entries.map(\.entry)) }),
        ]
    })

/// The cost of reports: without a report, with one that is ignored, and with one that is read.
///
/// The first two contenders do the same work on classes with the same properties. The class of the second has been
/// inspected a thousand times before, partly with payloads that cause many findings. Any state that a report leaves
/// in the process would show as a difference between the two, which must stay within 3 %.
let inspectedReading = Comparison(
    title: "Reading a GitHub user with a report",
    baselines: ["ModelObjects, class never inspected"],
    measuresMemory: false, payload: { userPayload(seed: $0.seed) },
    contenders: { data in
        [
            Contender("ModelObjects, class never inspected") { { try UninspectedUser(json: data) } },
            Contender("ModelObjects, class inspected before") {
                for _ in 0..<1_000 {
                    letGo(of: User.inspect(json: data))
                    letGo(of: User.inspect(json: #"{"lgoin": 1, "ID": "x", "Login": null, "id": {}}"#))
                }
                return { try User(json: data) }
            },
            Contender(
                "ModelObjects, with a report", { { User.inspect(json: data) } },
                canonical: { (user: User?, _: MappingReport) in canonicalText(of: user as Any) }),
            Contender(
                "ModelObjects, with a report that is read",
                {
                    {
                        let (user, report) = User.inspect(json: data)
                        letGo(of: (report.matched, report.unfilled, report.unmatchedKeys, report.problems))
                        return user
                    }
                }, canonical: { (user: User?) in canonicalText(of: user as Any) }),
        ]
    })
