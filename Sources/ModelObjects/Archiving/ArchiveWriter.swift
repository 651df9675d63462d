import Foundation

/// Writes a graph of models as an archive, row by row.
///
/// Only the bytes and the object table are kept in memory: no tree of the graph is made.
enum ArchiveWriter {
    /// The bytes of an archive.
    ///
    /// - Parameters:
    ///   - roots: One model, or, for an array archive, any number.
    ///   - type: The class that the archive will be opened with.
    ///   - isPortable: Whether the values must survive an XML property list.
    ///   - share: The fraction of the `EqualityBudget` for writing.
    static func bytes(
        of roots: [ModelObject], isArray: Bool, as type: ModelObject.Type, isPortable: Bool = false,
        share: Double = 1
    ) throws -> [UInt8] {
        let table = ObjectTable(ArchiveClasses.reachable(from: type))
        let context = ArchivingContext(table, comparisons: EqualityBudget(share: share * 3 / 4))
        var plist = PlistWriter(isPortable: isPortable)
        do {
            let rootNumbers = try roots.map { ArchiveNode.integer(Int64(try table.number(of: $0))) }
            var rows: [PlistWriter.Part] = []
            var row: [PlistWriter.Part] = []
            var number = 0
            while number < table.objects.count {
                row.removeAll(keepingCapacity: true)
                try write(number, of: table, context, into: &plist, &row)
                rows.append(try plist.array(row))
                number += 1
            }
            let objects = try plist.array(rows)
            let classes = try plist.add(.array(table.classes.map(Self.description)), depth: 2)
            let format = try plist.add(.string(ArchiveLayout.format), depth: 2)
            let version = try plist.add(.integer(Int64(ArchiveLayout.version)), depth: 2)
            let root = try plist.add(isArray ? .array(rootNumbers) : rootNumbers[0], depth: 2)
            // In key order.
            return try plist.seal([
                (ArchiveLayout.Key.classes, classes), (ArchiveLayout.Key.format, format),
                (ArchiveLayout.Key.objects, objects), (ArchiveLayout.Key.root, root),
                (ArchiveLayout.Key.version, version),
            ])
        } catch let failure as PlistFailure {
            throw ModelError.notArchived(failure)
        }
    }

    private static func write(
        _ number: Int, of table: ObjectTable, _ context: ArchivingContext, into plist: inout PlistWriter,
        _ row: inout [PlistWriter.Part]
    ) throws {
        let object = table.objects[number]
        let storage = PropertyStorage(object)
        let classNumber = Int(table.classNumbers[number])
        let entry = table.classes[classNumber]
        row.append(try plist.add(.integer(Int64(classNumber)), depth: ArchiveLayout.valueDepth))
        // The property whose value is written; nil for the values of unknown keys.
        var property: Int?
        do {
            for index in entry.properties {
                property = index
                let slot = entry.schema.slots[index]
                // The most common kinds, without a call through the accessor.
                let node: ArchiveNode =
                    switch slot.kind {
                    case .string: storage.load(String.self, in: slot).map { .string($0) } ?? .null
                    case .int: storage.load(Int.self, in: slot).map { .integer(Int64($0)) } ?? .null
                    case .double: storage.load(Double.self, in: slot).map { .double($0) } ?? .null
                    case .bool: storage.load(Bool.self, in: slot).map { .bool($0) } ?? .null
                    case .date: storage.load(Date.self, in: slot).map { .date($0) } ?? .null
                    default: try entry.schema.properties[index].accessor.archived(storage, context)
                    }
                row.append(try plist.add(node, depth: ArchiveLayout.valueDepth))
            }
            property = nil
            if let unknown = object.attachment?.unknownValues, !unknown.isEmpty {
                let node = ArchiveNode.marked(
                    ArchiveLayout.Mark.unknown, try UntypedArchiving.node(of: unknown, context))
                row.append(try plist.add(node, depth: ArchiveLayout.valueDepth))
            }
        } catch {
            let failure = (error as? PlistFailure).map { .notArchived($0) } ?? error as? ModelError
            let name = property.map { entry.schema.properties[$0].name }
            throw failure?.located(path(number, name)) ?? error
        }
        withExtendedLifetime(object) {}
    }

    private static func path(_ number: Int, _ property: String?) -> [PathComponent] {
        [.key(ArchiveLayout.Key.objects), .index(number)] + (property.map { [.key($0)] } ?? [])
    }

    private static func description(_ entry: ObjectTable.Entry) -> ArchiveNode {
        .dictionary([
            .init(
                ArchiveLayout.Key.fields,
                .array(entry.properties.map { .string(entry.schema.properties[$0].name) })),
            .init(ArchiveLayout.Key.name, .string(entry.name)),
            .init(ArchiveLayout.Key.version, .integer(Int64(entry.type.archiveVersion))),
        ])
    }
}
