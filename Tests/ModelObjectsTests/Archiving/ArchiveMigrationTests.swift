import Foundation
import Testing

@testable import ModelObjects

/// The values that `migrate` returns.
@Suite struct ArchiveMigrationTests {
    final class Old: ModelObject {
        var list: [Any] = [1, 2, 3]
        var part: Part?
        override class var archiveName: String { "Migrating" }
        override class var archivableClasses: [ModelObject.Type] { [Part.self] }
    }

    final class Part: ModelObject {
        var name = ""
        override class var archiveName: String { "MigratingPart" }
    }

    final class New: ModelObject {
        var list: [Int] = []
        var words: Set<String> = []
        var anything: Any = 0
        var part: Part?
        override class var archiveName: String { "Migrating" }
        override class var archiveVersion: Int { 2 }
        override class func migrate(_ fields: inout [String: Any], from version: Int) throws {
            try change?(&fields)
        }
    }

    /// The body of `migrate`.
    @TaskLocal static var change: (@Sendable (inout [String: Any]) throws -> Void)?

    private static func migrated(
        _ change: @escaping @Sendable (inout [String: Any]) throws -> Void
    ) throws -> New {
        let data = try Old().archivedData()
        return try $change.withValue(change) { try New.unarchive(data: data) }
    }

    private static func list(_ fields: [String: Any]) -> [Any] { fields["list"] as? [Any] ?? [] }

    private static let collections: [@Sendable ([Any]) -> Any] = [
        { $0.dropFirst() }, { ContiguousArray($0.dropFirst()) }, { $0[1...] as ArraySlice },
        { ReversedCollection<[Any]>?.some($0.dropFirst().reversed().reversed()) as Any },
        { ($0.dropFirst().reversed() as [Any]).reversed() as ReversedCollection<[Any]> },
    ]

    @Test(arguments: collections.indices) func slicesAreArrays(_ index: Int) throws {
        let slice = Self.collections[index]
        let migrated = try Self.migrated { fields in
            fields["anything"] = ["of": slice(Self.list(fields))]
            fields["list"] = slice(Self.list(fields))
        }
        #expect(migrated.list == [2, 3])
        #expect((migrated.anything as? [String: [Int]]) == ["of": [2, 3]])
    }

    /// A removed subclass is an alias of its superclass, or `migrate` drops its objects by the name of their class.
    @Test func modelsHaveTheNameOfTheirClass() throws {
        let old = Old()
        old.part = Part()
        old.list = [old.part as Any, 1, Optional<Part>.none as Any]
        let data = try old.archivedData()
        let migrated = try Self.$change.withValue({ fields in
            let names = (Self.list(fields) + [fields["part"] as Any, Part()]).map(New.archivedClassName)
            #expect(names == ["MigratingPart", nil, nil, "MigratingPart", nil])
            #expect(New.archivedClassName(of: nil) == nil && New.archivedClassName(of: fields["none"]) == nil)
            fields["list"] = Self.list(fields).filter { New.archivedClassName(of: $0) != "MigratingPart" }
        }) {
            try New.unarchive(data: data)
        }
        #expect(migrated.list == [1] && migrated.part?.name == "")
    }

    private static let unusable: [(value: @Sendable () -> Any, type: String)] = [
        ({ 0..<3 }, "Range<Int>"), ({ [0..<3] }, "Range<Int>"), ({ ["a": 0..<3] }, "Range<Int>"),
        ({ ArchiveFlags(rawValue: 1) }, "ArchiveFlags"), ({ [1: ArchiveLevel.low] }, "ArchiveLevel"),
        ({ (1, 2) }, "(Int, Int)"),
    ]

    @Test(arguments: unusable.indices) func anUnusableValueNamesTheHookTheFieldAndTheType(_ index: Int) throws
    {
        let (value, type) = Self.unusable[index]
        let error = try #require(throws: ModelError.self) {
            try Self.migrated { $0["anything"] = value() }
        }
        #expect(error.code == .hookFailed && error.path == "$.objects[0].anything")
        #expect(
            error.description
                == "migrate of New returned a value of the type \(type) at $.objects[0].anything; return a value of "
                + "the property's type, or one that can be archived in an Any.")
    }

    #if os(macOS) || os(Linux)  // only these platforms support exit tests

    @Test func deepValuesThrow() async throws {
        await #expect(processExitsWith: .success) {
            for field in ["part", "list", "anything", "words"] {
                let result = onSmallStack {
                    Result {
                        try ArchiveMigrationTests.migrated { fields in
                            var value: [String: Any] = [:]
                            for _ in 0..<1_000 { value = ["part": value] }
                            fields[field] = value
                        }
                    }
                }
                let error = try #require(throws: ModelError.self) { try result.get() }
                #expect(error.code == .limitExceeded && error.path == "$.objects[0].\(field)")
                #expect(
                    error.description.hasPrefix(
                        "migrate of New returned values that are nested too deeply at $.objects[0].\(field): "
                            + "expected "))
            }
        }
    }

    #endif
}
