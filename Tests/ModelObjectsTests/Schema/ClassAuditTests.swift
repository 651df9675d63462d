import Foundation
import Testing

@testable import ModelObjects

struct ClassAuditTests {
    @Test func aSoundClassHasNoFindings() {
        #expect(AuditedSound.audit().isEmpty)
    }

    @Test func findingsNameTheirPropertiesAndSayWhy() {
        let findings = AuditedOdd.audit()
        #expect(findings.map(\.kind) == [.collision, .uselessKey, .unmappable])
        #expect(findings.map(\.properties) == [["userID", "user_id"], ["name"], ["callback"]])
        #expect(findings.allSatisfy { $0.message.hasSuffix(".") })
    }

    @Test func propertiesThatCannotBothBeExportedAreFound() throws {
        let findings = AuditedTwice.audit()
        #expect(findings.map(\.kind) == [.exportCollision, .exportCollision])
        #expect(
            findings.map(\.message) == [
                "first and second can't both be exported as $.k; mark one of them .notExported.",
                "whole and part can't both be exported as $.ext.x; mark one of them .notExported.",
            ])
        #expect(throws: ModelError.self) { try AuditedTwice().jsonString() }
    }
}

private final class AuditedSound: ModelObject {
    var title = ""
    var count = 0
}

private final class AuditedTwice: ModelObject {
    var first = 0
    var second = 0
    var hidden = 0
    var unused = 0
    var whole: [String: Int] = [:]
    var part = 0
    override class var propertyRules: [String: PropertyRule] {
        [
            "first": .key("k"), "second": .keys("k", "l"), "hidden": .key("k").notExported,
            "unused": .key("k").ignored, "whole": .key("ext"), "part": .key("ext.x"),
        ]
    }
}

private final class AuditedOdd: ModelObject {
    var userID = 0
    var user_id = 0
    var name = ""
    var callback: () -> Void = {}
    override class var propertyRules: [String: PropertyRule] { ["name": .keys("name", "name")] }
}
