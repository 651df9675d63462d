import Foundation
import Testing

@testable import ModelObjects

@Suite struct ModelCodableTests {
    private static let text = """
        {"ORDER-ID": "12", "title": null, "price": 12345678901234567890.125, "status": "closed",
         "created": "2024-05-06T07:08:09Z", "dates": ["2024-05-06T07:08:09Z"], "by_day": {"a": "2024-05-06T07:08:09Z"},
         "epoch": 1500, "payload": "AQID", "money": {"amount": 5, "due": "2024-05-06T07:08:09Z"},
         "moneys": [{"amount": 1}], "moneyByName": {"x": {"amount": 2}},
         "shape": {"type": "circle", "name": "c", "radius": "1.5", "drawn": "2024-05-06T07:08:09Z",
                   "inner": {"TYPE": "square", "side": 3}},
         "shapes": [{"type": "square", "side": 2}, {"name": "plain"}, 7],
         "big": 18446744073709551615, "ratio": 2, "anything": {"a": [1, 2.5, true, null, "x"]}, "extra": {"text": "deep"}}
        """
    private static let instant = Date(timeIntervalSince1970: 1_714_979_289)

    private static func check(_ order: Order) {
        #expect(order.orderID == 12)
        #expect(order.price == Decimal(string: "12345678901234567890.125"))
        #expect(order.status == .closed)
        #expect(order.created == instant && order.dates == [instant] && order.byDay == ["a": instant])
        #expect(order.epoch == Date(timeIntervalSince1970: 1.5), "A rule's format overrides the coder's.")
        #expect(order.payload == Data([1, 2, 3]))
        #expect(order.money == .init(amount: 5, due: instant))
        #expect(order.moneys == [.init(amount: 1)] && order.moneyByName == ["x": .init(amount: 2)])
        #expect((order.shape as? Circle)?.radius == 1.5 && (order.shape as? Circle)?.drawn == instant)
        #expect(((order.shape as? Circle)?.inner as? Square)?.side == 3)
        #expect(
            order.shapes.count == 2 && (order.shapes[0] as? Square)?.side == 2
                && order.shapes[1].name == "plain")
        #expect(order.big == .max && order.ratio == 2)
        #expect(order.nestedText == "deep")
        let array = (order.anything as? [String: Any])?["a"] as? [Any]
        #expect(array?[0] as? Int == 1 && array?[1] as? Double == 2.5 && array?[2] as? Bool == true)
        #expect(array?[3] is NSNull && array?[4] as? String == "x")
    }

    private static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }

    private static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = .sortedKeys
        return encoder
    }

    @Test func jsonDecoderDecodesAModelAtTheRoot() throws {
        Self.check(try Self.decoder.decode(Order.self, from: Data(Self.text.utf8)))
    }

    @Test func aCodableStructCanContainModels() throws {
        let json = "{\"order\": \(Self.text), \"orders\": {\"k\": [\(Self.text)]}}"
        let envelope = try Self.decoder.decode(Envelope.self, from: Data(json.utf8))
        Self.check(envelope.order)
        Self.check(try #require(envelope.orders["k"]?.first))
        let again = try Self.decoder.decode(Envelope.self, from: Self.encoder.encode(envelope))
        #expect(again == envelope)
    }

    @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
    func propertyListsRoundTrip(_ format: PropertyListSerialization.PropertyListFormat) throws {
        let order = try Self.decoder.decode(Order.self, from: Data(Self.text.utf8))
        order.anything = ["a": [1, 2.5, true, "x"] as [Any]] as [String: Any]
        order.ratio = .infinity
        order.shape = try Circle(
            json: #"{"name": "c", "radius": 1.5, "inner": {"type": "circle", "radius": 2}}"#)
        order.shapes = []
        let encoder = PropertyListEncoder()
        encoder.outputFormat = format
        let data = try encoder.encode(order)
        let plist = try #require(
            try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])
        #expect(plist["created"] is Date && plist["payload"] is Data)
        let again = try PropertyListDecoder().decode(Order.self, from: data)
        #expect(again == order, "\(again.changes(since: order))")
    }

    /// A cache of a Codable type opens as a model.
    ///
    /// PropertyListEncoder writes a URL as an object.
    @Test func aPropertyListOfACodableTypeHasURLs() throws {
        struct Old: Codable {
            var page = URL(string: "https://a.b/c")
            var links = [URL(string: "d", relativeTo: URL(string: "https://a.b"))]
            var byName = ["e": URL(string: "https://f.g")]
        }
        final class New: ModelObject {
            var page: URL?
            var links: [URL] = []
            var byName: [String: URL] = [:]
        }
        let new = try PropertyListDecoder().decode(New.self, from: PropertyListEncoder().encode(Old()))
        #expect(new.page == Old().page && new.links == Old().links && new.byName == Old().byName)
        #expect(try JSONDecoder().decode(New.self, from: JSONEncoder().encode(Old())).page == Old().page)
    }

    @Test func coderStrategiesApply() throws {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        decoder.dataDecodingStrategy = .custom {
            Data([UInt8(try $0.singleValueContainer().decode(Int.self))])
        }
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let json = #"{"created": 5, "payload": 7, "money": {"amount": 1, "due": 6}, "order_id": 3}"#
        let order = try decoder.decode(Order.self, from: Data(json.utf8))
        #expect(order.created == Date(timeIntervalSince1970: 5) && order.payload == Data([7]))
        #expect(order.money.due == Date(timeIntervalSince1970: 6) && order.orderID == 3)
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .secondsSince1970
        encoder.dataEncodingStrategy = .custom { data, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(Int(data[0]))
        }
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        order.ratio = .infinity
        let object = try JSONSerialization.jsonObject(with: encoder.encode(order)) as? [String: Any]
        #expect(
            object?["created"] as? Int == 5 && object?["payload"] as? Int == 7
                && object?["epoch"] as? Int == 0)
        #expect(
            (object?["money"] as? [String: Any])?["due"] as? Int == 6 && object?["ratio"] as? String == "inf")
        #expect((object?["extra"] as? [String: Any])?["text"] as? String == "")
    }

    @Test func nonFiniteNumbersFollowTheCoderStrategy() throws {
        final class Numbers: ModelObject {
            var double = 0.0
            var float: Float = 0
            var optional: CGFloat?
            var list: [Double] = []
            var floats: [String: Float] = [:]
            var zero: Float = 0
            var integer = 5
            override class var mappingOptions: MappingOptions { MappingOptions(numbers: .exact) }
        }
        let numbers = Numbers()
        (numbers.double, numbers.float, numbers.optional) = (.infinity, -.infinity, .infinity)
        (numbers.list, numbers.floats) = ([1, -.infinity, 0.1], ["a": .infinity, "b": 0.1])
        numbers.zero = -0.0
        let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "?")
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "?")
        let plist = try PropertyListEncoder().encode(numbers)
        for decoded in try [
            decoder.decode(Numbers.self, from: encoder.encode(numbers)),
            PropertyListDecoder().decode(Numbers.self, from: plist),
        ] {
            #expect(decoded == numbers && decoded.zero.sign == .minus)
        }
        let odd = try decoder.decode(
            Numbers.self,
            from: Data(#"{"double": "?", "float": "?", "list": ["?"], "integer": "inf"}"#.utf8))
        #expect(odd.double.isNaN && odd.float.isNaN && odd.list.count == 1 && odd.list[0].isNaN)
        #expect(odd.integer == 5)
        let plain = try JSONDecoder().decode(
            Numbers.self, from: Data(#"{"double": "inf", "float": "?"}"#.utf8))
        #expect(plain.double == 0 && plain.float == 0, "Without a strategy, they are plain strings.")
    }

    @Test func valuesTheStrategyRejectsUseNormalConversion() throws {
        let order = try JSONDecoder().decode(
            Order.self, from: Data(#"{"created": "2024-05-06T07:08:09Z"}"#.utf8))
        #expect(order.created == Self.instant)
    }

    /// The strategy could read the text itself.
    @Test func aStrategyDoesNotReadEmbeddedJSON() throws {
        final class Parcel: ModelObject {
            var seal = Data()
            override class var propertyRules: [String: PropertyRule] { ["seal": .embeddedJSON] }
        }
        let decoder = JSONDecoder()
        decoder.dataDecodingStrategy = .custom {
            Data(try $0.singleValueContainer().decode(String.self).utf8)
        }
        let parcel = try decoder.decode(Parcel.self, from: Data(#"{"seal": "\"AQID\""}"#.utf8))
        #expect(parcel.seal == Data([1, 2, 3]))
    }

    @Test func hooksAndRulesApply() throws {
        final class Hooked: ModelObject {
            var name = ""
            var log: [String] = []
            override class func willMap(_ dictionary: [String: Any]) -> [String: Any]? {
                dictionary.merging(["name": "will"]) { old, _ in old }
            }
            override func serializeValue(_ value: Any, key: String) {
                log.append("\(key)=\(value)")
                super.serializeValue(value, key: key)
            }
            override func didMap(_ dictionary: [String: Any]) throws { log.append("did \(dictionary.count)") }
            override func exportedValue(_ value: Any, property: String) -> Any? {
                property == "log" ? nil : "\(value)!"
            }
            override class var propertyRules: [String: PropertyRule] { ["log": .ignored] }
        }
        let hooked = try JSONDecoder().decode(Hooked.self, from: Data(#"{"other": 1}"#.utf8))
        #expect(hooked.name == "will" && hooked.log == ["name=will", "other=1", "did 2"])
        #expect(String(decoding: try JSONEncoder().encode(hooked), as: UTF8.self) == #"{"name":"will!"}"#)
    }

    @Test func anInvalidRootPathIndexThrows() {
        final class Before: ModelObject {
            override class var mappingOptions: MappingOptions { MappingOptions(rootPath: "items.-1") }
        }
        final class After: ModelObject {
            override class var mappingOptions: MappingOptions {
                MappingOptions(rootPath: "items.99999999999")
            }
        }
        final class Padded: ModelObject {
            override class var mappingOptions: MappingOptions { MappingOptions(rootPath: "items.00") }
        }
        final class Signed: ModelObject {
            override class var mappingOptions: MappingOptions { MappingOptions(rootPath: "items.+0") }
        }
        let json = Data(#"{"items":[{}]}"#.utf8)
        for type in [Before.self, After.self, Padded.self, Signed.self] as [ModelObject.Type] {
            #expect(throws: DecodingError.self, "\(type)") { try JSONDecoder().decode(type, from: json) }
        }
    }

    @Test func theRootPathAppliesOnlyToTheOutermostObject() throws {
        final class Rooted: ModelObject {
            var name = ""
            override class var mappingOptions: MappingOptions { MappingOptions(rootPath: "data.1") }
        }
        let decoder = JSONDecoder()
        #expect(
            try decoder.decode(Rooted.self, from: Data(#"{"Data": [0, {"name": "a"}]}"#.utf8)).name == "a")
        #expect(try decoder.decode([Rooted].self, from: Data(#"[{"name": "b"}]"#.utf8))[0].name == "b")
    }

    @Test(arguments: [#"{"name": "a"}"#, #"{"data": 1}"#, #"{"data": []}"#, #"{"data": [{}]}"#, #"[{}]"#])
    func aMissingRootIsNamed(json: String) throws {
        final class Rooted: ModelObject {
            override class var mappingOptions: MappingOptions { MappingOptions(rootPath: "data.1") }
        }
        let error = #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(Rooted.self, from: Data(json.utf8))
        }
        guard case .typeMismatch(_, let context)? = error else {
            Issue.record("\(error as Any)")
            return
        }
        #expect(context.debugDescription == "No value at rootPath `data.1`.")
        #expect((context.underlyingError as? ModelError)?.code == .invalidRoot)
    }

    final class Strict: ModelObject {
        var count = 0
        var name = ""
        var inner: Strict?
        override class var mappingOptions: MappingOptions { .strict }
        override class var propertyRules: [String: PropertyRule] { ["name": .required] }
        override func validate() throws { if count == 13 { throw CancellationError() } }
    }

    @Test func failuresAreDecodingErrorsWithThePathOfTheValue() throws {
        struct Holder: Codable { var list: [Strict] }
        func error(_ json: String) -> DecodingError? {
            let thrown = #expect(throws: DecodingError.self) {
                try JSONDecoder().decode(Holder.self, from: Data(json.utf8))
            }
            return thrown
        }
        func path(_ context: DecodingError.Context) -> [String] {
            context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
        }
        guard case .keyNotFound(let key, let missing) = error(#"{"list": [{"count": 1}]}"#) else {
            Issue.record("no keyNotFound")
            return
        }
        #expect(key.stringValue == "name" && path(missing) == ["list", "0"])
        guard
            case .typeMismatch(_, let mismatch) = error(
                #"{"list": [{"name": "a", "inner": {"name": "b", "count": "x"}}]}"#)
        else {
            Issue.record("no typeMismatch")
            return
        }
        #expect(path(mismatch) == ["list", "0", "inner", "count"])
        #expect((mismatch.underlyingError as? ModelError)?.code == .typeMismatch)
        guard case .dataCorrupted(let refused) = error(#"{"list": [{"name": "a", "count": 13}]}"#) else {
            Issue.record("no dataCorrupted")
            return
        }
        #expect(path(refused) == ["list", "0"])
        guard case .typeMismatch = error(#"{"list": [3]}"#) else {
            Issue.record("no typeMismatch of a number")
            return
        }
    }

    @Test func failuresAreEncodingErrorsWithThePathOfTheValue() throws {
        struct DecodableOnly: Decodable { var a = 0 }
        final class Holder: ModelObject {
            var inner: Holder?
            var list: [DecodableOnly] = []
        }
        func path(_ holder: Holder) -> [String]? {
            guard case .failure(let error) = Result(catching: { try JSONEncoder().encode(["k": holder]) }),
                case .invalidValue(_, let context) = error as? EncodingError
            else { return nil }
            return context.codingPath.map(\.stringValue)
        }
        let holder = Holder()
        holder.inner = Holder()
        holder.inner?.list = [DecodableOnly()]
        #expect(path(holder) == ["k", "inner", "list", "Index 0"])
        holder.inner?.inner = holder
        holder.inner?.list = []
        #expect(path(holder) == ["k", "inner", "inner"])
        holder.inner = nil
        #expect(path(holder) == nil)
        #expect(onLargeStack { (try? JSONEncoder().encode(Link.next.chain(Link.longest))) == nil })
    }

    /// JSONDecoder reads them as no type at all.
    @Test(arguments: ["1e400", "-1e999", "\"\\uD800\""])
    func aValueThatNoTypeHoldsIsCorrupted(value: String) {
        final class Holder: ModelObject { var b: [Any] = [] }
        do {
            _ = try JSONDecoder().decode(Holder.self, from: Data(#"{"b": [\#(value)]}"#.utf8))
            Issue.record("no error")
        } catch DecodingError.dataCorrupted {
        } catch {
            Issue.record("\(error)")
        }
    }

    /// A number that no type holds shows whether a value was read.
    @Test func unknownValuesAreReadOnlyForThoseThatUseThem() throws {
        class Plain: ModelObject { var inner: Plain?, a = 1 }
        final class Hooked: Plain { override func didMap(_ dictionary: [String: Any]) {} }
        final class Outer: ModelObject {
            var inner: Plain?
            override func serializeValue(_ value: Any, key: String) {}
        }
        final class Keeping: Plain {
            override class var mappingOptions: MappingOptions { MappingOptions(unknownKeys: .keep) }
        }
        final class Strict: Plain {
            override class var mappingOptions: MappingOptions { .strict }
        }
        class Animal: Plain {
            override class var discriminator: Discriminator? { .key("zz", ["dog": Dog.self]) }
        }
        final class Dog: Animal {}
        func decode<Model: ModelObject>(_ type: Model.Type, _ json: String) throws -> Model {
            try JSONDecoder().decode(type, from: Data(json.utf8))
        }
        let unknown = #"{"a": 2, "zz": [1e400]}"#
        let nested = #"{"inner": \#(unknown)}"#
        if RuntimeShortcuts.enabled.contains(.hookPlaces) {
            #expect(try decode(Plain.self, unknown).a == 2)
            #expect(try decode(Plain.self, nested).inner?.a == 2)
        }
        for type in [Hooked.self, Keeping.self, Animal.self] as [Plain.Type] {
            #expect(throws: DecodingError.self) { try decode(type, unknown) }
            #expect(throws: DecodingError.self) { try decode(type, nested) }
        }
        #expect(throws: DecodingError.self) { try decode(Outer.self, nested) }
        #expect { try decode(Strict.self, #"{"zz": {"a": null}}"#) } throws: {
            "\($0)".contains("Unknown key $.zz")
        }
        #expect(try decode(Animal.self, #"{"zz": "dog", "a": 3}"#).a == 3)
    }

    @Test func subclassesNeedNoCodingBoilerplate() throws {
        final class Plain: ModelObject { var a = 1 }
        final class Designated: ModelObject {
            var a: Int
            init(a: Int) { self.a = a }
            required init() { a = 2 }
        }
        #expect(try JSONDecoder().decode(Plain.self, from: Data("{}".utf8)).a == 1)
        #expect(
            try JSONDecoder().decode(Designated.self, from: Data(#"{"A": "3"}"#.utf8)) == Designated(a: 3))
    }

    @Test func deepPolymorphicTreesAvoidExponentialTime() throws {
        var json = #"{"type": "circle", "radius": 1}"#
        for _ in 0..<100 { json = #"{"type": "circle", "inner": "# + json + "}" }
        var circle = try JSONDecoder().decode(Circle.self, from: Data(json.utf8))
        var depth = 0
        while let inner = circle.inner as? Circle { (circle, depth) = (inner, depth + 1) }
        #expect(depth == 100)
    }
}
