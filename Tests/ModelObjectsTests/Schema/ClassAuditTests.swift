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

    @Test func samplesShowWhatTheClassAndTheyDoNotShare() {
        let samples = [#"{"titel": "a", "count": []}"#, #"[{"count": 1}, {"count": 2, "other": true}]"#].map {
            Data($0.utf8)
        }
        let findings = AuditedSound.audit(samples: samples)
        let messages = findings.map(\.message)
        #expect(messages.contains("No property wants $.titel; the nearest is title."))
        #expect(messages.contains("No property wants $.other."))
        #expect(findings.filter { $0.kind == .neverFed }.map(\.properties) == [["title"]])
        #expect(findings.filter { $0.kind == .mismatch }.count == 1)
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
