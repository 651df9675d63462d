import Foundation
import ModelObjects

/// A graph with references to anything, cycles among them.
final class Colony: Linked {
    var queen: Creature?
    var members: [Creature] = []
    var byName: [String: Creature?] = [:]
    var figures: Set<Knot> = []
    var things: [Any] = []
    var first: Knot?
    var partner: Colony?
    var trinket: Trinket?
    var limbs: [Limb] = []
    var shape: Shape?

    override class var archivableClasses: [ModelObject.Type] { [HookedCreature.self] }
}

/// A member of cycles.
final class Knot: Linked {
    var name = ""
    var next: Knot?
    var all: [Knot] = []
    var friends: Set<Knot> = []
    var owner: Colony?
    weak var nothing: Knot?
}

/// A property of each kind that an archive keeps in its own way.
final class Trinket: Linked {
    var double = 0.0
    var float: Float?
    var large: UInt64 = 0
    var madeAt: Date?
    var price = Decimal(0)
    var link: URL?
    var identifier: UUID?
    var blob = Data()
    var text: String? = "before"
    var twice: Int??
    var level: Level?
    var codes: Set<Int> = []
    var byLevel: [Level: [UInt64]] = [:]
    var point: Point?
    var any: Any = 7
}
