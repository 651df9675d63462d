import Foundation
import ModelObjects
import Testing

/// Values that other code reads less strictly.
struct ExactValueTests {
    struct Money: RawRepresentable, Hashable { var rawValue: Decimal }
    struct Flags: OptionSet { let rawValue: Int }
    final class RawValues: ModelObject {
        var money = Money(rawValue: 0)
        var list: [Money] = []
        var flags: Flags = []
    }

    @Test(.knowsHooks) func rawValuesKeepTheirDigits() throws {
        let digits = "1234567890.123456789"
        let json = #"{"money":\#(digits),"list":[\#(digits)],"flags":9007199254740993.0}"#
        let money = Money(rawValue: try #require(Decimal(string: digits)))
        let made = try RawValues(json: json)
        #expect(made.money == money && made.list == [money])
        #expect(made.flags.rawValue == 9_007_199_254_740_993)
        let report = RawValues.inspect(json: #"{"flags":2.0000000000000000000001}"#).report
        #expect(report.problems.map(\.path) == ["$.flags"])
    }

    struct Prices: RawRepresentable, Hashable { var rawValue: [Decimal?] }
    final class Lists: ModelObject {
        var prices = Prices(rawValue: [])
        var byNumber: [Double: Decimal] = [:]
        var byPrice: [Decimal: Set<Money>] = [:]
        var byMoney: [Money: Int] = [:]
        var optional: [Double: [Decimal]?] = [:]
    }

    /// Also in values that are read as a whole, such as dictionaries in the form of lists.
    @Test(.knowsHooks) func digitsInsideOtherValuesAreKept() throws {
        let digits = "0.1234567890123456789012345"
        let json = #"""
            {"prices": [\#(digits), null], "byNumber": [1.5, \#(digits)], "byPrice": [\#(digits), [\#(digits)]],
             "byMoney": [\#(digits), 1], "optional": [2, [\#(digits)]]}
            """#
        let exact = try #require(Decimal(string: digits))
        let made = try Lists(json: json)
        #expect(made.prices.rawValue == [exact, nil] && made.byNumber == [1.5: exact])
        #expect(made.byPrice == [exact: [Money(rawValue: exact)]])
        #expect(made.byMoney == [Money(rawValue: exact): 1] && made.optional == [2: [exact]])
    }

    struct Endless: RawRepresentable, Hashable {
        var rawValue: Endless { self }
        init() {}
        init(rawValue: Endless) { self = rawValue }
    }
    final class Tagged: ModelObject {
        struct Part: Codable { var x = 1 }
        var byTag: [Endless: Int] = [:]
        var part = Part()
    }

    /// A type that is its own raw value is neither text nor JSON.
    @Test func endlessRawValues() throws {
        #expect(try Tagged(json: #"{"byTag": {"a": 1}}"#).byTag.isEmpty)
        #expect(Tagged.audit().map(\.kind) == [.unmappable])
        let error = #expect(throws: ModelError.self) { try Tagged(dictionary: ["part": ["x": Endless()]]) }
        #expect(error?.code == .limitExceeded)
    }

    final class Base64: ModelObject { var data = Data([9]) }

    @Test(arguments: ["====", "AA=A", "AAAA====", "AAAA=", "A===", "=", "AA==AA==", "A"])
    func invalidBase64IsRejected(_ text: String) throws {
        let report = Base64.inspect(json: #"{"data":"\#(text)"}"#)
        #expect(report.object?.data == Data([9]) && report.report.problems.count == 1)
        #expect(throws: DecodingError.self) { try ModelDecoder().decode([Data].self, from: #"["\#(text)"]"#) }
    }

    @Test func dateConversionIgnoresNumericText() throws {
        final class Numbers: ModelObject {
            var int = 0
            var double = 0.0
        }
        let options = MappingOptions(dateConversion: .timeInterval, conversions: .none)
        for text in ["300", "1700000000000", "1.5"] {
            let made = try Numbers(json: #"{"int":"\#(text)","double":"\#(text)"}"#, options: options)
            #expect(made.int == 0 && made.double == 0, "\(text)")
        }
        let dates = try Numbers(json: #"{"int":"2000-01-01","double":"2000-01-01"}"#, options: options)
        #expect(dates.int == 946_684_800 && dates.double == 946_684_800)
    }

    final class Price: ModelObject { var amount: Decimal? }

    /// Numbers beyond the smallest Decimal, and beyond the smallest Double.
    @Test(arguments: ["1e-129", "-1e-200", "1e-323", "1e-324", "1e-9999", "0"])
    func numbersTooSmallForADecimalAreZero(_ number: String) throws {
        #expect(try Price(json: #"{"amount": \#(number)}"#, options: .strict).amount == 0)
        #expect(try Price(json: #"{"amount": "\#(number)"}"#, options: .strict).amount == 0)
    }
}
