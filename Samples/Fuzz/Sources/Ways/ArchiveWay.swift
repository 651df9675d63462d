import Foundation
import ModelObjects

extension Way {
    /// Checks the archive of a random graph: intact, damaged, or changed with a matching digest.
    func checkArchive(
        _ number: Int, seed: UInt64, _ random: inout Random, _ archives: RandomArchives
    ) throws {
        try archives.prepare(number, seed: seed)
        try Linked.madeBy { try check(archives, at: Groups.place(of: number).index, &random) }.takeApart()
    }

    private func check(_ archives: RandomArchives, at place: Int, _ random: inout Random) throws {
        switch place {
        case 0:
            try checkSound(archives)
            if random.oneIn(4) { try checkRewritten(archives) }
        case 1...3:
            guard var list = archives.list else {
                throw Violation(claim: "the archive is not a property list", input: shown(archives.data))
            }
            list.change(&random)
            let bytes = list.sealed
            try MappingClaims { shown(bytes) }.isSoundWhereRead(Data(bytes), &random)
        default: try checkDamaged(archives, &random)
        }
    }

    private func checkSound(_ archives: RandomArchives) throws {
        let (colony, data) = (archives.colony, archives.data)
        let claims = MappingClaims { shown(data) }
        let back = try Colony.unarchive(data: data)
        try claims.same(colony, back, "another graph came back")
        try claim(try back.archivedData() == data, "the same graph gives other bytes", input: claims.input())
        try claim(
            back.first === back.first?.next?.all.first || colony.first?.next == nil, "one object became two",
            input: claims.input())
    }

    /// Foundation can read the archive and write it again as a binary property list.
    private func checkRewritten(_ archives: RandomArchives) throws {
        let list = try PropertyListSerialization.propertyList(from: archives.data, format: nil)
        let data = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
        let claims = MappingClaims { shown(data) }
        let back: Colony
        do {
            back = try Colony.unarchive(data: data)
        } catch {
            throw Violation(claim: "what Foundation wrote again is refused: \(error)", input: shown(data))
        }
        try claims.same(archives.colony, back, "what Foundation wrote again is another graph")
    }

    private func checkDamaged(_ archives: RandomArchives, _ random: inout Random) throws {
        var bytes = [UInt8](archives.data)
        ByteDamage.archive(&bytes, &random)
        guard let read = try? Colony.unarchive(data: Data(bytes)) else { return }
        try MappingClaims { shown(bytes) }.same(
            archives.colony, read, "a damaged archive was read as another")
    }
}

extension MappingClaims {
    /// An archive with different well-formed content may be readable; then its graph meets all other claims.
    fileprivate func isSoundWhereRead(_ data: Data, _ random: inout Random) throws {
        switch random.below(8) {
        case 0: _ = try? Colony.unarchiveArray(data: data)
        case 1: _ = try? ModelObject.unarchive(data: data)
        default: break
        }
        let read = try? Colony.unarchive(data: data)
        if random.oneIn(8) {
            let (reported, report) = Colony.inspect(archive: data)
            try claim(
                (reported == nil) == (read == nil) && (report.error == nil) == (read != nil),
                "reading with a report has another outcome: \(report)", input: input())
        }
        if let read { try isSound(read, &random) }
    }

    /// A graph that came from changed bytes meets all claims about graphs.
    func isSound(_ read: Colony, _ random: inout Random) throws {
        // Members may be equal only because they hold the Set that contains them. Which of them the Set keeps is
        // undefined.
        let isUndefined = Linked.hasSetsInCircles
        switch random.below(4) {
        case 0: _ = read.debugDescription
        case 1: _ = try? read.jsonData()
        case 2:
            let copy = read.copy()
            if !isUndefined { try claim(read == copy, "a copy is unequal", input: input()) }
        default:
            guard let archived = try? read.archivedData() else { return }
            let back = try Colony.unarchive(data: archived)
            if !isUndefined { try same(read, back, "another graph came back") }
        }
    }
}
