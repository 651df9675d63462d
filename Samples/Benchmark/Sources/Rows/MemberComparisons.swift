import Foundation
import ModelObjects

let membersReading = Comparison(
    title: "Reading 10,000 members",
    baselines: [
        "ModelObjects, from bytes", "ModelObjects, hook overridden", "ModelObjects, from dictionaries",
    ],
    measuresMemory: true, payload: { membersPayload(count: $0.memberCount, seed: $0.seed) },
    contenders: memberReaders, isCharted: true)

func memberReaders(_ data: Data) -> [Contender] {
    [
        Contender("ModelObjects, from bytes") { { try Member.array(json: data) } },
        Contender("ModelObjects, hook overridden") { { try HookedMember.array(json: data) } },
        Contender("ModelObjects, from dictionaries") {
            let dictionaries = try dictionaries(data)
            return { try Member.array(json: dictionaries) }
        },
        Contender("JSONDecoder") {
            let decoder = JSONDecoder()
            return { try decoder.decode([CodedMember].self, from: data) }
        },
        Contender("JSONDecoder, convertFromSnakeCase") {
            let decoder = snakeCaseDecoder()
            return { try decoder.decode([SnakeMember].self, from: data) }
        },
        Contender("JSONSerialization + by hand") { { try dictionaries(data).map { CodedMember($0) } } },
        Contender("by hand, from dictionaries") {
            let dictionaries = try dictionaries(data)
            return { dictionaries.map { CodedMember($0) } }
        },
        Contender("the objects alone, without JSON") {
            let members = try Member.array(json: data)
            return { madeAnew(members) }
        },
    ]
}

let membersWriting = Comparison(
    title: "Writing 10,000 members", baselines: ["ModelObjects"], measuresMemory: true,
    payload: { membersPayload(count: $0.memberCount, seed: $0.seed) }, contenders: memberWriters,
    isCharted: true)

func memberWriters(_ data: Data) -> [Contender] {
    let canonical = { try canonicalText(of: JSONDecoder().decode([SnakeMember].self, from: $0)) }
    return [
        Contender(
            "ModelObjects",
            {
                let members = try Member.array(json: data)
                return { try Member.jsonData(members) }
            }, canonical: canonical),
        Contender(
            "JSONEncoder",
            {
                let members = try snakeCaseDecoder().decode([SnakeMember].self, from: data)
                let encoder = plainEncoder()
                return { try encoder.encode(members) }
            }, canonical: canonical),
    ]
}
