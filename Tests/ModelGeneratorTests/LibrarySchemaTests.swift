import Foundation
import ModelObjects
import Testing

@testable import ModelGenerator

/// Classes whose schemas, as the library writes them, give the same classes again.
struct LibrarySchemaTests {
    @Test func integersKeepTheirTypes() throws {
        let schema = try Integers.jsonSchemaString()
        #expect(
            properties(schema, ["--schema"]) == [
                "var int8: Int8 = 0", "var int16: Int16 = 0", "var int32: Int32 = 0", "var int64 = 0",
                "var uint8: UInt8 = 0", "var uint16: UInt16 = 0", "var uint32: UInt32 = 0",
                "var uint64: UInt64 = 18446744073709551615", "var list: [UInt64] = []",
                "var optional: UInt64?",
            ])
    }
}

private final class Integers: ModelObject {
    var int8: Int8 = 0
    var int16: Int16 = 0
    var int32: Int32 = 0
    var int64: Int64 = 0
    var uint8: UInt8 = 0
    var uint16: UInt16 = 0
    var uint32: UInt32 = 0
    var uint64 = UInt64.max
    var list: [UInt64] = []
    var optional: UInt64?
}
