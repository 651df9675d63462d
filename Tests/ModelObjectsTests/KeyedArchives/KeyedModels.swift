import Foundation

@testable import ModelObjects

/// The models that the tests of keyed archives read.
enum Keyed {
    final class User: ModelObject {
        var userName = ""
        var age = 0
        var height = 0.0
        var isActive = false
        var bornAt: Date?
        var picture = Data()
        var homepage: URL?
        var identifier: UUID?
        var balance: Decimal?
        var nickname: String? = "nick"
        var tags: Set<String> = []
        var scores = [0]
        var limits: [String: Int] = [:]
        var anything: Any?
        var cars: [Car] = []
        var first: Car?
        var byName: [String: Car] = [:]
    }

    class Car: ModelObject {
        var color = ""
        var owner: User?
        var spare: Car?
        var awoken = false
        override func awakeFromUnarchive() { awoken = true }
    }

    final class Truck: Car {
        var load = 0
    }

    final class Link: ModelObject {
        var name = ""
        var next: Link?
        var all: [Link] = []
        var set: Set<Link> = []
    }

    final class Fork: ModelObject {
        var left: Fork?
        var right: Fork?
    }

    final class Strict: ModelObject {
        var name = ""
        var inner: Strict?
        var list: [Strict] = []
        var filledInner: String?
        override class var propertyRules: [String: PropertyRule] { ["name": .required] }
        override func didMap(_ payload: [String: Any]) throws { filledInner = inner?.name }
        override func validate() throws { if name == "bad" { throw CocoaError(.coderInvalidValue) } }
    }
}
