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
}

private final class AuditedSound: ModelObject {
    var title = ""
    var count = 0
}

private final class AuditedOdd: ModelObject {
    var userID = 0
    var user_id = 0
    var name = ""
    var callback: () -> Void = {}
    override class var propertyRules: [String: PropertyRule] { ["name": .keys("name", "name")] }
}
