import Foundation
import ModelObjects

class Shape: ModelObject {
    var name = ""
    override class var discriminator: Discriminator? {
        .key("type", ["circle": Circle.self, "square": Square.self], fallback: Shape.self)
    }
}

final class Circle: Shape {
    var radius = 0.0
    var drawn: Date?
    var inner: Shape?
}

final class Square: Shape { var side = 0 }

final class Order: ModelObject {
    enum Status: String { case open, closed }
    struct Money: Codable, Equatable { var amount = 0; var due: Date? }

    var orderID = 0
    var title: String?
    var price = Decimal(0)
    var status = Status.open
    var created = Date(timeIntervalSince1970: 0)
    var dates: [Date] = []
    var byDay: [String: Date] = [:]
    var epoch = Date(timeIntervalSince1970: 0)
    var payload = Data()
    var money = Money()
    var moneys: [Money] = []
    var moneyByName: [String: Money] = [:]
    var shape: Shape?
    var shapes: [Shape] = []
    var big: UInt64 = 0
    var ratio = 0.0
    var anything: Any?
    var nestedText = ""

    override class var propertyRules: [String: PropertyRule] {
        ["epoch": .date(.unixMilliseconds), "nestedText": .key("extra.text")]
    }
}

struct Envelope: Codable, Equatable {
    var order: Order
    var orders: [String: [Order]]
    var note: String?
}
