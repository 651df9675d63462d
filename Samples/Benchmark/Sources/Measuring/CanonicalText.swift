import Foundation

/// The content of a value as sorted lines `path = value`, independent of the types that hold it.
///
/// Names are compared without case and underscores, and an absent optional is left out. A model, a Codable struct and
/// a hand-filled struct therefore give the same lines exactly if they have the same content.
func canonicalText(of value: Any) -> [String] {
    var lines: [String] = []
    describe(value, at: "$", into: &lines)
    return lines.sorted()
}

private func describe(_ value: Any, at path: String, into lines: inout [String]) {
    switch value {
    case let text as String: lines.append("\(path) = \(text.debugDescription)")
    case let number as Int: lines.append("\(path) = \(number)")
    case let flag as Bool: lines.append("\(path) = \(flag)")
    case let number as Double: lines.append("\(path) = \(number)")
    case let date as Date: lines.append("\(path) = \(date.timeIntervalSince1970) s")
    case let link as URL: lines.append("\(path) = \(link.absoluteString)")
    case let key as UUID: lines.append("\(path) = \(key.uuidString)")
    case let bytes as Data: lines.append("\(path) = \(bytes.base64EncodedString())")
    case let number as Decimal: lines.append("\(path) = \(number)")
    default: describeMembers(of: value, at: path, into: &lines)
    }
}

private func describeMembers(of value: Any, at path: String, into lines: inout [String]) {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional:
        if let wrapped = mirror.children.first?.value {
            describe(wrapped, at: path, into: &lines)
        }
    case .enum: lines.append("\(path) = \(value)")
    case .collection:
        lines.append("\(path).count = \(mirror.children.count)")
        for (index, element) in mirror.children.enumerated() {
            describe(element.value, at: "\(path)[\(index)]", into: &lines)
        }
    case .dictionary:
        lines.append("\(path).count = \(mirror.children.count)")
        for child in mirror.children {
            let pair = Array(Mirror(reflecting: child.value).children)
            describe(pair[1].value, at: "\(path)[\"\(pair[0].value)\"]", into: &lines)
        }
    default:
        var level: Mirror? = mirror
        while let current = level {
            for child in current.children {
                let name = (child.label ?? "?").lowercased().filter { $0 != "_" }
                describe(child.value, at: "\(path).\(name)", into: &lines)
            }
            level = current.superclassMirror
        }
    }
}

/// The first line that differs, or nil if the two are equal.
func firstDifference(_ lines: [String], _ others: [String]) -> String? {
    for (line, other) in zip(lines, others) where line != other {
        return "\(line)  |  \(other)"
    }
    guard lines.count != others.count else { return nil }
    return "\(lines.count) values  |  \(others.count) values"
}
