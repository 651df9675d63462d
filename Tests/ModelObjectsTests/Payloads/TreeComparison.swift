import Foundation
import ModelObjects

/// Compares a filled model with JSONSerialization's result for the same bytes, value by value.
///
/// It does not know the library's rules. Names are compared without case and `_`, a string counts as a number if the
/// property is one, and dates are read by a `DateFormatter` for the payload's format.
struct TreeComparison {
    /// Reads a date of the payload.
    let date: (Any) -> Date?
    private(set) var comparedValues = 0
    private(set) var differences: [String] = []
    private var foldedNames: [String: String] = [:]

    init(date: @escaping (Any) -> Date? = { _ in nil }) {
        self.date = date
    }

    mutating func compare(_ value: Any, with json: Any, at path: String = "$") {
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .optional {
            guard let wrapped = mirror.children.first?.value else {
                expect(json is NSNull, "nil, file \(json)", at: path)
                return
            }
            compare(wrapped, with: json, at: path)
        } else if !compareScalar(value, with: json, at: path) {
            compareMembers(of: mirror, with: json, at: path)
        }
    }

    private mutating func expect(_ holds: Bool, _ message: @autoclosure () -> String, at path: String) {
        comparedValues += 1
        if !holds {
            differences.append("\(path): \(message())")
        }
    }

    /// Returns whether the value was a scalar.
    private mutating func compareScalar(_ value: Any, with json: Any, at path: String) -> Bool {
        let number = json as? NSNumber
        // NSNumber stores a Bool with the type 'c', both on Linux and on Apple platforms.
        let isFlag = number.map { String(cString: $0.objCType) == "c" } ?? false
        let digits = isFlag ? nil : number?.stringValue ?? (json as? String)
        let holds: Bool
        switch value {
        case let text as String: holds = json as? String == text
        case let flag as Bool: holds = isFlag && number?.boolValue == flag
        case let integer as any BinaryInteger: holds = digits == "\(integer)"
        case let double as Double: holds = digits.flatMap(Double.init) == double
        case let decimal as Decimal: holds = digits.flatMap { Decimal(string: $0) } == decimal
        case let instant as Date: holds = date(json) == instant
        case let url as URL: holds = json as? String == url.absoluteString
        case let raw as any RawRepresentable:
            compare(raw.rawValue, with: json, at: path)
            return true
        default: return false
        }
        expect(holds, "\(value), file \(json)", at: path)
        return true
    }

    private mutating func compareMembers(of mirror: Mirror, with json: Any, at path: String) {
        switch (mirror.displayStyle, json) {
        case (.collection, let elements as [Any]):
            expect(mirror.children.count == elements.count, "\(mirror.children.count) elements", at: path)
            for (index, (child, element)) in zip(mirror.children, elements).enumerated() {
                compare(child.value, with: element, at: "\(path)[\(index)]")
            }
        case (.set, let elements as [Any]):
            let held = mirror.children.map { "\($0.value)" }.sorted()
            expect(held == elements.map { "\($0)" }.sorted(), "\(held), file \(elements)", at: path)
        case (.dictionary, let members as [String: Any]):
            expect(mirror.children.count == members.count, "\(mirror.children.count) members", at: path)
            for child in mirror.children {
                let pair = Array(Mirror(reflecting: child.value).children)
                let key = "\(pair[0].value)"
                compare(pair[1].value, with: members[key] ?? "nothing", at: "\(path)[\"\(key)\"]")
            }
        case (_, let members as [String: Any]):
            compareProperties(of: mirror, with: members, at: path)
        default:
            expect(false, "\(mirror.subjectType), file \(json)", at: path)
        }
    }

    /// Every key must have a property, and every property without a key must be nil, empty, 0 or false.
    private mutating func compareProperties(of mirror: Mirror, with members: [String: Any], at path: String) {
        var properties: [String: Any] = [:]
        var level: Mirror? = mirror
        while let current = level {
            for case (let label?, let value) in current.children {
                properties[folded(label)] = value
            }
            level = current.superclassMirror
        }
        for (key, json) in members {
            guard let value = properties.removeValue(forKey: folded(key)) else {
                expect(false, "no property for the key", at: "\(path).\(key)")
                continue
            }
            compare(value, with: json, at: "\(path).\(key)")
        }
        for (name, value) in properties {
            expect(isDefault(value), "\(value), but no key in the file", at: "\(path).\(name)")
        }
    }

    private mutating func folded(_ name: String) -> String {
        if let known = foldedNames[name] { return known }
        let folded = name.lowercased().filter { $0 != "_" }
        foldedNames[name] = folded
        return folded
    }

    private func isDefault(_ value: Any) -> Bool {
        switch value {
        case let text as String: text.isEmpty
        case let flag as Bool: !flag
        case let integer as any BinaryInteger: integer.description == "0"
        case let double as Double: double == 0
        default: Mirror(reflecting: value).children.isEmpty
        }
    }
}

extension DateFormatter {
    /// A formatter that does not depend on the machine's settings.
    static func fixed(_ format: String) -> DateFormatter {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = format
        return formatter
    }

    func readingText(_ value: Any) -> Date? {
        (value as? String).flatMap { date(from: $0) }
    }
}
