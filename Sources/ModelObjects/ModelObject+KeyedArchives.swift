import Foundation

extension ModelClass {
    // MARK: Keyed archives of other libraries

    /// Creates an object, with all objects that it refers to, from an archive that NSKeyedArchiver wrote.
    ///
    /// Use this method to read files that your app archived with NSCoding or another library. It reads binary
    /// and XML archives, works on every platform, and loads no class by a name from the file.
    ///
    /// ```swift
    /// let old = try Data(contentsOf: oldFile)
    /// let user = try User.unarchive(keyedArchive: old, classes: ["SHUser": User.self, "SHCar": Car.self])
    /// try user.archive(to: newFile)
    /// ```
    ///
    /// - The class of an object is the one that `classes` lists for its class name. Otherwise it is the class whose
    ///   ``ModelObject/archiveName`` or one of whose ``ModelObject/archiveAliases`` equals the name, or else the only
    ///   class for which one of these ends with the same component, after the last dot. The search covers this class,
    ///   the classes in `classes`, and all classes that these can reach (see ``ModelObject/archivableClasses``). If
    ///   there is none, the object's superclasses are looked up in the same manner. Discriminators and
    ///   ``ModelObject/modelClass(for:)`` don't choose the class.
    /// - The encoded values of an object fill properties like the members of a JSON object: keys match in any
    ///   spelling (`_userName` and `user_name` fill `userName`), values are converted, and rules, hooks and
    ///   options apply.
    /// - Objects of NSString, NSNumber, NSDecimalNumber, NSDate, NSData, NSURL, NSUUID, NSNull, NSArray,
    ///   NSSet, NSOrderedSet, NSCountedSet, NSDictionary and their subclasses become values. Each element of
    ///   a counted set is read once, without its count. NaN and infinity fill properties of floating-point
    ///   types.
    /// - Shared references and cycles are kept. `didMap(_:)` and `validate()` are called when the objects
    ///   that an object refers to are complete, except in a cycle. ``ModelObject/awakeFromUnarchive()`` is
    ///   called after all objects are filled.
    /// - Objects of unknown classes, and objects of Foundation's classes in an unknown form, are left out.
    ///   ``inspect(keyedArchive:classes:options:)`` reports them.
    /// - The root object has the key `root`, or is the only object and of this class. Otherwise the values that the app
    ///   encoded, each with its key, fill the properties of an object of this class. So do the values of a root that is
    ///   a dictionary.
    ///
    /// - Parameters:
    ///   - data: The bytes that the archiver wrote.
    ///   - classes: Model classes by their class names in the archive.
    ///   - options: Options for this call. They take precedence over ``ModelObject/mappingOptions``.
    ///     ``MappingOptions/rootPath``, ``MappingLimits/bytes`` and ``MappingLimits/elements`` have no effect.
    /// - Throws: ``ModelError``, and no object is made:
    ///   - ``ModelError/Code/archiveInvalid`` for bytes that are not a complete keyed archive;
    ///   - ``ModelError/Code/unknownClass`` if the class of the root object is not found;
    ///   - ``ModelError/Code/classNotAllowed`` if it is not this class or a subclass;
    ///   - ``ModelError/Code/invalidRoot`` if the root object is not a model, and not a dictionary with a key of
    ///     this class;
    ///   - the errors of ``ModelObject/init(dictionary:options:)``.
    /// - Complexity: Linear in the size of the file and in the number of values, where shared containers and
    ///   long strings count at each place. A file that expands to millions of values more than its size
    ///   justifies is rejected.
    public static func unarchive(
        keyedArchive data: Data, classes: [String: ModelObject.Type] = [:], options: MappingOptions? = nil
    ) throws -> Self {
        let call = MappingCall(options: withoutRootPath(options), type: self, mayBeSampled: false)
        return try read(keyedArchive: data, classes, call) { try $0.root(self) }
    }

    /// Creates the objects of an array, with all objects that they refer to, from an archive that NSKeyedArchiver
    /// wrote.
    ///
    /// The root of the archive is an array or a set. Elements of unknown classes are left out, unless the option
    /// ``MappingOptions/elements-swift.property`` is `.reject`. ``inspectArray(keyedArchive:classes:options:)`` reports
    /// them.
    ///
    /// - Throws: The errors of ``unarchive(keyedArchive:classes:options:)``. The root must be an array or a set.
    public static func unarchiveArray(
        keyedArchive data: Data, classes: [String: ModelObject.Type] = [:], options: MappingOptions? = nil
    ) throws -> [Self] {
        let call = MappingCall(options: withoutRootPath(options), type: self, mayBeSampled: false)
        return try read(keyedArchive: data, classes, call) { try $0.array(self) }
    }

    /// Creates an object from an archive that NSKeyedArchiver wrote, and reports what was not recognized: unknown
    /// classes, keys without a property, and values that don't fit.
    ///
    /// It never throws.
    ///
    /// ```swift
    /// let (user, report) = User.inspect(keyedArchive: old, classes: ["SHUser": User.self])
    /// print(report)     // Unknown class "SHCar" at $.car; name the model class for it in `classes`.
    /// ```
    ///
    /// Paths start at the root object and use the archive's keys. An object more than 64 levels deep is located by its
    /// number: `$["$objects"][7]`.
    ///
    /// - Returns: The object and the report. If there is no object, ``MappingReport/error`` says why.
    public static func inspect(
        keyedArchive data: Data, classes: [String: ModelObject.Type] = [:], options: MappingOptions? = nil
    ) -> (object: Self?, report: MappingReport) {
        inspect(withoutRootPath(options)) { try read(keyedArchive: data, classes, $0) { try $0.root(self) } }
    }

    /// Creates the objects of an array from an archive that NSKeyedArchiver wrote, and reports what was not recognized:
    /// unknown classes, keys without a property, and values that don't fit.
    ///
    /// It never throws. The root of the archive is an array or a set.
    ///
    /// - Returns: The objects and the report. If ``MappingReport/error`` is set, there are no objects.
    public static func inspectArray(
        keyedArchive data: Data, classes: [String: ModelObject.Type] = [:], options: MappingOptions? = nil
    ) -> (objects: [Self], report: MappingReport) {
        inspect(withoutRootPath(options), orElse: []) {
            try read(keyedArchive: data, classes, $0) { try $0.array(self) }
        }
    }

    /// The options of a call that ignores the root path, even that of the class, which is about payloads.
    private static func withoutRootPath(_ options: MappingOptions?) -> MappingOptions? {
        var options = options ?? MappingOptions()
        options.rootPath = nil
        return options
    }

    private static func read<Result>(
        keyedArchive data: Data, _ classes: [String: ModelObject.Type], _ call: MappingCall,
        _ body: (KeyedArchiveReader) throws -> Result
    ) throws -> Result {
        try call.mapUntyped { mapper in
            do {
                let archive = try KeyedArchive([UInt8](data), KeyedClasses(self, named: classes))
                return try body(KeyedArchiveReader(archive, mapper))
            } catch let failure as PlistFailure {
                throw ModelError.invalidKeyedArchive(failure)
            }
        }
    }
}
