import Foundation
import Testing

@testable import ModelObjects

/// Values of `ModelValue` types whose exported values are of such types again.
@Suite struct CustomConverterTests {
    struct Wrapped: ModelValue {
        var cents = 5
        static func modelValue(from value: Any) -> Self? { (value as? Int).map { Self(cents: $0) } }
        var exportedValue: Any { cents }
    }

    struct Wrapping: ModelValue {
        var inner = Wrapped()
        static func modelValue(from value: Any) -> Self? {
            Wrapped.modelValue(from: value).map { Self(inner: $0) }
        }
        var exportedValue: Any { inner }
    }

    struct Endless: ModelValue {
        var name = ""
        static func modelValue(from value: Any) -> Self? { (value as? String).map { Self(name: $0) } }
        var exportedValue: Any { self }
    }

    final class Prices: ModelObject {
        var wrapping: Wrapping?
        var any: Any?
    }

    final class Loops: ModelObject {
        var loop: Endless?
        var loops: [String: Endless] = [:]
        var any: Any?
    }

    @Test func aValueCanExportAnotherModelValue() throws {
        let prices = try Prices(json: #"{"wrapping": 7}"#)
        prices.any = Wrapping(inner: Wrapped(cents: 8))
        #expect(try prices.jsonString() == #"{"wrapping":7,"any":8}"#)
        #expect(prices == prices.copy() && prices.hashValue == prices.copy().hashValue)
    }

    @Test func aValueThatExportsItselfIsRejected() throws {
        let (one, other) = try (Loops(json: #"{"loop": "a"}"#), Loops(json: #"{"loop": "a"}"#))
        for object in [one, other] {
            object.any = Endless(name: "b")
            object.loops = ["c": Endless(name: "c")]
        }
        for export in [
            { _ = try one.jsonData() }, { _ = try one.jsonObject() }, { _ = try JSONEncoder().encode(one) },
            { _ = try one.jsonPatchData(since: Loops()) },
        ] as [() throws -> Void] {
            let error = onSmallStack { #expect(throws: (any Error).self) { try export() } }
            var modelError = error as? ModelError
            if case EncodingError.invalidValue(_, let context)? = error {
                modelError = context.underlyingError as? ModelError
            }
            #expect(modelError?.code == .limitExceeded, "\(error as Any)")
        }
        onSmallStack {
            #expect(one.hashValue == other.hashValue)
            _ = one == other
            _ = one.changes(since: other)
            _ = "\(one)"
        }
    }

    /// A type of another framework.
    struct Coordinate {
        var latitude = 0.0
        var longitude = 0.0
    }

    final class Color: NSObject {
        let red: Int
        init(red: Int) { self.red = red }
        override func isEqual(_ object: Any?) -> Bool { (object as? Color)?.red == red }
        override var hash: Int { red }
    }

    final class Place: ModelObject {
        var coordinate: Coordinate?
        var center = Coordinate(latitude: 1, longitude: 2)
        var range = (from: 0, to: 0)
        var color: Color?
        var colors: [Color] = []

        override class var propertyRules: [String: PropertyRule] {
            @Sendable func coordinate(_ any: Any) -> Coordinate? {
                guard let numbers = any as? [Any], numbers.count == 2 else { return nil }
                let doubles = numbers.compactMap { Double("\($0)") }
                return doubles.count == 2 ? Coordinate(latitude: doubles[0], longitude: doubles[1]) : nil
            }
            return [
                "coordinate": .converted(from: coordinate, to: { [$0.latitude, $0.longitude] }),
                "center": .converted(from: coordinate, to: { [$0.latitude, $0.longitude] }),
                "range": .converted(
                    from: { any -> (from: Int, to: Int)? in (any as? [Int]).map { ($0[0], $0[1]) } },
                    to: { [$0.from, $0.to] }),
                "color": .converted(from: { ($0 as? Int).map { Color(red: $0) } }, to: { $0.red }),
                "colors": .converted(
                    from: { any -> [Color]? in (any as? [Int]).map { $0.map { Color(red: $0) } } },
                    to: { $0.map(\.red) }),
            ]
        }
    }

    /// The rule makes the Optional itself, of a type without `==`.
    @Test func nilOfARuleEqualsOnlyNil() throws {
        final class Marked: ModelObject {
            var place: Coordinate?
            override class var propertyRules: [String: PropertyRule] {
                [
                    "place": .converted(
                        from: { any -> Coordinate?? in
                            .some((any as? Int).map { Coordinate(latitude: Double($0), longitude: 0) })
                        }, to: { (place: Coordinate?) in place?.latitude })
                ]
            }
        }
        let marked = try [#"{"place":1}"#, #"{"place":2}"#, #"{"place":"?"}"#].map { try Marked(json: $0) }
        #expect(marked.map(\.place?.latitude) == [1, 2, nil])
        for (left, first) in marked.enumerated() {
            for (right, second) in marked.enumerated() {
                #expect((first == second.copy()) == (left == right), "\(left) and \(right)")
            }
        }
    }

    @Test func aRuleConvertsATypeThatNothingElseConverts() throws {
        let json = #"{"coordinate":[60.5,5.25],"center":[3,4],"range":[1,9],"color":7,"colors":[1,2]}"#
        let place = try Place(json: json, options: .strict)
        #expect(place.coordinate?.longitude == 5.25 && place.range == (1, 9) && place.color?.red == 7)
        #expect(
            try place.jsonString()
                == #"{"coordinate":[60.5,5.25],"center":[3,4],"range":[1,9],"color":7,"colors":[1,2]}"#)
        let copies = try [
            place.copy(), Place(dictionary: place.jsonObject()), Place.unarchive(data: place.archivedData()),
            JSONDecoder().decode(Place.self, from: JSONEncoder().encode(place)),
        ]
        for copy in copies {
            #expect(
                try copy == place && copy.hashValue == place.hashValue
                    && copy.jsonString() == place.jsonString())
        }
        let other = place.copy()
        other.coordinate?.latitude = 61
        #expect(other != place && other.changes(since: place).count == 1)
        try other.apply(jsonPatch: place.jsonPatchData(since: other))
        #expect(other == place)
        let report = Place.inspect(json: #"{"coordinate": "x", "color": null}"#).report
        #expect(
            report.problems.map(\.description)
                == [
                    "Expected Coordinate, found string at $.coordinate (line 1, column 16): "
                        + "the converter of `coordinate` returned nil."
                ])
    }

    /// Types that export numbers which mapping gives as an Int or a Double, and nil.
    struct Price: ModelValue, Equatable {
        var cents: Int64 = 0
        var share: Float = 0
        var counts: [UInt8] = []
        static func modelValue(from value: Any) -> Self? {
            guard let members = value as? [String: Any] else { return nil }
            return Self(
                cents: Int64(members["cents"] as? Int ?? -1), share: Float(members["share"] as? Double ?? -1),
                counts: (members["counts"] as? [Any] ?? []).map { UInt8($0 as? Int ?? 255) })
        }
        var exportedValue: Any { ["cents": cents, "share": share, "counts": counts] as [String: Any] }
    }

    struct Limit: ModelValue, Equatable {
        var number: Int32?
        static func modelValue(from value: Any) -> Self? { Self(number: Int32(value as? Int ?? -1)) }
        var exportedValue: Any { number.map { $0 as Any } ?? NSNull() }
    }

    struct Day { var year: Int32 }

    final class Shop: ModelObject {
        var price = Price()
        var prices: [String: [Price]] = [:]
        var limit: Limit? = Limit(number: 5)
        var none = Limit(number: 6)
        var day = Day(year: 1)

        override class var propertyRules: [String: PropertyRule] {
            ["day": .converted(from: { Day(year: Int32($0 as? Int ?? -1)) }, to: { (day: Day) in day.year })]
        }
    }

    @Test func anArchiveGivesAConverterTheTypesThatMappingGives() throws {
        let shop = Shop()
        shop.price = Price(cents: 900, share: 0.1, counts: [1, 2])
        shop.prices = ["a": [shop.price, Price(cents: 1, share: 2.5)]]
        (shop.limit, shop.none, shop.day) = (Limit(), Limit(), Day(year: 2024))
        let copies = try [
            Shop(json: shop.jsonString()), Shop(dictionary: shop.jsonObject()),
            Shop.unarchive(data: shop.archivedData()),
        ]
        for copy in copies {
            #expect(copy.price == shop.price && copy.prices == shop.prices && copy.day.year == 2024)
            #expect(copy.none.number == 6)
        }
        #expect(copies[2].limit == nil)
    }

    struct Rejected: Error {}

    final class RejectingDay: ModelObject {
        var day = Day(year: 2)
        override class var propertyRules: [String: PropertyRule] {
            [
                "day": .converted(
                    from: { Day(year: Int32($0 as? Int ?? -1)) },
                    to: { (day: Day) throws -> Any? in
                        if day.year == 2 { throw Rejected() }
                        return day.year == 3 ? nil : day.year
                    })
            ]
        }
    }

    @Test func anErrorOfAConverterIsThrownByArchivesToo() throws {
        let model = RejectingDay()
        #expect(throws: ModelError.self) { try model.jsonString() }
        let error = try #require(throws: ModelError.self) { try model.archivedData() }
        #expect(error.code == .hookFailed && error.underlyingError is Rejected)
        #expect("\(error)" == "The converter of Day threw an error at $.objects[0].day.")
        for (year, read) in [(1, 1), (3, 2)] as [(Int32, Int32)] {
            model.day = Day(year: year)
            #expect(try RejectingDay.unarchive(data: model.archivedData()).day.year == read)
        }
    }
}
