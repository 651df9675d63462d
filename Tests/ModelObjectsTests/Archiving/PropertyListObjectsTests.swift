import Foundation
import Testing

@testable import ModelObjects

/// Archives as the objects and the XML of Foundation's property lists.
struct PropertyListObjectsTests {
    final class Mixed: ModelObject {
        var name = "é — <&> $ 😀\r\n\t"
        var dollar = "$12"
        var control = "a\u{0}b\u{1}\u{FFFF}"
        var mark = "\u{FEFF}a\u{FEFF}"
        var yes = true
        var one = 1
        var double = 1.0
        var float: Float? = 0.1
        var minusZero = -0.0
        var floats: [Float] = [0.1, -0.0, .infinity, .nan]
        var doubles = [
            0.1, .leastNonzeroMagnitude, -0.0, .infinity, -.infinity,
            Double(bitPattern: 0x7FF8_0000_0000_1234),
        ]
        var numbers: [Any] = [1, 1.0, true, Float(1), Int8(1), UInt64.max, Int64.min]
        var date: Date? = Date(timeIntervalSinceReferenceDate: 721_692_800.125)
        var dates = [0.0, -0.0, -63_113_904_000, 252_423_993_600, 1e300].map {
            Date(timeIntervalSinceReferenceDate: $0)
        }
        var data = Data([1, 2, 3])
        var keys: [String: Any?] = ["a\u{2}": 1, "$": "$nil", "CF$UID": 5, "nil": nil]
        var typedKeys = ["a\u{2}": 1, "\u{FEFF}b": 2]
        /// Foundation would read it as a reference of a keyed archive.
        var reference = ["CF$UID": 3]
        var url = URL(string: "b", relativeTo: URL(string: "https://example.com/a/"))
        var decimal = Decimal(string: "1234567890.123456789")
        var any: Any? = ["k": [NSNull(), "x", ["y": true]] as [Any]]
        var set: Set<String> = ["a", "b"]
        var parent: Mixed?
        var next: Mixed?
        var all: [Mixed] = []
    }

    private static func graph() -> Mixed {
        let (one, other) = (Mixed(), Mixed())
        (one.next, one.all, other.parent) = (other, [other, other], one)
        return one
    }

    /// Every form in which Foundation stores property-list objects.
    enum Store: CaseIterable {
        case none, binary, xml, classes, defaults

        func stored(_ list: Any) throws -> Any {
            switch self {
            case .none: return list
            case .binary: return try serialized(list, .binary)
            case .xml: return try serialized(list, .xml)
            case .classes: return NSMutableDictionary(dictionary: list as? [String: Any] ?? [:])
            case .defaults:
                let suite = "ModelObjectsTests-\(UUID())"
                let defaults = try #require(UserDefaults(suiteName: suite))
                defaults.set(list, forKey: "list")
                defer { defaults.removePersistentDomain(forName: suite) }
                return try #require(defaults.object(forKey: "list"))
            }
        }

        private func serialized(
            _ list: Any, _ format: PropertyListSerialization.PropertyListFormat
        ) throws -> Any {
            let data = try PropertyListSerialization.data(fromPropertyList: list, format: format, options: 0)
            return try PropertyListSerialization.propertyList(from: data, format: nil)
        }
    }

    @Test(arguments: Store.allCases) func aGraphRoundTripsExactly(_ store: Store) throws {
        let one = Self.graph()
        let again = try Mixed.unarchive(propertyList: store.stored(one.propertyList()))
        #expect(try again.archivedData() == one.archivedData())
        #expect(again.next === again.all[1] && again.next?.parent === again)
    }

    @Test(arguments: Store.allCases.filter { $0 != .classes }) func anArrayRoundTrips(_ store: Store) throws {
        let one = Self.graph()
        let models = [one, one, one.all[0]]
        let again = try Mixed.unarchiveArray(propertyList: store.stored(Mixed.propertyList(models)))
        #expect(again == models && again[0] === again[1] && again[2] === again[0].next)
        #expect(try Mixed.unarchiveArray(propertyList: store.stored(Mixed.propertyList([]))).isEmpty)
    }

