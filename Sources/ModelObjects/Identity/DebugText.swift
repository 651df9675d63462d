import Foundation

/// Writes a model as a readable tree: each object once, with limits on depth, width and length.
struct DebugText {
    static let redacted = "<redacted>"
    static let depthLimit = 8
    static let elementLimit = 50
    static let textLimit = 200
    static let lengthLimit = 50_000

    /// Set while a value's own description is made, which may describe the same models again.
    private static let isDescribing = ThreadFlag()

    private var output = ""
    private var length = 0
    private var indentation = 0
    private var depth = 0
    private var shown: Set<ObjectIdentifier> = []

    /// The tree of a model.
    ///
    /// Only the class of the model if a value's own description requests the tree, because that might never
    /// end.
    static func tree(of model: ModelObject) -> String {
        var text = DebugText()
        if isDescribing.isSet { text.depth = depthLimit - 1 }
        text.write(model: model)
        return text.output
    }

    /// A value on one line; a model is shown as its class only.
    static func line(of value: Any) -> String {
        var text = DebugText()
        text.depth = depthLimit - 1
        text.write(value)
        return text.output
    }

    // MARK: Values

    private mutating func write(_ value: Any) {
        if length > Self.lengthLimit { return write("…") }
        guard let value = unwrapped(value) else { return write("nil") }
        switch JSONValue(value) {
        case .null: write("null")
        case .bool(let bool): write("\(bool)")
        case .string(let text): write(Self.quoted(text))
        case .integer, .unsigned, .decimal: write("\(value)")
        case .double(let number): write(number.isFinite ? "\(value)" : "\(number)")
        case .array(let array): write(array.map { (nil, $0) }, "[", "]")
        case .object(let object): write(object.membersByText)
        case .other(let other):
            if let model = asModel(other) { write(model: model) } else { write(other: other) }
        }
    }

    private mutating func write(other: Any) {
        switch other {
        case let date as Date:
            write(DateFormat.iso8601.text(of: date) ?? "\(date.timeIntervalSinceReferenceDate) s since 2001")
        case let interval as DateInterval:
            write([("start", interval.start), ("duration", interval.duration)], "DateInterval(", ")")
        case let data as Data: write(counted(data.count, "byte"))
        case let url as URL: write(Self.quoted(url.absoluteString))
        case let uuid as UUID: write(uuid.uuidString)
        case let set as any SetView: write(set.members.map { (nil, $0) }, "Set [", "]")
        case let dictionary as any DictionaryView: write(dictionary.membersByText)
        default: write(unknown: other)
        }
    }

    /// Uses reflection, unless the type declares its description: on Linux, Swift's description of a non-finite
    /// Date nested in the value would crash.
    private mutating func write(unknown value: Any) {
        let mirror = Mirror(reflecting: value)
        let hasText = value is any CustomStringConvertible
        if !hasText, mirror.displayStyle == .class { return write("\(type(of: value))") }
        if hasText || mirror.children.isEmpty {
            let text = Self.isDescribing.whileSet { "\(value)" }
            return write(PathComponent.escaped(Self.shortened(text), isQuoted: false))
        }
        let isEnum = mirror.displayStyle == .enum
        let opening = mirror.displayStyle == .tuple || isEnum ? "(" : "\(type(of: value))("
        write(Array(mirror.children), opening, ")")
    }

    private mutating func write(_ members: [(key: String, value: Any)]) {
        if members.isEmpty { return write("[:]") }
        write(members.map { (Self.quoted($0.key), $0.value) }, "[", "]")
    }

