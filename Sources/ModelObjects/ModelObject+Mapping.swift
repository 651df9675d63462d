import Foundation

/// The methods of model classes that make, check or write several objects.
///
/// Every model class conforms to it. To add a method that uses `[Self]`, extend this protocol: a method of a class
/// can't use it.
public protocol ModelClass: ModelObject {}

extension ModelObject: ModelClass {}

extension ModelObject {
    // MARK: This class, or the subclass that the payload names

    /// Creates an object from JSON text, of this class or of the subclass that the payload names.
    ///
    /// ```swift
    /// let shape = try Shape.model(json: #"{"type": "circle", "radius": 2}"#)
    /// type(of: shape)                    // Circle
    /// ```
    ///
    /// - Throws: The errors of ``init(json:options:)-(Data,_)``, and ``ModelError/Code/invalidClass`` if no
    ///   class is found for the payload.
    public class func model(json: Data, options: MappingOptions? = nil) throws -> Self {
        try MappingCall(options: options, type: self).map(json, root: .object) { try $0.makeRoot(self, &$1) }
    }

    /// Creates an object from a JSON string, of this class or of the subclass that the payload names.
    ///
    /// - Throws: The errors of ``model(json:options:)-(Data,_)``.
    public class func model(json: String, options: MappingOptions? = nil) throws -> Self {
        try MappingCall(options: options, type: self).map(json, root: .object) { try $0.makeRoot(self, &$1) }
    }

    /// Creates an object from a dictionary, of this class or of the subclass that the dictionary names.
    ///
    /// - Throws: The errors of ``model(json:options:)-(Data,_)``, except ``JSONSyntaxError``.
    public class func model(dictionary: [String: Any], options: MappingOptions? = nil) throws -> Self {
        try MappingCall(options: options, type: self).make(self, dictionary)
    }

    /// Creates an object from a JSON file, of this class or of the subclass that the payload names.
    ///
    /// - Throws: The errors of ``model(json:options:)-(Data,_)``, and ``ModelError/Code/fileFailed`` if the file
    ///   cannot be read.
    public class func model(contentsOf file: URL, options: MappingOptions? = nil) throws -> Self {
        try model(json: Data(ofFile: file), options: options)
    }

    // MARK: In place

    /// Fills this object from JSON text, in place.
    ///
    /// Missing keys, even of required properties, change nothing. Nested models are updated, not replaced, unless
    /// the payload names another class for them. This object keeps its class, whatever the payload names.
    ///
    /// ```swift
    /// try user.update(json: #"{"address": {"city": "Oslo"}}"#)
    /// user.address?.street               // unchanged, and so is user.userName
    /// ```
    ///
    /// Don't call this method while a property of the object is being modified, such as in the closure of
    /// `items.removeAll`: see ``ModelObject``.
    ///
    /// - Throws: The errors of ``init(json:options:)-(Data,_)``. The object, and the nested models that the
    ///   payload mentions, are then unchanged, except for properties that aren't mapped and that hooks have
    ///   set.
    public func update(json: Data, options: MappingOptions? = nil) throws {
        try MappingCall(options: options, type: type(of: self), isUpdate: true).fill(self, json)
    }

    /// Fills this object from a JSON string, in place.
    ///
    /// - Throws: The errors of ``update(json:options:)-(Data,_)``.
    public func update(json: String, options: MappingOptions? = nil) throws {
        try MappingCall(options: options, type: type(of: self), isUpdate: true).fill(self, json)
    }

    /// Fills this object from a dictionary, in place.
    ///
    /// - Throws: The errors of ``update(json:options:)-(Data,_)``, except ``JSONSyntaxError``.
    public func update(dictionary: [String: Any], options: MappingOptions? = nil) throws {
        try MappingCall(options: options, type: type(of: self), isUpdate: true).fill(self, dictionary)
    }

    // MARK: Unknown values

    /// The values of keys without a property, by key, if ``MappingOptions/unknownKeys-swift.property`` is `.keep`.
    ///
    /// Exports, copies and archives contain these values; exports only contain null if ``ExportOptions/nulls-swift.property``
    /// is `.include`. Updates and patches change them if their options are `.keep`,
    /// too; otherwise the values stay, and an operation of a JSON Patch that changes one is an error. `==`,
    /// ``changes(since:)`` and ``merge(from:)`` ignore them.
    public func unknownValues() -> [String: Any] {
        attachment?.unknownValues ?? [:]
    }

    // MARK: Hooks

