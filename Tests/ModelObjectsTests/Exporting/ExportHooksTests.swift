import Foundation
import Testing

@testable import ModelObjects

private class Hooked: ModelObject {
    var name = "n"
    var secret = "s"
    var count = 1
    var missing: Int?
    var inner: Inner?

    override func exportedValue(_ value: Any, property: String) -> Any? {
        switch property {
        case "secret": nil
        case "count": (value as? Int).map { $0 + 1 }
        default: value
        }
    }
}

private final class Inner: ModelObject {
    var z = 1
    var a = 2
}

private final class Finishing: ModelObject {
    var b = 1
    var a = 2
    var inner = Inner()
    var date = Date(timeIntervalSince1970: 0)

    override func didExport(_ dictionary: inout [String: Any]) throws {
        dictionary["z"] = Date(timeIntervalSince1970: 0)
        dictionary["c"] = NSNull()
        dictionary["b"] = nil
    }
}

struct ExportHooksTests {
    @Test func exportedValueChangesOrLeavesOutAProperty() throws {
        let hooked = Hooked()
        hooked.inner = Inner()
        #expect(try hooked.jsonString() == #"{"name":"n","count":2,"inner":{"z":1,"a":2}}"#)
        #expect(try hooked.jsonObject()["count"] as? Int == 2)
        #expect(try Hooked.jsonString([hooked]).hasPrefix(#"[{"name":"n","count":2"#))
    }

    /// The elements that the hook passed on are still those of models.
    @Test func exportedValueMayAddElements() throws {
        final class Adding: ModelObject {
            var list = [Inner(), Inner()]
            override func exportedValue(_ value: Any, property: String) -> Any? {
                (value as? [Any]).map { [$0[1], ["new": 1] as [String: Any], 5] }
            }
        }
        #expect(try Adding().jsonString() == #"{"list":[{"z":1,"a":2},{"new":1},5]}"#)
        let rails = ExportOptions(relations: .railsAttributes)
        #expect(
            try Adding().jsonString(options: rails)
                == #"{"list_attributes":{"0":{"z":1,"a":2},"1":{"new":1},"2":5}}"#)
    }

    @Test func hooksKeepTheTypeOfDecimals() throws {
        class Priced: ModelObject {
            var price = Decimal(1)
            var prices: [Decimal] = [1, 2.5, 3]
        }
        final class Returning: Priced {
            override func exportedValue(_ value: Any, property: String) -> Any? { value }
        }
        final class Changing: Priced {
            override func exportedValue(_ value: Any, property: String) -> Any? {
                (value as? Decimal).map { $0 + 1 } ?? (value as? [Any]).map { Array($0.dropLast()) }
            }
        }
        final class Finishing: Priced {
            override func didExport(_ json: inout [String: Any]) throws { json["total"] = json["price"] }
        }
        for (model, price) in [(Priced(), 1), (Returning(), 1), (Changing(), 2), (Finishing(), 1)] {
            let json = try model.jsonObject()
            #expect(json["price"] as? Decimal == Decimal(price), "\(json)")
            let numbers = json.values.flatMap { $0 as? [Any] ?? [$0] }
            #expect(numbers.allSatisfy { type(of: $0) == Decimal.self }, "\(json)")
        }
        #expect(try Finishing().jsonString() == #"{"price":1,"prices":[1,2.5,3],"total":1}"#)
    }

