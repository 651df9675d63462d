import Foundation

@testable import ModelObjects

/// The part of a call's `EqualityBudget` that tests of rejected input exceed.
///
/// In a debug build, to compare as much as a quarter of it allows takes half a second.
enum ComparisonLimit {
    static let quarters = Effort.count(4)
    static var isFull: Bool { quarters >= 4 }
    static var budget: EqualityBudget { EqualityBudget(quarters: Int64(quarters)) }

    /// Reads an archive as `unarchive(data:)` does, within this part.
    static func unarchive<Model: ModelObject>(_ type: Model.Type, _ data: Data) throws -> Model {
        if isFull { return try type.unarchive(data: data) }
        return try ArchiveReader.read(as: type, isArray: false, quarters: Int64(quarters)) {
            try ArchivePlist.open([UInt8](data))
        }[0]
    }
}
