/// A fixed order for Sets and dictionaries, so that equal contents have equal trees and equal texts.
extension ExportedValue {
    /// The value with the elements of Sets in the order of their texts, and the members of dictionaries in the order of
    /// their keys.
    var inOrder: ExportedValue { isUnordered ? ordered : self }

    /// Whether the value is, or contains, a Set or a dictionary with several parts.
    private var isUnordered: Bool {
        switch self {
        case .array(let elements, let isSet):
            isSet && elements.count > 1 || elements.contains(where: \.isUnordered)
        case .object(let members, let owner):
            owner == nil && members.count > 1 || members.contains(where: \.value.isUnordered)
        default: false
        }
    }

    private var ordered: ExportedValue {
        switch mapParts(\.ordered) {
        case .array(let elements, isSet: true):
            let texts = elements.map { (text: $0.orderedText, value: $0) }
            return .array(texts.sorted(byText: \.text).map(\.value), isSet: true)
        case .object(let members, of: nil):
            return .object(members.sorted(byText: \.key))
        case let value:
            return value
        }
    }

    /// The text by which the elements of a Set are ordered, and common elements of arrays found.
    var orderedText: String {
        var text = JSONWriter(capacity: 64)
        text.value(self, sortedKeys: true)
        return text.finishString()
    }
}