    @Test func exportedValueIsCalledForEveryExportedProperty() throws {
        final class Asking: ModelObject {
            var first = 1.5
            var second: Int?
            var third = Date(timeIntervalSince1970: 0)
            var inner = Inner()
            var left = 1
            var hidden = 2
            var asked: [String] = []
            override class var propertyRules: [String: PropertyRule] {
                ["left": .notExported, "asked": .ignored]
            }
            override func exportedValue(_ value: Any, property: String) -> Any? {
                asked.append("\(property) \(canonical(value))")
                return value
            }
        }
        let asking = Asking()
        #expect(
            try asking.jsonString(options: options { $0.except = ["hidden"] })
                == #"{"first":1.5,"third":"1970-01-01T00:00:00Z","inner":{"z":1,"a":2}}"#)
        #expect(
            asking.asked == [
                "first 1.5", "second null", #"third "1970-01-01T00:00:00Z""#, "inner {a: 2, z: 1}",
            ])
    }

    @Test func didExportSeesTheWholeObjectAndKeepsTheOrder() throws {
        let finishing = Finishing()
        #expect(
            try finishing.jsonString()
                == #"{"a":2,"inner":{"z":1,"a":2},"date":"1970-01-01T00:00:00Z","c":null,"z":"1970-01-01T00:00:00Z"}"#
        )
        let object = try finishing.jsonObject()
        #expect(object["z"] as? String == "1970-01-01T00:00:00Z")
        #expect(object["c"] is NSNull)
    }

    @Test func hooksOfNestedModelsAreCalled() throws {
        final class Outer: ModelObject {
            var all = [Hooked()]
            var one: Hooked? = Hooked()
            var byName = ["k": Hooked()]
            var loose: [Any] = [Hooked()]
        }
        let hooked = #"{"name":"n","count":2}"#
        #expect(
            try Outer().jsonString()
                == #"{"all":[\#(hooked)],"one":\#(hooked),"byName":{"k":\#(hooked)},"loose":[\#(hooked)]}"#)
    }

    @Test func aThrowingHookGivesAnErrorWithItsPath() {
        final class Refusing: ModelObject {
            var next: Refusing?
            override func didExport(_ dictionary: inout [String: Any]) throws {
                if next == nil { throw CancellationError() }
            }
        }
        let refusing = Refusing()
        refusing.next = Refusing()
        for export in [{ try refusing.jsonObject() as Any }, { try refusing.jsonData() as Any }] {
            let error = exportError(export)
            #expect(error?.code == .hookFailed)
            #expect(error?.path == "$.next")
            #expect(error?.underlyingError is CancellationError)
        }
    }

    @Test func hookResultsMustBeExportable() {
        final class Wrong: ModelObject {
            var value = 1
            override func exportedValue(_ value: Any, property: String) -> Any? { { 1 } }
        }
        let error = exportError { try Wrong().jsonData() }
        #expect(error?.code == .notExportable)
        #expect(error?.path == "$.value")
    }

    /// Values inside an object or array that a hook changed.
    @Test func changedPartsOfHookResultsAreExportedAsValues() throws {
        final class Changing: ModelObject {
            var inner = Inner()
            var list = [Inner(), Inner()]
            var change: @Sendable (inout [String: Any]) -> Void = { _ in }
            override class var propertyRules: [String: PropertyRule] { ["change": .ignored] }
            override func exportedValue(_ value: Any, property: String) -> Any? {
                if var members = value as? [String: Any] {
                    change(&members)
                    return members
                }
                guard var elements = value as? [[String: Any]] else { return value }
                change(&elements[1])
                return elements
            }
        }
        let changing = Changing()
        for (only, path) in [("inner", "$.inner"), ("list", "$.list[1]")] {
            let options = ExportOptions(only: [only])
            for key in ["a", "new"] {
                changing.change = { $0[key] = NSObject() }
                let error = exportError { try changing.jsonString(options: options) }
                #expect(error?.code == .notExportable && error?.path == "\(path).\(key)")
            }
        }
        changing.change = { $0["a"] = Double.nan }
        #expect(exportError { try changing.jsonString() }?.path == "$.inner.a")
        #expect(
            try changing.jsonString(options: ExportOptions(notFinite: .omit))
                == #"{"inner":{"z":1},"list":[{"z":1,"a":2},{"z":1}]}"#)
        changing.change = { $0["a"] = Int?.none as Any }
        #expect(
            try changing.jsonString()
                == #"{"inner":{"z":1,"a":null},"list":[{"z":1,"a":2},{"z":1,"a":null}]}"#)
    }
}
