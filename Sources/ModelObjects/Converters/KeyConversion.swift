import Foundation

/// A type whose values may be dictionary keys, which are strings in JSON.
protocol DictionaryKey: Hashable {
    /// Nil if the text is not a key of the type.
    init?(keyText: String)
    /// Nil for NaN and the infinities, which have no text.
    var keyText: String? { get }
}

/// Converts text to a dictionary key and back: a `DictionaryKey`, or an enum with such a raw value.
struct KeyConversion<Key>: @unchecked Sendable {  // The closures capture only metatypes.
    /// Whether a key that is a number, in a list of keys and values, is read with all of its digits.
    let keepsDigits: Bool
    let make: (String) -> Key?
    /// Nil for a key that is not finite.
    let text: (Key) -> String?

    /// The key in messages.
    var expected: String { "\(Key.self) key" }
}

extension KeyConversion {
    /// Nil if no key is text.
    ///
    /// - Parameter enclosing: The types whose raw values are being looked at: a type inside its own raw value has no
    ///   text.
    init?(inside enclosing: [any Any.Type] = []) {
        if let text = exactly(KeyConversion<String>.text, as: Self.self) {
            self = text
        } else if let type = Key.self as? any DictionaryKey.Type {
            self.init(type)
        } else if let type = Key.self as? any RawRepresentable.Type,
            !enclosing.contains(where: { $0 == type })
        {
            self.init(type, enclosing + [type])
        } else {
            return nil
        }
    }

    private init<Known: DictionaryKey>(_ type: Known.Type) {
        self.init(
            keepsDigits: Known.self == Decimal.self,
            make: { Known(keyText: $0).flatMap { exactly($0, as: Key.self) } },
            text: { exactly($0, as: Known.self)?.keyText })
    }

    private init?<Enum: RawRepresentable>(_ type: Enum.Type, _ enclosing: [any Any.Type]) {
        guard let raw = KeyConversion<Enum.RawValue>(inside: enclosing) else { return nil }
        self.init(
            keepsDigits: raw.keepsDigits,
            make: { name in
                raw.make(name).flatMap { Enum(rawValue: $0) }.flatMap { exactly($0, as: Key.self) }
            },
            text: { key in exactly(key, as: Enum.self).flatMap { raw.text($0.rawValue) } })
    }
}

extension KeyConversion<String> {
    static var text: Self {
        KeyConversion(keepsDigits: false, make: \.self, text: \.self)
    }
}

extension String: DictionaryKey {
    init(keyText: String) { self = keyText }
    var keyText: String? { self }
}

extension UUID: DictionaryKey {
    init?(keyText: String) { self.init(uuidString: keyText) }
    var keyText: String? { uuidString }
}

extension Decimal: DictionaryKey {
    init?(keyText: String) {
        // Older versions of Foundation return NaN for a number that a Decimal cannot hold.
        guard NumberText.isNumber(keyText), let value = Decimal(string: keyText), !value.isNaN else {
            return nil
        }
        self = value
    }
    var keyText: String? {
        guard isFinite else { return nil }
        // The same as `description`, in a fraction of the time.
        var writer = JSONWriter(capacity: 48)
        writer.value(self)
        return writer.finishString()
    }
}

/// The key is the shortest decimal form, without `.0` for a whole number, as in a String property.
extension DictionaryKey where Self: BinaryFloatingPoint & LosslessStringConvertible {
    init?(keyText: String) {
        guard NumberText.isNumber(keyText), let value = Self(keyText), value.isFinite else { return nil }
        self = value
    }

    var keyText: String? {
        guard isFinite else { return nil }
        let text = description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}

extension Double: DictionaryKey {}
extension Float: DictionaryKey {}

extension CGFloat: DictionaryKey {
    init?(keyText: String) {
        guard let value = NativeType(keyText: keyText) else { return nil }
        self.init(value)
    }
    var keyText: String? { native.keyText }
}
