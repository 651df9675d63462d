import Foundation

/// Common types whose values contain no references to models.
let plainTypes: [any Any.Type] = [
    String.self, Bool.self, Int.self, Int64.self, Int32.self, UInt.self, UInt64.self, UInt32.self,
    Double.self,
    Float.self, Decimal.self, Date.self, URL.self, UUID.self, Data.self,
]

/// Whether a type is one of `plainTypes`.
func isPlainType(_ type: any Any.Type) -> Bool { plainTypes.contains { $0 == type } }
