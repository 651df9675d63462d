import Foundation
import ModelObjects
import Testing

/// Values of a protocol type inside a dictionary or an `Any` count as the values that they are.
struct ExistentialValueTests {
    private final class Holder: ModelObject {
        var text = ""
        var flag = false
        var count = 0
        var ratio = 0.0
        var price = Decimal(0)
        var date: Date?
        var names: [String] = []
        var flags: Set<String> = []
        var byName: [String: String] = [:]
        var any: Any?
    }

    private static let date = Date(timeIntervalSinceReferenceDate: 5)

    private static let values: [String: any Codable & Hashable & Sendable] = [
        "text": "a", "flag": true, "count": 7, "ratio": 1.5, "price": Decimal(string: "2.5") ?? 0,
        "date": date,
        "any": "b",
    ]

    @Test func dictionariesOfCodableValuesAreRead() throws {
        let holder = try Holder(dictionary: Self.values, options: .strict)
        #expect(holder.text == "a" && holder.flag && holder.count == 7 && holder.ratio == 1.5)
        #expect(holder.price == Decimal(string: "2.5") && holder.date == Self.date)
        #expect(holder.any as? String == "b")
        let lists: [String: Any] = [
            "names": ["a", "b"] as [any Codable], "flags": ["c"] as [any Hashable],
            "byName": ["d": "e"] as [String: any Codable], "any": ["x", true, 1.5, 2] as [any Codable],
        ]
        try holder.update(dictionary: lists, options: .strict)
        #expect(holder.names == ["a", "b"] && holder.flags == ["c"] && holder.byName == ["d": "e"])
        #expect(try holder.jsonString(options: ExportOptions(only: ["any"])) == #"{"any":["x",true,1.5,2]}"#)
    }

    /// Their first word is not the object.
    @Test func objectsOfFoundationAreRead() throws {
        let objects: [String: any Hashable] = [
            "text": NSString("a"), "count": NSNumber(value: 7), "price": NSDecimalNumber(string: "2.5"),
            "date": NSDate(timeIntervalSinceReferenceDate: 5), "any": NSString("b"),
            "names": NSArray(array: ["c"]),
        ]
        let holder = try Holder(dictionary: objects, options: .strict)
        #expect(holder.text == "a" && holder.count == 7 && holder.price == Decimal(string: "2.5"))
        #expect(holder.date == Self.date && holder.any as? String == "b" && holder.names == ["c"])
    }

    private static let untyped: [@Sendable () -> Any] = [
        { [NSString("x"), NSNumber(value: 5), NSDecimalNumber(string: "1.5")] as [any Hashable] },
        { ["x", true, date, Data([1]), 2] as [any Codable] },
        { ["a": "x", "b": 1] as [String: any Hashable] },
        { [Square(side: 1), Square(side: 2)] as [any Shape] },
        { (1, Square(side: 1) as any Shape) },
    ]

    @Test(arguments: untyped.indices) func copiesAndArchivesOfUntypedValuesAreEqual(index: Int) throws {
        let holder = Holder()
        holder.any = Self.untyped[index]()
        let copy = holder.copy()
        #expect(copy == holder && copy.hashValue == holder.hashValue && copy.changes(since: holder).isEmpty)
        if index < 3 {
            let read = try Holder.unarchive(data: holder.archivedData())
            #expect(read == holder)
            #expect(
                try read.jsonString(options: .init(sortedKeys: true))
                    == holder.jsonString(options: .init(sortedKeys: true)))
        }
    }

    private protocol Shape: Sendable { var side: Int { get } }
    private struct Square: Shape, Hashable { var side: Int }

    private final class Room: ModelObject {
        var shape: any Shape = Square(side: 1)
        var point: (x: Int, name: [String])?
        private(set) var changed: [Set<String>] = []
        override class var propertyRules: [String: PropertyRule] {
            [
                "shape": .converted(
                    from: { (value: Any) -> (any Shape)? in (value as? Int).map { Square(side: $0) } },
                    to: { (shape: any Shape) -> Any in shape.side }),
                "point": .converted(
                    from: { (value: Any) -> (x: Int, name: [String])?? in (value as? Int).map { ($0, ["a"]) }
                    },
                    to: { (point: (x: Int, name: [String])?) -> Any in point?.x ?? 0 }),
                "changed": .ignored,
            ]
        }
        override func didChange(_ properties: Set<String>) { changed.append(properties) }
    }

    @Test func propertiesOfProtocolTypesAreComparedByTheirValues() throws {
        let room = try Room(json: #"{"shape": 2, "point": 3}"#)
        #expect(room.copy() == room && room.copy().changes(since: room).isEmpty)
        try room.update(json: #"{"shape": 2, "point": 3}"#)
        #expect(room.changed.isEmpty)
        try room.update(json: #"{"shape": 3, "point": 4}"#)
        #expect(room.changed == [["shape", "point"]])
    }
}
