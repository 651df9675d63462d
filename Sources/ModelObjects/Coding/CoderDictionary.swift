/// Dictionaries whose keys a coder must not change.
///
/// The key strategies of JSONDecoder and JSONEncoder convert the keys of keyed containers, but not those of
/// dictionaries with String keys, which are data. They recognize such a dictionary by its type, so it must be
/// decoded and encoded with that type:
///
///     class Order { var amountsByTag: [String: Int] }     {"amounts_by_tag": {"us_dollar": 1}}
///
///     the object        keyed container             amounts_by_tag is amountsByTag
///     the dictionary    [String: CoderPart].self    us_dollar stays us_dollar
///
/// Other coders decode and encode a dictionary through a keyed container, and encode its members in random
/// order. For them, dictionaries are read and written through the container directly.
enum CoderDictionary {
    /// Whether a decoder or an encoder recognizes dictionaries by their type.
    ///
    /// Coders don't expose this, so the name of their type decides: `JSONDecoderImpl`, `__JSONDecoder` or
    /// `__JSONEncoder`, depending on the version of Foundation.
    static func isRecognized(by coder: Any) -> Bool { "\(type(of: coder))".contains("JSON") }

    /// The dictionary that a decoder contains; nil if it contains another value.
    ///
    /// - Parameter read: Reads the value of a member.
    /// - Throws: The first error of `read`.
    static func members(
        in decoder: any Decoder, _ read: (any Decoder) throws -> Any
    ) throws -> [String: Any]? {
        try CoderPart.reading(with: read, otherwise: { _ in nil }) { _ in
            try decoder.singleValueContainer().decode([String: CoderPart].self).mapValues(\.value)
        }
    }
}
