import Foundation
import ModelObjects

/// What rules cost: the same values, once found by their names, once by a rule for every property.
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

/// The same members with the fields of their address beside the others, for a class that has no paths.
private func flatMembers(_ data: Data) throws -> Data {
    let text = String(decoding: data, as: UTF8.self)
        .replacingOccurrences(of: #""address":{"#, with: "")
        .replacingOccurrences(of: #"},"notes""#, with: #","notes""#)
    return Data(text.utf8)
}

/// What it costs that the payload chooses the class.
let discriminatedReading = Comparison(
    title: "Reading 10,000 entries of four classes",
    baselines: ["ModelObjects, one class", "JSONDecoder, four classes"], measuresMemory: false,
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

/// What reports cost: who asks for one, who reads it, and who does not ask.
///
/// The first two do the same work on classes of the same properties. The second one's class has been
/// inspected a thousand times before, and payloads that there is much to tell of were among them: whatever a
/// report leaves behind in the process would show as a difference between the two, which is to stay within
/// 3 %.
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
