import Foundation
import Testing

@testable import ModelObjects

/// Letters whose uppercase form has a different lowercase form: only spellings with the same fold match.
struct UppercaseSpellingTests {
    final class Letters: ModelObject {
        var straße = ""
        var ı = ""
        var ﬁeld = ""
        var größe = ""
        var ὀδός = ""
        /// Ends with the Kelvin sign, whose lowercase form is an ASCII letter.
        var tempK = ""
    }

    final class Rivals: ModelObject {
        var straße = ""
        var strasse = ""
        var name = ""
    }

    final class LongS: ModelObject {
        var straße = ""
        var ſtraße = ""
    }

    final class Greek: ModelObject {
        var a = ""
        var b = ""
        var c = ""
        override class var propertyRules: [String: PropertyRule] {
            ["a": .key("οδόσ"), "b": .key("οδός"), "c": .key("ΟΔΌΣ")]
        }
    }

    @Test func uppercaseSpellingsMatchByTheirFold() {
        let schema = ModelSchema.of(Letters.self)
        for mode in [MappingOptions.KeyMatching.fuzzy, .caseInsensitive, .exact] {
            let matcher = schema.matcher(mode)
            for key in [
                "STRASSE", "straße", "Straße", "STRAßE", "STRAẞE", "I", "ı", "i", "FIELD", "ﬁeld", "GRÖSSE",
                "GRÖßE",
                "größe", "Größe", "ὈΔΌΣ", "ὀδός", "ὀδόσ", "tempK", "tempK", "tempk", "TEMPK", "temp_k",
            ] {
                let (found, defined) = (matcher.matches(key), matcher.definition.matches(key))
                #expect(found.map(\.rank) == defined.map(\.rank), "\(key) \(mode)")
                #expect(found.map(\.target) == defined.map(\.target), "\(key) \(mode)")
            }
        }
        #expect(schema.matcher(.fuzzy).matches("STRASSE").isEmpty)
        #expect(schema.matcher(.fuzzy).matches("I").isEmpty)
        #expect(schema.matcher(.fuzzy).matches("STRAẞE").count == 1)
    }

    @Test func uppercaseKeysFillThePropertyWithTheSameFold() throws {
        let letters = try Letters(json: #"{"STRASSE": "no", "I": "no", "GRÖßE": "yes", "STRAẞE": "yes"}"#)
        #expect(letters.straße == "yes" && letters.ı == "" && letters.größe == "yes")
        let rivals = try Rivals(json: #"{"STRASSE": "a", "STRAẞE": "b"}"#)
        #expect(rivals.strasse == "a" && rivals.straße == "b")
    }

    @Test func auditsReportPropertiesThatCollideInUppercase() throws {
        #expect(Letters.audit().isEmpty)
        let finding = try #require(Rivals.audit().first)
        #expect(Rivals.audit().count == 1 && finding.kind == .collision)
        #expect(finding.properties == ["straße", "strasse"])
        #expect(finding.message.hasSuffix("STRASSE fills strasse."))
        #expect(Greek.audit().last?.message.hasSuffix("ΟΔΌΣ fills c.") == true)
        #expect(try Greek(json: #"{"ΟΔΌΣ": "x"}"#).c == "x")
        #expect(LongS.audit().map(\.properties) == [["straße", "ſtraße"]])
        #expect(LongS.audit().first?.message.hasSuffix("STRASSE fills none of them.") == true)
        #expect(LongS.inspect(json: #"{"STRASSE": "a"}"#).report.unmatchedKeys.count == 1)
    }
}
