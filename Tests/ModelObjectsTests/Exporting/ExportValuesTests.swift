import Foundation
import Testing

@testable import ModelObjects

struct ExportValuesTests {
    /// A Decimal of a Codable value has more digits than a Double holds.
    @Test func codableValuesKeepTheirDigits() throws {
        struct Money: Codable, Equatable {
            var amounts = [Decimal(string: "1.234567890123456789"), 1.5, 0.1]
        }
        class Order: ModelObject { var total: Money? }
        final class Exporting: Order {
            override func didExport(_ json: inout [String: Any]) throws {}
        }
        for order in [Order(), Exporting()] {
            order.total = Money()
            let text = #"{"total":{"amounts":[1.234567890123456789,1.5,0.1]}}"#
            #expect(try order.jsonString() == text)
            #expect(try type(of: order).init(dictionary: order.jsonObject()) == order)
            let amounts = (try order.jsonObject()["total"] as? [String: Any])?["amounts"] as? [Any]
            #expect(amounts?[0] is Decimal && amounts?[1] is Double && amounts?[2] is Double)
            let other = type(of: order).init()
            #expect(String(decoding: try order.jsonData(changedSince: other), as: UTF8.self) == text)
            try other.apply(jsonPatch: order.jsonPatch(since: other))
            #expect(other == order)
        }
    }

    @Test func everyKindOfPropertyIsExported() throws {
        let everything = ExportedEverything()
        let child = ExportedEverything.Child()
        everything.child = child
        everything.children = [child, child]
        everything.childByName = ["one": child]
        let expected = #"""
            {"text":"a \"b\" \\ \u0001 é 🍂","number":-7,"flag":true,"double":0.25,"float":0.1,"byte":-128,\#
            "large":18446744073709551615,"decimal":12345678901234567890.123456789,\#
            "date":"2017-07-14T02:40:00.25Z","url":"https://example.com/a?b=c",\#
            "uuid":"01020304-0506-0708-090A-0B0C0D0E0F10","data":"AAEC+g==","colour":"dark blue","level":5,"flags":3,\#
            "point":{"label":"here","x":0.5},"cents":99,"nsNumber":3,"nsString":"ns","texts":["x","y"],\#
            "numbers":[1,-2],"doubles":[0.5,1e+300],"optionals":[1,null,3],"set":["only"],"counts":{"a":1},\#
            "byLevel":{"1":["l"]},"nested":[[1],[]],"any":{"k":[1,"two",2.5,true,null]},"child":{"name":"c"},\#
            "children":[{"name":"c"},{"name":"c"}],"childByName":{"one":{"name":"c"}}}
            """#
        #expect(try everything.jsonString() == expected)
        #expect(try String(decoding: everything.jsonData(), as: UTF8.self) == expected)
    }

    @Test func theDictionaryHoldsSwiftValues() throws {
        let object = try ExportedEverything().jsonObject()
        #expect(type(of: object["number"] ?? 0.0) == Int.self)
        #expect(type(of: object["byte"] ?? 0.0) == Int.self)
        #expect(object["large"] as? UInt64 == .max)
        #expect(object["float"] as? Double == 0.1)
        #expect(object["decimal"] as? Decimal == ExportedEverything().decimal)
        #expect(object["date"] as? String == "2017-07-14T02:40:00.25Z")
        #expect(object["level"] as? Int == 5)
        #expect(object["flag"] as? Bool == true)
        #expect((object["optionals"] as? [Any])?[1] is NSNull)
        #expect((object["point"] as? [String: Any])?["label"] as? String == "here")
        #expect(object["optionalText"] == nil)
    }

    @Test func optionalValuesAreWritten() throws {
        let everything = ExportedEverything()
        everything.optionalText = "t"
        everything.optionalNumber = 1
        everything.optionalFlag = false
        everything.optionalDouble = 1.5
        let object = try everything.jsonObject()
        #expect(object["optionalText"] as? String == "t")
        let text = try everything.jsonString()
        for part in [
            #""optionalText":"t""#, #""optionalNumber":1"#, #""optionalFlag":false"#,
            #""optionalDouble":1.5"#,
        ] {
            #expect(text.contains(part))
        }
    }

    @Test func arraysOfModelsAreExported() throws {
        let users = [chain(1), chain(2)]
        users[0].name = "é"
        #expect(
            try ExportedNode.jsonString(users)
                == #"[{"name":"é","children":[],"byName":{}},{"name":"","next":{"name":"","children":[],"byName":{}},"children":[],"byName":{}}]"#
        )
        #expect(try ExportedNode.jsonData([]) == Data("[]".utf8))
        #expect(try ExportedNode.jsonObject(users).map { $0["name"] as? String } == ["é", ""])
        #expect(
            try ExportedNode.jsonString(users)
                == String(decoding: ExportedNode.jsonData(users), as: UTF8.self))
    }

    @Test func aSharedObjectIsNotACycle() throws {
        let shared = chain(1)
        let root = ExportedNode()
        root.next = shared
        root.children = [shared, shared]
        #expect(try (root.jsonObject()["children"] as? [Any])?.count == 2)
        #expect(try ExportedNode.jsonObject([root, root]).count == 2)
    }

    @Test func anAnyCanHoldEveryPropertyType() throws {
        let node = ExportedNode()
        node.any =
            [
                chain(1), Date(timeIntervalSince1970: 0), UUID?.none as Any, Colour.red, ExportedPoint(),
                Set([1]), [1: "x"],
                NSNumber(value: true), Float(0.1), UInt8(7), Decimal(1), Data([255]),
            ] as [Any]
        #expect(
            try node.jsonString()
                == #"{"name":"","children":[],"byName":{},"any":[{"name":"","children":[],"byName":{}},"1970-01-01T00:00:00Z",null,"red",{"label":"here","x":0.5},[1],{"1":"x"},true,0.1,7,1,"/w=="]}"#
        )
    }

    @Test func superclassPropertiesComeFirst() throws {
        class Base: ModelObject { var b = 1 }
        final class Derived: Base { var a = 2 }
        #expect(try Derived().jsonString() == #"{"b":1,"a":2}"#)
    }

    @Test func concurrentFirstExportsAreSafe() async throws {
        final class Fresh: ModelObject {
            var name = "n"
            var inner: Fresh?
        }
        let texts = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<16 {
                group.addTask { try Fresh().jsonString(options: options { $0.keyStyle = .pascalCase }) }
            }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(texts == [#"{"Name":"n"}"#])
    }
}
