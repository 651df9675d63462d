import Foundation

@testable import ModelObjects

/// A decoded archive that can be edited and encoded again with a valid digest.
struct EditableArchive {
    var root: ArchiveNode = .null
    var format: ArchiveNode = .null
    var version: ArchiveNode = .null
    /// The name, the version and the fields of each class.
    var classes: [(name: String, version: Int64, fields: [String])] = []
    var rows: [[ArchiveNode]] = []
    /// Other entries of the root.
    var others: [(key: String, value: ArchiveNode)] = []

    init(_ data: Data) throws {
        guard case .dictionary(let entries) = try ArchivePlist.decode([UInt8](data)) else {
            preconditionFailure("Not an archive.")
        }
        for entry in entries {
            switch (entry.key, entry.value) {
            case ("root", let node): root = node
            case ("format", let node): format = node
            case ("version", let node): version = node
            case ("classes", .array(let elements)): classes = elements.map(Self.description)
            case ("objects", .array(let elements)):
                rows = elements.map { if case .array(let row) = $0 { row } else { [] } }
            default: break
            }
        }
    }

    /// The archive as earlier versions of its classes would have written it.
    static func older(_ data: Data) throws -> Data {
        var archive = try EditableArchive(data)
        for index in archive.classes.indices { archive.classes[index].version -= 1 }
        return try archive.data()
    }

    private static func description(_ node: ArchiveNode) -> (name: String, version: Int64, fields: [String]) {
        var result = (name: "", version: Int64(0), fields: [String]())
        guard case .dictionary(let entries) = node else { return result }
        for entry in entries {
            switch entry.value {
            case .string(let name): result.name = name
            case .integer(let version): result.version = version
            case .array(let fields):
                result.fields = fields.map { if case .string(let name) = $0 { name } else { "" } }
            default: break
            }
        }
        return result
    }

    var classNodes: ArchiveNode {
        .array(
            classes.map {
                .dictionary([
                    .init("name", .string($0.name)), .init("version", .integer($0.version)),
                    .init("fields", .array($0.fields.map { .string($0) })),
                ])
            })
    }

    /// Sets a field of an object.
    mutating func set(_ field: String, of row: Int, to node: ArchiveNode) {
        guard case .integer(let number) = rows[row][0],
            let place = classes[Int(number)].fields.firstIndex(of: field)
        else { preconditionFailure("No field \(field).") }
        rows[row][place + 1] = node
    }

    func data() throws -> Data {
        try Self.data(
            [
                ("format", format), ("version", version), ("root", root), ("classes", classNodes),
                ("objects", .array(rows.map { .array($0) })),
            ] + others)
    }

    static func data(_ entries: [(key: String, value: ArchiveNode)]) throws -> Data {
        var writer = PlistWriter()
        var parts: [(key: String, value: PlistWriter.Part)] = []
        for entry in entries { parts.append((entry.key, try writer.add(entry.value, depth: 2))) }
        return Data(try writer.seal(parts))
    }
}
