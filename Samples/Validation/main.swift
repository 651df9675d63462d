// Task: reject objects whose values have the right types but are invalid.

import Foundation
import ModelObjects

struct OutOfStock: LocalizedError {
    let quantity: Int

    var errorDescription: String? { "\(quantity) of an item cannot be ordered" }
}

final class Item: ModelObject {
    var name = ""
    var quantity = 1

    override func validate() throws {
        guard (1...99).contains(quantity) else { throw OutOfStock(quantity: quantity) }
    }
}

final class Order: ModelObject {
    var gift: Item?
    var items: [Item] = []
    var spare: [String: Item] = [:]
}

let json = """
    {
        "gift": {"name": "ribbon", "quantity": 0},
        "items": [{"name": "tea", "quantity": 2}, {"name": "cup", "quantity": 100}, {"name": "pot"}],
        "spare": {"lid": {"name": "lid", "quantity": -1}}
    }
    """

let order = try Order(json: json)
print("gift:  \(order.gift?.name ?? "nil: rejected, so the property kept its value")")
print("items: \(order.items.map(\.name)), without the rejected one")
print("spare: \(order.spare.keys.sorted())")

print("\nwhat was rejected:")
for problem in Order.inspect(json: json).report.problems {
    print("- \(problem)")
}

print("\nat the root, it is an error:")
do {
    _ = try Item(json: #"{"name": "cup", "quantity": 100}"#)
} catch let error as ModelError {
    print("\(error.code): \(error.underlyingError?.localizedDescription ?? "")")
}

print("\nand an element can be made one:")
do {
    var options = MappingOptions()
    options.elements = .reject
    _ = try Order(json: json, options: options)
} catch let error as ModelError {
    print("\(error.code) at \(error.path)")
}
