/// Options for mapping, for a class (``ModelObject/mappingOptions``) or for one call.
///
/// Each member can be set or unset. The first of these that sets a member applies:
///
/// 1. the options of the call,
/// 2. the class of the object being filled,
/// 3. the enclosing model, resolved in the same manner,
/// 4. the default.
///
/// Three members differ. ``rootPath`` applies only to the outermost object. ``limits`` apply to the whole
/// payload: those of the call, or else those of the class that you call. The entries of
/// ``arrayMappings`` of all levels are combined, in the same order of precedence.
///
/// Reading a member that is unset gives its default. Assigning a value sets the member, even if the value is the default:
/// the class's own option then no longer applies.
///
/// ```swift
/// var options = MappingOptions()
/// options.mismatches = .reject
/// let user = try User(json: data, options: options)
/// ```
public struct MappingOptions: Sendable {
    /// How keys match properties.
    public enum KeyMatching: Sendable {
        /// Case, `_`, `-` and spaces are ignored; the default.
        case fuzzy
        /// Case is ignored. The built-in naming rules, such as `id` for `remoteID`, still apply.
        case caseInsensitive
        /// Only the exact spelling matches. The built-in naming rules don't apply.
        case exact
    }

    /// How dates are mapped to properties of other types.
    public enum DateConversion: Sendable {
        /// A number property rejects a date string; the default.
        case date
        /// The same as ``date``.
        ///
        /// With each of the options, a String property keeps the original string.
        case string
        /// An integer or floating-point property gets the seconds since 1970 from a date string.
        ///
        /// An integer drops the fraction. A Decimal or an NSNumber property rejects the string.
        case timeInterval
    }

    /// How null is handled.
    public enum Nulls: Sendable {
        /// Null makes an Optional nil; other properties keep their values, unless they have a Codable type that decodes
        /// null.
        ///
        /// The default.
        case clearOptionals
        /// Null changes nothing.
        case keep
    }

    /// How values that don't fit their property are handled.
    public enum Mismatches: Sendable {
        /// The property keeps its value, and a report names the problem; the default.
        case keepValue
        /// The call throws, with every problem of the payload.
        case reject
    }

    /// How missing keys are handled.
    public enum Missing: Sendable {
        /// The property keeps its value; the default.
        case keepValue
        /// Every property is `required`, unless it is Optional, a ``Presence``, or has an `optional` rule.
        case reject
    }

    /// How unusable elements of arrays, sets and dictionaries are handled.
    public enum Elements: Sendable {
        /// They are left out, and a report names them; the default.
        case skipBad
        /// The call throws, with every problem of the payload.
        case reject
    }

    /// How keys without a property are handled.
    ///
    /// The other keys of an object that only the path of a rule leads into, such as `ext` with `.key("ext.desc")`, aren't
    /// examined: no option rejects or keeps them.
    public enum UnknownKeys: Sendable {
        /// They are ignored, and a report names them; the default.
        case ignore
        /// The call throws, with every problem of the payload.
        case reject
        /// They are kept with the object: see ``ModelObject/unknownValues()``.
        case keep
    }

    /// Which conversions between kinds are made.
    public enum Conversions: Sendable {
        /// Lossless conversions: string to number, number to string, words to Bool; the default.
        ///
        /// A String keeps every digit of an integer of up to 38 digits; a longer one can be rounded. A fraction in text
        /// is rounded to the digits that a Double holds.
        case lossless
        /// No conversion between strings and numbers, or between strings and Bools, nor of a list of keys and values to a
        /// dictionary.
        ///
        /// Numbers and Bools are still converted to each other. Date strings and words for null are still read.
        case none
    }

    /// How numbers that the property's type can't hold are handled.
    public enum Numbers: Sendable {
        /// They are a mismatch; the default.
        case exact
        /// A fraction is dropped; a number out of range is a mismatch.
        case truncate
        /// A fraction is dropped; a number out of range gives the nearest value of the type.
        ///
        /// `300` gives an Int8 of 127, and `1e400` the greatest finite Double.
        case clamp
    }

    /// How keys match properties.
    ///
    /// Default: `.fuzzy`.
    public var keyMatching: KeyMatching {
        get { setKeyMatching ?? .fuzzy }
        set { setKeyMatching = newValue }
    }

    /// How dates are mapped to properties of other types.
    ///
    /// Default: `.date`.
    public var dateConversion: DateConversion {
        get { setDateConversion ?? .date }
        set { setDateConversion = newValue }
    }

