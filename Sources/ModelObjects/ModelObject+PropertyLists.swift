import Foundation

extension ModelObject {
    // MARK: Foundation's property lists

    /// Returns the object, with all models that it refers to, as an archive in a format of Foundation.
    ///
    /// - `.binary` gives the bytes of ``archivedData()``.
    /// - `.xml` gives a text that people can read and compare: its dictionaries are sorted, and the same graph gives
    ///   the same text. What XML property lists cannot hold is written in a form that keeps it: a fraction of a second
    ///   as `$date`, a Float as `$float`, a text with characters that XML does not have or that parsers change, such
    ///   as a carriage return, as `$text`. It takes several times the space and time.
    ///
    /// ``unarchive(data:)`` and ``unarchive(from:)`` read both.
    ///
    /// ```swift
    /// let text = String(decoding: try user.archivedData(format: .xml), as: UTF8.self)
    /// ```
    ///
    /// - Throws: The errors of ``archivedData()``; ``ModelError/Code/notExportable`` for the format `.openStep`, which
    ///   Foundation cannot write.
    public func archivedData(format: PropertyListSerialization.PropertyListFormat) throws -> Data {
        try FoundationPlist.data(format) {
            try ArchiveWriter.bytes(of: [self], isArray: false, as: type(of: self), isPortable: $0)
        }
    }

    /// Returns the object, with all models that it refers to, as property-list objects.
    ///
    /// The result is a dictionary of strings, numbers, Bools, dates, data, arrays and dictionaries, and has no class of
    /// the app. It suits UserDefaults, PropertyListSerialization in any format, and an Info dictionary of another
    /// archive. It has the form of `archivedData(format: .xml)`.
    ///
    /// ```swift
    /// UserDefaults.standard.set(try user.propertyList(), forKey: "user")
    /// if let list = UserDefaults.standard.object(forKey: "user") {
    ///     user = try User.unarchive(propertyList: list)
    /// }
    /// ```
    ///
    /// - Throws: The errors of ``archivedData()``.
    /// - Complexity: Linear in the size of the graph.
    public func propertyList() throws -> Any {
        try FoundationPlist.objects(
            of: ArchiveWriter.bytes(of: [self], isArray: false, as: type(of: self), isPortable: true))
    }

    /// Makes the object that ``propertyList()`` described, with all models that it refers to.
    ///
    /// It also takes what PropertyListSerialization makes of the bytes of ``archivedData()``, and classes of
    /// Foundation such as NSMutableDictionary.
    ///
    /// - Throws: The errors of ``unarchive(data:)``; ``ModelError/Code/archiveInvalid`` for an object that property
    ///   lists do not hold.
    public class func unarchive(propertyList: Any) throws -> Self {
        try ArchiveReader.read(as: self, isArray: false) { try FoundationPlist.open(propertyList) }[0]
    }
}

extension ModelClass where Self: ModelObject {
    // MARK: Several objects as property lists

    /// Returns an array of objects, with all models that they refer to, as an archive in a format of Foundation.
    ///
    /// - Throws: The errors of ``ModelObject/archivedData(format:)``.
    public static func archivedData(
        _ models: [Self], format: PropertyListSerialization.PropertyListFormat
    ) throws -> Data {
        try FoundationPlist.data(format) {
            try ArchiveWriter.bytes(of: models, isArray: true, as: self, isPortable: $0)
        }
    }

    /// Returns an array of objects, with all models that they refer to, as property-list objects.
    ///
    /// An object that several of them refer to is described once, and shared again after reading.
    ///
    /// - Throws: The errors of ``ModelObject/propertyList()``.
    public static func propertyList(_ models: [Self]) throws -> Any {
        try FoundationPlist.objects(
            of: ArchiveWriter.bytes(of: models, isArray: true, as: self, isPortable: true))
    }

    /// Makes the objects that ``propertyList(_:)`` described.
    ///
    /// - Throws: The errors of ``ModelObject/unarchive(propertyList:)``; here the archive must be that of an array.
    public static func unarchiveArray(propertyList: Any) throws -> [Self] {
        try ArchiveReader.read(as: self, isArray: true) { try FoundationPlist.open(propertyList) }
    }
}
