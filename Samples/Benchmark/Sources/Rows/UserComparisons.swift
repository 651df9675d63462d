import Foundation
import ModelObjects

let userReading = Comparison(
    title: "Reading a GitHub user",
    baselines: [
        "ModelObjects, from bytes", "ModelObjects, hook overridden", "ModelObjects, from a dictionary",
    ],
    measuresMemory: false, payload: { userPayload(seed: $0.seed) }, contenders: userReaders, isCharted: true)

func userReaders(_ data: Data) -> [Contender] {
    [
        Contender("ModelObjects, from bytes") { { try User(json: data) } },
        Contender("ModelObjects, hook overridden") { { try HookedUser(json: data) } },
        Contender("ModelObjects, from a dictionary") {
            let dictionary = try dictionary(data)
            return { try User(dictionary: dictionary) }
        },
        Contender("JSONDecoder") {
            let decoder = JSONDecoder()
            return { try decoder.decode(CodedUser.self, from: data) }
        },
        Contender("JSONDecoder, convertFromSnakeCase") {
            let decoder = snakeCaseDecoder()
            return { try decoder.decode(SnakeUser.self, from: data) }
        },
        Contender("JSONSerialization + by hand") { { CodedUser(try dictionary(data)) } },
        Contender("by hand, from a dictionary") {
            let dictionary = try dictionary(data)
            return { CodedUser(dictionary) }
        },
    ]
}

let userWriting = Comparison(
    title: "Writing a GitHub user", baselines: ["ModelObjects"], measuresMemory: false,
    payload: { userPayload(seed: $0.seed) }, contenders: userWriters, isCharted: true)

func userWriters(_ data: Data) -> [Contender] {
    let canonical = { try canonicalText(of: JSONDecoder().decode(SnakeUser.self, from: $0)) }
    return [
        Contender(
            "ModelObjects",
            {
                let user = try User(json: data)
                return { try user.jsonData() }
            }, canonical: canonical),
        Contender(
            "JSONEncoder",
            {
                let user = try snakeCaseDecoder().decode(SnakeUser.self, from: data)
                let encoder = plainEncoder()
                return { try encoder.encode(user) }
            }, canonical: canonical),
    ]
}
