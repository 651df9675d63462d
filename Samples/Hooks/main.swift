// Task: something that no rule covers. All hooks in their order, each of them optional.

import Foundation
import ModelObjects

final class Account: ModelObject {
    var owner = ""
    var amount = Decimal(0)
    var currency = ""
    var tags: [String] = []
    var secret: String?

    /// Before: may change the payload, or refuse it with nil.
    override class func willMap(_ dictionary: [String: Any]) -> [String: Any]? {
        print("willMap         \(dictionary.keys.sorted())")
        return dictionary["account"] as? [String: Any]  // the payload wraps it
    }

    /// For every key, in the payload's own spelling; `super` does the usual work.
    override func serializeValue(_ value: Any, key: String) {
        print("serializeValue  \(key)")
        switch key {
        case "Balance":
            let parts = (value as? String ?? "").split(separator: " ").map(String.init)
            guard parts.count == 2 else { return }
            super.serializeValue(parts[0], key: "amount")  // another key: one text for two properties
            currency = parts[1]
        case "tags":
            let words = (value as? String ?? "").split(separator: " ").map(String.init)
            super.serializeValue(words, key: key)  // another value than was sent
        default:
            super.serializeValue(value, key: key)
        }
    }

    /// After the last key.
    override func didMap(_ dictionary: [String: Any]) throws {
        print("didMap          owner is \(owner)")
        owner = owner.capitalized
    }

    /// After that; a throw refuses the object.
    override func validate() throws {
        print("validate        \(amount) \(currency)")
    }

    /// For every property on the way out, in the order of the written keys; nil leaves it out.
    override func exportedValue(_ value: Any, property: String) -> Any? {
        print("exportedValue   \(property)")
        return property == "secret" ? nil : value
    }

    /// After the last property.
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

var options = ExportOptions()
options.sortedKeys = true
print("\nexported:       \(try account.jsonString(options))")
