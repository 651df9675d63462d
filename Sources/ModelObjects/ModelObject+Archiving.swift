import Foundation

extension ModelObject {
    // MARK: One object and all models that it refers to

    /// Writes the object, with all models that it refers to, to a file.
    ///
    /// The file is a binary property list, which many tools can read. The whole graph is kept: two references to
    /// one object are still references to one object after reading, cycles are kept, and each object and value
    /// keeps its type and every bit. The same graph gives the same bytes every time. Properties with the rule
    /// ``PropertyRule/notArchived-swift.type.property`` are left out.
    ///
    /// The file is replaced as a whole: a reader finds the old archive or the new one, even if the process is
    /// killed or the power fails. An existing file keeps its permissions; on Apple platforms it also keeps its
    /// access control list, its extended attributes and, unless `protection` is given, its protection class.
    ///
    /// ```swift
    /// try user.archive(to: file)
    /// let again = try User.unarchive(from: file)
    /// try user.archive(to: secrets, protection: .completeUnlessOpen)
    /// ```
    ///
    /// - Parameters:
    ///   - file: The URL of the file to write.
    ///   - protection: When the file can be read: `.complete` only while the device is unlocked. Nil keeps that of
    ///     an old file and gives a new one the app's default. Systems without file protection, such as Linux,
    ///     ignore it.
    ///
    /// - Throws: ``ModelError``, and the old file stays as it was:
    ///   - ``ModelError/Code/fileFailed`` with the system's reason;
    ///   - ``ModelError/Code/unknownClass`` for an object whose class could not be found again (see
    ///     ``archivableClasses``), and for two classes with one ``archiveName``;
    ///   - ``ModelError/Code/notExportable`` for a value that could not be read again;
    ///   - ``ModelError/Code/limitExceeded`` for a graph that the reader would reject:
    ///     - values nested more than 125 levels deep;
    ///     - a long text, data or URL in so many places that all uses together exceed 16 MB plus 256 bytes for
    ///       each byte of the archive;
    ///     - Sets of too many models that differ only in parts that `hash(into:)` ignores, or that hash the same
    ///       long texts again and again.
    /// - Complexity: Linear in the size of the graph; long chains need no deep stack.
    public func archive(to file: URL, protection: FileProtectionType? = nil) throws {
        let bytes = try ArchiveWriter.bytes(of: [self], isArray: false, as: type(of: self))
        try ModelError.withPath(of: file, for: .write) {
            try AtomicFile.replace($0, with: bytes, protection: protection)
        }
    }

    /// Returns the object, with all models that it refers to, as the bytes of an archive.
    ///
    /// - Throws: The errors of ``archive(to:protection:)``, except ``ModelError/Code/fileFailed``.
    public func archivedData() throws -> Data {
        Data(try ArchiveWriter.bytes(of: [self], isArray: false, as: type(of: self)))
    }

    /// Reads an object, with all models that it refers to, from a file that ``archive(to:protection:)`` wrote.
    ///
    /// - Hooks of mapping, such as ``serializeValue(_:key:)``, ``didMap(_:)`` and ``validate()``, are not called.
    /// - A property without an archived value keeps its default. A field without a property is dropped.
    /// - A value for a property that has another type now is converted as in mapping, or the property keeps its
    ///   default: for example, an array of models, if one model was archived. A model for a property that cannot hold
    ///   its class, not even in a container, is an error.
    /// - ``migrate(_:from:)`` gets the fields of older versions first. ``awakeFromUnarchive()`` is called on each
    ///   object after all are filled.
    ///
    /// Classes are found among the classes that belong to this one: those of its properties and discriminators,
    /// theirs in turn, and ``archivableClasses``; otherwise by their plain `Module.Class` name. A class is accepted
    /// only in a place that its type allows.
    ///
    /// - Throws: ``ModelError``, and no object is made:
    ///   - ``ModelError/Code/fileFailed`` with the system's reason;
    ///   - ``ModelError/Code/archiveInvalid`` for bytes that are not a complete archive;
    ///   - ``ModelError/Code/archiveTooNew`` for a newer version of a class;
    ///   - ``ModelError/Code/unknownClass`` and ``ModelError/Code/classNotAllowed``, which name the class;
    ///   - ``ModelError/Code/invalidRoot`` for the archive of an array;
    ///   - ``ModelError/Code/hookFailed`` if ``migrate(_:from:)`` threw;
    ///   - ``ModelError/Code/limitExceeded`` for Sets of too many models that differ only in parts that
    ///     `hash(into:)` ignores.
    /// - Complexity: Linear in the size of the file. A text in many places is stored once in the
    ///   file. All values, counted at each place, can use 16 MB plus 256 bytes for each byte of the file. An archive
    ///   that needs more is rejected, and ``archive(to:protection:)`` never writes one.
    public class func unarchive(from file: URL) throws -> Self {
        try unarchive(ModelError.withPath(of: file, for: .read) { try AtomicFile.contents(of: $0) })
    }

    /// Reads an object, with all models that it refers to, from bytes that ``archivedData()`` returned.
    ///
    /// - Throws: The errors of ``unarchive(from:)``, except ``ModelError/Code/fileFailed``.
    public class func unarchive(data: Data) throws -> Self {
        try unarchive([UInt8](data))
    }

    private class func unarchive(_ bytes: [UInt8]) throws -> Self {
        try ArchiveReader.read(as: self, isArray: false) { try ArchivePlist.open(bytes) }[0]
    }
}

extension ModelClass where Self: ModelObject {
    // MARK: Several objects

    /// Writes an array of objects, with all models that they refer to, to a file.
    ///
    /// An object that several of them refer to is archived once, and shared again after reading.
    ///
    /// - Throws: The errors of ``ModelObject/archive(to:protection:)``.
    public static func archive(
        _ models: [Self], to file: URL, protection: FileProtectionType? = nil
    ) throws {
        let bytes = try ArchiveWriter.bytes(of: models, isArray: true, as: self)
        try ModelError.withPath(of: file, for: .write) {
            try AtomicFile.replace($0, with: bytes, protection: protection)
        }
    }

    /// Returns an array of objects, with all models that they refer to, as the bytes of an archive.
    ///
    /// - Throws: The errors of ``ModelObject/archive(to:protection:)``, except ``ModelError/Code/fileFailed``.
    public static func archivedData(_ models: [Self]) throws -> Data {
        Data(try ArchiveWriter.bytes(of: models, isArray: true, as: self))
    }

    /// Reads the objects of a file that ``archive(_:to:protection:)`` wrote.
    ///
    /// - Throws: The errors of ``ModelObject/unarchive(from:)``; here the archive must be that of an array.
    public static func unarchiveArray(from file: URL) throws -> [Self] {
        try unarchiveArray(ModelError.withPath(of: file, for: .read) { try AtomicFile.contents(of: $0) })
    }

    /// Reads the objects of bytes that ``archivedData(_:)`` returned.
    ///
    /// - Throws: The errors of ``ModelObject/unarchive(data:)``; here the archive must be that of an array.
    public static func unarchiveArray(data: Data) throws -> [Self] {
        try unarchiveArray([UInt8](data))
    }

    private static func unarchiveArray(_ bytes: [UInt8]) throws -> [Self] {
        try ArchiveReader.read(as: self, isArray: true) { try ArchivePlist.open(bytes) }
    }
}
