import Foundation
import ModelObjects
import Testing

/// The order in which an error and a report list the problems of a text.
struct ProblemOrderTests {
    final class Member: ModelObject {
        var id = 0
        var name = ""
        override class var propertyRules: [String: PropertyRule] { ["id": .required, "name": .required] }
    }

    final class Group: ModelObject {
        var first = 0
        var member: Member?
        var last = 0
    }

    @Test func aMissingKeyIsListedWhereItsObjectBegins() throws {
        let json = #"{"first": "x", "member": {"zork": 1}, "last": "x"}"#
        let error = try #require(throws: ModelError.self) { try Group(json: json, options: .strict) }
        #expect(
            error.problems.map(\.path)
                == ["$.first", "$.member.id", "$.member.name", "$.member.zork", "$.last"])
        #expect(error.problems.map(\.column) == [11, 26, 26, 27, 47])
        #expect(
            Group.inspect(json: json).report.problems.map(\.path)
                == ["$.first", "$.member.id", "$.member.name", "$.last"])
    }

    @Test func aMissingPathIsListedWhereItEnds() throws {
        final class Deep: ModelObject {
            var number = 0
            override class var propertyRules: [String: PropertyRule] {
                ["number": .keys("meta.number", "other").required]
            }
        }
        let json = #"{"zork": 1, "other": "x", "meta": {"a": 1}, "last": 1}"#
        let error = try #require(throws: ModelError.self) { try Deep(json: json, options: .strict) }
        #expect(
            error.problems.map { "\($0.code) \($0.path) \($0.column ?? 0)" } == [
                "unknownKey $.zork 2", "typeMismatch $.other 22", "missingRequired $.meta.number 1",
                "unknownKey $.last 45",
            ])
    }

    @Test func aMissingValueFollowsTheProblemOfItsKey() throws {
        for value in [#""x""#, "null"] {
            let json = #"{"member": {"zork": 1, "id": \#(value), "yes": 2}}"#
            let error = try #require(throws: ModelError.self) { try Group(json: json, options: .strict) }
            #expect(
                error.problems.map { "\($0.code) \($0.path) \($0.column ?? 0)" } == [
                    "missingRequired $.member.name 12", "unknownKey $.member.zork 13",
                    "typeMismatch $.member.id 30", "missingRequired $.member.id 12",
                    "unknownKey $.member.yes \(value == "null" ? 36 : 35)",
                ])
        }
    }

    /// An error lists tolerated problems, too.
    @Test(arguments: [
        (MappingOptions(unknownKeys: .reject), ["$.zork"]),
        (MappingOptions(mismatches: .reject), ["$.first", "$.last"]),
        (.strict, ["$.first", "$.zork", "$.last"]), (MappingOptions(), []),
    ])
    func theRejectedProblemsAreMarked(_ options: MappingOptions, rejected: [String]) throws {
        let json = #"{"first": "x", "zork": 1, "last": []}"#
        let problems = Group.inspect(json: json, options: options).report.problems
        #expect(problems.filter(\.isRejected).map(\.path) == rejected)
        do {
            _ = try Group(json: json, options: options)
            #expect(rejected.isEmpty)
        } catch {
            #expect((error as? ModelError)?.problems == problems)
        }
    }
}
