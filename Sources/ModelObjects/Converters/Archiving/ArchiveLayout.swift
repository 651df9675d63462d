/// The keys and marks of an archive's property list.
///
///     { format: "ModelObjects", version: 1, root: 0 (of an array: [0, 3, ...]), digest: 64 bits,
///       classes: [ { name: "App.User", version: 3, fields: ["userName", "userID", ...] }, ... ],
///       objects: [ [class, value, value, ...], ... ] }
///
/// A row has one value for each field of its class, in order. Behind them stands, where the object keeps
/// values of unknown keys, one more: `{ "$unknown": { key: value, ... } }`.
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

    /// The names of marks.
    enum Mark {
        static let set = "set"
        /// Of a dictionary whose keys are not text, in an `Any`: an array of key, value, key, value, ...
        static let dictionary = "dictionary"
        /// An Optional that holds an Optional which is nil, or one that holds such an Optional, and so on: one
        /// mark for each level that holds something.
        static let some = "some"
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

    /// How deep a value of a row stands in the list: below the root, the objects, the row.
    static let valueDepth = 4
}

extension ArchiveNode {
    /// The node of an Optional that holds the value of this one: the same, where it could not be taken for
    /// that of a nil of some level.
    var asSome: ArchiveNode {
        switch self {
        case .null, .marked(ArchiveLayout.Mark.some, _): .marked(ArchiveLayout.Mark.some, self)
        default: self
        }
    }
}
