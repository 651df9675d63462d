import Foundation

@testable import ModelObjects

/// The part of a call's `EqualityBudget` that tests of rejected input exceed.
///
/// A debug build takes two seconds for all of it. Each function does what the public one of its name does, within this
/// part.
enum ComparisonLimit {
    private static let share = Effort.isFull ? 1 : 0.05
    private static var isFull: Bool { share == 1 }
    static var budget: EqualityBudget { EqualityBudget(share: share) }

    /// A number of members whose comparisons are a part of the limit, if each is compared with all others.
    ///
    /// - Parameter full: The number for all of the limit.
    static func members(_ full: Int) -> Int { Int(Double(full) * share.squareRoot()) }

    static func make<Model: ModelObject>(_ type: Model.Type, _ json: String) throws {
        if isFull { _ = try type.init(json: json) } else { try fill(type.init(), json, isUpdate: false) }
    }

    static func make<Model: ModelObject>(_ type: Model.Type, _ dictionary: [String: Any]) throws {
        if isFull {
            _ = try type.init(dictionary: dictionary)
        } else {
            try fill(type.init(), dictionary, isUpdate: false)
        }
    }

    static func makeArray<Model: ModelObject>(_ type: Model.Type, _ json: String) throws {
        if isFull {
            _ = try type.array(json: json)
        } else {
            try MappingCall(options: nil, type: type).map(json, root: .array) {
                $0.details.comparisons = budget
                _ = try $0.makeArray(type, &$1)
            }
        }
    }

    static func update(_ object: ModelObject, _ json: String) throws {
        if isFull { try object.update(json: json) } else { try fill(object, json, isUpdate: true) }
    }

    static func update(_ object: ModelObject, _ dictionary: [String: Any]) throws {
        if isFull {
            try object.update(dictionary: dictionary)
        } else {
            try fill(object, dictionary, isUpdate: true)
        }
    }

    private static func fill(_ object: ModelObject, _ json: String, isUpdate: Bool) throws {
        try MappingCall(options: nil, type: type(of: object), isUpdate: isUpdate).map(json, root: .object) {
            $0.details.comparisons = budget
            try $0.fillRoot(object, &$1)
        }
    }

    private static func fill(_ object: ModelObject, _ dictionary: [String: Any], isUpdate: Bool) throws {
        try MappingCall(options: nil, type: type(of: object), isUpdate: isUpdate).mapUntyped {
            $0.details.comparisons = budget
            try $0.fillRoot(object, dictionary)
        }
    }

    static func archivedData(_ object: ModelObject) throws -> Data {
        if isFull { return try object.archivedData() }
        return Data(try ArchiveWriter.bytes(of: [object], isArray: false, as: type(of: object), share: share))
    }

    static func unarchive<Model: ModelObject>(_ type: Model.Type, _ data: Data) throws -> Model {
        if isFull { return try type.unarchive(data: data) }
        return try ArchiveReader.read(as: type, isArray: false, share: share) {
            try ArchivePlist.open([UInt8](data))
        }[0]
    }
}
