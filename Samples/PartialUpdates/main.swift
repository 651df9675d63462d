// Task: send a server only what changed, and apply its answer. Distinguish a value, null and a missing key.

import Foundation
import ModelObjects

final class Profile: ModelObject {
    var name = ""
    var nickname: String?
    var tags: [String] = []
    var address: Address?
}

final class Address: ModelObject {
    var street = ""
    var city = ""
}

/// What a client may send: each key may be missing, null, or have a value.
final class ProfileUpdate: ModelObject {
    var name: Presence<String> = .missing
    var nickname: Presence<String> = .missing
}

/// A server that keeps one profile, and answers a PATCH request with its own changes.
struct Server {
    let profile: Profile

    func patch(_ body: Data) throws -> Data {
        let update = try ProfileUpdate(json: body)
        print("server: name is \(update.name), nickname is \(update.nickname)")
        try profile.apply(mergePatch: body)
        let received = profile.copy()
        profile.tags.removeAll { $0 == "new" }
        profile.address?.city = profile.address?.city.uppercased() ?? ""
        return try profile.jsonData(changedSince: received)
    }
}

func text(_ data: Data) -> String { String(decoding: data, as: UTF8.self) }

let stored = try Profile(
    json: """
        {"name": "Ada", "nickname": "Countess", "tags": ["new", "math"], "address": {"street": "Dorset St", "city": "London"}}
        """)
let server = Server(profile: stored.copy())

// The user removes the nickname and moves.
let edited = stored.copy()
edited.nickname = nil
edited.address?.street = "St James's Sq"
let request = try edited.jsonData(changedSince: stored)
print("PATCH with application/merge-patch+json: \(text(request))")

let answer = try server.patch(request)
print("answer: \(text(answer))")
let address = edited.address
try edited.apply(mergePatch: answer)
print(
    "both agree: \(edited == server.profile); the address is still the same object: \(edited.address === address)"
)

// The same difference as a JSON Patch, which also names single elements of an array.
print("application/json-patch+json: \(text(try edited.jsonPatchData(since: stored)))")

// All or nothing: the test fails, so the operation before it has no effect either.
do {
    try edited.apply(
        jsonPatch: """
            [{"op": "replace", "path": "/name", "value": "Ada King"}, {"op": "test", "path": "/address/city", "value": "Paris"}]
            """)
} catch let error as ModelError {
    print(error)
    print("at \(error.path); the name is still \(edited.name)")
}