    /// The format of dates in the payload, which exports use, too.
    ///
    /// Default: `.automatic`.
    public var dateFormat: DateFormat {
        get { setDateFormat ?? .automatic }
        set { setDateFormat = newValue }
    }

    /// The element classes of untyped containers, by the property's name or its key in any spelling.
    ///
    /// Untyped containers are `[Any]`, `[Any?]`, `[String: Any]`, `[ModelObject]` and `Any`. The entries apply to
    /// nested models, too. Default: empty.
    public var arrayMappings: [String: ModelObject.Type] = [:]

    /// How null is handled.
    ///
    /// Default: `.clearOptionals`.
    public var nulls: Nulls {
        get { setNulls ?? .clearOptionals }
        set { setNulls = newValue }
    }

    /// How values that don't fit their property are handled.
    ///
    /// Default: `.keepValue`.
    public var mismatches: Mismatches {
        get { setMismatches ?? .keepValue }
        set { setMismatches = newValue }
    }

    /// How missing keys are handled.
    ///
    /// Default: `.keepValue`.
    public var missing: Missing {
        get { setMissing ?? .keepValue }
        set { setMissing = newValue }
    }

    /// How unusable elements are handled.
    ///
    /// Default: `.skipBad`.
    public var elements: Elements {
        get { setElements ?? .skipBad }
        set { setElements = newValue }
    }

    /// How keys without a property are handled.
    ///
    /// Default: `.ignore`.
    public var unknownKeys: UnknownKeys {
        get { setUnknownKeys ?? .ignore }
        set { setUnknownKeys = newValue }
    }

    /// Which conversions between kinds are made.
    ///
    /// Default: `.lossless`.
    public var conversions: Conversions {
        get { setConversions ?? .lossless }
        set { setConversions = newValue }
    }

    /// How numbers that the property's type can't hold are handled, including numbers in strings.
    ///
    /// Numbers never wrap. Default: `.exact`.
    public var numbers: Numbers {
        get { setNumbers ?? .exact }
        set { setNumbers = newValue }
    }

    /// The path of the object in the payload, such as `"data.items"` or `"result.0"`.
    ///
    /// ``keyMatching-swift.property`` determines how keys match. If a key is repeated, its last occurrence is used. If
    /// the value of the best match is null, no other key is tried. Default: nil, the root.
    ///
    /// If the class sets a root path, the argument `rootPath: nil` of the initializer doesn't override it. To map the
    /// root anyway, assign nil to this property.
    public var rootPath: String? {
        get { setRootPath ?? nil }
        set { setRootPath = .some(newValue) }
    }

    /// The maximum depth and size of a payload.
    ///
    /// The limits of a call replace all limits of the class: with `MappingLimits(bytes: 1_000)`, the depth is 512 again.
    ///
    /// Default: depth 512, no size limit.
    public var limits: MappingLimits {
        get { setLimits ?? MappingLimits() }
        set { setLimits = newValue }
    }

    /// Whether messages show values that don't fit, as in `found string "abc" at $.age`.
    ///
    /// Default: false, because payloads can contain secrets, and messages end up in logs. Values are shown on one
    /// line and cut after 40 characters. These are never shown: the value of a property with the rule
    /// ``PropertyRule/redacted-swift.type.property``, and everything inside it; arrays and objects; any value but an
    /// object where a model is expected; strings that start with a brace or a bracket.
    public var includeValues: Bool {
        get { setIncludeValues ?? false }
        set { setIncludeValues = newValue }
    }

    var setKeyMatching: KeyMatching?
    var setDateConversion: DateConversion?
    var setDateFormat: DateFormat?
    var setNulls: Nulls?
    var setMismatches: Mismatches?
    var setMissing: Missing?
    var setElements: Elements?
    var setUnknownKeys: UnknownKeys?
    var setConversions: Conversions?
    var setNumbers: Numbers?
    var setRootPath: String??
    var setLimits: MappingLimits?
    var setIncludeValues: Bool?
    /// Whether null for a property that is not Optional is a mismatch: a part of `strict`.
    var setNullIsMismatch: Bool?

