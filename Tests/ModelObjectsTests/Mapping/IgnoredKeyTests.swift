import Foundation
import ModelObjects
import Testing

/// The keys of properties that are not mapped: they are known, but nothing is done with their values.
struct IgnoredKeyTests {
    private final class Ticket: ModelObject {
        var name = ""
        var secret = ""
        var remoteID = 0
        var ticketDescription = ""
        var seat = ""

        override class var propertyRules: [String: PropertyRule] {
            [
                "secret": .key("meta.0.secret").ignored, "remoteID": .ignored, "ticketDescription": .ignored,
                "seat": PropertyRule.combined(keys: ["row", "place.number"]) { "\($0)" }.ignored,
            ]
        }
    }

    private final class Listed: ModelObject {
        var name = ""
        var seat = ""
        override class var mappedProperties: Set<String>? { ["name"] }
        override class var propertyRules: [String: PropertyRule] {
            ["seat": .combined(keys: ["row", "place.number"]) { "\($0)" }]
        }
    }

    @Test(arguments: [
        #""meta": 5"#, #""meta": [{"secret": 1}], "META": []"#, #""meta": {"0": 1}, "meta": "x""#,
        #""id": 3"#,
        #""description": [1]"#, #""row": 1, "row": 2"#, #""place": 7"#, #""place": {"number": {}}"#,
    ])
    func anyValueIsAllowed(member: String) throws {
        let json = #"{"name": "a", \#(member)}"#
        let dictionary = try #require(ReferenceReader.read(json).swift as? [String: Any])
        let (object, report) = Ticket.inspect(json: json)
        #expect(object?.name == "a" && report.problems.isEmpty && report.unmatchedKeys.isEmpty)
        for ticket in [
            try Ticket(json: json, options: .strict), try Ticket(dictionary: dictionary, options: .strict),
        ] {
            #expect(
                ticket.name == "a" && ticket.secret.isEmpty && ticket.remoteID == 0 && ticket.seat.isEmpty)
        }
        guard member.contains("row") || member.contains("place") else { return }
        #expect(try Listed(json: json, options: .strict).name == "a")
        #expect(try Listed(dictionary: dictionary, options: .strict).seat.isEmpty)
    }

    @Test func otherKeysAreUnknown() {
        let keys = Ticket.inspect(json: #"{"name": "", "number": 1, "identity": 2}"#).report.unmatchedKeys
        #expect(keys.map(\.path) == ["$.number", "$.identity"])
    }
}
