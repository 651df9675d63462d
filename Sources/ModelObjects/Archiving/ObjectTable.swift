/// The objects of a graph in the order of discovery, each once, and their classes.
///
/// An object's number is its index. Writing the rows in order discovers the objects that they refer to, so the whole
/// graph is walked without a deep stack.
final class ObjectTable: ModelNumbering {
    /// One class of an archive.
    struct Entry {
        let type: ModelObject.Type
        let name: String
        let schema: ModelSchema
        let properties: [Int]
    }

    private(set) var objects: [ModelObject] = []
    /// The index of each object's class.
    private(set) var classNumbers: [UInt16] = []
    private(set) var classes: [Entry] = []
    private var numbersByObject: [ObjectIdentifier: Int32] = [:]
    private var numbersByClass: [ObjectIdentifier: UInt16] = [:]
    private var allowed: ArchiveClasses

    /// The maximum number of classes in an archive.
    ///
    /// Limited, because the runtime is slow to look up a missing class.
    static let maximumClasses = 4096

    init(_ allowed: ArchiveClasses) {
        self.allowed = allowed
    }

    /// The number of an object; adds the object if it is new.
    func number(of object: ModelObject) throws -> Int {
        if let number = numbersByObject[ObjectIdentifier(object)] { return Int(number) }
        let classNumber = try number(of: type(of: object))
        guard let number = Int32(exactly: objects.count) else {
            throw ModelError.notArchived(PlistFailure(.tooMany))
        }
        numbersByObject[ObjectIdentifier(object)] = number
        objects.append(object)
        classNumbers.append(classNumber)
        return Int(number)
    }

    func node(for model: ModelObject) throws -> ArchiveNode {
        .reference(try number(of: model))
    }

    func knownNumber(of model: ModelObject) -> Int? {
        numbersByObject[ObjectIdentifier(model)].map(Int.init)
    }

    private func number(of type: ModelObject.Type) throws -> UInt16 {
        if let number = numbersByClass[ObjectIdentifier(type)] { return number }
        let name = try foundName(type)
        guard classes.count < Self.maximumClasses else {
            throw ModelError(
                .limitExceeded, "Cannot archive objects of more than \(Self.maximumClasses) classes",
                expected: "at most \(Self.maximumClasses) classes", found: "more")
        }
        let schema = ModelSchema.of(type)
        let number = UInt16(classes.count)
        classes.append(
            Entry(
                type: type, name: name, schema: schema,
                properties: schema.properties.indices.filter { schema.properties[$0].rule.isArchived }))
        numbersByClass[ObjectIdentifier(type)] = number
        return number
    }

    /// The name of a class; rejects a class that the reader could not find.
    private func foundName(_ type: ModelObject.Type) throws -> String {
        let name = allowed.name(of: type)
        if let found = allowed.find(name).type {
            if found == type { return name }
            throw ModelError(
                .unknownClass,
                Headline(
                    "Cannot archive \(type)", ending: ": another class has the same archiveName \"\(name)\""),
                expected: "one class with the archiveName \"\(name)\" in an archive",
                found: "\(type) as well")
        }
        throw ModelError(
            .unknownClass,
            Headline(
                "Cannot archive \(type)",
                ending:
                    ": no class is found by its archiveName \"\(name)\"; list a private, nested or generic class, or "
                    + "one that overrides archiveName, in archivableClasses of the class that holds it"),
            expected:
                "a class that can be found again by its name (archivableClasses of the class that holds it lists "
                + "private, nested and generic classes, and those that override archiveName)",
            found: "\"\(name)\"")
    }
}
