import ModelObjects

/// A model that refers to others directly, through Codable structs and through a Codable class.
final class Tie: Linked {
    var name = ""
    var next: Tie?
    var link: Link?
    var links: [Link] = []
    var linksByName: [String: Link] = [:]
    var box: LinkBox?

    /// Also includes the models in Codable values, which the library sees only while it encodes the value.
    var successors: [Tie] {
        let structs = [link].compactMap { $0 } + links + linksByName.values
        return ([next, box?.to] + structs.flatMap { [$0.to] + $0.more }).compactMap { $0 }
    }

    override var references: (all: [Linked], inSets: [Linked]) { (successors, []) }
}

/// A Codable struct that holds models.
struct Link: Codable {
    var label = ""
    var to: Tie?
    var more: [Tie] = []
}

/// A Codable class that holds a model.
final class LinkBox: Codable {
    let to: Tie?

    init(to: Tie) { self.to = to }
}
