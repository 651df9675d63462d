/// Options for exports: the spelling of keys, nil properties, dates, layout, and which properties to write.
///
/// They apply to one call and to everything that the object contains, except ``only`` and ``except``, which
/// apply to the outermost objects.
///
/// ```swift
/// let text = try user.jsonString(options: ExportOptions(keyStyle: .snakeCase, pretty: true))
/// ```
public struct ExportOptions: Sendable {
    /// The spelling of keys that are not declared by a rule or ``ModelObject/declaredKey(for:)``.
    ///
    /// A name is split into words at changes of case, `_` and `-`: `HTMLParser` is `HTML` and `Parser`,
    /// `iOSVersion` is `i`, `OS` and `Version`. Underscores at the start of a name stay: `_id` is `_id` in every
    /// style. Fuzzy key matching accepts each of these spellings.
    public enum KeyStyle: Sendable, CaseIterable {
        /// The property's name: `userID`. The default.
        case declared
        /// `user_id`.
        case snakeCase
        /// `user-id`.
        case kebabCase
        /// `userID`, `htmlParser`: the first word in lower case, later acronyms unchanged.
        case camelCase
        /// `UserID`, `HTMLParser`: acronyms unchanged.
        case pascalCase
    }

    /// How properties that are nil are exported.
    public enum Nulls: Sendable {
        /// They are left out; the default.
        ///
        /// If a property's default is not nil, mapping the export doesn't make it nil again. Use ``include`` for
        /// such a class.
        case omit
        /// They are written as null.
        case include
    }

    /// How NaN and infinity, which JSON can't represent, are exported.
    public enum NotFinite: Sendable {
        /// The call throws ``ModelError/Code/notFinite``; the default.
        case error
        /// The property or element is left out. So is a dictionary's entry if its key or value isn't finite.
        case omit
        /// They are written as null. An entry of a dictionary with such a key is left out.
        case null
    }

    /// How properties that hold models are exported: single models, Optionals and containers.
    public enum Relations: Sendable {
        /// As nested objects and arrays of objects; the default.
        case nested
        /// They are left out, except those whose rule writes a text or a converted value in their place.
        case none
        /// As Rails' `accepts_nested_attributes_for` expects them.
        ///
        /// The key ends in `_attributes`, and an array becomes an object whose keys are its indices. A relation that
        /// is nil is left out even if `nulls` is `.include`, because Rails rejects null; ``Presence/null`` is written.
        /// Source: Ruby on Rails API, ActiveRecord::NestedAttributes::ClassMethods.
        case railsAttributes
    }

    /// The spelling of undeclared keys.
    ///
    /// Default: `.declared`.
    public var keyStyle: KeyStyle

    /// How properties that are nil are exported.
    ///
    /// Applies to kept values of unknown keys, too. Default: `.omit`. A nil in an array or a dictionary is always
    /// null.
    public var nulls: Nulls

    /// How NaN and infinity are exported.
    ///
    /// Default: `.error`.
    public var notFinite: NotFinite

    /// The format of all dates.
    ///
    /// Nil, the default, uses the format of the property's rule, then that of the object's class, then that of the
    /// enclosing model, and then ``DateFormat/automatic``, which writes ISO 8601.
    public var dateFormat: DateFormat?

    /// How properties that hold models are exported.
    ///
    /// Default: `.nested`.
    public var relations: Relations

    /// Whether each key and element starts a new line, indented by two spaces.
    ///
    /// Default: false.
    public var pretty: Bool

    /// Whether the keys of every object are sorted by Unicode scalars, and the elements of Sets by their texts.
    ///
    /// With this option, a model's text is the same in every process, for example to be signed. (A Set inside a Codable
    /// value is encoded by its type, in the order of its hashes.) Equal models have the same text unless they contain
    /// equal values with different texts: `0.0` and `-0.0`, or `é` as one scalar and as two.
    ///
    /// Default: false, for the order of declaration, superclass first. Dictionaries and Sets then have no defined
    /// order. The keys of Codable values in a model, and of the models inside them, are always sorted.
    public var sortedKeys: Bool

    /// The names of the properties to export; nil, the default, means all.
    ///
    /// Applies only to the outermost object or objects. If set, values of unknown keys are left out. A
    /// discriminator's key stays, unless it is the key of a property that is left out.
    public var only: Set<String>?

    /// The names of properties of the outermost object or objects to leave out.
    ///
    /// Default: none. Unknown names are ignored, as in ``only``. To protect a secret, use the rule
    /// ``PropertyRule/notExported-swift.type.property``.
    public var except: Set<String>

    /// The maximum nesting of objects and arrays; the root is 1.
    ///
    /// Beyond it, the call throws ``ModelError/Code/limitExceeded``. Default: 512. Values above 1024 count as
    /// 1024, so that no object graph can exhaust the stack.
    public var maxDepth: Int

    /// Creates options.
    public init(
        keyStyle: KeyStyle = .declared,
        nulls: Nulls = .omit,
        notFinite: NotFinite = .error,
        dateFormat: DateFormat? = nil,
        relations: Relations = .nested,
        pretty: Bool = false,
        sortedKeys: Bool = false,
        only: Set<String>? = nil,
        except: Set<String> = [],
        maxDepth: Int = 512
    ) {
        self.keyStyle = keyStyle
        self.nulls = nulls
        self.notFinite = notFinite
        self.dateFormat = dateFormat
        self.relations = relations
        self.pretty = pretty
        self.sortedKeys = sortedKeys
        self.only = only
        self.except = except
        self.maxDepth = maxDepth
    }
}