    @Test func theObjectsOfABinaryArchiveCanBeRead() throws {
        let one = Self.graph()
        let list = try PropertyListSerialization.propertyList(from: one.archivedData(), format: nil)
        #expect(try Mixed.unarchive(propertyList: list) == one)
    }

    @Test func foundationObjectsCanBeRead() throws {
        let one = Mixed()
        guard var list = try one.propertyList() as? [String: Any], let version = list["version"] as? Int
        else {
            Issue.record("not a dictionary")
            return
        }
        list["version"] = NSNumber(value: version)
        list["format"] = NSString(string: "ModelObjects")
        list["classes"] = NSArray(array: list["classes"] as? [Any] ?? [])
        #expect(try Mixed.unarchive(propertyList: NSDictionary(dictionary: list)) == one)
        let values: [(Any, ArchiveNode)] = [
            (NSData(data: Data([1])), .data(Data([1]))),
            (NSDate(timeIntervalSinceReferenceDate: 5), .date(Date(timeIntervalSinceReferenceDate: 5))),
            (NSNumber(value: true), .bool(true)), (NSNumber(value: 1), .integer(1)),
            (NSNumber(value: 1.0), .double(1)), (NSMutableString(string: "é"), .string("é")),
        ]
        for (object, node) in values { #expect(FoundationPlist.scalar(object) == node) }
    }

    @Test func anXMLArchiveRoundTripsExactly() throws {
        let one = Self.graph()
        let xml = try one.archivedData(format: .xml)
        #expect(String(decoding: xml, as: UTF8.self).hasPrefix("<?xml"))
        #expect(try one.archivedData(format: .xml) == xml)
        #expect(try Mixed.unarchive(data: xml).archivedData() == one.archivedData())
        let many = try Mixed.archivedData([one, one], format: .xml)
        #expect(try Mixed.unarchiveArray(data: many) == [one, one])
        #expect(try Mixed.archivedData([one], format: .binary) == Mixed.archivedData([one]))
        #expect(try one.archivedData(format: .binary) == one.archivedData())
    }

    @Test func anXMLFileIsOpened() throws {
        let folder = try TemporaryFolder()
        let file = URL(fileURLWithPath: folder.path("archive.plist"))
        let one = Self.graph()
        try one.archivedData(format: .xml).write(to: file)
        #expect(try Mixed.unarchive(from: file) == one)
        try Mixed.archivedData([one], format: .xml).write(to: file)
        #expect(try Mixed.unarchiveArray(from: file) == [one])
    }

    final class Measured: ModelObject {
        var date: Date? = Date(timeIntervalSinceReferenceDate: -100.25)
        var dates = [100.75, 0, -0.5].map { Date(timeIntervalSinceReferenceDate: $0) }
        var float: Float = 0.1
        var zero = -0.0
        var next: Measured?
    }

    /// Another program, such as `plutil`, converts a binary archive to XML and back.
    @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
    func convertingKeepsEverythingXMLCanHold(_ format: PropertyListSerialization.PropertyListFormat) throws {
        let one = Measured()
        one.next = Measured()
        let binary = try PropertyListSerialization.propertyList(from: one.archivedData(), format: nil)
        let xml = try PropertyListSerialization.data(fromPropertyList: binary, format: .xml, options: 0)
        let list = try PropertyListSerialization.propertyList(from: xml, format: nil)
        let data = try PropertyListSerialization.data(fromPropertyList: list, format: format, options: 0)
        let again = try Measured.unarchive(data: data)
        #expect(again.date?.timeIntervalSinceReferenceDate == -101)
        #expect(again.dates.map(\.timeIntervalSinceReferenceDate) == [100, 0, -1])
        #expect(again.float == 0.1 && again.zero == 0 && again.next?.float == 0.1)

        guard format == .xml else { return }
        let text = String(decoding: data, as: UTF8.self)
        for (old, new) in [("23:58:19", "23:58:18"), ("0.1000000", "0.2000000"), ("00:01:40Z", "00:01:41Z")] {
            let edited = Data(text.replacing(old, with: new).utf8)
            #expect(edited != data)
            #expect(throws: ModelError.self) { try Measured.unarchive(data: edited) }
        }
        // Python's plistlib keeps -0.0.
        let negative = text.replacing(/<real>0(\.0)?<\/real>/, with: "<real>-0.0</real>")
        #expect(negative != text)
        #expect(try Measured.unarchive(data: Data(negative.utf8)) == again)
    }

    /// Foundation on Linux writes those of the C locale, which is the same for the whole process.
    @Test(arguments: [",", "\u{66B}"])
    func decimalSeparatorsOfTheLocaleBecomePoints(separator: String) throws {
        let one = Measured()
        let xml = try one.archivedData(format: .xml)
        #expect(FoundationPlist.withDecimalPoints(xml, insteadOf: ".") == xml)
        let text = String(decoding: xml, as: UTF8.self)
        let localized = text.replacing(/(<real>-?\d+)\.(\d)/) { "\($0.1)\(separator)\($0.2)" }
        #expect(localized != text)
        #expect(FoundationPlist.withDecimalPoints(Data(localized.utf8), insteadOf: separator) == xml)
    }

    @Test func anEditedXMLArchiveIsRejected() throws {
        let one = Self.graph()
        var text = String(decoding: try one.archivedData(format: .xml), as: UTF8.self)
        text = text.replacingOccurrences(of: "example.com", with: "example.net")
        let error = #expect(throws: ModelError.self) { try Mixed.unarchive(data: Data(text.utf8)) }
        #expect(error?.description == "Damaged archive: the content does not match its digest.")
    }

    /// The deepest values that an archive can hold.
    @Test(arguments: [1, "a", [Int](), ["k": 1], true] as [any Sendable])
    func theDeepestArchiveRoundTrips(_ innermost: any Sendable) throws {
        // By default, only the last of the depths that fit.
        var depth = 110 - Effort.count(110)
        var value = innermost as Any
        for _ in 0..<depth { value = [value] }
        var isWritten = true
        while isWritten, depth < 200 {
            let one = Mixed()
            one.any = value
            guard let list = try? one.propertyList() else {
                isWritten = false
                continue
            }
            #expect(try Mixed.unarchive(propertyList: list) == one, "\(depth)")
            value = [value]
            depth += 1
        }
        #expect(depth > 115 && !isWritten)
    }

    @Test func exponentialSharingIsRejected() {
        var value: Any = 1
        for _ in 0..<40 { value = [value, value] }
        #expect(throws: PlistFailure(.tooManyObjects)) {
            try FoundationPlist.open(["a": value], maximumValues: 100_000)
        }
        let sentence = "Damaged archive: more values than the objects of an archive may hold."
        #expect(ModelError.invalidArchive(PlistFailure(.tooManyObjects)).description == sentence)
    }

