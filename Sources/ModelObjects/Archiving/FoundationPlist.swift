import Foundation

/// Archives as property-list objects, for PropertyListSerialization and UserDefaults.
///
/// Objects are converted from and to the bytes of a binary property list, so that there is only one writer
/// and one reader of archives.
enum FoundationPlist {
    /// The maximum number of values in the objects of an archive.
    ///
    /// Containers in memory can share others: 28 nested `[x, x]` are 2^28 values.
    static let maximumValues = 1 << 24

    /// The objects of an archive's bytes.
    static func objects(of bytes: [UInt8], maximumValues: Int = maximumValues) throws -> Any {
        do {
            let table = try PlistTable(validating: bytes)
            var remaining = maximumValues
            return try object(table.root, of: table, &remaining)
        } catch {
            throw ModelError.notArchived(error)
        }
    }

    private static func object(
        _ number: Int, of table: PlistTable, _ remaining: inout Int
    ) throws(PlistFailure) -> Any {
        try count(&remaining)
        switch try table.object(number) {
        case .array:
            return try (table.elements(of: number) ?? []).map { element throws(PlistFailure) in
                try object(element, of: table, &remaining)
            }
        case .dictionary:
            var members: [String: Any] = [:]
            for (key, value) in try table.members(of: number) {
                members[key] = try object(value, of: table, &remaining)
            }
            return members
        case let scalar:
            guard let value = table.scalar(scalar) else { throw PlistFailure(.wrongKind) }
            return value
        }
    }

    private static func count(_ remaining: inout Int) throws(PlistFailure) {
        remaining -= 1
        if remaining < 0 { throw PlistFailure(.tooManyObjects) }
    }

    /// A property list in any of Foundation's formats.
    static func data(
        _ format: PropertyListSerialization.PropertyListFormat,
        _ bytes: (_ isPortable: Bool) throws -> [UInt8]
    ) throws -> Data {
        switch format {
        case .binary: return Data(try bytes(false))
        case .xml:
            let objects = try objects(of: bytes(true), maximumValues: .max)
            return try withDecimalPoints(xml(of: objects))
        default:
            throw ModelError(
                .notExportable, "Cannot write an archive in the OpenStep format; use .binary or .xml",
                expected: "the format .binary or .xml", found: "the OpenStep format")
        }
    }

    private static func xml(of objects: Any) throws -> Data {
        try withAutoreleasePool {
            try PropertyListSerialization.data(fromPropertyList: objects, format: .xml, options: 0)
        }
    }

    /// The XML with a point in each fraction.
    ///
    /// On Linux, Foundation writes fractions with the decimal separator of the C locale, which it can't read itself.
    private static func withDecimalPoints(_ xml: Data) throws -> Data {
        let sample = String(decoding: try Self.xml(of: 0.5), as: UTF8.self)
        guard let start = sample.range(of: "<real>0"), let end = sample.range(of: "5</real>") else {
            return xml
        }
        return withDecimalPoints(xml, insteadOf: String(sample[start.upperBound..<end.lowerBound]))
    }

    static func withDecimalPoints(_ xml: Data, insteadOf separator: String) -> Data {
        if separator == "." { return xml }
        // Texts can't contain the tag: their `<` is escaped.
        let parts = String(decoding: xml, as: UTF8.self).components(separatedBy: "<real>")
        let corrected = parts.dropFirst().map { part in
            let number = part.prefix { $0 != "<" }
            return number.replacingOccurrences(of: separator, with: ".") + part[number.endIndex...]
        }
        return Data(([parts[0]] + corrected).joined(separator: "<real>").utf8)
    }

    /// The archive in property-list objects.
    ///
    /// - Throws: `PlistFailure` for an object that property lists do not hold, for one nested too deeply, and for too
    ///   many values.
    static func open(_ objects: Any, maximumValues: Int = maximumValues) throws(PlistFailure) -> NodeReader {
        var writer = PlistWriter()
        var remaining = maximumValues
        let root = try add(objects, to: &writer, depth: 1, &remaining)
        return try ArchivePlist.open(writer.finish(root: root))
    }

    private static func add(
        _ object: Any, to writer: inout PlistWriter, depth: Int, _ remaining: inout Int
    ) throws(PlistFailure) -> PlistWriter.Part {
        try count(&remaining)
        if let node = scalar(object) { return try writer.addPlain(node) }
        // UserDefaults on Linux returns members that are Optionals.
        if let optional = object as? any OptionalType {
            guard let wrapped = optional.wrapped else { throw PlistFailure(.notPropertyListObject) }
            try PlistTable.checkStack()
            return try add(wrapped, to: &writer, depth: depth, &remaining)
        }
        switch JSONValue(object) {
        case .array(let elements):
            try PlistTable.checkDepth(depth)
            let parts = try elements.map { element throws(PlistFailure) in
                try add(element, to: &writer, depth: depth + 1, &remaining)
            }
            return try writer.array(parts)
        case .object(let members):
            try PlistTable.checkDepth(depth)
            var (keys, values): ([PlistWriter.Part], [PlistWriter.Part]) = ([], [])
            for (key, value) in members.sorted(byText: \.key) {
                keys.append(try writer.text(key))
                values.append(try add(value, to: &writer, depth: depth + 1, &remaining))
            }
            return try writer.dictionary(keys, values)
        default: throw PlistFailure(.notPropertyListObject)
        }
    }

    /// The value of an object that is not a container.
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
