import Foundation

extension ModelObject {
    // MARK: One object with all that it refers to

    /// Writes the object, with all models that it refers to, into a file: a binary property list that any
    /// tool can read.
    ///
    /// The whole graph is kept, as NSCoding would: two references to one object come back as two references
    /// to one object, cycles as cycles, each object with its own class, each value with its own type and to
    /// the last bit. The same graph gives the same bytes every time. Properties with the rule `.notArchived`
    /// are left out.
    ///
    /// The file is replaced whole: a reader finds the old archive or the new one, even where the process is
    /// killed or the power fails. An old file keeps its permissions; on Apple platforms it also keeps its access
    /// control list, its extended attributes and, unless `protection` is given, its protection class.
    ///
    /// ```swift
    /// try user.archive(to: file)
    /// let again = try User.unarchive(from: file)
    /// try user.archive(to: secrets, protection: .completeUnlessOpen)
    /// ```
    ///
    /// - Parameters:
    ///   - file: The URL of the file to write.
    ///   - protection: When the file can be read: `.complete` only while the device is unlocked. Nil keeps that of an
    ///     old file and gives a new one the app's default. Systems without file protection, such as Linux, ignore it.
    ///
    /// Complexity: linear in the size of the graph; no deep stack for long chains.
    ///
    /// - Throws: `ModelError`: `.fileFailed` with the system's reason; `.unknownClass` for an object whose
    ///   class could not be found again (`archivableClasses`), and for two classes of one `archiveName`;
    ///   `.notExportable` for a value that nothing could make again; `.limitExceeded` for what reading would
    ///   refuse: values nested more than 125 levels deep; a long text, data or URL that so many places share that all
    ///   uses come to more than 256 bytes for each byte of the archive, and 16 MB; Sets of too many models that only
    ///   differ only in parts that `hash(into:)` ignores, or that hash the same long texts again and again. The old file
    ///   is as it was then.
    public func archive(to file: URL, protection: FileProtectionType? = nil) throws {
        let bytes = try ArchiveWriter.bytes(of: [self], isArray: false, as: type(of: self))
        try ArchiveFile.write(bytes, to: file, protection)
    }

    /// The archive that `archive(to:)` writes.
    ///
    /// - Throws: as `archive(to:)`.
    public func archivedData() throws -> Data {
        Data(try ArchiveWriter.bytes(of: [self], isArray: false, as: type(of: self)))
    }

    /// Reads the object that `archive(to:)` wrote, with all that it refers to.
    ///
    /// Nothing of the mapping is called: not `serializeValue`, not `didMap`, not `validate`. A property that
    /// the archive lacks keeps its default, a field that the class lacks is dropped; one that has another
    /// type now goes through the mapping's conversions, or keeps its default. `migrate` sees the fields of
    /// older versions first; `awakeFromUnarchive` is called on each object when all are filled.
    ///
    /// A class is found among those that this class spans (the classes of its properties and discriminators,
    /// theirs in turn, and `archivableClasses`), else by its plain `Module.Class` name, and only where it may
    /// stand.
    ///
    /// Complexity: linear in the size of the file, whatever it holds. A text that many places share is in the
    /// file once; all values, counted at each place, may come to 256 bytes for each byte of the file, and 16 MB. An
    /// archive that asks for more is refused. `archive(to:)` writes none that does.
    ///
    /// - Throws: `ModelError`, and no object is made: `.fileFailed` with the system's reason;
    ///   `.archiveInvalid` for bytes that are not a sound archive; `.archiveTooNew` for one of a newer
    ///   version of a class; `.unknownClass` and `.classNotAllowed`, which name the class; `.invalidRoot` for
    ///   the archive of an array; `.hookFailed` with what `migrate` threw; `.limitExceeded` for Sets of too
    ///   many models that differ only in parts that `hash(into:)` ignores.
    public class func unarchive(from file: URL) throws -> Self {
        try unarchive(ArchiveFile.read(file))
    }

    /// Reads the object that `archivedData()` gave: see `unarchive(from:)`.
    ///
    /// - Throws: as `unarchive(from:)`.
    public class func unarchive(data: Data) throws -> Self {
        try unarchive([UInt8](data))
    }

    private class func unarchive(_ bytes: [UInt8]) throws -> Self {
        try ArchiveReader.read(bytes, as: self, isArray: false)[0]
    }
}

extension ModelClass where Self: ModelObject {
    // MARK: Several objects

    /// Writes an array of objects, with all models that they refer to, into a file: see `archive(to:)` of one
    /// object.
    ///
    /// What several of them refer to is one object in the archive, too.
    ///
    /// - Throws: as `archive(to:)` of one object.
    public static func archive(
        _ models: [Self], to file: URL, protection: FileProtectionType? = nil
    ) throws {
        try ArchiveFile.write(ArchiveWriter.bytes(of: models, isArray: true, as: self), to: file, protection)
    }

    /// The archive that `archive(_:to:)` writes.
    ///
    /// - Throws: as `archive(to:)` of one object.
    public static func archivedData(_ models: [Self]) throws -> Data {
        Data(try ArchiveWriter.bytes(of: models, isArray: true, as: self))
    }

    /// Reads the objects that `archive(_:to:)` wrote: see `unarchive(from:)`.
    ///
    /// - Throws: as `unarchive(from:)`; `.invalidRoot` for the archive of one object.
    public static func unarchiveArray(from file: URL) throws -> [Self] {
        try unarchiveArray(ArchiveFile.read(file))
    }

    /// Reads the objects that `archivedData(_:)` gave: see `unarchive(from:)`.
    ///
    /// - Throws: as `unarchive(from:)`; `.invalidRoot` for the archive of one object.
    public static func unarchiveArray(data: Data) throws -> [Self] {
        try unarchiveArray([UInt8](data))
    }

    private static func unarchiveArray(_ bytes: [UInt8]) throws -> [Self] {
        try ArchiveReader.read(bytes, as: self, isArray: true)
    }
}

/// The files of archives.
private enum ArchiveFile {
    static func write(_ bytes: [UInt8], to file: URL, _ protection: FileProtectionType?) throws {
        do {
            let path = try path(of: file)
            try withAutoreleasePool { try AtomicFile.replace(path, with: bytes, protection: protection) }
        } catch let failure as FileFailure {
            throw ModelError.archiveFile(failure, "a file that can be written")
        }
    }

    static func read(_ file: URL) throws -> [UInt8] {
        do {
            let path = try path(of: file)
            return try withAutoreleasePool { try AtomicFile.contents(of: path) }
        } catch let failure as FileFailure {
            throw ModelError.archiveFile(failure, "a file that can be read")
        }
    }

    private static func path(of file: URL) throws -> String {
        guard file.isFileURL else {
            throw ModelError(.fileFailed, expected: "the URL of a file", found: "one of another kind")
        }
        return file.path
    }
}
