import Foundation

/// Texts that JSONEncoder writes for NaN and the infinities, so that they can be replaced as the options say.
///
///     JSONEncoder                              {"size":"6F9619FF-8B86-D011-B42D-00C04FC964FF nan"}
///     the value that is exported               {"size": Double.nan}
///     the export with `notFinite: .null`       {"size":null}
enum NotFiniteMarks {
    /// Differs from process to process, so that no other text begins with it.
    private static let prefix = UUID().uuidString

    private static let numbers: [String: Double] = [
        "\(prefix) nan": .nan, "\(prefix) inf": .infinity, "\(prefix) -inf": -.infinity,
    ]

    static var strategy: JSONEncoder.NonConformingFloatEncodingStrategy {
        .convertToString(
            positiveInfinity: "\(prefix) inf", negativeInfinity: "\(prefix) -inf", nan: "\(prefix) nan")
    }

    static func areIn(_ text: Data) -> Bool { text.range(of: Data(prefix.utf8)) != nil }

    /// The text with marks for decimals: JSONEncoder writes one that is NaN as a bare word, which is no JSON.
    static func markingDecimals(in text: Data) -> Data {
        let word = Data("NaN".utf8)
        guard text.range(of: word) != nil else { return text }
        var marked = Data()
        var isInString = false
        var rest = text[...]
        while let byte = rest.first {
            if !isInString, rest.starts(with: word) {
                marked += Data("\"\(prefix) nan\"".utf8)
                rest = rest.dropFirst(word.count)
                continue
            }
            if byte == UInt8(ascii: "\"") { isInString.toggle() }
            let length = byte == UInt8(ascii: "\\") ? 2 : 1
            marked += rest.prefix(length)
            rest = rest.dropFirst(length)
        }
        return marked
    }

    /// The value with numbers in the place of their texts.
    static func numbers(in value: JSONValue) -> JSONValue {
        switch value {
        case .string(let text): numbers[text].map { .double($0) } ?? value
        case .array(let elements): .array(elements.map { numbers(in: JSONValue($0)).any })
        case .object(let members): .object(members.mapValues { numbers(in: JSONValue($0)).any })
        default: value
        }
    }
}
