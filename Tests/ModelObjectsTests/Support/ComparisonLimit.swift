import Foundation

@testable import ModelObjects

/// The part of a call's `EqualityBudget` that tests of rejected input exceed.
///
/// A debug build takes half a second for a quarter of it. Each function does what the public one of its name does, within
/// this part.
enum ComparisonLimit {
    static let quarters = Effort.count(4)
    static var isFull: Bool { quarters >= 4 }
    static var budget: EqualityBudget { EqualityBudget(quarters: Int64(quarters)) }

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
                $0.comparisons = budget
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
            $0.comparisons = budget
            try $0.fillRoot(object, &$1)
        }
    }

    private static func fill(_ object: ModelObject, _ dictionary: [String: Any], isUpdate: Bool) throws {
        try MappingCall(options: nil, type: type(of: object), isUpdate: isUpdate).map {
            $0.comparisons = budget
            try $0.fillRoot(object, dictionary)
        }
    }

    /// Reads an archive as `unarchive(data:)` does, within this part.
    static func unarchive<Model: ModelObject>(_ type: Model.Type, _ data: Data) throws -> Model {
        if isFull { return try type.unarchive(data: data) }
        return try ArchiveReader.read(as: type, isArray: false, quarters: Int64(quarters)) {
            try ArchivePlist.open([UInt8](data))
        }[0]
    }
}
