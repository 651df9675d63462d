// Task: handle what no rule covers. Uses the hooks for mapping and exporting, in the order in which they are called.
// Each is optional.

import Foundation
import ModelObjects

final class Account: ModelObject {
    var owner = ""
    var amount = Decimal(0)
    var currency = ""
    var tags: [String] = []
    var secret: String?

    /// Called first; returns the payload to use, or nil to reject it.
    override class func willMap(_ dictionary: [String: Any]) -> [String: Any]? {
        print("willMap         \(dictionary.keys.sorted())")
        return dictionary["account"] as? [String: Any]  // the payload wraps it
    }

    /// Called for every key, in the payload's spelling; `super` stores the value.
    override func serializeValue(_ value: Any, key: String) {
        print("serializeValue  \(key)")
        switch key {
        case "Balance":
            let parts = (value as? String ?? "").split(separator: " ").map(String.init)
            guard parts.count == 2 else { return }
            super.serializeValue(parts[0], key: "amount")  // one text fills two properties
            currency = parts[1]
        case "tags":
            let words = (value as? String ?? "").split(separator: " ").map(String.init)
            super.serializeValue(words, key: key)  // a different value
        default:
            super.serializeValue(value, key: key)
        }
    }

    /// Called after the last key.
    override func didMap(_ dictionary: [String: Any]) throws {
        print("didMap          owner is \(owner)")
        owner = owner.capitalized
    }

    /// Called after `didMap`; an error rejects the object.
    override func validate() throws {
        print("validate        \(amount) \(currency)")
    }

    /// Called on export for every property, in the order of the keys; nil leaves it out.
    override func exportedValue(_ value: Any, property: String) -> Any? {
        print("exportedValue   \(property)")
        return property == "secret" ? nil : value
    }

    /// Called on export after the last property.
    override func didExport(_ dictionary: inout [String: Any]) throws {
        print("didExport       \(dictionary.keys.sorted())")
        dictionary["version"] = 2
    }
}

let account = try Account(
    json: """
        {"account": {"owner": "grace hopper", "Balance": "12.50 EUR", "tags": "navy cobol", "secret": "x"}}
        """)
print("filled:         \(account.owner), \(account.amount), \(account.tags)\n")

print("\nexported:       \(try account.jsonString(options: ExportOptions(sortedKeys: true)))")
