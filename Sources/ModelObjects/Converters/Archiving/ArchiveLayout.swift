/// The keys and marks of an archive's property list.
///
///     { format: "ModelObjects", version: 1, root: 0 (of an array: [0, 3, ...]), digest: 64 bits,
///       xmlDigest: 64 bits (only if XML property lists change a value),
///       classes: [ { name: "App.User", version: 3, fields: ["userName", "userID", ...] }, ... ],
///       objects: [ [class, value, value, ...], ... ] }
///
/// A row has one value for each field of its class, in order. If the object has values of unknown keys,
/// another value follows: `{ "$unknown": { key: value, ... } }`.
///
/// Readers ignore unknown entries of the root and of a class, so an entry that they may ignore needs no new version.
/// (1.0.0 rejects such archives, and also those with an `xmlDigest`.)
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

    /// The marks of values whose nodes don't show their type.
    ///
    /// The mark of a new scalar type is its name: an `Any` finds the type by that.
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

        // In the property list, these replace values that it, or its conversion to XML, would change. No node has them:
        // `PlistWriter` writes them, and `NodeReader` reads them.

        /// For a date that is not in the years 1 to 9999 or, in XML, is not a whole second: its seconds since 2001.
        static let date = "date"
        /// In XML, for a Float: its value as a Double, or the bits of a signaling NaN.
        static let float = "float"
        /// In XML, for a Double that is NaN or -0.0: its bits.
        static let bits = "bits"
        /// In XML, for a text with characters that XML does not have: its UTF-8.
        static let text = "text"
        /// In XML, for a dictionary with such a text or `CF$UID` as a key: an array of key, value, key, value, ...
        static let pairs = "pairs"
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
