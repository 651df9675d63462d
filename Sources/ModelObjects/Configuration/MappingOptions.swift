/// How a payload is mapped: for one class (`ModelObject.mappingOptions`) or for one call.
///
/// Each member is set or not, on its own. Where an object is filled, the first of these that sets a member
/// decides:
///
/// 1. the options of the call,
/// 2. the object's own class,
/// 3. the model around it (which asked the same question for itself),
/// 4. the default given below.
///
/// Two members follow rules of their own: `rootPath` is for the outermost object alone, and the
/// `arrayMappings` of all of them join, entry by entry, by the same precedence.
///
/// ```swift
/// var options = MappingOptions()
/// options.mismatches = .reject
/// let user = try User(json: data, options: options)
/// ```
public struct MappingOptions: Sendable {
    /// How a key of the payload finds a property.
    public enum KeyMatching: Sendable {
        /// Case, `_`, `-` and spaces do not matter. The default.
        case fuzzy
        /// Case does not matter.
        case caseInsensitive
        /// Only the exact spelling matches.
        case exact
    }

    /// What becomes of dates.
    public enum DateConversion: Sendable {
        /// A Date property reads dates; a number property refuses date text. The default.
        case date
        /// As `date`: a String property keeps the text as it was sent, whatever the option.
        case string
        /// Besides, date text into a number property gives seconds since 1970.
        case timeInterval
    }

    /// What null does.
    public enum Nulls: Sendable {
        /// Null makes an Optional nil; a property that is not Optional keeps its value. The default.
        case clearOptionals
        /// Null changes nothing.
        case keep
    }

    /// What a value does that does not fit its property.
    public enum Mismatches: Sendable {
        /// The property keeps its value, and a report names the problem. The default.
        case keepValue
        /// The call throws, with every problem of the payload.
        case reject
    }

    /// What a key does that the payload lacks.
    public enum Missing: Sendable {
        /// The property keeps its value. The default.
        case keepValue
        /// Every property that is neither Optional nor has an `.optional` rule counts as `required`.
        case reject
    }

    /// What an element of an array, a set or a dictionary does that cannot be used.
    public enum Elements: Sendable {
        /// It is left out, and a report names it. The default.
        case skipBad
        /// The call throws, with every problem of the payload.
        case reject
    }

    /// What a key does that no property wants.
    public enum UnknownKeys: Sendable {
        /// It is passed over, and a report names it. The default.
        case ignore
        /// The call throws, with every problem of the payload.
        case reject
        /// It is kept with the object: see `ModelObject.unknownValues()`.
        case keep
    }

    /// Which conversions between kinds are made.
    public enum Conversions: Sendable {
        /// Those that lose nothing: text to number, number to text, words to Bool. The default.
        case lossless
        /// None of these: a text is no number, a number no text, and a word no Bool. Numbers and Bools still
        /// become each other.
        case none
    }

    /// What a number does that its property's type cannot hold.
    public enum Numbers: Sendable {
        /// It is a mismatch. The default.
        case exact
        /// A fraction is dropped; what is out of range is a mismatch.
        case truncate
        /// A fraction is dropped; what is out of range gives the nearest value of the type: `300` an Int8 of
        /// 127, `1e400` the greatest finite Double.
        case clamp
    }

    /// How a key of the payload finds a property.
    ///
    /// Default: `.fuzzy`.
    public var keyMatching: KeyMatching {
        get { setKeyMatching ?? .fuzzy }
        set { setKeyMatching = newValue }
    }

    /// What becomes of dates.
    ///
    /// Default: `.date`.
    public var dateConversion: DateConversion {
        get { setDateConversion ?? .date }
        set { setDateConversion = newValue }
    }

    /// How dates are written in the payload, and written again on export.
    ///
    /// Default: `.automatic`.
    public var dateFormat: DateFormat {
        get { setDateFormat ?? .automatic }
        set { setDateFormat = newValue }
    }

