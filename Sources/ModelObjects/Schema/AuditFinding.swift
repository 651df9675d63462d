/// Something about a class that an audit found.
public struct AuditFinding: Hashable, Sendable {
    /// What kind of finding it is.
    public struct Kind: Hashable, Sendable, CustomStringConvertible {
        /// The kind's name, such as `collision`.
        public let description: String

        /// Properties that differ in case and separators only: a key of a third spelling goes to neither.
        public static let collision = Kind(description: "collision")
        /// A declared key that can never match, or never decide.
        public static let uselessKey = Kind(description: "uselessKey")
        /// A property of a type that nothing converts.
        public static let unmappable = Kind(description: "unmappable")
        /// Two properties that are exported under one key, or one inside the other's, so that no object can be.
        public static let exportCollision = Kind(description: "exportCollision")
        /// A key of the samples that no property wants.
        public static let unmatchedKey = Kind(description: "unmatchedKey")
        /// A property that no sample feeds.
        public static let neverFed = Kind(description: "neverFed")
        /// Values of the samples that do not fit their property.
        public static let mismatch = Kind(description: "mismatch")
        /// Values of the samples that are of another kind than their property, and are converted.
        public static let conversion = Kind(description: "conversion")
        /// A sample that gives no object.
        public static let badSample = Kind(description: "badSample")
    }

    /// What kind of finding it is.
    public let kind: Kind
    /// The properties that it is about.
    public let properties: [String]
    /// The finding as a sentence.
    public let message: String
}

extension AuditFinding: CustomStringConvertible {
    /// The finding as a sentence: `message`.
    public var description: String { message }
}
