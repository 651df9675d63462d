import Foundation
import ModelObjects

/// The cost of the first use of a class with 30 properties, which an app pays when it starts.
let firstReading = Comparison(
    title: "First decode of a member in a process", baselines: ["ModelObjects, from bytes"],
    measuresMemory: false, payload: { membersPayload(count: 1, seed: $0.seed) },
    contenders: { data in
        [
            Contender("ModelObjects, from bytes") { { try Member.array(json: data) } },
            Contender("ModelObjects, after another class") {
                letGo(of: try User(json: userPayload(seed: Arguments.seed)))
                return { try Member.array(json: data) }
            },
            Contender("ModelObjects, hook overridden") { { try HookedMember.array(json: data) } },
            Contender("JSONDecoder") { { try JSONDecoder().decode([CodedMember].self, from: data) } },
        ]
    }, timesFirstPass: true)
