import Foundation
import ModelObjects
import Testing

/// Archives hold what JSONEncoder makes of the same values.
extension MergedContainerTests {
    final class Archived: ModelObject {
        var value: Value?
        override class var archiveName: String { "Value" }
    }

    final class Unarchived: ModelObject {
        var value: JSONTree?
        override class var archiveName: String { "Value" }
    }

    @Test(arguments: merged + late + failing)
    func archivesHoldTheSame(_ way: Way) throws {
        let archived = Archived()
        archived.value = way.value
        let tree = try Unarchived.unarchive(data: archived.archivedData()).value
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(try String(decoding: encoder.encode(tree), as: UTF8.self) == way.json)
    }

    /// A value that is encoded in parts.
    struct Parts: Codable, Equatable {
        var meta = ["a": 1, "b": 2]
        var list = [1, 2]
        var type = "point"
        var point = Point(x: 5)

        init() {}
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            meta = try container.decode([String: Int].self, forKey: "meta")
            list = try container.decode([Int].self, forKey: "list")
            type = try container.decode(String.self, forKey: "type")
            point = try decoder.singleValueContainer().decode(Point.self)
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            for (key, value) in meta {
                var nested = container.nestedContainer(keyedBy: Key.self, forKey: "meta")
                try nested.encode(value, forKey: Key(stringLiteral: key))
            }
            for number in list {
                var nested = container.nestedUnkeyedContainer(forKey: "list")
                try nested.encode(number)
            }
            try container.encode(type, forKey: "type")
            try single(encoder, point)
            try single(encoder, ["more": 1])
        }
    }

    /// A value that is encoded as a model with another member.
    struct Tagged: Codable {
        var type = "user"
        var user = User()

        init() {}
        init(from decoder: any Decoder) throws {
            type = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: "type")
            user = try decoder.singleValueContainer().decode(User.self)
        }
        func encode(to encoder: any Encoder) throws {
            try keyed(encoder, type)
            try single(encoder, user)
        }
    }

    final class Holder: ModelObject {
        var parts: Parts?
        var all: [String: Parts] = [:]
        var tagged: Tagged?
        var wrong: Value?
    }

    @Test func archivesKeepAllParts() throws {
        let holder = Holder()
        holder.parts = Parts()
        holder.all = ["a": Parts(), "b": Parts()]
        holder.tagged = Tagged()
        holder.tagged?.user.name = "bob"
        let restored = try Holder.unarchive(data: holder.archivedData())
        #expect(restored.parts == Parts())
        #expect(restored.all == holder.all)
        #expect(restored.tagged?.type == "user")
        #expect(restored.tagged?.user.name == "bob")
    }

    @Test(arguments: [
        Way("two numbers") {
            try single($0, 1); try single($0, 2)
        },
        Way("a number and an object") {
            try single($0, 1); try keyed($0)
        },
        Way("an object and a number") {
            try keyed($0); try single($0, 1)
        },
        Way("a model and an object") {
            try single($0, User()); try keyed($0)
        },
        Way("an object and a container of elements") {
            try keyed($0); _ = $0.unkeyedContainer()
        },
    ])
    func archivesOfWhatCannotBeMergedAreErrors(_ way: Way) {
        let holder = Holder()
        holder.wrong = way.value
        #expect(throws: ModelError.self) { try holder.archivedData() }
    }
}
