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

    @Test func hasNoSchema() {
        for use in [SchemaUse.validation, .structuredOutput] {
            let error = #expect(throws: ModelError.self) { try Nest<Int>.jsonSchema(for: use) }
            #expect(error?.code == .notExportable)
            #expect(error?.description.contains("an endless number of generic classes") == true)
        }
    }
}
