/// How a model is exported: the spelling of its keys, what becomes of nil, which properties take part.
///
/// They hold for one call and for everything that the object holds, except `only` and `except`, which choose
/// properties of the outermost objects.
///
/// ```swift
/// var options = ExportOptions()
/// options.keyStyle = .snakeCase
/// options.pretty = true
/// let text = try user.jsonString(options)
/// ```
public struct ExportOptions: Sendable {
    /// How the keys of properties are spelt for which no rule and no `ModelObject.declaredKey(for:)` declares
    /// one.
    ///
    /// A name's words are split at changes of case, `_` and `-`, acronyms whole: `HTMLParser` is `HTML` and
    /// `Parser`, `iOSVersion` is `i`, `OS` and `Version`. Fuzzy key matching finds the property again by each
    /// of these spellings.
    public enum KeyStyle: Sendable, CaseIterable {
        /// The property's name: `userID`. The default.
        case declared
        /// `user_id`.
        case snakeCase
        /// `user-id`.
        case kebabCase
        /// The first word in lower case, acronyms after it whole: `userID`, `htmlParser`.
        case camelCase
        /// Acronyms whole: `UserID`, `HTMLParser`.
        case pascalCase
    }

    /// What becomes of a property that is nil.
    public enum Nulls: Sendable {
        /// It is left out. The default. (A property that is not nil in a new object does not become nil again
        /// when the export is mapped: use `include` for such a class.)
        case omit
        /// It is null.
        case include
    }

    /// What becomes of NaN and infinity, for which JSON has no form.
    public enum NotFinite: Sendable {
        /// The call throws `ModelError.Code.notFinite`. The default.
        case error
        /// The property, or the element, is left out.
        case omit
        /// It is null.
        case null
    }

    /// What becomes of properties that hold models: one, an Optional, or a container of them.
    public enum Relations: Sendable {
        /// They are objects and arrays of objects within the object. The default.
        case nested
        /// They are left out.
        case none
        /// As Rails' `accepts_nested_attributes_for` takes them: the key ends in `_attributes`, and an array
        /// is an object whose keys are its indices. Source: Ruby on Rails API,
        /// ActiveRecord::NestedAttributes::ClassMethods.
        case railsAttributes
    }

    /// How undeclared keys are spelt.
    ///
    /// Default: `.declared`.
    public var keyStyle = KeyStyle.declared

    /// What becomes of a property that is nil.
    ///
    /// Default: `.omit`. A nil within an array or a dictionary is always null. An Optional whose default is not nil
    /// gets that default when the result is mapped again; with `.include` it stays nil.
    public var nulls = Nulls.omit

    /// What becomes of NaN and infinity.
    ///
    /// Default: `.error`.
    public var notFinite = NotFinite.error

    /// The format of all dates.
    ///
    /// Nil, the default, leaves it to the property's rule, else to the options of the object's own class,
    /// else to those of the model around it, else it is `.automatic`, which writes ISO 8601.
    public var dateFormat: DateFormat?

    /// What becomes of properties that hold models.
    ///
    /// Default: `.nested`.
    public var relations = Relations.nested

    /// Whether keys and elements stand on lines of their own, indented by two spaces.
    ///
    /// Default: false.
    public var pretty = false

    /// Whether the keys of every object are sorted by Unicode scalars.
    ///
    /// Default: false, which is the order of declaration, superclass first. Dictionaries have no order of
    /// their own.
    public var sortedKeys = false

    /// The names of the properties that are exported; nil, the default, means all.
    ///
    /// It chooses among the properties of the outermost object, or objects, alone; values of unknown keys are
    /// then left out. The text by which a discriminator names the class stays, unless it belongs under the key
    /// of a property that is left out.
    public var only: Set<String>?

    /// The names of properties of the outermost object, or objects, that are left out, as `only` would.
    ///
    /// Default: none.
    public var except: Set<String> = []

    /// The deepest nesting of objects and arrays; the root is 1, and what lies deeper throws
    /// `ModelError.Code.limitExceeded`.
    ///
    /// Default: 512. At most 1024 counts, so that no object graph can exhaust a stack.
    public var maxDepth = 512

    /// Options with the defaults given above.
    public init() {}
}
