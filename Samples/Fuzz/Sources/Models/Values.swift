import Foundation
import ModelObjects

enum Colour: String, Hashable, CaseIterable {
    case red, green
    case none = "null"
}

enum Level: Int, Hashable, CaseIterable { case low = 1, high = 3 }

struct Flags: OptionSet, Hashable {
    let rawValue: UInt8
}

struct Point: Codable, Hashable {
    var x: Double
    var label: String?
    var inner: [String: [Int?]]?
}

struct Money: ModelValue, Hashable {
    var cents: Int

    static func modelValue(from value: Any) -> Money? { (value as? Int).map(Money.init) }
    var exportedValue: Any { cents }
}
