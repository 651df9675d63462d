import Foundation

/// The common types whose values hold nothing but their own bytes.
let plainTypes: [any Any.Type] = [
    String.self, Bool.self, Int.self, Int64.self, Int32.self, UInt.self, UInt64.self, UInt32.self,
    Double.self,
    Float.self, Decimal.self, Date.self, URL.self, UUID.self, Data.self,
]
