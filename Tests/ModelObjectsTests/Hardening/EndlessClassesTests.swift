import Foundation
import Testing

@testable import ModelObjects

/// A class from which an endless number of classes can be reached: each holds itself with longer generic arguments.
struct EndlessClassesTests {
    private final class Nest<Value>: ModelObject {
        var value: Value?
        var inner: Nest<[Value]>?
        var innerOptional: Nest<Value?>?
        var innerTuple: Nest<(Value, Int)>?
    }

    private static let json = #"{"value":1,"inner":{"value":[2],"inner":{"value":[[3]]}}}"#

    @Test func mapsAndExports() throws {
        let nest = try Nest<Int>(json: Self.json)
        #expect(nest.inner?.inner?.value == [[3]])
        #expect(try nest.jsonString() == Self.json)
        #expect(nest.copy() == nest)
        #expect(Nest<Int>.audit().isEmpty)
    }

    @Test func isArchivedIfItsClassesCanBeFoundAgain() throws {
        let nest = try Nest<Int>(json: Self.json)
        #expect(try Nest<Int>.unarchive(data: nest.archivedData()) == nest)
    }

    private final class Deep<Value>: ModelObject {
        var value: Value?
    }

    private typealias DeepArrays = Deep<[[[[[[Int]]]]]]>

    private final class Unlisted: ModelObject {
        var deep: DeepArrays?
    }

    private final class Listing: ModelObject {
        var deep: DeepArrays?
        override class var archivableClasses: [ModelObject.Type] { [DeepArrays.self] }
    }

    @Test func listedClassesMayHaveAnyGenericArguments() throws {
        let unlisted = try Unlisted(json: #"{"deep":{"value":[[[[[[1]]]]]]}}"#)
        let error = #expect(throws: ModelError.self) { try unlisted.archivedData() }
        #expect(error?.code == .unknownClass)
        let listing = try Listing(json: #"{"deep":{"value":[[[[[[1]]]]]]}}"#)
        #expect(try Listing.unarchive(data: listing.archivedData()) == listing)
    }

    @Test func hasNoSchema() {
        for use in [SchemaUse.validation, .structuredOutput] {
            let error = #expect(throws: ModelError.self) { try Nest<Int>.jsonSchema(for: use) }
            #expect(error?.code == .notExportable)
            #expect(error?.description.contains("an endless number of generic classes") == true)
        }
    }
}
