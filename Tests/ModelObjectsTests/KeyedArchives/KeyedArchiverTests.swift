import Foundation
import Testing

@testable import ModelObjects

/// Archives that Foundation's NSKeyedArchiver creates in the test, with class names like those of Objective-C apps.
struct KeyedArchiverTests {
    private static func archive(
        _ root: Any, _ format: PropertyListSerialization.PropertyListFormat
    ) -> Data {
        archive(format) { $0.encode(root, forKey: NSKeyedArchiveRootObjectKey) }
    }

    private static func archive(
        _ format: PropertyListSerialization.PropertyListFormat, _ encode: (NSKeyedArchiver) -> Void
    ) -> Data {
        let archiver = NSKeyedArchiver(requiringSecureCoding: false)
        archiver.outputFormat = format
        archiver.setClassName("SHUser", for: KeyedOldUser.self)
        archiver.setClassName("SHCar", for: KeyedOldCar.self)
        encode(archiver)
        archiver.finishEncoding()
        guard format == .xml else { return archiver.encodedData }
        // On Linux, setClassName has no effect.
        var text = String(decoding: archiver.encodedData, as: UTF8.self)
        text = text.replacingOccurrences(of: NSStringFromClass(KeyedOldUser.self), with: "SHUser")
        text = text.replacingOccurrences(of: NSStringFromClass(KeyedOldCar.self), with: "SHCar")
        return Data(text.utf8)
    }

    private static func user() -> KeyedOldUser {
        let (user, car) = (KeyedOldUser(), KeyedOldCar("red"))
        car.owner = user
        user.cars = [car, KeyedOldCar("green"), car]
        return user
    }

    private static let classes: [String: ModelObject.Type] = [
        "SHUser": Keyed.User.self, "SHCar": Keyed.Car.self,
        NSStringFromClass(KeyedOldUser.self): Keyed.User.self,
        NSStringFromClass(KeyedOldCar.self): Keyed.Car.self,
    ]

    @Test(arguments: [PropertyListSerialization.PropertyListFormat.binary, .xml])
    func aKeyedArchiveIsNotAModelArchive(_ format: PropertyListSerialization.PropertyListFormat) {
        let data = Self.archive(Self.user(), format)
        let error = #expect(throws: ModelError.self) { try Keyed.User.unarchive(data: data) }
        let sentence = "Not a ModelObjects archive: a keyed archive, which unarchive(keyedArchive:) reads."
        #expect(error?.description == sentence)
    }

