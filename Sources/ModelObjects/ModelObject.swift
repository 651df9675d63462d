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
/// All stored `var` properties of the class and its superclasses are mapped, including private ones. `let`, `lazy`,
/// `weak` and `unowned` properties, and types that nothing converts, are not; a report names each with the reason.
/// If a class has a property of the same name as a private one of its superclass, only that of the subclass is mapped.
/// Filling a property does not run its `willSet` and `didSet`.
///
/// A subclass that declares an initializer must also declare `required init()`. Without it, the compiler asks for
/// every required initializer by name. Declare only `required init()`, and the others are inherited:
///
/// ```swift
/// final class Car: ModelObject {
///     var maker: String
///     init(maker: String) { self.maker = maker }
///     required init() { maker = "" }
/// }
/// ```
///
/// One object belongs to one thread at a time. Different objects can be mapped in parallel.
///
/// Do not update an object, or merge into it, while one of its properties is being modified. In plain Swift, such an
/// overlapping access traps. The library writes properties in place, where Swift cannot check for it, and an
/// overlapping update corrupts memory:
///
/// ```swift
/// order.items.removeAll { item in
///     try? order.update(json: json)      // Wrong: `items` is being modified.
///     return item.isEmpty
/// }
/// ```
///
/// The same applies to a mutating method of a property's value that updates the object. Update the object first, or
/// change a copy of the property and assign it.
nonisolated open class ModelObject: Codable {
    /// The library's data for the object in addition to its properties: the mapping in progress and unknown values.
    final var attachment: ModelAttachment?

    /// Makes an object with its default values: the only designated initializer.
    ///
    /// It is called for every object that is made from a payload, a coder or an archive, before any value is
    /// stored.
    ///
    /// Overriding: a subclass that declares an initializer must declare this one, too, and then inherits all
    /// others.
    public required init() {}

    /// Frees long chains of models without a deep stack.
    deinit {
        ModelRelease.empty(self)
    }

    /// Makes an object of exactly this class from JSON text.
    ///
    /// - Parameters:
    ///   - json: UTF-8 text; a byte order mark at its start is skipped. Its root, or the value at
    ///     ``MappingOptions/rootPath``, must be an object.
    ///   - options: Options for this call. They take precedence over ``mappingOptions``.
    /// - Throws: ``JSONSyntaxError`` if the bytes are not JSON. ``ModelError`` if the root is not an object, a
    ///   required property is missing, a hook rejects the object, a limit is exceeded, or the options reject what
    ///   is found.
    public required convenience init(json: Data, options: MappingOptions? = nil) throws {
        self.init()
        try MappingCall(options: options, type: Self.self).fill(self, json)
    }

    /// Makes an object of exactly this class from a string of JSON.
    ///
    /// - Throws: The errors of ``init(json:options:)-(Data,_)``.
    public required convenience init(json: String, options: MappingOptions? = nil) throws {
        self.init()
        try MappingCall(options: options, type: Self.self).fill(self, json)
    }

    /// Makes an object of exactly this class from a dictionary, such as one from JSONSerialization.
    ///
    /// A value that already has the property's type, such as a Date or a model, is stored as it is.
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

    /// Makes an object of exactly this class from a JSON file.
    ///
    /// - Throws: The errors of ``init(json:options:)-(Data,_)``, and ``ModelError/Code/fileFailed`` if the file
    ///   cannot be read.
    public required convenience init(contentsOf file: URL, options: MappingOptions? = nil) throws {
        let json = try MappingCall.contents(of: file)
        self.init()
        try MappingCall(options: options, type: Self.self).fill(self, json)
    }

    // MARK: Coders

    /// Makes an object of exactly this class from a decoder, such as JSONDecoder or PropertyListDecoder.
    ///
    /// So a model can be the root of what is decoded, and a property of any Codable type.
    ///
    /// Keys, rules, options and hooks apply as in ``init(dictionary:options:)``. Discriminators apply to properties
    /// and elements; the outermost object always has the class that was asked for. The decoder's own strategy reads
    /// Date and Data, unless the property has a date format; a value that the strategy cannot read is read as in
    /// any payload. The decoder also decodes Codable types inside the model.
    ///
    /// Hooks get Swift values, and a Date or Data if the decoder made one. Missing and unusable values are handled
    /// as the options say: by default the property keeps its value.
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
    /// writes Date, Data, NaN and infinity, unless the property has a date format.
    ///
    /// Overriding: you don't need to call super. It is not called for nested models, which the outermost object
    /// writes.
    ///
    /// - Throws: `EncodingError.invalidValue` with the coding path of the value, if the object contains itself, is
    ///   nested more than 512 levels deep, or contains a value that is not Encodable.
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
    /// A rule for a property that the class does not have, or a path with an empty part, traps at the first use of the
    /// class; the message names the nearest property.
    ///
    /// Overriding: you don't need to call super. A class inherits the rules of its superclass, and replaces those
    /// that it names. Read at the first use of the class; if several threads use it first at the same time, each of
    /// them may read it.
    open class var propertyRules: [String: PropertyRule] { [:] }

    /// The options of the class.
    ///
    /// Default: no member is set, so the options of the enclosing model apply, and then the defaults.
    ///
    /// Overriding: the options replace those of the superclass. To keep them, call super and change a member. Read
    /// when ``propertyRules`` is read.
    open class var mappingOptions: MappingOptions { MappingOptions() }

    /// The names of the properties to map; nil, the default, means all.
    ///
    /// Other properties are ignored as with ``PropertyRule/ignored-swift.type.property``: not filled, exported,
    /// archived or compared.
    ///
    /// Overriding: call super to add to the names of a superclass. Read when ``propertyRules`` is read.
    open class var mappedProperties: Set<String>? { nil }

    /// The key of a property without a declared key, for a naming scheme of a whole class.
    ///
    /// Nil, the default, means the property's name. A dot in the key makes it a path.
    ///
    /// ```swift
    /// override class func declaredKey(for property: String) -> String? { "x_" + property }
    /// ```
    ///
    /// Overriding: call super for the properties of a superclass that overrides it too. Called for each property
    /// when ``propertyRules`` is read.
    open class func declaredKey(for property: String) -> String? { nil }

    /// How a payload chooses a subclass; nil, the default, means that it doesn't.
    ///
    /// It applies at the root to ``model(json:options:)-(Data,_)``, `array` and `dictionary`, and in properties,
    /// containers and archives. An initializer always makes exactly its class.
    ///
    /// Overriding: you don't need to call super. Subclasses inherit it. Read when the class is first used.
    open class var discriminator: Discriminator? { nil }

    // MARK: Hooks, in the order in which they are called

    /// Called with the payload of an object before it is filled.
    ///
    /// Returns the payload to use, or nil to reject the object.
    ///
    /// A rejected object throws ``ModelError/Code/validationFailed`` at the root. An element is left out, and a
    /// nested property keeps its value.
    ///
    /// Overriding: you don't need to call super. Called once per object, before a discriminator chooses its class.
    open class func willMap(_ dictionary: [String: Any]) -> [String: Any]? { dictionary }

    /// Chooses the class for a payload, for cases that ``discriminator`` can't express.
    ///
    /// Nil, the default, leaves the choice to ``discriminator``. The class must be the declared one or a subclass.
    ///
    /// Overriding: you don't need to call super. Called once per object that is made, after ``willMap(_:)``.
    open class func modelClass(for dictionary: [String: Any]) -> ModelObject.Type? { nil }

    /// Called for every key of the object, in the payload's spelling.
    ///
    /// Stores the value in the property that the key matches.
    ///
    /// The value is a String, Int (UInt64 or Decimal if Int can't hold it), Double, Bool, `[Any]`, `[String: Any]` or
    /// NSNull. For bytes, keys are passed in the payload's order. For a dictionary, they are passed in order of their
    /// Unicode scalars. A key that appears twice in the payload is passed twice. If the class also overrides
    /// ``willMap(_:)``, text is read as a dictionary is.
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
    /// Overriding: call super for every key that you don't handle. You can pass it another key or value. Super
    /// stores the value immediately, unless a better match for the property was stored before. An array or a dictionary
    /// that you pass on unchanged is read from the text again: numbers in it keep every digit, and the overrides of
    /// models in it get their keys in the payload's order. If you change it, it is read as a dictionary is; so is one for
    /// an untyped container, such as `[Any]`, and one into which the paths of rules lead. A property that the
    /// override sets itself, as `tags` above, counts as one without a key: if it is `required`, the object is rejected.
    ///
    /// If you call the method outside a mapping, super stores the value by the same rules. It then doesn't call the override again,
    /// nor ``didMap(_:)`` or ``validate()``, and a value that can't be used changes nothing. A class that doesn't
    /// override the method pays nothing for it.
    open func serializeValue(_ value: Any, key: String) {
        storeSerialized(value, key: key)
    }

    /// Called after the last key, with the payload that ``willMap(_:)`` returned.
    ///
    /// An error that it throws rejects the object: the call throws ``ModelError/Code/hookFailed``, an element is
    /// left out, a nested property keeps its value.
    ///
    /// Overriding: call super first if a superclass overrides it. Called once per object, including by updates.
    open func didMap(_ dictionary: [String: Any]) throws {}

    /// Called after ``didMap(_:)``.
    ///
    /// Throws to reject the object.
    ///
    /// The call then throws ``ModelError/Code/validationFailed``, with your error as
    /// ``ModelError/underlyingError``. An element is left out, and a nested property keeps its value.
    ///
    /// ```swift
    /// override func validate() throws {
    ///     if quantity < 1 { throw OrderError.nothingOrdered }
    /// }
    /// ```
    ///
    /// Overriding: call super if a superclass overrides it. Called once per object, including by updates.
    open func validate() throws {}

    /// Called before a call puts new values into this object, with the names of the properties that will differ.
    ///
    /// ``update(json:options:)-(Data,_)`` and ``merge(from:)`` store values without calling setters, which
    /// observers rely on. Notify them here:
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
    /// A property differs if its old and new value are not equal by `==`. A property that holds a model, or a
    /// container of models, differs if it holds other objects. A nested model that is filled in place gets a separate
    /// call. Each object gets one call, after all values were found, converted and validated; all objects
    /// still have their old values. There is no call if nothing differs, if the update throws, or from initializers
    /// and ``serializeValue(_:key:)``.
    ///
    /// Overriding: call super if a superclass overrides it. Do not set the named properties: they get their new
    /// values afterwards.
    open func willChange(_ properties: Set<String>) {}

    /// Called after a call has put new values into this object, with the names that ``willChange(_:)`` got.
    ///
    /// Overriding: call super if a superclass overrides it. All objects of the call have their new values.
    open func didChange(_ properties: Set<String>) {}

    /// Called on export for every property, with its exported value.
    ///
    /// Returns the value to write, or nil to leave it out.
    ///
    /// The value is the one that ``jsonObject(options:)`` gives for the property. Return a value of the same kinds.
    ///
    /// Overriding: return the value, or call super, for properties that you don't handle. Called once per property
    /// and export, in the order in which keys are written.
    open func exportedValue(_ value: Any, property: String) -> Any? { value }

    /// Called on export after the last property, with the object's dictionary, which you can change.
    ///
    /// An error that it throws ends the export with ``ModelError/Code/hookFailed``.
    ///
    /// Overriding: call super if a superclass overrides it. Called once per object and export.
    open func didExport(_ dictionary: inout [String: Any]) throws {}

    // MARK: Archives

    /// More classes that archives of this class can contain, such as private or nested subclasses.
    ///
    /// The classes of properties and discriminators are always included. Default: none.
    ///
    /// Overriding: call super to add to the classes of a superclass. Read when the class is first archived or
    /// unarchived, and in turn for the classes listed.
    open class var archivableClasses: [ModelObject.Type] { [] }

    /// The name of the class in archives.
    ///
    /// Default: its module and nesting path.
    ///
    /// Overriding: return a constant, so that you can rename the class or module later. Subclasses inherit it and
    /// must override it with different names.
    open class var archiveName: String { ArchiveClassName.standard(self) }

    /// Names that older archives use for the class.
    ///
    /// Default: none.
    ///
    /// Overriding: you don't need to call super; the aliases of a superclass are its own.
    open class var archiveAliases: [String] { [] }

    /// The version of the class's fields.
    ///
    /// Default: 1.
    ///
    /// Overriding: return a higher number if ``migrate(_:from:)`` has to change archives written until now.
    open class var archiveVersion: Int { 1 }

    /// Changes the fields of an object that an older version of the class archived, before they are stored.
    ///
    /// Values are those in the archive: an enum's raw value, the Codable form of a Codable value, nil as an
    /// Optional without a value. Models are opaque: move them to another field, or drop them. Fields without a
    /// property are dropped afterwards.
    ///
    /// ```swift
    /// override class func migrate(_ fields: inout [String: Any], from version: Int) throws {
    ///     if version < 2 { fields["userName"] = fields.removeValue(forKey: "login") }
    /// }
    /// ```
    ///
    /// Overriding: call super if a superclass migrates fields. Called once for each object whose version is below
    /// ``archiveVersion``. An error that it throws rejects the archive.
    open class func migrate(_ fields: inout [String: Any], from version: Int) throws {}

    /// Called on each object of an archive after all objects are filled, in the order of the archive.
    ///
    /// Overriding: call super first.
    open func awakeFromUnarchive() {}
}
