import Foundation

/// Archives as the objects that PropertyListSerialization and UserDefaults take and return.
///
/// They hold no class of this library: only texts, numbers, Bools, dates, data, arrays and dictionaries. They go
/// through the bytes of a binary property list, so that there is one writer and one reader of archives.
enum FoundationPlist {
    /// The objects of an archive's bytes.
    static func objects(of bytes: [UInt8]) throws -> Any {
        do {
            let table = try PlistTable(validating: bytes)
            return try object(table.root, of: table)
        } catch {
            throw ModelError.notArchived(error)
        }
    }

    private static func object(_ number: Int, of table: PlistTable) throws(PlistFailure) -> Any {
        switch try table.object(number) {
        case .array:
            return try (table.elements(of: number) ?? []).map { element throws(PlistFailure) in
                try object(element, of: table)
            }
        case .dictionary:
            var members: [String: Any] = [:]
            for (key, value) in try table.members(of: number) {
                members[key] = try object(value, of: table)
            }
            return members
        default:
            guard let value = try table.scalar(number) else { throw PlistFailure(.wrongKind) }
            return value
        }
    }

    /// A property list in any of Foundation's formats.
    static func data(
        _ format: PropertyListSerialization.PropertyListFormat,
        _ bytes: (_ isPortable: Bool) throws -> [UInt8]
    ) throws -> Data {
        switch format {
        case .binary: return Data(try bytes(false))
        case .xml:
            let objects = try objects(of: bytes(true))
            return try withAutoreleasePool {
                try PropertyListSerialization.data(fromPropertyList: objects, format: .xml, options: 0)
            }
        default:
            throw ModelError(
                .notExportable, "Cannot write an archive in the OpenStep format; use .binary or .xml",
                expected: "the format .binary or .xml", found: "another one")
        }
    }

    /// The archive that the objects hold.
    ///
    /// - Throws: `PlistFailure` for an object that property lists do not hold, and for one nested too deeply.
    static func open(_ objects: Any) throws(PlistFailure) -> NodeReader {
        var writer = PlistWriter()
        let root = try add(objects, to: &writer, depth: 1)
        return try ArchivePlist.open(PlistTable(validating: writer.finish(root: root), from: .converted))
    }

    private static func add(
        _ object: Any, to writer: inout PlistWriter, depth: Int
    ) throws(PlistFailure) -> PlistWriter.Part {
        try PlistTable.checkDepth(depth)
        if let node = scalar(object) { return try writer.addPlain(node) }
        // UserDefaults on Linux returns members that are Optionals.
        if let optional = object as? any OptionalType {
            guard let wrapped = optional.wrapped else { throw PlistFailure(.notPropertyListObject) }
            return try add(wrapped, to: &writer, depth: depth)
        }
        switch JSONValue(object) {
        case .array(let elements):
            var parts: [PlistWriter.Part] = []
            for element in elements { parts.append(try add(element, to: &writer, depth: depth + 1)) }
            return try writer.array(parts)
        case .object(let members):
            var (keys, values): ([PlistWriter.Part], [PlistWriter.Part]) = ([], [])
            for (key, value) in members.sorted(byText: \.key) {
                keys.append(try writer.text(key))
                values.append(try add(value, to: &writer, depth: depth + 1))
            }
            return try writer.dictionary(keys, values)
        default: throw PlistFailure(.notPropertyListObject)
        }
    }

    /// The value of an object that is no container.
    static func scalar(_ object: Any) -> ArchiveNode? {
        guard type(of: object) is AnyClass else { return (object as? any ScalarNode)?.node }
        switch object {
        case let number as NSNumber where !(number is NSDecimalNumber):
            return NSNumberConverter.node(of: number)
        case let text as NSString: return .string(String(describing: text))
        case let date as Date: return .date(date)
        case let data as Data: return .data(data)
        default: return nil
        }
    }
}
