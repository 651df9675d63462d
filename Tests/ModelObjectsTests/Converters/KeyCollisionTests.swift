import Foundation
import ModelObjects
import Testing

/// Decimals that differ in their last digits have few hashes.
struct KeyCollisionTests {
    enum Price: Decimal, Hashable { case one = 1 }

    final class Table: ModelObject {
        var prices: [Decimal: Int] = [:]
        var names: [String: Int] = [:]
        var known: [Price: Int] = [:]
    }

    private func keys(_ count: Int) -> [String] {
        (0..<count).map { "0.12345678901234567890123\($0 + 1_000_000)" }
    }

    private func check(_ count: Int, _ property: String = "prices", isExceeded: Bool) throws {
        let members = Dictionary(uniqueKeysWithValues: keys(count).map { ($0, 1) })
        let json = try JSONSerialization.data(withJSONObject: [property: members])
        let pairs = try JSONSerialization.data(
            withJSONObject: [property: keys(count).flatMap { [Decimal(string: $0) ?? 0, 1] as [Any] }])
        let attempts: [() throws -> Table] = [
            { try Table(json: json) }, { try Table(dictionary: [property: members]) },
            { try Table(json: pairs) },
            {
                let table = Table()
                try table.apply(mergePatch: json)
                return table
            },
        ]
        for (index, attempt) in attempts.enumerated() where property == "prices" || index != 2 {
            if isExceeded {
                let error = #expect(throws: ModelError.self) { try attempt() }
                #expect(error?.code == .limitExceeded && error?.path == "$.prices")
                #expect(error?.problems.map(\.path) == (index == 1 ? [] : ["$.prices"]))
            } else {
                let table = try attempt()
                #expect((property == "prices" ? table.prices.count : table.names.count) == count)
            }
        }
    }

    @Test func collidingKeysAreLimited() throws {
        try check(1_000, isExceeded: false)
        try check(4_000, isExceeded: true)
        try check(4_000, "names", isExceeded: false)
    }

    private func table(_ count: Int) -> Table {
        let table = Table()
        for key in keys(count) { table.prices[Decimal(string: key) ?? 0] = 1 }
        return table
    }

    @Test func archivesOfCollidingKeysAreLimited() throws {
        let few = table(1_000)
        #expect(try Table.unarchive(data: few.archivedData()) == few)
        let many = table(4_000)
        let error = #expect(throws: ModelError.self) { try many.archivedData() }
        #expect(error?.code == .limitExceeded)
    }

    /// Only the keys of a patch are looked up, not those of the object. (If a hook gets them, all of them are mapped again.)
    @Test(.knowsHooks) func patchesOfCollidingKeysAreNotLimited() throws {
        let table = table(4_000)
        let count = table.prices.count
        try table.apply(mergePatch: #"{"prices": {"1": 2}}"#)
        try table.apply(jsonPatch: #"[{"op": "add", "path": "/prices/3", "value": 2}]"#)
        #expect(table.prices.count == count + 2 && table.prices[1] == 2 && table.prices[3] == 2)
    }

    /// One key again and again is compared with itself only.
    @Test func repeatedKeysAreNotLimited() throws {
        let members = (0..<50_000).map { "\"1.50\": \($0)" }.joined(separator: ",")
        #expect(try Table(json: "{\"prices\": {\(members)}}").prices == [1.5: 49_999])
    }
}
