import Foundation

/// What neighbours among the inputs share, so that each need not make its own: of a group, one is whole and is
/// asked a question, the others are damaged.
final class Groups {
    static let size = 16

    /// The number of the group of an input, and the input's place in it.
    static func place(of number: Int) -> (group: Int, index: Int) { (number / size, number % size) }

    let archives = RandomArchives()
    private var last: (group: Int, seed: UInt64)?
    private(set) var tree: Tree = .null
    private(set) var bytes: [UInt8] = []
    private(set) var dictionary: [String: Any] = [:]

    /// Makes the small document of an input's group, where it is not the last one.
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
