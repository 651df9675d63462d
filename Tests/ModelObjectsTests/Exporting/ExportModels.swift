import Foundation

@testable import ModelObjects

enum Colour: String, CaseIterable { case red, green, darkBlue = "dark blue" }
enum ExportedLevel: Int, CaseIterable { case low = 1, high = 5 }

struct ExportedFlags: OptionSet, Hashable {
    let rawValue: UInt8
}

struct ExportedPoint: Codable, Hashable {
    var x = 0.5
    var label = "here"
    var at: Date?
}

struct Cents: ModelValue {
    var count: Int
    static func modelValue(from value: Any) -> Cents? { (value as? Int).map(Cents.init) }
    var exportedValue: Any { count }
}

/// Every kind of property that the library fills without rules or hooks.
final class ExportedEverything: ModelObject {
    var text = "a \"b\" \\ \u{1} é 🍂"
    var optionalText: String?
    var number = -7
    var optionalNumber: Int?
    var flag = true
    var optionalFlag: Bool?
    var double = 0.25
    var optionalDouble: Double?
    var float: Float = 0.1
    var byte: Int8 = -128
    var large = UInt64.max
    var decimal = Decimal(string: "12345678901234567890.123456789") ?? 0
    var date = Date(timeIntervalSince1970: 1_500_000_000.25)
    var url: URL? = URL(string: "https://example.com/a?b=c")
    var uuid = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    var data = Data([0, 1, 2, 250])
    var colour = Colour.darkBlue
    var level: ExportedLevel? = .high
    var flags = ExportedFlags(rawValue: 3)
    var point = ExportedPoint()
    var cents = Cents(count: 99)
    var nsNumber: NSNumber = 3
    var nsString: NSString = "ns"
    var texts = ["x", "y"]
    var numbers = [1, -2]
    var doubles = [0.5, 1e300]
    var optionals: [Int?] = [1, nil, 3]
    var set: Set<String> = ["only"]
    var counts = ["a": 1]
    var byLevel: [ExportedLevel: [String]] = [.low: ["l"]]
    var nested: [[Int]] = [[1], []]
    var any: Any = ["k": [1, "two", 2.5, true, NSNull()] as [Any]]
    var child: ExportedEverything.Child?
    var children: [Child] = []
    var childByName: [String: Child] = [:]

    final class Child: ModelObject {
        var name = "c"
        var score: Double?
    }
}

/// A tree, or any other graph that its references form.
final class ExportedNode: ModelObject {
    var name = ""
    var next: ExportedNode?
    var children: [ExportedNode] = []
    var byName: [String: ExportedNode] = [:]
    var any: Any?
}

func chain(_ count: Int) -> ExportedNode {
    let first = ExportedNode()
    var last = first
    for _ in 1..<count {
        let node = ExportedNode()
        last.next = node
        last = node
    }
    return first
}

func options(_ change: (inout ExportOptions) -> Void) -> ExportOptions {
    var options = ExportOptions()
    change(&options)
    return options
}

/// The error that an export throws, directly or as the reason for an `EncodingError`.
func exportError(_ body: () throws -> Any) -> ModelError? {
    do {
        _ = try body()
        return nil
    } catch EncodingError.invalidValue(_, let context) {
        return context.underlyingError as? ModelError
    } catch {
        return error as? ModelError
    }
}

/// A tree of exported values as text, so that two of them can be compared.
func canonical(_ value: Any) -> String {
    switch value {
    case let members as [String: Any]:
        "{"
            + members.sorted(byText: \.key).map { "\($0.key): \(canonical($0.value))" }.joined(
                separator: ", ")
            + "}"
    case let elements as [Any]: "[" + elements.map(canonical).joined(separator: ", ") + "]"
    case let text as String: text.debugDescription
    case let decimal as Decimal where type(of: value) == Decimal.self:
        canonical(Double(decimal.description) ?? .nan)
    case let number as Double where type(of: value) == Double.self:
        number.description.hasSuffix(".0") && number.description != "-0.0"
            ? String(number.description.dropLast(2)) : number.description
    case is NSNull: "null"
    default: "\(value)"
    }
}
