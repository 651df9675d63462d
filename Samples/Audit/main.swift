// Task: check a class against recorded responses, or without any payload.

import Foundation
import ModelObjects

final class Book: ModelObject {
    var name = ""
    var pages = 0
    var isbn: String?
}

let samples = [
    #"[{"nmae": "Emma", "pages": "474"}, {"nmae": "Persuasion", "pages": "249"}]"#,
    #"{"nmae": "Ulysses", "pages": 730, "isbn": null}"#,
    "null",
]

print("The class and its samples:")
for finding in Book.audit(samples: samples.map { Data($0.utf8) }) {
    print("- \(finding)")
}

/// A class with three mistakes.
final class Account: ModelObject {
    var userID = 0
    var user_id = ""
    var note = ""
    var onChange: (() -> Void)?

    override class var propertyRules: [String: PropertyRule] {
        ["note": .keys("note", "--")]
    }
}

print("\nA class alone:")
for finding in Account.audit() {
    print("- \(finding.kind): \(finding)")
}

print("\nNo finding, as a test would check: \(Book.audit().isEmpty)")
