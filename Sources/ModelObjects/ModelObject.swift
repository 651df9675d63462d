import Foundation

/// The base class of models: declare a subclass with plain stored properties, and make objects of it from JSON.
///
/// ```swift
/// final class User: ModelObject {
///     var userName = ""
///     var joined: Date?
///     var cars: [Car] = []          // Car is a ModelObject, too
/// }
/// let user = try User(json: #"{"user_name": "ann"}"#)
/// user.userName                 // "ann"; the key "USER-NAME" would match, too
/// ```
///
/// All stored `var` properties of the class and its superclasses are mapped, including private ones. `let`,
/// `lazy`, `weak` and `unowned` properties, and types that the library can't convert, are not; a report names each
/// with the reason. If a subclass declares a property with the name of a private property of its superclass,
/// only the subclass's property is mapped. Filling a property doesn't run its `willSet` and `didSet`.
///
/// A subclass that declares an initializer must also declare `required init()`, and then inherits the other
/// required initializers that the compiler asks for:
///
/// ```swift
/// final class Car: ModelObject {
///     var maker: String
///     init(maker: String) { self.maker = maker }
///     required init() { maker = "" }
/// }
/// ```
///
/// Don't use one object on several threads at the same time. Different objects can be mapped in parallel.
///
/// Don't update, merge into, export, copy or archive an object while one of its properties is being modified. In
/// plain Swift, such an overlapping access traps. The library reads and writes properties in place, which Swift
/// doesn't check, so an overlapping call corrupts memory:
///
/// ```swift
/// order.items.removeAll { item in
///     try? order.update(json: json)      // Wrong: `items` is being modified.
///     return item.isEmpty
/// }
/// ```
///
/// The same applies if a mutating method of a property's value updates the object. Update the object first,
/// or change a copy of the property and assign it.
nonisolated open class ModelObject: Codable, Hashable, CustomDebugStringConvertible, CustomReflectable {
    /// The mapping in progress, and the values of unknown keys.
    final var attachment: ModelAttachment?

    /// Creates an object with its default values: the only designated initializer.
    ///
    /// Called for every object that is made from a payload, a coder or an archive, before any value is stored. The other
    /// initializers aren't called for elements and nested models: to act on every object, override ``didMap(_:)``.
    ///
    /// Overriding: a subclass that declares an initializer must declare this one, too, and then inherits all others.
    public required init() {}

    /// Frees long chains of models without a deep stack.
    deinit {
        ModelRelease.empty(self)
    }

    /// Creates an object of exactly this class from JSON text.
    ///
    /// - Parameters:
    ///   - json: UTF-8 text; a byte order mark at its start is skipped. Its root, or the value at
    ///     ``MappingOptions/rootPath``, must be an object.
    ///   - options: Options for this call. They take precedence over ``mappingOptions``.
    /// - Throws: ``JSONSyntaxError`` if the bytes are not JSON. ``ModelError`` if the root is not an object,
    ///   the text is UTF-16 or UTF-32, a required property is missing, a hook rejects the object, a limit is
    ///   exceeded, or the options reject a value or key.
    /// - Complexity: Linear in the length of the text, for any text.
    public required convenience init(json: Data, options: MappingOptions? = nil) throws {
        self.init()
        try MappingCall(options: options, type: Self.self).fill(self, json)
    }

    /// Creates an object of exactly this class from a JSON string.
    ///
    /// - Throws: The errors of ``init(json:options:)-(Data,_)``.
    public required convenience init(json: String, options: MappingOptions? = nil) throws {
        self.init()
        try MappingCall(options: options, type: Self.self).fill(self, json)
    }

    /// Creates an object of exactly this class from a dictionary, such as one from JSONSerialization.
    ///
    /// A value that already has the property's type, such as a Date or a model, is stored unchanged. The function
    /// of a `converted` rule gets it instead. NaN and infinity don't fit.
    ///
    /// ```swift
    /// let user = try User(dictionary: ["user_name": "ann", "joined": Date()])
    /// ```
    ///
    /// - Throws: The errors of ``init(json:options:)-(Data,_)``, except ``JSONSyntaxError``.
    public required convenience init(dictionary: [String: Any], options: MappingOptions? = nil) throws {
        self.init()
        try MappingCall(options: options, type: Self.self).fill(self, dictionary)
    }

    /// Creates an object of exactly this class from a JSON file.
    ///
    /// - Throws: The errors of ``init(json:options:)-(Data,_)``, and ``ModelError/Code/fileFailed`` if the file
    ///   cannot be read.
    public required convenience init(contentsOf file: URL, options: MappingOptions? = nil) throws {
        let json = try Data(ofFile: file)
        self.init()
        try MappingCall(options: options, type: Self.self).fill(self, json)
    }

    // MARK: Coders

    /// Creates an object of exactly this class from a decoder, such as JSONDecoder or PropertyListDecoder.
    ///
    /// A model can be the root value, or a property of any Codable type.
    ///
    /// Keys, rules, options and hooks apply as in ``init(dictionary:options:)``. Discriminators apply to
    /// properties of the model, but not to the outermost object or to the elements of a `[Shape]` that the
    /// decoder decodes: use ``ModelDecoder`` for these. Date and Data are read by the decoder's strategy, unless the
    /// property has a date format or an `embeddedJSON` rule. The decoder also decodes Codable types inside the model;
    /// the model's options don't apply to models in these. The strategy doesn't apply to a value that it can't
    /// read, nor to a value whose key only a hook maps, whose key fills properties of different types, or
    /// whose path leads into a Codable type. These are read as in any payload.
    ///
    /// Hooks get Swift values. For a property of type Date, Data, Decimal or a Codable type, or a container of one of
    /// them, they get the instances that the decoder made.
    ///
    /// JSONDecoder is slow for deeply nested values whose type is unknown: those in an `Any` and, in classes that
    /// override a hook, those of keys without a property.
    ///
    /// - Throws: `DecodingError` with the coding path of the value, and the ``ModelError`` as its
    ///   `underlyingError`: `.keyNotFound` for a required property; `.typeMismatch` if the options reject a value;
    ///   otherwise `.dataCorrupted`. Without a ModelError, `.typeMismatch` if there is no object, and `.valueNotFound`
    ///   for null.
    public required convenience init(from decoder: any Decoder) throws {
        self.init()
        try CoderReader.fill(self, decoder)
    }

    /// Writes the object to an encoder, such as JSONEncoder or PropertyListEncoder.
    ///
    /// Keys, rules and hooks apply as in ``jsonObject(options:)`` with default options. The encoder's own strategy
    /// writes Date, Data, NaN and infinity, unless the property has a date format or an `embeddedJSON` rule. The
    /// export hooks get these values, and those of Codable types, unconverted.
    ///
    /// Overriding: you don't need to call super. Not called for nested models, which the outermost object
    /// writes.
    ///
    /// - Throws: `EncodingError.invalidValue` with the coding path of the value, if the object contains itself, is
    ///   nested more than 512 levels deep, or contains a value that is not Encodable. Also if two properties have
    ///   the same key, or if ``didExport(_:)`` throws.
    open func encode(to encoder: any Encoder) throws {
        try CoderWriter.write(self, to: encoder)
    }

    // MARK: Configuration

    /// The rules of properties, by property name.
    ///
    /// ```swift
    /// override class var propertyRules: [String: PropertyRule] {
    ///     ["userName": .keys("login", "name").required, "joined": .date(.unixSeconds)]
    /// }
    /// ```
    ///
    /// A rule for a property that the class doesn't have traps at the first use of the class; the message
    /// names the nearest property. So does a path with an empty part.
    ///
    /// Overriding: you don't need to call super. A class inherits the rules of its superclass, and replaces those for
    /// the properties that it names. Read at the first use of the class, possibly by several threads.
    open class var propertyRules: [String: PropertyRule] { [:] }

    /// The options of the class.
    ///
    /// Default: nothing is set, so the options of the enclosing model apply, and then the defaults.
    ///
    /// Overriding: the options replace those of the superclass. To keep them, call super and change a member. Read
    /// when ``propertyRules`` is read.
    open class var mappingOptions: MappingOptions { MappingOptions() }

    /// The names of the properties to map; nil, the default, means all.
    ///
    /// Other properties are ``PropertyRule/ignored-swift.type.property``: not filled, exported, archived or
    /// compared. A name that isn't a stored property traps at the first use of the class.
    ///
    /// Overriding: call super to add to the names of a superclass. Read when ``propertyRules`` is read.
    open class var mappedProperties: Set<String>? { nil }

    /// Returns the key of a property without a declared key, for a naming scheme of a whole class.
    ///
    /// Nil, the default, means the property's name. A dot in the key makes it a path. Exports don't change the key.
    ///
    /// ```swift
    /// override class func declaredKey(for property: String) -> String? { "x_" + property }
    /// ```
    ///
    /// Overriding: call super for the properties of a superclass that also overrides the method. Called for
    /// each property when ``propertyRules`` is read.
    open class func declaredKey(for property: String) -> String? { nil }

    /// How a payload chooses a subclass; nil, the default, means that it doesn't.
    ///
    /// Applies at the root to ``model(json:options:)-(Data,_)``, `array`, `dictionary`, the `inspect` methods, streams
    /// and ``ModelDecoder``, and in properties and containers. An initializer always makes exactly its class. An archive
    /// stores the class of each object: there, the discriminator only adds its classes to those that it may contain.
    ///
    /// Overriding: you don't need to call super. Subclasses inherit the discriminator. Read when the class is
    /// first used.
    open class var discriminator: Discriminator? { nil }

    // MARK: Hooks, in the order in which they are called

    /// Called with the payload of an object, before the object is filled.
    ///
    /// Returns the payload to use, or nil to reject the object.
    ///
    /// If you reject the root, the call throws ``ModelError/Code/validationFailed``. A rejected element is
    /// left out, and a property keeps its value.
    ///
    /// Overriding: you don't need to call super. Called on the declared class, before a discriminator chooses the
    /// object's class. If the chosen class overrides the method, it is called on that class, too, with the
    /// payload that the first call returned. Don't call super there if super changes the payload.
    open class func willMap(_ dictionary: [String: Any]) -> [String: Any]? { dictionary }

    /// Chooses the class for a payload, for cases that ``discriminator`` can't express.
    ///
    /// Returns the declared class or a subclass of it; a superclass counts as the declared class. For any other
    /// class, the object is rejected: at the root, the call throws ``ModelError/Code/invalidClass``. Nil, the
    /// default, leaves the choice to ``discriminator``.
    ///
    /// Overriding: you don't need to call super. Called after ``willMap(_:)``, for each object that is
    /// made, or that a property or a container fills in place; not for the object of an initializer.
    open class func modelClass(for dictionary: [String: Any]) -> ModelObject.Type? { nil }

    /// Stores the value of a key; called for every key of an object, in the payload's spelling.
    ///
    /// The default implementation stores the value in the property that the key matches.
    ///
    /// The value is a String, Int (Int64, UInt64 or Decimal if Int can't hold it), Double (also for `-0`; infinity for
    /// a number beyond its range), Bool, `[Any]`, `[String: Any]` or NSNull. From a dictionary, a patch or embedded
    /// JSON, a number with more digits than a Double holds is a Decimal. A dictionary or a decoder can also supply
    /// instances of other types, such as a Date: see ``init(from:)``. Values of patches are described in
    /// <doc:PartialUpdates>.
    ///
    /// From text, keys come in the payload's order, each as often as it appears. From a dictionary, keys are sorted by
    /// their Unicode scalars. If the class also overrides ``willMap(_:)``, text is read into a dictionary first.
    ///
    /// ```swift
    /// override func serializeValue(_ value: Any, key: String) {
    ///     if key == "tags", let text = value as? String {
    ///         tags = text.components(separatedBy: " ")
    ///     } else {
    ///         super.serializeValue(value, key: key)
    ///     }
    /// }
    /// ```
    ///
    /// Overriding: call super for every key that you don't handle. You can pass another key or value. Super stores the
    /// value immediately, unless a better match for the property was stored before. If you pass an array or dictionary
    /// unchanged, it is read from the text again, so numbers in it keep every digit, and the overrides of models in it
    /// get their keys in the payload's order. This doesn't apply to a value for an untyped container, such as `[Any]`,
    /// or to a value into which a rule's path leads. A property that you set yourself, such as `tags` above, counts as
    /// missing: if it is `required`, the object is rejected.
    ///
    /// Outside a mapping, super stores the value by the same rules, without calling the override,
    /// ``didMap(_:)`` or ``validate()``. A value that can't be used then changes nothing.
    open func serializeValue(_ value: Any, key: String) {
        storeSerialized(value, key: key)
    }

    /// Called after the last key, with the payload that ``willMap(_:)`` returned.
    ///
    /// If you throw an error, the object is rejected: at the root, the call throws
    /// ``ModelError/Code/hookFailed``; an element is left out; a property keeps its value.
    ///
    /// Overriding: call super first if a superclass overrides it. Called each time an object is filled, also by updates.
    open func didMap(_ dictionary: [String: Any]) throws {}

    /// Checks the object after ``didMap(_:)``.
    ///
    /// Throw an error to reject the object. At the root, the call then throws ``ModelError/Code/validationFailed``, with
    /// your error as ``ModelError/underlyingError``. An element is left out, and a property keeps its value.
    ///
    /// ```swift
    /// override func validate() throws {
    ///     if quantity < 1 { throw OrderError.nothingOrdered }
    /// }
    /// ```
    ///
    /// Overriding: call super if a superclass overrides it. Called each time an object is filled, also by updates.
    open func validate() throws {}

    /// Called before an update changes this object, with the names of the properties that will change.
    ///
    /// ``update(json:options:)-(Data,_)``, `apply` and ``merge(from:)`` store values without calling setters. Notify
    /// observers that rely on setters here:
    ///
    /// ```swift
    /// override func willChange(_ properties: Set<String>) {
    ///     objectWillChange.send()                                     // an ObservableObject
    /// }
    ///
    /// override func willChange(_ properties: Set<String>) {           // an @Observable class
    ///     if properties.contains("name") { _$observationRegistrar.willSet(self, keyPath: \.name) }
    /// }
    /// ```
    ///
    /// A property changes if its old and new values are not equal. They are compared as in `==` of models, so replacing
    /// NaN with NaN isn't a change. A property with a model, a container of models, or a struct or enum that contains
    /// models and is not Equatable changes if it gets different objects. A nested model that is filled in place
    /// gets its own call. Each object gets one call, after all new values were validated, and while all objects
    /// still have their old values. There is no call if nothing changes, if the update throws, or from
    /// initializers and ``serializeValue(_:key:)``.
    ///
    /// Overriding: call super if a superclass overrides the method. Don't set the named properties: they get
    /// their new values afterwards.
    open func willChange(_ properties: Set<String>) {}

    /// Called after an update has changed this object, with the names that ``willChange(_:)`` got.
    ///
    /// All objects of the call have their new values.
    ///
    /// Overriding: call super if a superclass overrides the method.
    open func didChange(_ properties: Set<String>) {}

    /// Called on export for every property, with its exported value.
    ///
    /// Returns the value to write, or nil to leave it out. NSNull also leaves it out, unless
    /// ``ExportOptions/nulls-swift.property`` is `.include`.
    ///
    /// The value has one of the types that ``jsonObject(options:)`` returns, unless an encoder writes it: see
    /// ``encode(to:)``. The result must have one of these types, too, or be a Date.
    ///
    /// Overriding: return the value, or call super, for properties that you don't handle. Called once per property
    /// and export, in the order in which keys are written. Not called for a missing ``Presence``, for a NaN that is left
    /// out, or for a property that isn't exported.
    open func exportedValue(_ value: Any, property: String) -> Any? { value }

    /// Called on export after the last property, with the object's dictionary, which you can change.
    ///
    /// If you throw an error, the export throws ``ModelError/Code/hookFailed``.
    ///
    /// Overriding: call super if a superclass overrides it. Called once per object and export.
    open func didExport(_ dictionary: inout [String: Any]) throws {}

    // MARK: Archives

    /// Additional classes that archives of this class can contain, such as private or nested subclasses.
    ///
    /// The classes of properties and discriminators are always included. Default: none.
    ///
    /// Overriding: call super to add to the classes of a superclass. Read when the class is first archived or
    /// unarchived, also for the listed classes.
    open class var archivableClasses: [ModelObject.Type] { [] }

    /// The name of the class in archives; by default, its module and nesting path.
    ///
    /// Overriding: return a constant, so that you can rename the class or module later. Subclasses inherit the name, so
    /// override it in each subclass, with a different name. Otherwise, an object of the subclass can be read as one of the
    /// superclass, without the subclass's fields. ``ModelClass/audit()`` finds such classes.
    open class var archiveName: String { ArchiveClassName.standard(self) }

    /// Names that older archives use for the class, or for its removed subclasses; by default, none.
    ///
    /// They are looked up among the classes that the root's class can reach, and those in its ``archivableClasses``.
    ///
    /// Overriding: don't call super. Aliases of a superclass don't apply to this class, even if this class repeats them.
    open class var archiveAliases: [String] { [] }

    /// The version of the class's fields, including those of superclasses; by default, 1.
    ///
    /// Overriding: return a higher number when ``migrate(_:from:)`` has to change existing archives. Use one sequence of
    /// numbers for a class and all its subclasses: see <doc:ArchivesOverTime>.
    open class var archiveVersion: Int { 1 }

    /// Changes the fields of an object that an older version of the class archived, before they are stored.
    ///
    /// Values are those in the archive: an enum is its raw value, a Codable value its Codable form, and nil an Optional
    /// without a value. Models are opaque: you can move them to another field, drop them, or ask for the name of their
    /// class (``archivedClassName(of:)``). Fields without a property are dropped afterwards.
    ///
    /// ```swift
    /// override class func migrate(_ fields: inout [String: Any], from version: Int) throws {
    ///     if version < 2 { fields["userName"] = fields.removeValue(forKey: "login") }
    /// }
    /// ```
    ///
    /// Give a field a value of its property's type, or one that can be archived in an `Any`, such as a number, a String, a
    /// Date, a new model, or an array or dictionary of these. It is converted as in mapping.
    ///
    /// Overriding: call super if a superclass migrates fields. Called once for each object whose version is below the
    /// ``archiveVersion`` of its class; `version` is that of the object's class, also in the implementation of a
    /// superclass. If you throw an error, the archive is rejected.
    open class func migrate(_ fields: inout [String: Any], from version: Int) throws {}

    /// Called on each object of an archive after all objects are filled, in the order of the archive.
    ///
    /// Overriding: call super first.
    open func awakeFromUnarchive() {}
}