    private mutating func write(model: ModelObject) {
        write("\(type(of: model))")
        guard shown.insert(ObjectIdentifier(model)).inserted else { return write(" (shown above)") }
        let properties = ModelSchema.of(type(of: model)).properties
        if properties.isEmpty { return write(" {}") }
        guard depth + 1 < Self.depthLimit else {
            // The model can appear again at a smaller depth.
            shown.remove(ObjectIdentifier(model))
            return write(" {…}")
        }
        depth += 1
        indentation += 1
        write(" {")
        let storage = PropertyStorage(model)
        for property in properties {
            newLine()
            write("\(property.name): ")
            if property.isSecret {
                write(Self.redacted)
            } else {
                write(property.accessor.load(storage))
            }
            if length > Self.lengthLimit { break }
        }
        withExtendedLifetime(model) {}
        indentation -= 1
        depth -= 1
        newLine()
        write("}")
    }

    /// The elements of a container, on one line if all are simple.
    private mutating func write(_ elements: [Mirror.Child], _ opening: String, _ closing: String) {
        write(opening)
        defer { write(closing) }
        if elements.isEmpty { return }
        guard depth < Self.depthLimit else { return write("…") }
        depth += 1
        indentation += 1
        let isFlat =
            depth >= Self.depthLimit || !elements.prefix(Self.elementLimit).contains { Self.isTree($0.value) }
        for (index, element) in elements.enumerated() {
            if !isFlat { newLine() } else if index > 0 { write(", ") }
            if index == Self.elementLimit || length > Self.lengthLimit {
                write("… \(elements.count - index) more")
                break
            }
            if let label = element.label { write("\(label): ") }
            write(element.value)
        }
        indentation -= 1
        depth -= 1
        if !isFlat { newLine() }
    }

    private static func isTree(_ value: Any) -> Bool {
        switch unwrapped(value).map({ JSONValue($0) }) {
        case .array(let array): return !array.isEmpty
        case .object(let object): return !object.isEmpty
        case .other(let other): return asModel(other) != nil
        default: return false
        }
    }

    // MARK: Text

    private mutating func write(_ text: String) {
        output += text
        length += text.utf8.count
    }

    private mutating func newLine() {
        write("\n" + String(repeating: "    ", count: indentation))
    }

    private static func quoted(_ text: String) -> String {
        "\"\(PathComponent.escaped(shortened(text), isQuoted: true))\""
    }

    private static func shortened(_ text: String) -> String {
        // A Character may be of any length.
        let cut = text.unicodeScalars.prefix(textLimit)
        return cut.endIndex == text.endIndex ? text : String(cut) + "…"
    }

    // MARK: Dates

    /// The value for a mirror: a string if it contains a non-finite Date, which Foundation on Linux can't
    /// describe.
    static func reflectable(_ value: Any) -> Any {
        var seen: Set<ObjectIdentifier> = []
        func holdsOddDate(_ value: Any) -> Bool {
            if let date = exactly(value, as: Date.self) { return DateFormat.iso8601.text(of: date) == nil }
            if type(of: value) is AnyClass {
                // Models have a custom mirror.
                let isNew = seen.insert(ObjectIdentifier(value as AnyObject)).inserted
                if !isNew || asModel(value) != nil { return false }
            }
            return StackSpace.current.isLow
                || Mirror(reflecting: value).children.contains { holdsOddDate($0.value) }
        }
        return holdsOddDate(value) ? line(of: value) : value
    }
}

extension DictionaryView {
    /// The members by the text of their keys, in the order of the keys' Unicode scalars; a key that is a model is
    /// represented by its type.
    var membersByText: [(key: String, value: Any)] {
        let showsTypes = hasKeysOfModels
        return pairs.map { (keyText($0.key, isType: showsTypes), $0.value) }.sorted(byText: \.key)
    }
}

/// The text of a dictionary's key in debug texts and in the paths of changes: the key in JSON, if it can be one.
///
/// - Parameter isType: Whether the key's type represents it.
func keyText(_ key: Any, isType: Bool = false) -> String {
    let base = (key as? AnyHashable)?.base ?? key
    let raw = (base as? any RawRepresentable).map { $0.rawValue as Any } ?? base
    if isType { return "\(type(of: raw))" }
    if let text = (raw as? any DictionaryKey)?.keyText { return text }
    if case .string(let text) = JSONValue(raw) { return text }
    return DebugText.line(of: raw)
}