    /// The class of the elements of an untyped container (`[Any]`, `[Any?]`, `[String: Any]`,
    /// `[ModelObject]`), by the property's name or by any spelling of its key.
    ///
    /// It reaches nested models. Default: empty.
    public var arrayMappings: [String: ModelObject.Type] = [:]

    /// What null does.
    ///
    /// Default: `.clearOptionals`.
    public var nulls: Nulls {
        get { setNulls ?? .clearOptionals }
        set { setNulls = newValue }
    }

    /// What a value does that does not fit its property.
    ///
    /// Default: `.keepValue`.
    public var mismatches: Mismatches {
        get { setMismatches ?? .keepValue }
        set { setMismatches = newValue }
    }

    /// What a key does that the payload lacks.
    ///
    /// Default: `.keepValue`.
    public var missing: Missing {
        get { setMissing ?? .keepValue }
        set { setMissing = newValue }
    }

    /// What an element does that cannot be used.
    ///
    /// Default: `.skipBad`.
    public var elements: Elements {
        get { setElements ?? .skipBad }
        set { setElements = newValue }
    }

    /// What a key does that no property wants.
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

    /// What a number does that an integer type cannot hold; a number in a text follows the same rule.
    ///
    /// It never wraps. Default: `.exact`.
    public var numbers: Numbers {
        get { setNumbers ?? .exact }
        set { setNumbers = newValue }
    }

    /// Where in the payload the object is, such as `"data.items"` or `"result.0"`.
    ///
    /// Default: nil, the root.
    public var rootPath: String? {
        get { setRootPath ?? nil }
        set { setRootPath = .some(newValue) }
    }

    /// How deep and how large a payload may be.
    ///
    /// Default: depth 512, no size limit.
    public var limits: MappingLimits {
        get { setLimits ?? MappingLimits() }
        set { setLimits = newValue }
    }

    /// Whether a message shows the value that does not fit, as in `found string "abc" at $.age`.
    ///
    /// On one line and cut behind 40 characters. Never shown, whatever this says: values of the keys of a
    /// property with the rule `redacted` and all that is inside them; arrays and objects; what is given to a
    /// model that is none; text that starts with a brace or a bracket. Payloads hold secrets, and messages
    /// end up in logs. Default: false.
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
    /// Null into a property that is not Optional is a mismatch: a part of `strict`.
    var setNullIsMismatch: Bool?

    /// Options of which only those given are set.
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

    /// Options of which only those given are set, `conversions` among them.
    ///
    /// (Of its own, because `conversions` must not be Optional here: `.none` would be Optional's.)
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

    /// Nothing is tolerated: `mismatches`, `elements` and `unknownKeys` are `.reject`, and null into a
    /// property that is not Optional is a mismatch.
    ///
    /// A lossless conversion is none.
    public static var strict: MappingOptions {
        var options = MappingOptions(mismatches: .reject, elements: .reject, unknownKeys: .reject)
        options.setNullIsMismatch = true
        return options
    }
}

/// How deep and how large a payload may be; beyond it the call throws `ModelError.Code.limitExceeded`.
public struct MappingLimits: Hashable, Sendable {
    /// The deepest nesting of objects and arrays; the root is 1.
    ///
    /// At most `maximumDepth`.
    public var depth: Int
    /// The most bytes of JSON text; nil means any number.
    public var bytes: Int?
    /// The most values in a payload: members of objects and elements of arrays, all levels together; nil
    /// means any number.
    public var elements: Int?

    /// The deepest nesting that can be asked for, so that no payload can exhaust a stack.
    public static let maximumDepth = 1024

    /// Limits: depth 512 and no size limit, unless said otherwise.
    public init(depth: Int = 512, bytes: Int? = nil, elements: Int? = nil) {
        self.depth = depth
        self.bytes = bytes
        self.elements = elements
    }
}
