// Task: hold a class against what the server sent, in a test or before there is a payload at all.

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

/// A class that no payload can fill as it was meant.
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

print("\nNothing to say, as a test would have it: \(Book.audit().isEmpty)")
