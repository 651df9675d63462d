/// A finding of ``ModelClass/audit()``, or of an audit of samples.
public struct AuditFinding: Hashable, Sendable {
    /// The kind of a finding.
    public struct Kind: Hashable, Sendable, CustomStringConvertible {
        /// The kind's name, such as `collision`.
        public let description: String

        /// Properties with keys that differ only in case and separators, so that a key in a third spelling fills
        /// neither.
        public static let collision = Kind(description: "collision")
        /// A declared key that can never match or has no effect.
        public static let uselessKey = Kind(description: "uselessKey")
        /// A property of a type that can't be converted.
        public static let unmappable = Kind(description: "unmappable")
        /// Two properties that can't both be exported, because they have the same key, or one key is inside
        /// the other.
        public static let exportCollision = Kind(description: "exportCollision")
        /// A nested `CodingKeys` enum that has no effect: see `codingKeys(_:)`.
        ///
        /// An enum isn't found if it is private, or if its class is generic or declared in a function.
        public static let codingKeys = Kind(description: "codingKeys")
        /// A discriminator with a class or a fallback that is not a subclass of the class that declares it.
        public static let discriminator = Kind(description: "discriminator")
        /// A model that all new objects share, because the property's default is not a new object.
        public static let sharedDefault = Kind(description: "sharedDefault")
        /// Classes that an archive can't distinguish, because they have the same ``ModelObject/archiveName``.
        ///
        /// Usually a subclass that inherits the name of its superclass. Classes that don't override the name aren't found.
        public static let archiveName = Kind(description: "archiveName")
        /// A class whose ``ModelObject/archiveVersion`` is lower than that of its superclass.
        public static let archiveVersion = Kind(description: "archiveVersion")
        /// A key in the samples for which the class has no property.
        public static let unmatchedKey = Kind(description: "unmatchedKey")
        /// A property for which no sample has a key, and that no nested object of the same class fills.
        public static let neverFed = Kind(description: "neverFed")
        /// Values of the samples that don't fit their property, and nested models and elements that are rejected.
        ///
        /// A model is rejected if it lacks a required value, if its discriminator finds no class, or if a hook, a
        /// converter or `validate()` rejects it.
        public static let mismatch = Kind(description: "mismatch")
        /// Values of the samples that are converted, because their kind differs from that of their property.
        public static let conversion = Kind(description: "conversion")
        /// A sample that can't be mapped or contains no objects, or an audit without samples.
        public static let badSample = Kind(description: "badSample")
    }

    /// The kind of the finding.
    public let kind: Kind
    /// The names of the affected properties.
    public let properties: [String]
    /// The path of the key or the values in the samples, with `[*]` for indices of arrays and keys of dictionaries:
    /// `$.users[*].nmae`.
    ///
    /// Nil for a finding about the class or about a whole sample.
    public internal(set) var path: String?
    /// The finding as a sentence.
    public let message: String
}

extension AuditFinding: CustomStringConvertible {
    /// The finding as a sentence; the same as ``message``.
    public var description: String { message }
}
