import Foundation

/// Data that neighbouring inputs share, so that it is generated once for each group.
///
/// One input of a group uses it intact and checks one claim about it; the others damage it.
final class Groups {
    static let size = 16

    /// The group of an input, and the input's index in it.
    static func place(of number: Int) -> (group: Int, index: Int) { (number / size, number % size) }

    let archives = RandomArchives()
    let keyed = KeyedFixtures()
    private var last: (group: Int, seed: UInt64)?
    private(set) var tree: Tree = .null
    private(set) var bytes: [UInt8] = []
    private(set) var dictionary: [String: Any] = [:]

    /// Creates the small document of an input's group, unless it is the previous input's.
    func prepareDocument(_ number: Int, seed: UInt64) {
        let group = Self.place(of: number).group
        if let last, last == (group, seed) { return }
        var source = TreeSource(Random(seed: seed ^ 0x5A5A_5A5A, index: group))
        tree = source.speck()
        bytes = tree.bytes
        dictionary = tree.swift as? [String: Any] ?? [:]
        last = (group, seed)
    }
}
