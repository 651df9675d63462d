import Foundation

/// What the class of a model can do beside making one object: `ModelObject` conforms to it, and nothing else
/// does.
///
/// (A class cannot name `[Self]` in a method of its own, a protocol's extension can.)
public protocol ModelClass: AnyObject {
    /// Makes an object with its default values.
    init()
}

extension ModelObject: ModelClass {}

extension ModelObject {
    // MARK: This class, or the subclass that the payload names

    /// Makes an object of this class, or of the subclass that the payload names, from JSON text.
    ///
    /// ```swift
    /// let shape = try Shape.model(json: #"{"type": "circle", "radius": 2}"#)
    /// type(of: shape)                    // Circle
    /// ```
    ///
    /// - Throws: as `init(json:options:)`; besides, where the payload names no class that can be made.
    public class func model(json: Data, options: MappingOptions? = nil) throws -> Self {
        try MappingCall(options: options, type: self).map(json, root: .object) { try $0.makeRoot(self, &$1) }
    }

    /// Makes an object of this class, or of the subclass that the payload names, from JSON text: see
    /// `model(json:options:)` from Data.
    ///
    /// - Throws: as from Data.
    public class func model(json: String, options: MappingOptions? = nil) throws -> Self {
        try MappingCall(options: options, type: self).map(json, root: .object) { try $0.makeRoot(self, &$1) }
    }

    /// Makes an object of this class, or of the subclass that the payload names, from a dictionary: see
    /// `init(dictionary:options:)`.
    ///
    /// - Throws: as `model(json:options:)`.
    public class func model(dictionary: [String: Any], options: MappingOptions? = nil) throws -> Self {
        try MappingCall(options: options, type: self).make(self, dictionary)
    }

    // MARK: In place

    /// Fills the object from JSON text: keys that are absent change nothing, nested models are updated, not
    /// replaced, `required` is not asked for.
    ///
    /// ```swift
    /// try user.update(json: #"{"address": {"city": "Oslo"}}"#)
    /// user.userName                      // as it was, and so is the street
    /// ```
    ///
    /// Do not call it while a property of the object is being modified, such as in the closure of `items.removeAll`:
    /// see ``ModelObject``.
    ///
    /// - Throws: as `init(json:options:)`; the object, and the nested models that the payload names, are as
    ///   they were.
    public func update(json: Data, options: MappingOptions? = nil) throws {
        try MappingCall(options: options, type: type(of: self), isUpdate: true).fill(self, json)
    }

    /// Fills the object from JSON text: see `update(json:options:)` from Data.
    ///
    /// - Throws: as from Data.
    public func update(json: String, options: MappingOptions? = nil) throws {
        try MappingCall(options: options, type: type(of: self), isUpdate: true).fill(self, json)
    }

    /// Fills the object from a dictionary: see `update(json:options:)`.
    ///
    /// - Throws: as `update(json:options:)`.
    public func update(dictionary: [String: Any], options: MappingOptions? = nil) throws {
        try MappingCall(options: options, type: type(of: self), isUpdate: true).fill(self, dictionary)
    }

    // MARK: Besides the properties

    /// The values of the keys that no property wanted, by key, where `MappingOptions.unknownKeys` is `.keep`.
    public func unknownValues() -> [String: Any] {
        attachment?.unknownValues ?? [:]
    }

    /// What `serializeValue` does where no subclass does otherwise.
    final func storeSerialized(_ value: Any, key: String) {
        if let decoding = attachment?.decoding {
            decoding.store(value, key: key)
        } else {
            // Outside a mapping a failure is not reported: the object stays as it was.
            let call = MappingCall(options: nil, type: type(of: self), isUpdate: true)
            try? call.store(value, key: key, in: self)
        }
    }
}

extension ModelClass where Self: ModelObject {
    // MARK: Arrays and dictionaries of models

    /// Makes the objects of a JSON array; each is of this class or of the subclass that it names.
    ///
    /// ```swift
    /// let users = try User.array(json: #"[{"user_name": "ann"}, 7]"#)
    /// users.count                        // 1
    /// ```
    ///
    /// - Throws: as `init(json:options:)`, where the root is not an array. An element that cannot be used is
    ///   left out, unless `MappingOptions.elements` rejects it.
    public static func array(json: Data, options: MappingOptions? = nil) throws -> [Self] {
        try MappingCall(options: options, type: self).map(json, root: .array) { try $0.makeArray(self, &$1) }
    }

    /// Makes the objects of a JSON array: see `array(json:options:)` from Data.
    ///
    /// - Throws: as from Data.
    public static func array(json: String, options: MappingOptions? = nil) throws -> [Self] {
        try MappingCall(options: options, type: self).map(json, root: .array) { try $0.makeArray(self, &$1) }
    }

    /// Makes the objects of an array of dictionaries: see `array(json:options:)` from Data.
    ///
    /// - Throws: as from Data.
    public static func array(json: [Any], options: MappingOptions? = nil) throws -> [Self] {
        try MappingCall(options: options, type: self).makeArray(self, json)
    }

    /// Makes the objects of a JSON file that holds an array: see `array(json:options:)` from Data.
    ///
    /// - Throws: as from Data; `ModelError.Code.fileFailed` where the file cannot be read.
    public static func array(contentsOf file: URL, options: MappingOptions? = nil) throws -> [Self] {
        try array(json: MappingCall.contents(of: file), options: options)
    }

    /// Makes the objects of a JSON object's members, by key: see `array(json:options:)` from Data.
    ///
    /// ```swift
    /// let byID = try User.dictionary(json: #"{"7": {"user_name": "ann"}}"#)
    /// byID["7"]?.userName                // "ann"
    /// ```
    ///
    /// - Throws: as `init(json:options:)`, where the root is not an object. A member that cannot be used is
    ///   left out, unless `MappingOptions.elements` rejects it.
    public static func dictionary(json: Data, options: MappingOptions? = nil) throws -> [String: Self] {
        try MappingCall(options: options, type: self).map(json, root: .object) {
            try $0.makeDictionary(self, &$1)
        }
    }

    /// Makes the objects of a JSON object's members, by key: see `dictionary(json:options:)` from Data.
    ///
    /// - Throws: as from Data.
    public static func dictionary(json: String, options: MappingOptions? = nil) throws -> [String: Self] {
        try MappingCall(options: options, type: self).map(json, root: .object) {
            try $0.makeDictionary(self, &$1)
        }
    }
}
