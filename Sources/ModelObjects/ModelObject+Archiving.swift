import Foundation

extension ModelObject {
    // MARK: One object and all models that it refers to

    /// Writes the object, with all models that it refers to, to a file.
    ///
    /// The file is a binary property list, which many tools can read. The archive keeps the whole graph:
    /// the models with their classes, shared references, cycles, and the exact value of every property. (In an `Any`,
    /// a typed array comes back as `[Any]`.) The same graph gives the same bytes every time. Properties with the rule
    /// ``PropertyRule/notArchived-swift.type.property`` are left out.
    ///
    /// The file is replaced as a whole: a reader finds the old archive or the new one, even if the process is
    /// killed or the power fails. An existing file keeps its permissions and its access control list; on Apple platforms it
    /// also keeps its extended attributes and, unless `protection` is given, its protection class.
    ///
    /// ```swift
    /// try user.archive(to: file)
    /// let again = try User.unarchive(from: file)
    /// try user.archive(to: secrets, protection: .completeUnlessOpen)
    /// ```
    ///
    /// - Parameters:
    ///   - file: The URL of the file to write.
    ///   - protection: The protection class of the file. Nil keeps the class of an existing file, and uses
    ///     the app's default for a new file. Systems without file protection, such as Linux, ignore it.
    ///
    /// - Throws: ``ModelError``, and the old file is unchanged:
    ///   - ``ModelError/Code/fileFailed`` with the system's reason (if only the folder's entry couldn't be written to
    ///     disk, the file is replaced);
    ///   - ``ModelError/Code/unknownClass`` if reading could not find the class of an object (see
    ///     ``archivableClasses``), or if two classes have the same ``archiveName``;
    ///   - ``ModelError/Code/notExportable`` for a value that can't be archived;
    ///   - ``ModelError/Code/limitExceeded`` for a graph that the reader would reject:
    ///     - values nested more than about 120 levels deep (the archive's own containers count towards 128);
    ///     - strings, data and URLs that many places share and that, counted at each place, exceed 16 MB plus
    ///       256 bytes for each byte of the archive;
    ///     - Sets of too many models that differ only in parts that `hash(into:)` ignores, or that share long
    ///       strings.
    /// - Complexity: Linear in the size of the graph. Long chains are archived without recursion.
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
    /// - Mapping hooks, such as ``serializeValue(_:key:)``, ``didMap(_:)`` and ``validate()``, are not
    ///   called, except for models that are made of values of another type.
    /// - A property without an archived value keeps its default. A field without a property is dropped.
    ///   ``ModelClass/inspect(archive:)`` reports values that are dropped or converted.
    /// - If the type of a property has changed, the value is converted as in mapping, or the property keeps its
    ///   default. A container leaves out the elements that don't convert. A model of a class that the property can't
    ///   hold, even in a container, is an error. But if a container of models has become a value that isn't an array,
    ///   or a model has become a container of such models or of `Any`, the models are dropped.
    /// - ``migrate(_:from:)`` gets the fields of older versions first. ``awakeFromUnarchive()`` is called on each
    ///   object after all are filled.
    ///
    /// Classes are found among those that this class can reach: the classes of its properties and
    /// discriminators, recursively, and ``archivableClasses``. Other classes are found by their name
    /// `Module.Class`. An object must have the class that its property or container declares, or a subclass.
    ///
    /// - Throws: ``ModelError``, and no object is made:
    ///   - ``ModelError/Code/fileFailed`` with the system's reason;
    ///   - ``ModelError/Code/archiveInvalid`` for bytes that are not a complete archive;
    ///   - ``ModelError/Code/archiveTooNew`` for a newer version of a class;
    ///   - ``ModelError/Code/unknownClass`` and ``ModelError/Code/classNotAllowed``, which name the class;
    ///   - ``ModelError/Code/invalidRoot`` for the archive of an array;
    ///   - ``ModelError/Code/hookFailed`` if ``migrate(_:from:)`` threw, or returned a value of a type that doesn't fit its
    ///     property and can't be archived in an `Any`;
    ///   - ``ModelError/Code/limitExceeded`` for Sets of too many models that differ only in parts that
    ///     `hash(into:)` ignores, and for values that ``migrate(_:from:)`` returned and that are nested too deeply.
    /// - Complexity: Linear in the size of the file. Values that several places share, counted at each place,
    ///   can use 16 MB plus 256 bytes for each byte of the file. An archive that needs more is rejected;
    ///   ``archive(to:protection:)`` never writes one.
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

extension ModelClass {
    // MARK: Several objects

