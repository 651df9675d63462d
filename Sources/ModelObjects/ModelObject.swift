import Foundation

/// The base class of models: subclass it, declare plain stored properties, hand it JSON.
///
/// ```swift
/// final class User: ModelObject {
///     var userName = ""
///     var joined: Date?
///     var cars: [Car] = []          // a ModelObject too
/// }
/// let user = try User(json: #"{"user_name": "ann"}"#)
/// user.userName                 // "ann"; "USER-NAME" finds it, too
/// ```
///
/// Stored `var` properties of every class in the chain take part, private ones too; `let`, `lazy`, `weak` and
/// `unowned` ones and types that nothing can convert do not (`inspect` names each with the reason). Filling a
/// property does not run its `willSet` and `didSet`.
///
/// A subclass with an initialiser of its own writes `required init()` besides. Without it the compiler asks
/// for every required initialiser by name, `init(from:)` the last; this one is enough, and the others are
/// inherited then:
///
/// ```swift
/// final class Car: ModelObject {
///     var maker: String
///     init(maker: String) { self.maker = maker }
///     required init() { maker = "" }
/// }
/// ```
///
/// One object is for one thread at a time, as any class; different objects may be mapped in parallel.
///
/// Do not update an object, or merge into it, while one of its properties is being modified. In plain Swift such an
/// overlapping access ends the program. The library writes properties in place, where Swift cannot check that, and an
/// overlapping update corrupts memory:
///
/// ```swift
/// order.items.removeAll { item in
///     try? order.update(json: json)      // Wrong: `items` is being modified.
///     return item.isEmpty
/// }
/// ```
///
/// The same holds for a method that a property's value calls while it changes itself. Update the object first, or change
/// a copy of the property and assign it.
nonisolated open class ModelObject: Codable {
    /// What the library keeps with the object beside its properties: the mapping under way, unknown values.
    final var attachment: ModelAttachment?

    /// Makes an object with its default values: the only designated initialiser.
    ///
    /// Overriding: a subclass that declares an initialiser writes this one too, and inherits all others then.
    /// It is called for every object that is made from a payload, a coder or an archive, before that is read.
    public required init() {}

    /// Frees long chains of models without a deep stack.
    deinit {
        ModelRelease.empty(self)
    }

    /// Makes an object of exactly this class from JSON text.
    ///
    /// - Parameters:
    ///   - json: UTF-8; a leading byte order mark is passed over. The root is an object, or `rootPath` leads
    ///     to one.
    ///   - options: what they set goes before what the class sets.
    /// - Throws: `JSONSyntaxError` where the bytes are not JSON; `ModelError` where the root is not an
    ///   object, a required property is missing, a hook refuses, a limit is exceeded, or where the options
    ///   reject what is found.
    public required convenience init(json: Data, options: MappingOptions? = nil) throws {
        self.init()
        try MappingCall(options: options, type: Self.self).fill(self, json)
    }

    /// Makes an object of exactly this class from JSON text: see `init(json:options:)` from Data.
    ///
    /// - Throws: as from Data.
    public required convenience init(json: String, options: MappingOptions? = nil) throws {
        self.init()
        try MappingCall(options: options, type: Self.self).fill(self, json)
    }

    /// Makes an object of exactly this class from a dictionary: what JSONSerialization gives, or Swift
    /// values.
    ///
    /// A value that has a property's type already (a Date, a model) is taken as it is.
    ///
    /// ```swift
    /// let user = try User(dictionary: ["user_name": "ann", "joined": Date()])
    /// ```
    ///
    /// - Throws: as `init(json:options:)`.
    public required convenience init(dictionary: [String: Any], options: MappingOptions? = nil) throws {
        self.init()
        try MappingCall(options: options, type: Self.self).fill(self, dictionary)
    }

    /// Makes an object of exactly this class from a JSON file.
    ///
    /// - Throws: as `init(json:options:)`; `ModelError.Code.fileFailed` where the file cannot be read.
    public required convenience init(contentsOf file: URL, options: MappingOptions? = nil) throws {
        self.init()
        try MappingCall(options: options, type: Self.self).fill(self, MappingCall.contents(of: file))
    }

    // MARK: Coders

    /// Makes an object of exactly this class from a coder: JSONDecoder, PropertyListDecoder, any other.
    ///
    /// So a model can be the root of what is decoded and a member of any Codable type.
    ///
    /// Keys, rules, options and hooks of the class are at work as in `init(dictionary:options:)`, and so is
    /// polymorphism in properties and elements; the outermost object is of the class that was asked for,
    /// whatever a discriminator says. Date and Data are read by the coder's own strategy, unless the property
    /// has a date format of its own; what the strategy cannot read goes the way of any payload. A Codable
    /// type inside is decoded by the coder.
    ///
    /// Hooks see Swift values, a Date or Data where the coder made one. A missing or unusable value does what
    /// the options say: by default the property keeps its value.
    ///
    /// - Throws: `DecodingError`, its path that of the value: `.keyNotFound` for a required property,
    ///   `.typeMismatch` where the coder holds no object or the options reject a value, else
    ///   `.dataCorrupted`. Its `underlyingError` is the `ModelError`.
    public required convenience init(from decoder: any Decoder) throws {
        self.init()
        try CoderReader.fill(self, decoder)
    }

    /// Writes the object to a coder: JSONEncoder, PropertyListEncoder, any other.
    ///
    /// Keys, rules and hooks are those of `jsonObject(_:)` with its default options. Date and Data are
    /// written by the coder's own strategy, unless the property has a date format of its own; so are NaN and
    /// infinity.
    ///
    /// Overriding: no need to call super. It is not called for nested models, whose outermost object writes
    /// them.
    ///
    /// - Throws: `EncodingError.invalidValue`, its path that of the value, where the object holds itself, is
    ///   nested more than 512 levels deep, or holds what cannot be encoded (a type that is Decodable alone).
    open func encode(to encoder: any Encoder) throws {
        try CoderWriter.write(self, to: encoder)
    }

    // MARK: Configuration

    /// The rules of single properties, by property name.
    ///
    /// ```swift
    /// override class var propertyRules: [String: PropertyRule] {
    ///     ["userName": .keys("login", "name").required, "joined": .date(.unixSeconds)]
    /// }
    /// ```
    ///
    /// A rule for a property that the class does not have, or a path with an empty part, traps at the first
    /// use of the class; the message names the nearest property.
    ///
    /// Overriding: no need to call super. A class inherits the rules of its superclass, and replaces those
    /// that it names. Asked once per class.
    open class var propertyRules: [String: PropertyRule] { [:] }

    /// The options of the class.
    ///
    /// Default: none is set, so that the model around an object decides, and else the library.
    ///
    /// Overriding: a class inherits what its superclass says as a whole; call super and change a member to
    /// keep the rest. Asked once per class.
    open class var mappingOptions: MappingOptions { MappingOptions() }

    /// The names of the properties that take part; nil, the default, means all.
    ///
    /// What is not named is as with the rule `ignored`: not filled, exported, archived or compared.
    ///
    /// Overriding: call super to add to the names of a superclass. Asked once per class.
    open class var mappedProperties: Set<String>? { nil }

    /// The key of a property that no rule declares a key for: a naming scheme for a whole class.
    ///
    /// Nil, the default, means the property's own name. A dot in the key makes it a path.
    ///
    /// ```swift
    /// override class func declaredKey(for property: String) -> String? { "x_" + property }
    /// ```
    ///
    /// Overriding: call super for properties that a superclass has a scheme for. Asked once per class and
    /// property.
    open class func declaredKey(for property: String) -> String? { nil }

    /// Which class a payload names; nil, the default, means the declared one.
    ///
    /// Honoured at the root by `model`, `array` and `dictionary`, in properties, in containers and in
    /// archives. An initialiser makes exactly its class.
    ///
    /// Overriding: no need to call super. A subclass inherits it. Asked once per class.
    open class var discriminator: Discriminator? { nil }

    // MARK: Hooks, in the order in which they are called

    /// Called before an object is filled, with its payload; may return another one, or nil to refuse the
    /// object.
    ///
    /// A refused object throws `ModelError.Code.validationFailed` at the root; an element is left out, a
    /// nested property keeps its value.
    ///
    /// Overriding: no need to call super. Called once per object, before its class is chosen by a
    /// discriminator.
    open class func willMap(_ dictionary: [String: Any]) -> [String: Any]? { dictionary }

    /// The class to make for a payload, where `discriminator` cannot say it.
    ///
    /// Nil, the default, leaves it to `discriminator`. The class must be the declared one or a subclass of
    /// it.
    ///
    /// Overriding: no need to call super. Called once per object that is made, after `willMap`.
    open class func modelClass(for dictionary: [String: Any]) -> ModelObject.Type? { nil }

    /// Called for every key of the object, in the payload's own spelling; stores the value in the property
    /// that the key finds.
    ///
    /// A key that the payload has twice is passed twice. The value is String, Int (UInt64 or Decimal where Int
    /// cannot hold it), Double, Bool, `[Any]`, `[String: Any]` or NSNull. From bytes the order is the payload's, from a dictionary that of the keys'
    /// Unicode scalars.
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
    /// Overriding: call super for every key that is not handled here; key and value may be changed on the
    /// way. Super stores at once, unless a better candidate for the property was stored before. When you call the
    /// method outside a mapping, super stores the value by the same rules; it does not call the override again,
    /// nor `didMap` or `validate`, and a value that cannot be used changes nothing. A class that does not override
    /// the method pays nothing for it.
    open func serializeValue(_ value: Any, key: String) {
        storeSerialized(value, key: key)
    }

    /// Called after the last key, with the payload as `willMap` left it.
    ///
    /// What it throws rejects the object: the call throws `ModelError.Code.hookFailed`, an element is left
    /// out, a nested property keeps its value.
    ///
    /// Overriding: call super first where a superclass overrides it. Called once per object, also by
    /// `update`.
    open func didMap(_ dictionary: [String: Any]) throws {}

    /// Called after `didMap`.
    ///
    /// What it throws rejects the object: the call throws `ModelError.Code.validationFailed` with it as the
    /// `underlyingError`, an element is left out, a nested property keeps its value.
    ///
    /// ```swift
    /// override func validate() throws {
    ///     if quantity < 1 { throw OrderError.nothingOrdered }
    /// }
    /// ```
    ///
    /// Overriding: call super where a superclass overrides it. Called once per object, also by `update`.
    open func validate() throws {}

    /// Called before a call puts new values into this object, with the names of the properties that will differ.
    ///
    /// `update` and `merge(from:)` store values without the properties' setters, which observers rely on. Tell them here:
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
    /// A property differs if its old and new value are not equal by `==`. A property that holds a model, or a container
    /// of models, differs if it holds other objects. A nested model that is filled in place gets a call of its own. Each
    /// object gets one call, after all values were found, converted and validated; all objects still have their old
    /// values. There is no call where nothing differs, from initialisers and `serializeValue`, or if the update throws.
    ///
    /// Overriding: call super where a superclass overrides it. Do not set the properties that are named: they get their
    /// new values afterwards.
    open func willChange(_ properties: Set<String>) {}

    /// Called after a call has put new values into this object, with the names that `willChange` got.
    ///
    /// Overriding: call super where a superclass overrides it. All objects of the call have their new values.
    open func didChange(_ properties: Set<String>) {}

    /// Called for every property on export with its exported value; nil leaves the property out.
    ///
    /// The value is what `jsonObject(_:)` gives for the property; so must be what is returned.
    ///
    /// Overriding: call super, or return the value, for properties that are not handled here. Called once per
    /// property and export, in the order in which keys are written.
    open func exportedValue(_ value: Any, property: String) -> Any? { value }

    /// Called on export after the last property, with the object's dictionary, which it may change.
    ///
    /// What it throws ends the export with `ModelError.Code.hookFailed`.
    ///
    /// Overriding: call super where a superclass overrides it. Called once per object and export.
    open func didExport(_ dictionary: inout [String: Any]) throws {}

    // MARK: Archives

    /// Classes that archives of this class may hold besides those that its properties and discriminators
    /// name, such as private or nested subclasses.
    ///
    /// Default: none.
    ///
    /// Overriding: call super to add to the classes of a superclass. Asked once per class; theirs are asked
    /// in turn.
    open class var archivableClasses: [ModelObject.Type] { [] }

    /// The name that archives have for the class.
    ///
    /// Default: its module and nesting path.
    ///
    /// Overriding: a constant that survives a renamed class or module. A subclass inherits it and says its
    /// own.
    open class var archiveName: String { ArchiveClassName.standard(self) }

    /// Names that older archives have for the class.
    ///
    /// Default: none.
    ///
    /// Overriding: no need to call super; the aliases of a superclass stay its own.
    open class var archiveAliases: [String] { [] }

    /// The version of the class's fields.
    ///
    /// Default: 1.
    ///
    /// Overriding: a higher number wherever `migrate` has to see archives written until now.
    open class var archiveVersion: Int { 1 }

    /// Changes the fields of an object that was archived by an older version of the class, before they are
    /// stored.
    ///
    /// Values are as they were archived: an enum by its raw value, a Codable value by its Codable form, nil
    /// as an Optional that holds nothing. Models are opaque here, to be moved to another field or dropped.
    /// Fields without a property are dropped afterwards.
    ///
    /// ```swift
    /// override class func migrate(_ fields: inout [String: Any], from version: Int) throws {
    ///     if version < 2 { fields["userName"] = fields.removeValue(forKey: "login") }
    /// }
    /// ```
    ///
    /// Overriding: call super where a superclass migrates fields of its own. Called once for each object
    /// whose version is below `archiveVersion`. What it throws rejects the archive.
    open class func migrate(_ fields: inout [String: Any], from version: Int) throws {}

    /// Called on each object of an archive when all of them are filled, in the order of the archive.
    ///
    /// Overriding: call super first.
    open func awakeFromUnarchive() {}
}
