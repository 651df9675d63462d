import ModelObjects
import Testing

/// What `print(report)` and `print(finding)` show.
struct MappingReportDescriptionTests {
    private final class ReportedUser: ModelObject {
        var userName = ""
        var age = 0
        var born: Int?
        let version = 1
    }

    private final class ReportedPlace: ModelObject {
        var cityName = ""
    }

    @Test func everyFactIsASentenceOnItsLine() {
        let report = ReportedUser.inspect(json: #"{"usr_name": "ada", "age": "36", "born": [], "zzz": 1}"#).1
        #expect(
            report.description == """
                Expected Int, found array at $.born (line 1, column 42).
                No property for $.usr_name; the nearest is userName.
                No property for $.zzz.
                No key for userName.
                Converted string to Int at $.age.
                version takes no part: it is a let.
                """)
    }

    @Test func aMissingObjectComesFirst() {
        let report = ReportedPlace.inspect(json: "[]").1
        #expect(
            report.description.hasPrefix(
                "No object: Expected object, found array at $ (line 1, column 1).\n"))
    }

    @Test func whatFitsSaysSo() {
        let report = ReportedPlace.inspect(json: #"{"city_name": "Oslo"}"#).1
        #expect(report.description == "Every key filled its property as it was.")
    }

    @Test func problemsThatAreLeftOutAreCounted() {
        final class ReportedList: ModelObject { var numbers: [Int] = [] }
        let json = #"{"numbers": [\#(repeatElement("{}", count: 103).joined(separator: ","))]}"#
        let report = ReportedList.inspect(json: json).1
        #expect(report.problems.count == 100 && report.description.hasSuffix("\nAnd 3 more problems."))
    }

    @Test func aFindingIsItsSentence() throws {
        final class ReportedPair: ModelObject {
            var userID = 0
            var user_id = 0
        }
        let finding = try #require(ReportedPair.audit().first)
        #expect("\(finding)" == finding.message)
    }
}
