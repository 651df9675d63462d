/// The keys and marks of an archive's property list.
///
///     { format: "ModelObjects", version: 1, root: 0 (of an array: [0, 3, ...]), digest: 64 bits,
///       xmlDigest: 64 bits (only if XML property lists change a value),
///       classes: [ { name: "App.User", version: 3, fields: ["userName", "userID", ...] }, ... ],
///       objects: [ [class, value, value, ...], ... ] }
///
/// A row has one value for each field of its class, in order. If the object has values of unknown keys,
/// another value follows: `{ "$unknown": { key: value, ... } }`.
enum ArchiveLayout {
    static let format = "ModelObjects"
    static let version = 1

    enum Key {
        static let format = "format"
        static let version = "version"
        static let root = "root"
        static let classes = "classes"
        static let objects = "objects"
        static let name = "name"
        static let fields = "fields"
    }

    enum Mark {
        static let set = "set"
        /// For a dictionary in an `Any` whose keys are not strings, and for a dictionary with keys such as
        /// NaN, which have no string: an array of key, value, key, value, ...
        static let dictionary = "dictionary"
        /// For an Optional that contains a nil Optional, at any depth: one mark for each level that has a
        /// value.
        static let some = "some"
        /// For a `Presence` without a key.
        static let missing = "missing"
        static let decimal = "decimal"
        static let uuid = "uuid"
        /// A text, or an array of the text and its base.
        static let url = "url"
        static let number = "NSNumber"
        static let string = "NSString"
        static let null = "NSNull"
        static let cgFloat = "CGFloat"
        static let character = "Character"
        static let unknown = "unknown"
    }

    /// The depth of a value of a row in the property list: below the root, the objects, the row.
    static let valueDepth = 4
}

extension ArchiveNode {
    /// The node of an Optional with this node's value: the node itself, unless it could be confused with a
    /// nil at some level.
    var asSome: ArchiveNode {
        switch self {
        case .null, .marked(ArchiveLayout.Mark.some, _), .marked(ArchiveLayout.Mark.missing, _):
            .marked(ArchiveLayout.Mark.some, self)
        default: self
        }
    }
}
