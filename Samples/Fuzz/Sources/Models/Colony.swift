import Foundation
import ModelObjects

/// A graph with references to any node, including cycles.
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

    override var references: (all: [Linked], inSets: [Linked]) {
        let single: [Linked?] = [queen, first, partner, trinket, shape]
        let several: [Linked] = members + byName.values.compactMap { $0 } + limbs + linked(in: things)
        return (single.compactMap { $0 } + several + Array(figures), Array(figures))
    }

    private func linked(in value: Any) -> [Linked] {
        switch value {
        case let model as Linked: [model]
        case let array as [Any]: array.flatMap { linked(in: $0) }
        case let object as [String: Any]: object.values.flatMap { linked(in: $0) }
        default: []
        }
    }

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

    override var references: (all: [Linked], inSets: [Linked]) {
        let single: [Linked?] = [next, owner]
        return (single.compactMap { $0 } + all + Array(friends), Array(friends))
    }
}

/// A property of each kind that an archive encodes differently.
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
