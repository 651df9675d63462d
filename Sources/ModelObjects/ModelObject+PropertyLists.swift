import Foundation

extension ModelObject {
    // MARK: Foundation's property lists

    /// Returns the object, with all models that it refers to, as an archive in one of Foundation's
    /// property-list formats.
    ///
    /// - `.binary` gives the bytes of ``archivedData()``.
    /// - `.xml` gives text that people can read and compare: its dictionaries are sorted, and the same graph
    ///   gives the same text. It takes several times the space and time. Values that XML property lists can't
    ///   represent have a marked form: `$date` for a date with a fraction of a second, `$float` for a Float,
    ///   `$bits` for NaN and -0.0, `$text` for a string with characters that XML lacks or that parsers change, such as
    ///   a carriage return.
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
    /// The result is a dictionary of strings, numbers, Bools, dates, data, arrays and dictionaries. Use it
    /// with UserDefaults, with PropertyListSerialization in any format, or inside another property list. It
    /// has the form of `archivedData(format: .xml)`.
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

    /// Creates an object, with all models that it refers to, from the result of ``propertyList()``.
    ///
    /// Also accepts the objects that PropertyListSerialization reads from ``archivedData()``, and Foundation
    /// classes such as NSMutableDictionary.
    ///
    /// - Throws: The errors of ``unarchive(data:)``; ``ModelError/Code/archiveInvalid`` for an object that
    ///   isn't a property list.
    public class func unarchive(propertyList: Any) throws -> Self {
        try ArchiveReader.read(as: self, isArray: false) { try FoundationPlist.open(propertyList) }[0]
    }
}

extension ModelClass {
    // MARK: Several objects as property lists

    /// Returns an array of objects, with all models that they refer to, as an archive in one of Foundation's
    /// property-list formats.
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
    /// References that the objects share are still shared after reading.
    ///
    /// - Throws: The errors of ``ModelObject/propertyList()``.
    public static func propertyList(_ models: [Self]) throws -> Any {
        try FoundationPlist.objects(
            of: ArchiveWriter.bytes(of: models, isArray: true, as: self, isPortable: true))
    }

    /// Creates the objects from the result of ``propertyList(_:)``.
    ///
    /// - Throws: The errors of ``ModelObject/unarchive(propertyList:)``. The archive must contain an array.
    public static func unarchiveArray(propertyList: Any) throws -> [Self] {
        try ArchiveReader.read(as: self, isArray: true) { try FoundationPlist.open(propertyList) }
    }
}
