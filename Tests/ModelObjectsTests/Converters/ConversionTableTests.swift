import Foundation
import ModelObjects
import Testing

/// The conversion table, row by row, through every entry point.
struct ConversionTableTests {
    @Test(arguments: integers) func integersAcceptRepresentableValues(_ row: ConversionRow) throws {
        try row.check()
    }
    @Test(arguments: texts) func stringsTakeTheShortestText(_ row: ConversionRow) throws { try row.check() }
    @Test(arguments: bools) func boolsAcceptNumbersAndWords(_ row: ConversionRow) throws { try row.check() }
    @Test(arguments: fractions) func fractionsRoundToNearest(_ row: ConversionRow) throws { try row.check() }
    @Test(.knowsHooks, arguments: halves) func floatsAreRoundedOnce(_ row: ConversionRow) throws {
        try row.check()
    }
    @Test(.knowsHooks, arguments: decimals) func decimalsKeepEveryDigit(_ row: ConversionRow) throws {
        try row.check()
    }
    @Test(arguments: foundation) func foundationTypesParseTheirText(_ row: ConversionRow) throws {
        try row.check()
    }
    @Test(arguments: enums) func enumsAcceptTheirRawValues(_ row: ConversionRow) throws { try row.check() }
    @Test(arguments: containers) func containersConvertElementByElement(_ row: ConversionRow) throws {
        try row.check()
    }
    @Test(arguments: own) func customTypesConvertThemselves(_ row: ConversionRow) throws { try row.check() }
    @Test(arguments: words) func nullWordsAreTextForTypesThatTakeThem(_ row: ConversionRow) throws {
        try row.check()
    }
    @Test(.knowsHooks, arguments: optionRows) func optionsChangeTheTable(_ row: ConversionRow) throws {
        try row.check()
    }