    @Test func theOpenStepFormatIsRejected() throws {
        let error = #expect(throws: ModelError.self) { try Mixed().archivedData(format: .openStep) }
        #expect(error?.code == .notExportable)
        #expect(
            error?.description == "Cannot write an archive in the OpenStep format; use .binary or .xml.")
    }

    @Test func errorsSayWhyAPropertyListIsNotAnArchive() throws {
        var deep: Any = 1
        for _ in 0..<1_000 { deep = [deep] }
        let rows: [(Any, String)] = [
            (["a": 1], "Not a ModelObjects archive: a property list of another kind."),
            (["format": "Other"], "Not a ModelObjects archive: a property list of another kind."),
            (["format": "ModelObjects"], "Damaged archive: the content does not match its digest."),
            (["a": NSNull()], "Not a ModelObjects archive: an object that property lists do not hold."),
            (["a": nil as Int?], "Not a ModelObjects archive: an object that property lists do not hold."),
            (["a": Mixed()], "Not a ModelObjects archive: an object that property lists do not hold."),
            (["a": Decimal(1)], "Not a ModelObjects archive: an object that property lists do not hold."),
            ([1], "Not a ModelObjects archive: a property list of another kind."),
            ("text", "Not a ModelObjects archive: a property list of another kind."),
            (deep, "Damaged archive: values are nested too deeply."),
        ]
        for (list, sentence) in rows {
            let error = #expect(throws: ModelError.self) { try Mixed.unarchive(propertyList: list) }
            #expect(error?.description == sentence)
        }
        let one = try Mixed().propertyList()
        #expect(throws: ModelError.self) { try Mixed.unarchiveArray(propertyList: one) }
    }
}
