// Task: an array contains objects of several kinds. Let the payload choose the class of each.

import ModelObjects

class Shape: ModelObject {
    var name = ""

    override class var discriminator: Discriminator? {
        .key("type", ["circle": Circle.self, "rectangle": Rectangle.self], fallback: Shape.self)
    }

    var area: Double { 0 }
}

final class Circle: Shape {
    var radius = 0.0

    override var area: Double { radius * radius * .pi }
}

final class Rectangle: Shape {
    var width = 0.0
    var height = 0.0

    override var area: Double { width * height }
}

final class Drawing: ModelObject {
    var background: Shape?
    var shapes: [Shape] = []
    var named: [String: Shape] = [:]
}

/// If a table is not enough, choose the class in code.
class Vehicle: ModelObject {
    var wheels = 0

    override class func modelClass(for dictionary: [String: Any]) -> ModelObject.Type? {
        dictionary["wheels"] as? Int == 2 ? Bicycle.self : Vehicle.self
    }
}

final class Bicycle: Vehicle {
    var bell = false
}

let drawing = try Drawing(
    json: """
        {
            "background": {"type": "rectangle", "name": "sheet", "width": 4, "height": 2.5},
            "shapes": [
                {"name": "dot", "radius": 1, "type": "circle"},
                {"type": "hexagon", "name": "comb"}
            ],
            "named": {"sun": {"type": "circle", "name": "sun", "radius": 2}}
        }
        """)

let all = [drawing.background].compactMap(\.self) + drawing.shapes + drawing.named.values
for shape in all {
    print("\(type(of: shape)) \(shape.name): \(shape.area)")
}

let one = try Shape.model(json: #"{"type": "circle", "name": "alone", "radius": 1}"#)
print("at the root: \(type(of: one)) \(one.name)")

print("exported: \(try one.jsonString())")

let vehicles = try Vehicle.array(json: #"[{"wheels": 4}, {"wheels": 2, "bell": true}]"#)
print("chosen by code: \(vehicles.map { "\(type(of: $0))" })")