    private static let integers: [ConversionRow] = [
        .becomes("0", 0), .becomes("-0", 0), .becomes("12", 12), .becomes("-12", -12),
        .becomes("9007199254740993", 9_007_199_254_740_993),
        .becomes("9007199254740993", UInt64(9_007_199_254_740_993)),
        .becomes("-9223372036854775808", Int.min), .becomes("9223372036854775807", Int64.max),
        .keeps("9223372036854775808", Int.self), .keeps("-9223372036854775809", Int.self),
        .becomes("18446744073709551615", UInt64.max), .becomes("18446744073709551615", UInt.max),
        .keeps("18446744073709551616", UInt64.self), .keeps("18446744073709551615", Int.self),
        .keeps("-1", UInt.self), .keeps("-1", UInt8.self), .keeps("-1", UInt16.self),
        .keeps("-1", UInt32.self),
        .keeps("-1", UInt64.self), .becomes("-0", UInt8(0)),
        .keeps("\"+\u{6EA}71\"", Int.self), .keeps("\"-\u{301}7\"", Int.self),
        .keeps("\"20.\(String(repeating: "0", count: 60))1\"", Int.self),
        .becomes("20.\(String(repeating: "0", count: 60))", 20),
        .keeps("300", Int8.self), .keeps("300", UInt8.self), .becomes("255", UInt8.max),
        .becomes("-128", Int8.min),
        .keeps("-129", Int8.self), .keeps("128", Int8.self), .keeps("32768", Int16.self),
        .becomes("-32768", Int16.min),
        .keeps("65536", UInt16.self), .becomes("65535", UInt16.max), .keeps("2147483648", Int32.self),
        .becomes("2147483647", Int32.max), .keeps("4294967296", UInt32.self),
        .becomes("4294967295", UInt32.max),
        .becomes("3.0", 3), .becomes("3.0", Int8(3)), .becomes("3.0", UInt64(3)), .keeps("3.9", Int.self),
        .keeps("-0.5", Int.self), .becomes("1e3", 1000), .becomes("1.5e1", 15), .keeps("1e-1", Int.self),
        .becomes("0e-400", 0), .becomes("-0.0", 0),
        .becomes("1E2", UInt8(100)), .keeps("1e3", Int8.self), .keeps("1e400", Int.self),
        .keeps("-1e400", Int.self),
        .becomes("-0.0", 0), .keeps("1e30", Int.self), .becomes("1.8e19", UInt64(18_000_000_000_000_000_000)),
        .becomes("true", 1), .becomes("false", 0), .becomes("true", UInt8(1)), .becomes("true", Int64(1)),
        .becomes(#""12""#, 12), .becomes(#"" 12 ""#, 12), .becomes(#""\t12\n""#, 12), .becomes(#""007""#, 7),
        .becomes(#""008""#, 8), .becomes(#""+5""#, 5), .becomes(#""-5""#, -5), .becomes(#""1.0""#, 1),
        .becomes(#""1e3""#, 1000), .becomes(#""-0""#, 0),
        .becomes(#""9007199254740993""#, 9_007_199_254_740_993),
        .becomes(#""-9223372036854775808""#, Int.min), .becomes(#""18446744073709551615""#, UInt64.max),
        .becomes(#""18446744073709551615.0""#, UInt64.max), .becomes(#""9223372036854775807.00""#, Int.max),
        .keeps(#""9223372036854775808""#, Int.self), .keeps(#""1.5""#, Int.self),
        .keeps(#""12abc""#, Int.self),
        .keeps(#""""#, Int.self), .keeps(#"" ""#, Int.self), .keeps(#""NaN""#, Int.self),
        .keeps(#""0x10""#, Int.self),
        .keeps(#""1e400""#, Int.self), .keeps(#""inf""#, Int.self), .keeps(#""1 2""#, Int.self),
        .keeps(#""+-5""#, Int.self), .keeps(#""--5""#, Int.self), .keeps(#""1_000""#, Int.self),
        .keeps(#""1,000""#, Int.self), .keeps(#"".5""#, Int.self), .keeps(#""1.""#, Int.self),
        .keeps(#""+""#, Int.self),
        .keeps(#""١٢""#, Int.self), .keeps(#""300""#, Int8.self), .keeps(#""-1""#, UInt32.self),
        .becomes(#""true""#, 1), .becomes(#""No""#, 0), .becomes(#""yes""#, Int8(1)),
        .becomes(#""off""#, UInt16(0)),
        .keeps("[]", Int.self), .keeps("[1]", Int.self), .keeps("{}", Int.self),
        .keeps(#"{"a": 1}"#, Int.self),
    ]

    private static let texts: [ConversionRow] = [
        .becomes(#""a""#, "a"), .becomes(#""""#, ""), .becomes(#"" a ""#, " a "),
        .becomes(#""null""#, "null"),
        .becomes(#""nil""#, "nil"), .becomes(#""<null>""#, "<null>"), .becomes(#""(null)""#, "(null)"),
        .becomes(#""\u00e9\ud83d\ude00\n\/""#, "é😀\n/"), .becomes(#""é😀""#, "é😀"),
        .becomes(#""a\u0000b""#, "a\0b"),
        .becomes("12", "12"), .becomes("-12", "-12"), .becomes("0", "0"), .becomes("3.0", "3"),
        .becomes("3.5", "3.5"),
        .becomes("-0.25", "-0.25"), .becomes("1e3", "1000"), .becomes("1e-7", "1e-07"),
        .becomes("1e30", "1e+30"),
        .becomes("9007199254740993", "9007199254740993"),
        .becomes("18446744073709551615", "18446744073709551615"),
        .becomes("12345678901234567890123456789012345678", "12345678901234567890123456789012345678"),
        .becomes("true", "true"), .becomes("false", "false"), .becomes("1", "1"),
        .keeps("1e400", String.self), .keeps("[]", String.self), .keeps("{}", String.self),
        .keeps(#"["a"]"#, String.self),
    ]

    private static let words = ["null", "nil", "<null>", "(null)"].flatMap { word -> [ConversionRow] in
        let token = Token(text: word)
        return [
            .becomes("\"\(word)\"", token), .becomes("\"\(word)\"", Title(text: word)),
            .becomes("\"\(word)\"", TokenName(rawValue: token)),
        ]
    }

    private static let bools: [ConversionRow] =
        [
            .becomes("true", true), .becomes("false", false), .becomes("1", true), .becomes("0", false),
            .becomes("2", true), .becomes("-1", true), .becomes("0.0", false), .becomes("-0.0", false),
            .becomes("0.1", true),
            .becomes("18446744073709551615", true), .becomes("0e5", false),
            .keeps(#""""#, Bool.self), .keeps(#""2""#, Bool.self), .keeps(#""maybe""#, Bool.self),
            .keeps(#""truee""#, Bool.self), .keeps(#""1.0""#, Bool.self), .keeps("[]", Bool.self),
            .keeps("{}", Bool.self),
            .keeps("[true]", Bool.self), .keeps(#""ja""#, Bool.self),
        ]
        + ["true", "yes", "on", "t", "y", "1", "TRUE", "Yes", "oN", "T", "Y", " yes "].map {
            .becomes("\"\($0)\"", true)
        }
        + ["false", "no", "off", "f", "n", "0", "FALSE", "No", "oFF", "F", "N"].map {
            .becomes("\"\($0)\"", false)
        }

    private static let fractions: [ConversionRow] = [
        .becomes("1", 1.0), .becomes("-1", -1.0), .becomes("1.5", 1.5), .becomes("0.1", 0.1),
        .becomes("1e308", 1e308),
        .becomes("5e-324", Double.leastNonzeroMagnitude), .becomes("1e-400", 0.0),
        .keeps("1e400", Double.self), .keeps("-1e400", Double.self),
        .becomes("9007199254740993", 9_007_199_254_740_992.0),
        .becomes("18446744073709551615", 18_446_744_073_709_551_616.0),
        .becomes("123456789012345678901234567890", 1.2345678901234568e29), .becomes("true", 1.0),
        .becomes("false", 0.0),
        .becomes(#""1.5""#, 1.5), .becomes(#"" 1.5 ""#, 1.5), .becomes(#""+1e3""#, 1000.0),
        .becomes(#""007.5""#, 7.5),
        .becomes(#""yes""#, 1.0), .becomes(#""No""#, 0.0), .becomes(#""1e-400""#, 0.0),
        .keeps(#""NaN""#, Double.self), .keeps(#""inf""#, Double.self), .keeps(#""Infinity""#, Double.self),
        .keeps(#""0x10""#, Double.self), .keeps(#""1e400""#, Double.self), .keeps(#""12abc""#, Double.self),
        .keeps(#""0x10""#, Float.self), .keeps(#""0x1p4""#, Float.self), .keeps(#""1e400""#, Float.self),
        .keeps(#""5.""#, Float.self), .keeps(#""1\u0000junk""#, Float.self), .keeps(#""1e""#, Float.self),
        .becomes(#"" +05.50 ""#, Float(5.5)), .becomes(#""16777217""#, Float(16_777_216)),
        .keeps(#""""#, Double.self), .keeps(#"".5""#, Double.self), .keeps("[]", Double.self),
        .keeps("{}", Double.self),
        .becomes("1.5", Float(1.5)), .becomes("16777217", Float(16_777_216)), .becomes("0.1", Float(0.1)),
        .keeps("1e39", Float.self), .keeps("-1e39", Float.self), .keeps("1e400", Float.self),
        .becomes("1e-60", Float(0)),
        .becomes("3.4028234663852886e38", Float.greatestFiniteMagnitude), .becomes("true", Float(1)),
        .becomes(#""0.1""#, Float(0.1)), .becomes(#""on""#, Float(1)), .keeps(#""1e39""#, Float.self),
        .keeps(#""nan""#, Float.self), .keeps("[1]", Float.self),
        .becomes("8388608.5", Float(8_388_608)), .becomes("-8388609.5", Float(-8_388_610)),
        .becomes("-0.1234567", Float(-0.1234567)),
        // As a Double, exactly halfway between two Floats; as text, below that.
        .becomes("1.0000001788139343", Float(1.0000001)),
        // Halfway between two Floats except for the last digit: a Double in between would round it twice.
        .becomes("1.00000017881393432617187499", Float(1.0000001), bytesOnly: true),
        .keeps(#""2024-01-01T00:00:00Z""#, Double.self), .keeps(#""2024-01-01T00:00:00Z""#, Float.self),
    ]

    /// Below halfway between two Floats; the shortest text of the nearest Double is above.
    private static let halves: [ConversionRow] = [
        .becomes("1.000000059604644775390624999", Float(1), bytesOnly: true),
        .becomes("-1.000000059604644775390624999", Float(-1), bytesOnly: true),
    ]

    private static func decimal(_ text: String) -> Decimal { Decimal(string: text) ?? .nan }

    private static let decimals: [ConversionRow] = [
        .becomes("0", Decimal(0)), .becomes("-0", Decimal(0)), .becomes("1", Decimal(1)),
        .becomes("0.1", decimal("0.1")),
        .becomes("19.99", decimal("19.99")), .becomes("1e3", Decimal(1000)),
        .becomes("1e-20", decimal("1e-20")),
        .becomes("9007199254740993", decimal("9007199254740993")), .becomes("1.10", decimal("1.1")),
        .becomes("18446744073709551615", decimal("18446744073709551615")),
        .becomes("12345678901234567890123456789012345678", decimal("12345678901234567890123456789012345678")),
        .becomes(
            "0.12345678901234567890123456789012345678", decimal("0.12345678901234567890123456789012345678"),
            bytesOnly: true),
        .becomes(
            "1234567890123456789.0123456789012345678", decimal("1234567890123456789.0123456789012345678"),
            bytesOnly: true),
        .becomes("-0.1", decimal("-0.1")), .becomes("true", Decimal(1)), .becomes("false", Decimal(0)),
        .becomes(
            #""12345678901234567890123456789012345678""#, decimal("12345678901234567890123456789012345678")),
        .becomes(
            #""0.12345678901234567890123456789012345678""#,
            decimal("0.12345678901234567890123456789012345678")),
        .becomes(#"" 1.50 ""#, decimal("1.5")), .becomes(#""+007""#, Decimal(7)),
        .becomes(#""1e3""#, Decimal(1000)),
        .becomes(#""yes""#, Decimal(1)), .becomes(#""-0""#, Decimal(0)), .keeps(#""12abc""#, Decimal.self),
        .keeps(#""NaN""#, Decimal.self), .keeps(#""""#, Decimal.self), .keeps(#""0x10""#, Decimal.self),
        .keeps("1e400", Decimal.self), .keeps("[]", Decimal.self), .keeps("{}", Decimal.self),
    ]

    private static func url(_ text: String) -> URL { URL(string: text) ?? .before }

    private static let foundation: [ConversionRow] = [
        .becomes(#""https://example.com/a?b=c""#, url("https://example.com/a?b=c")),
        .becomes(#""  https://example.com ""#, url("https://example.com")),
        .keeps("12", URL.self), .keeps("true", URL.self), .keeps("[]", URL.self), .keeps("{}", URL.self),
        .becomes(
            #""E621E1F8-C36C-495A-93FC-0C247A3E6E5F""#,
            UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F") ?? .before),
        .becomes(
            #""e621e1f8-c36c-495a-93fc-0c247a3e6e5f""#,
            UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F") ?? .before),
        .keeps(#""E621E1F8-C36C-495A-93FC-0C247A3E6E5G""#, UUID.self),
        .keeps(#""E621E1F8+C36C-495A-93FC-0C247A3E6E5F""#, UUID.self),
        .keeps(#""E621E1F8""#, UUID.self), .keeps(#""""#, UUID.self), .keeps("12", UUID.self),
        .keeps("{}", UUID.self),
        .becomes(#""aGk=""#, Data("hi".utf8)), .becomes(#""""#, Data()), .keeps(#""a""#, Data.self),
        .keeps(#""*&^%""#, Data.self), .keeps("12", Data.self), .keeps("[104]", Data.self),
        .becomes(#""1970-01-01T00:01:40Z""#, Date(timeIntervalSince1970: 100)),
        .becomes(#""/Date(100000)/""#, Date(timeIntervalSince1970: 100)),
        .becomes("100", Date(timeIntervalSince1970: 100)),
        .becomes(#""100""#, Date(timeIntervalSince1970: 100)),
        .becomes("1.5", Date(timeIntervalSince1970: 1.5)),
        .keeps(#""yesterday""#, Date.self), .keeps(#""""#, Date.self), .keeps("true", Date.self),
        .keeps("[]", Date.self),
        .keeps("{}", Date.self), .keeps("1e400", Date.self),
    ]

    private static let enums: [ConversionRow] = [
        .becomes("3", Level.high), .becomes("3.0", Level.high), .becomes(#""3""#, Level.high),
        .becomes("true", Level.low),
        .keeps("2", Level.self), .keeps(#""high""#, Level.self), .keeps("[]", Level.self),
        .keeps("3.5", Level.self),
        .becomes(#""spades""#, Suit.spades), .becomes(#""null""#, Suit.null), .becomes(#""none""#, Suit.none),
        .keeps(#""Spades""#, Suit.self), .keeps("1", Suit.self), .keeps(#""""#, Suit.self),
        .keeps("{}", Suit.self),
        .becomes("5", Flags(rawValue: 5)), .becomes(#""5""#, Flags(rawValue: 5)), .keeps("256", Flags.self),
        .keeps("-1", Flags.self),
    ]

    private static let containers: [ConversionRow] = [
        .becomes("[]", [Int]()), .becomes("[1, 2]", [1, 2]), .becomes(#"[1, "2", true, 3.0]"#, [1, 2, 1, 3]),
        .becomes(#"[1, "x", null, [], {}, 3.5, 2]"#, [1, 2]), .keeps("1", [Int].self),
        .keeps(#""[1]""#, [Int].self),
        .keeps("{}", [Int].self), .keeps(#"{"0": 1}"#, [Int].self), .keeps("true", [Int].self),
        .becomes("[[1], [], [2, 3]]", [[1], [], [2, 3]]), .becomes("[[1], 5, null]", [[1]]),
        .becomes(#"["a", 1, true, 2.5]"#, ["a", "1", "true", "2.5"]),
        .becomes("[1, 2, 1]", Set([1, 2])), .keeps("{}", Set<Int>.self),
        .becomes(#"["spades", "x"]"#, Set([Suit.spades])),
        .becomes(#"{"a": 1, "b": "2", "c": null, "d": []}"#, ["a": 1, "b": 2]),
        .keeps("[]", [String: Int].self),
        .keeps("1", [String: Int].self), .becomes("{}", [String: Int]()), .becomes(#"{"": 1}"#, ["": 1]),
        .becomes(#"{"1": 1, "-2": 2, "x": 3, "1.0": 4}"#, [1: 1, -2: 2]),
        .becomes(#"{"01": 1, "1": 2, "+1": 3}"#, [1: 3]), .becomes(#"{"1": 2, "01": 1, "01": 4}"#, [1: 4]),
        .becomes(#"{"spades": 1, "clubs": 2}"#, [Suit.spades: 1]),
        .becomes(#"{"3": 1, "2": 2}"#, [Level.high: 1]),
        .becomes(#"{"a": {"b": [1, "x"]}}"#, ["a": ["b": [1]]]), .becomes(#"{"a": 1, "a": 2}"#, ["a": 2]),
    ]

    private static let own: [ConversionRow] = [
        .becomes(#"{"x": 1, "y": 2}"#, Point(x: 1, y: 2)), .becomes(#"{"x": 1}"#, Point(x: 1)),
        .becomes(#"{"x": 1, "y": null}"#, Point(x: 1)), .keeps(#"{"y": 1}"#, Point.self),
        .keeps("[]", Point.self),
        .keeps(#"{"x": "1"}"#, Point.self), .keeps("5", Point.self), .keeps(#""x""#, Point.self),
        .becomes("5", Money(cents: 5)), .keeps(#""5""#, Money.self), .keeps("{}", Money.self),
        .keeps("1.5", Money.self),
    ]

    private static let none = MappingOptions(conversions: .none)
    private static let truncate = MappingOptions(numbers: .truncate)
    private static let clamp = MappingOptions(numbers: .clamp)

    private static let optionRows: [ConversionRow] = [
        .keeps(#""12""#, Int.self, none), .keeps(#""1.5""#, Double.self, none),
        .keeps(#""1.5""#, Float.self, none),
        .keeps(#""1.5""#, Decimal.self, none), .keeps("12", String.self, none),
        .keeps("true", String.self, none),
        .keeps(#""yes""#, Bool.self, none), .keeps(#""true""#, Bool.self, none),
        .keeps(#""yes""#, Int.self, none),
        .becomes("1", true, none), .becomes("3.0", 3, none), .becomes(#""a""#, "a", none),
        .becomes("12", 12.0, none),
        .keeps(#""3""#, Level.self, none), .becomes("3", Level.high, none), .becomes("[1]", [1], none),
        .becomes("3.9", 3, truncate), .becomes("-3.9", -3, truncate), .becomes("-0.5", UInt8(0), truncate),
        .becomes(#""3.9""#, 3, truncate), .keeps("300", Int8.self, truncate),
        .keeps("-1", UInt.self, truncate),
        .keeps("1e30", Int.self, truncate), .keeps(#""300.5""#, UInt8.self, truncate),
        .becomes("255.9", UInt8.max, truncate),
        .keeps("256.1", UInt8.self, truncate), .keeps("9223372036854775808.5", Int.self, truncate),
        .becomes("3.9", 3, clamp), .becomes("300", Int8.max, clamp), .becomes("-300", Int8.min, clamp),
        .becomes("-1", UInt.min, clamp), .becomes("1e30", Int.max, clamp), .becomes("-1e30", Int.min, clamp),
        .becomes("18446744073709551616", UInt64.max, clamp), .becomes(#""300.5""#, UInt8.max, clamp),
        .becomes("18446744073709551615", Int.max, clamp),
        .becomes(#""-99999999999999999999999""#, Int.min, clamp),
        .becomes("1e400", Int.max, clamp), .becomes("-1e400", Int8.min, clamp),
        .becomes(#""1e400""#, Int16.max, clamp),
        .keeps(#""x""#, Int.self, clamp), .keeps(#""NaN""#, Int.self, clamp),
        .becomes("3.9", Level.high, truncate),
        .becomes("9007199254740993.5", 9_007_199_254_740_993, truncate, bytesOnly: true),
    ]
}