    @Test(arguments: [PropertyListSerialization.PropertyListFormat.binary, .xml])
    func everyValueOfAnOldObjectIsRead(_ format: PropertyListSerialization.PropertyListFormat) throws {
        let old = Self.user()
        let data = Self.archive(old, format)
        let (read, report) = Keyed.User.inspect(keyedArchive: data, classes: Self.classes)
        let user = try #require(read)
        #expect(user.userName == "ann — é😀" && user.age == 30 && user.height == 1.75 && user.isActive)
        #expect(user.bornAt == Date(timeIntervalSinceReferenceDate: 1.5) && user.picture == Data([1, 2, 3]))
        #expect(user.homepage?.absoluteString == "https://example.com/a/b")
        #expect(user.homepage?.baseURL != nil)
        #expect(user.identifier?.uuidString == "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
        #expect(user.nickname == nil && user.tags == ["red", "blue"])
        #expect(user.scores == [7, 8, -9] && user.limits == ["a": 5])
        let anything = try #require(user.anything as? [Any])
        #expect(anything.count == 2 && anything[0] as? String == "red" && anything[1] as? Int == 7)
        #expect(user.cars.map(\.color) == ["red", "green", "red"])
        #expect(
            user.cars[0] === user.cars[2] && user.first === user.cars[0] && user.byName["x"] === user.first)
        #expect(user.cars[0].owner === user && user.cars[1].owner == nil)
        #expect(user.cars.map(\.awoken) == [true, true, true])
        #expect(report.error == nil && report.problems.isEmpty)
        #expect(report.unmatchedKeys.map(\.path) == [#"$["$unused"]"#])
        withExtendedLifetime(old) {}
    }

    @Test func anArrayIsRead() throws {
        let old = Self.user()
        let data = Self.archive(NSArray(array: [old, old, Self.user()]), .binary)
        let users = try Keyed.User.unarchiveArray(keyedArchive: data, classes: Self.classes)
        #expect(users.count == 3 && users[0] === users[1] && users[1] !== users[2])
        #expect(users.map(\.cars.count) == [3, 3, 3])
        let error = #expect(throws: ModelError.self) {
            try Keyed.User.unarchive(keyedArchive: data, classes: Self.classes)
        }
        #expect(error?.description == "The root of the keyed archive is an array, not a model.")
        let one = Self.archive(old, .binary)
        let other = #expect(throws: ModelError.self) {
            try Keyed.User.unarchiveArray(keyedArchive: one, classes: Self.classes)
        }
        #expect(other?.description == "The root of the keyed archive is not an array.")
    }

    final class Backup: ModelObject {
        var user: Keyed.User?
        var allCars: [Keyed.Car] = []
        var version = 0
        var isComplete = false
        var title: String?
        var awoken = false
        override func awakeFromUnarchive() { awoken = true }
    }

    @Test(arguments: [PropertyListSerialization.PropertyListFormat.binary, .xml])
    func topKeysAreThoseOfTheRoot(_ format: PropertyListSerialization.PropertyListFormat) throws {
        let old = Self.user()
        let objects = Self.archive(format) {
            $0.encode(old, forKey: "user")
            $0.encode(NSArray(array: old.cars), forKey: "all_cars")
            $0.encode(3, forKey: "version")
            $0.encode(true, forKey: "_isComplete")
            $0.encode("x" as NSString, forKey: "$other")
        }
        let (read, report) = Backup.inspect(keyedArchive: objects, classes: Self.classes)
        let backup = try #require(read)
        #expect(backup.user?.userName == "ann — é😀" && backup.user?.cars.count == 3)
        #expect(backup.allCars.count == 3 && backup.allCars[0] === backup.user?.first)
        #expect(backup.version == 3 && backup.isComplete && backup.awoken)
        #expect(report.unmatchedKeys.map(\.path).contains(#"$["$other"]"#) && report.problems.isEmpty)
        let plain = Self.archive(format) {
            $0.encode(4, forKey: "version")
            $0.encode(true, forKey: "isComplete")
        }
        let small = try Backup.unarchive(keyedArchive: plain)
        #expect(small.version == 4 && small.isComplete && small.user == nil)
        let error = #expect(throws: ModelError.self) {
            try Backup.unarchiveArray(keyedArchive: objects, classes: Self.classes)
        }
        #expect(error?.description == "The root of the keyed archive is not an array.")
    }

    final class Renamed: ModelObject {
        var city = ""
        override class func willMap(_ dictionary: [String: Any]) -> [String: Any]? {
            ["city": dictionary["town"] ?? ""]
        }
    }

    /// One object beside scalars is the root if it has the class, and otherwise a value like them.
    @Test func oneObjectBesideScalarsIsTheRootOfItsClassOnly() throws {
        let old = Self.user()
        let data = Self.archive(.xml) {
            $0.encode(old, forKey: "user")
            $0.encode(3, forKey: "version")
        }
        let backup = try Backup.unarchive(keyedArchive: data, classes: Self.classes)
        #expect(backup.user?.cars.count == 3 && backup.version == 3)
        #expect(try Keyed.User.unarchive(keyedArchive: data, classes: Self.classes).cars.count == 3)
        let titled = Self.archive(.binary) {
            $0.encode("x" as NSString, forKey: "title")
            $0.encode(true, forKey: "isComplete")
        }
        let small = try Backup.unarchive(keyedArchive: titled)
        #expect(small.title == "x" && small.isComplete)
        let nested = Self.archive(.binary) {
            $0.encode(NSDictionary(dictionary: ["title": "inner"]), forKey: "other")
            $0.encode(3, forKey: "version")
        }
        let (read, report) = Backup.inspect(keyedArchive: nested)
        #expect(read?.version == 3 && read?.title == nil)
        #expect(report.unmatchedKeys.map(\.path) == ["$.other"])
    }

    final class Keeping: ModelObject {
        var city = ""
        override class var mappingOptions: MappingOptions { MappingOptions(unknownKeys: .keep) }
    }

    final class Hooked: ModelObject {
        var city = ""
        override func serializeValue(_ value: Any, key: String) {
            super.serializeValue(value, key: key == "town" ? "city" : key)
        }
    }

    /// Such a class can use any keys.
    @Test func theHooksOfAClassMayReadOtherKeys() throws {
        let data = Self.archive(NSDictionary(dictionary: ["town": "Rome"]), .binary)
        #expect(try Renamed.unarchive(keyedArchive: data).city == "Rome")
        #expect(try Hooked.unarchive(keyedArchive: data).city == "Rome")
        let keeping = try Keeping.unarchive(keyedArchive: data)
        #expect(keeping.unknownValues() as? [String: String] == ["town": "Rome"])
    }

    @Test(.knowsHooks) func aDictionaryIsReadAsTheClassThatIsAskedFor() throws {
        let old = Self.user()
        let members: [String: Any] = ["user": old, "title": "summer", "version": 5]
        let data = Self.archive(NSDictionary(dictionary: members), .binary)
        let backup = try Backup.unarchive(keyedArchive: data, classes: Self.classes)
        #expect(backup.user?.cars.count == 3 && backup.title == "summer" && backup.version == 5)
        let error = #expect(throws: ModelError.self) {
            try Keyed.Car.unarchive(keyedArchive: data, classes: Self.classes)
        }
        #expect(
            error?.description
                == "The root of the keyed archive has no key of Car, but `title`, `user`, `version`.")
        #expect(error?.code == .invalidRoot)
    }

    /// An NSDictionary can have both a number and its text as keys.
    @Test func keysWithOneTextAreReported() throws {
        final class Counts: ModelObject { var all: [String: String] = [:] }
        let all: [AnyHashable: Any] = [AnyHashable(NSNumber(value: 1)): "a", "1": "b", "2": "c"]
        let members: [String: Any] = ["all": NSDictionary(dictionary: all)]
        let data = Self.archive(NSDictionary(dictionary: members), .binary)
        let (counts, report) = Counts.inspect(keyedArchive: data)
        #expect(counts?.all.count == 2 && counts?.all["2"] == "c")
        #expect(
            report.problems.map(\.description) == [
                "Expected a dictionary with string keys, found 1 other key at $.all."
            ])
        var rootMembers = all
        rootMembers["all"] = ["x": "y"]
        let root = Self.archive(NSDictionary(dictionary: rootMembers), .binary)
        let problem = "Expected a dictionary with string keys, found 1 other key."
        #expect(Counts.inspect(keyedArchive: root).report.problems.map(\.description) == [problem])
    }

    @Test func unknownClassesAreReported() throws {
        let old = Self.user()
        let data = Self.archive(old, .xml)
        let (user, report) = Keyed.User.inspect(keyedArchive: data, classes: ["SHUser": Keyed.User.self])
        #expect(user?.userName == "ann — é😀" && user?.cars.isEmpty == true && user?.first == nil)
        #expect(report.error == nil)
        #expect(
            report.problems.map(\.description).contains(
                "Unknown class \"SHCar\" at $.cars[0]; name the model class for it in `classes`."))
        #expect(Set(report.problems.map(\.code)) == [.unknownClass])
        let error = #expect(throws: ModelError.self) { try Keyed.User.unarchive(keyedArchive: data) }
        #expect(error?.code == .unknownClass)
        #expect(
            error?.description
                == "Unknown class \"SHUser\" of the root object; name the model class for it in `classes`.")
        withExtendedLifetime(old) {}
    }

    @Test(arguments: [PropertyListSerialization.PropertyListFormat.binary, .xml])
    func mutationsNeverCrash(_ format: PropertyListSerialization.PropertyListFormat) {
        let old = Self.user()
        let original = [UInt8](Self.archive(old, format))
        var generator = SeededNumbers(seed: 26)
        for _ in 0..<Effort.count(2_000, atLeast: 100) {
            var bytes = original
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let offset = Int.random(in: bytes.indices, using: &generator)
                bytes[offset] = UInt8.random(in: 0...255, using: &generator)
            }
            let (user, report) = Keyed.User.inspect(keyedArchive: Data(bytes), classes: Self.classes)
            #expect((user == nil) == (report.error != nil))
            for car in user?.cars ?? [] { (car.spare, car.owner) = (nil, nil) }
        }
        withExtendedLifetime(old) {}
    }
}