    /// The default implementation of `serializeValue`.
    @inline(__always)
    final func storeSerialized(_ value: Any, key: String) {
        // If it is true, the layout of objects is verified, too, so that the attachment can be read in place.
        let isStored =
            UntypedLayout.isVerified
            ? PropertyStorage(self).withAttachment(ModelAttachment.self) { $0.store(value, key: key) }
            : attachment?.store(value, key: key)
        if isStored != true { storeOutsideMapping(value, key: key) }
    }

    /// Stores a value; failures are not reported: the object stays unchanged.
    @inline(never)
    private final func storeOutsideMapping(_ value: Any, key: String) {
        let call = MappingCall(options: nil, type: type(of: self), isUpdate: true, mayBeSampled: false)
        try? call.store([(key, value)], in: self)
    }
}

extension ModelClass {
    // MARK: Arrays and dictionaries of models

    /// Creates the objects of a JSON array.
    ///
    /// Each object has this class, or the subclass that its element names.
    ///
    /// ```swift
    /// let users = try User.array(json: #"[{"user_name": "ann"}, 7]"#)
    /// users.count                        // 1
    /// ```
    ///
    /// An element that can't be used is left out, unless ``MappingOptions/elements-swift.property`` rejects it.
    ///
    /// - Throws: The errors of ``ModelObject/init(json:options:)-(Data,_)``. The root must be an array.
    public static func array(json: Data, options: MappingOptions? = nil) throws -> [Self] {
        try MappingCall(options: options, type: self).map(json, root: .array) { try $0.makeArray(self, &$1) }
    }

    /// Creates the objects of a JSON array in a string.
    ///
    /// - Throws: The errors of ``array(json:options:)-(Data,_)``.
    public static func array(json: String, options: MappingOptions? = nil) throws -> [Self] {
        try MappingCall(options: options, type: self).map(json, root: .array) { try $0.makeArray(self, &$1) }
    }

    /// Creates the objects of an array of dictionaries.
    ///
    /// - Throws: The errors of ``array(json:options:)-(Data,_)``, except ``JSONSyntaxError``.
    public static func array(json: [Any], options: MappingOptions? = nil) throws -> [Self] {
        try MappingCall(options: options, type: self).makeArray(self, json)
    }

    /// Creates the objects of a JSON file that contains an array.
    ///
    /// - Throws: The errors of ``array(json:options:)-(Data,_)``, and ``ModelError/Code/fileFailed`` if the file
    ///   cannot be read.
    public static func array(contentsOf file: URL, options: MappingOptions? = nil) throws -> [Self] {
        try array(json: Data(ofFile: file), options: options)
    }

    /// Creates an object of each member of a JSON object, by key.
    ///
    /// ```swift
    /// let byID = try User.dictionary(json: #"{"7": {"user_name": "ann"}}"#)
    /// byID["7"]?.userName                // "ann"
    /// ```
    ///
    /// A member that can't be used is left out, unless ``MappingOptions/elements-swift.property`` rejects it.
    ///
    /// - Throws: The errors of ``ModelObject/init(json:options:)-(Data,_)``.
    public static func dictionary(json: Data, options: MappingOptions? = nil) throws -> [String: Self] {
        try MappingCall(options: options, type: self).map(json, root: .object) {
            try $0.makeDictionary(self, &$1)
        }
    }

    /// Creates an object of each member of a JSON object in a string, by key.
    ///
    /// - Throws: The errors of ``dictionary(json:options:)-(Data,_)``.
    public static func dictionary(json: String, options: MappingOptions? = nil) throws -> [String: Self] {
        try MappingCall(options: options, type: self).map(json, root: .object) {
            try $0.makeDictionary(self, &$1)
        }
    }

    /// Creates an object of each member of a dictionary of dictionaries, by key.
    ///
    /// - Throws: The errors of ``dictionary(json:options:)-(Data,_)``, except ``JSONSyntaxError``.
    public static func dictionary(
        json: [String: Any], options: MappingOptions? = nil
    ) throws -> [String: Self] {
        try MappingCall(options: options, type: self).makeDictionary(self, json)
    }

    /// Creates an object of each member of the object in a JSON file, by key.
    ///
    /// - Throws: The errors of ``dictionary(json:options:)-(Data,_)``, and ``ModelError/Code/fileFailed`` if the file
    ///   cannot be read.
    public static func dictionary(
        contentsOf file: URL, options: MappingOptions? = nil
    ) throws -> [String: Self] {
        try dictionary(json: Data(ofFile: file), options: options)
    }
}