    /// Writes an array of objects, with all models that they refer to, to a file.
    ///
    /// References that the objects share are still shared after reading.
    ///
    /// - Throws: The errors of ``ModelObject/archive(to:protection:)``.
    public static func archive(_ models: [Self], to file: URL, protection: FileProtectionType? = nil) throws {
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
    /// - Throws: The errors of ``ModelObject/unarchive(from:)``. The archive must contain an array.
    public static func unarchiveArray(from file: URL) throws -> [Self] {
        try unarchiveArray(ModelError.withPath(of: file, for: .read) { try AtomicFile.contents(of: $0) })
    }

    /// Reads the objects of bytes that ``archivedData(_:)`` returned.
    ///
    /// - Throws: The errors of ``ModelObject/unarchive(data:)``. The archive must contain an array.
    public static func unarchiveArray(data: Data) throws -> [Self] {
        try unarchiveArray([UInt8](data))
    }

    private static func unarchiveArray(_ bytes: [UInt8]) throws -> [Self] {
        try ArchiveReader.read(as: self, isArray: true) { try ArchivePlist.open(bytes) }
    }

    // MARK: With a report

    /// Reads an object as ``ModelObject/unarchive(data:)`` does, and reports what this version of the classes doesn't
    /// keep: fields without a property, values and elements that don't fit, and values that were converted.
    ///
    /// It never throws.
    ///
    /// ```swift
    /// let (user, report) = User.inspect(archive: storedByVersion1)
    /// print(report)     // No property for $.cars[*].colour (2 times); the nearest is color.
    /// ```
    ///
    /// Paths start at the root object, and use the archive's names. An object more than 64 objects deep is located by its
    /// number, as in errors: `$.objects[70].colour`. Elements have their index or key, members of Sets a number.
    ///
    /// Not reported: a field that ``ModelObject/migrate(_:from:)`` removes, members of a Codable value that its type no
    /// longer decodes, equal elements that a Set holds once, and digits of a number that a Double or a Float doesn't have.
    /// ``MappingReport/matched``, ``MappingReport/unfilled`` and ``MappingReport/unmappable`` are empty. As in
    /// ``ModelObject/unarchive(data:)``, the options of classes reject nothing.
    ///
    /// - Returns: The object and the report. If there is no object, ``MappingReport/error`` says why.
    public static func inspect(archive data: Data) -> (object: Self?, report: MappingReport) {
        inspect(MappingOptions(limits: UnarchivingContext.limits), problemLimit: .max) { call in
            try unarchive(data, isArray: false, call)[0]
        }
    }

    /// Reads the objects of an array as ``unarchiveArray(data:)`` does, and reports what this version of the classes
    /// doesn't keep, as ``inspect(archive:)`` does.
    ///
    /// It never throws.
    ///
    /// - Returns: The objects and the report. If ``MappingReport/error`` is set, there are no objects.
    public static func inspectArray(archive data: Data) -> (objects: [Self], report: MappingReport) {
        inspect(MappingOptions(limits: UnarchivingContext.limits), orElse: []) { call in
            try unarchive(data, isArray: true, call)
        }
    }

    private static func unarchive(_ data: Data, isArray: Bool, _ call: MappingCall) throws -> [Self] {
        try call.mapUntyped(notifiesObservers: false, throwsRejections: false) { mapper in
            // No object is the outermost one: a report doesn't list which fields fill it.
            mapper.report?.beginContainer(.init(levels: isArray ? [.array] : [], modelClass: self))
            return try ArchiveReader.read(as: self, isArray: isArray, ArchiveRecorder(mapper)) {
                try ArchivePlist.open([UInt8](data))
            }
        }
    }
}

extension ModelObject {
    /// Returns the name of the class of a model in the fields that ``migrate(_:from:)`` gets, as the archive has it.
    ///
    /// Nil for any other value.
    ///
    /// ```swift
    /// let shapes = fields["shapes"] as? [Any] ?? []
    /// fields["shapes"] = shapes.filter { archivedClassName(of: $0) != "Blob" }
    /// ```
    public static func archivedClassName(of value: Any?) -> String? { (value as? ArchivedModel)?.className }
}
