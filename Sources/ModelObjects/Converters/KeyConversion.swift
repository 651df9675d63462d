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
    /// Whether keys that aren't equal can have one text, as a type with raw values decides.
    let mayShareTexts: Bool
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
            keepsDigits: Known.self == Decimal.self, mayShareTexts: false,
            make: { Known(keyText: $0).flatMap { exactly($0, as: Key.self) } },
            text: { exactly($0, as: Known.self)?.keyText })
    }

    private init?<Enum: RawRepresentable>(_ type: Enum.Type, _ enclosing: [any Any.Type]) {
        guard let raw = KeyConversion<Enum.RawValue>(inside: enclosing) else { return nil }
        self.init(
            keepsDigits: raw.keepsDigits, mayShareTexts: true,
            make: { name in
                raw.make(name).flatMap { Enum(rawValue: $0) }.flatMap { exactly($0, as: Key.self) }
            },
            text: { key in exactly(key, as: Enum.self).flatMap { raw.text($0.rawValue) } })
    }
}

extension KeyConversion<String> {
    static var text: Self {
        KeyConversion(keepsDigits: false, mayShareTexts: false, make: \.self, text: \.self)
    }
}