    /// Creates options with the given members set.
    public init(
        keyMatching: KeyMatching? = nil,
        dateConversion: DateConversion? = nil,
        dateFormat: DateFormat? = nil,
        arrayMappings: [String: ModelObject.Type] = [:],
        nulls: Nulls? = nil,
        mismatches: Mismatches? = nil,
        missing: Missing? = nil,
        elements: Elements? = nil,
        unknownKeys: UnknownKeys? = nil,
        numbers: Numbers? = nil,
        rootPath: String? = nil,
        limits: MappingLimits? = nil,
        includeValues: Bool? = nil
    ) {
        self.arrayMappings = arrayMappings
        setKeyMatching = keyMatching
        setDateConversion = dateConversion
        setDateFormat = dateFormat
        setNulls = nulls
        setMismatches = mismatches
        setMissing = missing
        setElements = elements
        setUnknownKeys = unknownKeys
        setNumbers = numbers
        setRootPath = rootPath.map { .some($0) }
        setLimits = limits
        setIncludeValues = includeValues
    }

    /// Creates options with the given members set, including `conversions`.
    ///
    /// (A separate initializer, because `conversions` must not be Optional: `.none` would be
    /// `Optional.none`.)
    public init(
        keyMatching: KeyMatching? = nil,
        dateConversion: DateConversion? = nil,
        dateFormat: DateFormat? = nil,
        arrayMappings: [String: ModelObject.Type] = [:],
        nulls: Nulls? = nil,
        mismatches: Mismatches? = nil,
        missing: Missing? = nil,
        elements: Elements? = nil,
        unknownKeys: UnknownKeys? = nil,
        conversions: Conversions,
        numbers: Numbers? = nil,
        rootPath: String? = nil,
        limits: MappingLimits? = nil,
        includeValues: Bool? = nil
    ) {
        self.init(
            keyMatching: keyMatching, dateConversion: dateConversion, dateFormat: dateFormat,
            arrayMappings: arrayMappings, nulls: nulls, mismatches: mismatches, missing: missing,
            elements: elements, unknownKeys: unknownKeys, numbers: numbers, rootPath: rootPath,
            limits: limits, includeValues: includeValues)
        setConversions = conversions
    }

    /// Whether any member is set.
    var setsAnything: Bool {
        setKeyMatching != nil || setDateConversion != nil || setDateFormat != nil || !arrayMappings.isEmpty
            || setNulls != nil || setMismatches != nil || setMissing != nil || setElements != nil
            || setUnknownKeys != nil || setConversions != nil || setNumbers != nil || setRootPath != nil
            || setLimits != nil || setIncludeValues != nil || setNullIsMismatch != nil
    }

    /// Options that reject values that don't fit, bad elements and unknown keys.
    ///
    /// ``mismatches-swift.property``, ``elements-swift.property`` and ``unknownKeys-swift.property`` are `.reject`,
    /// and null for a property that isn't Optional is a mismatch, unless its type decodes null or
    /// ``nulls-swift.property`` is `.keep`. Lossless conversions are still made.
    public static var strict: MappingOptions {
        var options = MappingOptions(mismatches: .reject, elements: .reject, unknownKeys: .reject)
        options.setNullIsMismatch = true
        return options
    }
}

/// The maximum depth and size of a payload.
///
/// Beyond a limit, the call throws ``ModelError/Code/limitExceeded``.
public struct MappingLimits: Hashable, Sendable {
    /// The maximum nesting of objects and arrays; the root is 1.
    ///
    /// Objects and arrays in embedded JSON (see ``PropertyRule/embeddedJSON-swift.property``) count as if the payload
    /// contained them in place of the text. Values above ``maximumDepth`` count as ``maximumDepth``.
    public var depth: Int
    /// The maximum number of bytes of JSON text; nil means no limit.
    public var bytes: Int?
    /// The maximum number of values in a payload; nil means no limit.
    ///
    /// Members of objects and elements of arrays on all levels are counted, except those in embedded JSON
    /// (see ``PropertyRule/embeddedJSON-swift.property``), which ``bytes`` limits if the
    /// payload is text.
    public var elements: Int?
    /// ``elements``; a negative number counts as 0.
    var allowedElements: Int? { elements.map { max($0, 0) } }

    /// The maximum of ``depth``, so that no payload can exhaust the stack.
    public static let maximumDepth = 1024

    /// Creates limits: by default a depth of 512, and no size limit.
    public init(depth: Int = 512, bytes: Int? = nil, elements: Int? = nil) {
        self.depth = depth
        self.bytes = bytes
        self.elements = elements
    }
}
