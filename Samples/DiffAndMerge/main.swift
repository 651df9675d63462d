// Task: a user edits a form while the server sends changes. List the differences, and merge both.

import ModelObjects

final class Contact: ModelObject {
    var name = ""
    var phone: String?
    var tags: [String] = []
    var address: Address?
}

final class Address: ModelObject {
    var city = ""
    var street = ""
}

let stored = try Contact(
    json: """
        {"name": "Ada", "tags": ["math", "music", "tea"], "address": {"city": "London", "street": "St James's Sq"}}
        """)

func show(_ title: String, _ changes: [PropertyChange]) {
    print(title)
    for change in changes {
        print("  \(change.path): \(change.old ?? "nil") → \(change.new ?? "nil")")
    }
}

let edited = stored.copy()
print("a copy is equal: \(edited == stored), and another object: \(edited !== stored)")

edited.phone = "+44 20 7946 0000"
edited.tags[2] = "chess"
edited.address?.city = "Marylebone"
show("edited:", edited.changes(since: stored))

// A change from the server: only the keys that it sends are changed, nested models in place.
let address = edited.address
try edited.update(json: #"{"name": "Ada King", "address": {"street": "Dorset St"}}"#)
show("edited, and updated:", edited.changes(since: stored))
print("the address is the same object: \(edited.address === address)")

// Take all values of the other object, including nil.
edited.merge(from: stored)
show("merged with what was stored:", edited.changes(since: stored))
print("equal again: \(edited == stored), found in a set: \(Set([stored]).contains(edited))")
