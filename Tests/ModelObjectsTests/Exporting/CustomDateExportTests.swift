import Foundation
import Testing

@testable import ModelObjects

/// Custom date formats whose values contain dates again, which would need the same format.
struct CustomDateExportTests {
    final class Holder: ModelObject {
        var at = Date(timeIntervalSince1970: 0)
        var list: [Date] = []
        var any: Any?
    }

    struct Wrapped: ModelValue {
        var date: Date
        static func modelValue(from value: Any) -> Self? { nil }
        var exportedValue: Any { date }
    }

    struct Coded: Codable { var at: Date }

    private static func format(_ format: @escaping @Sendable (Date) -> Any) -> DateFormat {
        .custom(parse: { _ in nil }, format: format)
    }

    private static let endless: [(name: String, format: DateFormat)] = [
        ("date", format { $0 }),
        ("other date", format { $0.addingTimeInterval(1) }),
        ("NSDate", format { NSDate(timeIntervalSinceReferenceDate: $0.timeIntervalSinceReferenceDate) }),
        ("Optional", format { $0 as Date? as Any }),
        ("array", format { [$0] }),
        ("dictionary", format { ["at": $0] as [String: Any] }),
        ("set", format { [$0] as Set<Date> }),
        ("ModelValue", format { Wrapped(date: $0) }),
        ("Codable", format { Coded(at: $0) }),
        ("model", format { _ in Holder() }),
        ("firstOf", .firstOf([format { $0 }])),
    ]

    @Test(arguments: endless.indices)
    func aFormatThatReturnsADateIsAnError(index: Int) {
        let (name, format) = Self.endless[index]
        let options = ExportOptions(dateFormat: format)
        let holder = Holder()
        for export in [
            { try holder.jsonString(options: options) }, { try holder.jsonObject(options: options) },
            { try ModelEncoder(options: options).encode(Coded(at: holder.at)) },
        ] as [() throws -> Any] {
            let error = exportError(export)
            #expect(error?.code == .notExportable, "\(name)")
            #expect(error?.path.hasPrefix("$.at") == true, "\(name)")
        }
    }

    @Test func theErrorSaysWhatIsWrong() {
        let error = exportError { try Holder().jsonString(options: .init(dateFormat: Self.format { $0 })) }
        #expect(
            error?.description == "Cannot export the date at $.at: a custom format returned it.")
    }

    final class Classy: ModelObject {
        var at = Date(timeIntervalSince1970: 0)
        var ruled = Date(timeIntervalSince1970: 0)
        var day = Date(timeIntervalSince1970: 100_000)
        override class var mappingOptions: MappingOptions {
            MappingOptions(dateFormat: .custom(parse: { _ in nil }, format: { $0.timeIntervalSince1970 }))
        }
        override class var propertyRules: [String: PropertyRule] {
            [
                "ruled": .date(.custom(parse: { _ in nil }, format: { $0 })),
                "day": .converted(
                    from: { _ -> Date? in nil },
                    to: { (date: Date) in [Date(timeIntervalSince1970: date.timeIntervalSince1970 - 1)] }),
            ]
        }
    }

    /// A date that a property's own format or converter returns is written in the format of the class.
    @Test func datesOfRulesHaveTheFormatOfTheClass() throws {
        #expect(try Classy().jsonString() == #"{"at":0,"ruled":0,"day":[99999]}"#)
        let options = ExportOptions(dateFormat: Self.format { $0 })
        #expect(exportError { try Classy().jsonString(options: options) }?.code == .notExportable)
    }

    @Test func aFormatMayReturnANumberThatIsNotFinite() throws {
        var options = ExportOptions(dateFormat: Self.format { _ in Double.nan }, only: ["at"])
        let error = exportError { try Holder().jsonString(options: options) }
        #expect(error?.code == .notFinite && error?.path == "$.at")
        for (notFinite, json) in [(ExportOptions.NotFinite.omit, "{}"), (.null, #"{"at":null}"#)] {
            options.notFinite = notFinite
            #expect(try Holder().jsonString(options: options) == json)
        }
    }

    /// The output can be used after the error.
    @Test func valuesAfterALostDateAreWritten() throws {
        struct Lenient: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.unkeyedContainer()
                try? container.encode(Date(timeIntervalSince1970: 1))
                try container.encode(Date(timeIntervalSince1970: 0))
            }
        }
        let format = Self.format { $0.timeIntervalSince1970 == 0 ? "zero" as Any : $0 }
        let data = try ModelEncoder(options: .init(dateFormat: format)).encode(Lenient())
        #expect(String(decoding: data, as: UTF8.self) == #"["zero"]"#)
    }
}
