import Testing

@testable import ModelObjects

/// Sets of models inside Codable values, which are hashed while they are decoded.
@Suite struct CodableModelSetTests {
    struct Team: Codable, Equatable {
        var members: Set<ArchiveTag> = []
        var ranks: [ArchiveTag: Int] = [:]
    }

    final class League: ModelObject {
        var team = Team()
        var teams: [Team] = []
        var members: [ArchiveTag] = []
    }

    @Test func membersAreHashedOnceTheyAreComplete() throws {
        let tags = ["a", "b", "c"].map { text in
            let tag = ArchiveTag()
            tag.text = text
            return tag
        }
        let league = League()
        league.team = Team(members: Set(tags), ranks: [tags[0]: 1, tags[1]: 2])
        league.teams = [league.team, Team(members: [tags[2]])]
        league.members = tags
        let data = try league.archivedData()
        let again = try League.unarchive(data: data)
        #expect(again == league && again.team.members.count == 3 && again.teams[0].ranks.count == 2)
        #expect(again.members.allSatisfy { again.team.members.contains($0) })
        #expect(again.team.members.contains { $0 === again.members[0] })
        #expect(again.team.ranks[again.members[1]] == 2)
        #expect(try again.archivedData() == data)
    }

    /// A Codable value that encodes itself as the model it holds.
    struct Boxed: Codable, Equatable {
        var wrappedValue: ArchiveTag
        init(_ tag: ArchiveTag) { wrappedValue = tag }
        init(from decoder: any Decoder) throws {
            wrappedValue = try decoder.singleValueContainer().decode(ArchiveTag.self)
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(wrappedValue)
        }
    }

    struct Shelf: Codable, Equatable { var first: Boxed; var others: [Boxed] }

    @propertyWrapper struct Wrapped: Codable {
        var wrappedValue: ArchiveTag
        init(wrappedValue: ArchiveTag) { self.wrappedValue = wrappedValue }
        init(from decoder: any Decoder) throws { wrappedValue = try Boxed(from: decoder).wrappedValue }
        func encode(to encoder: any Encoder) throws { try Boxed(wrappedValue).encode(to: encoder) }
    }

    final class Boxes: ModelObject {
        var plain = Boxed(ArchiveTag())
        var optional: Boxed?
        var list: [Boxed] = []
        var byName: [String: Boxed] = [:]
        var shelf = Shelf(first: Boxed(ArchiveTag()), others: [])
        @Wrapped var wrapped = ArchiveTag()
        var tag: ArchiveTag?
    }

    @Test func valuesThatEncodeAsAModelRoundTrip() throws {
        let (boxes, tag) = (Boxes(), ArchiveTag())
        tag.text = "a"
        (boxes.plain, boxes.optional, boxes.list) = (
            Boxed(tag), Boxed(tag), [Boxed(tag), Boxed(ArchiveTag())]
        )
        (boxes.byName, boxes.shelf) = (["a": Boxed(tag)], Shelf(first: Boxed(tag), others: [Boxed(tag)]))
        (boxes.wrapped, boxes.tag) = (tag, tag)
        let data = try boxes.archivedData()
        let again = try Boxes.unarchive(data: data)
        #expect(again == boxes && again.list.count == 2)
        let copies = [again.plain, again.optional, again.list[0], again.byName["a"], again.shelf.first]
        #expect(copies.allSatisfy { $0?.wrappedValue === again.tag } && again.wrapped === again.tag)
        #expect(try again.archivedData() == data)
    }

    struct Name: Codable { var text = "" }

    final class Names: ModelObject { var tag = Name() }
    final class Tags: ModelObject {
        var tag: ArchiveTag? = ArchiveTag()
    }

    @Test func aModelIsRejectedForAnotherCodableType() throws {
        var archive = try EditableArchive(Tags().archivedData())
        archive.classes[0].name = Names.archiveName
        let data = try archive.data()
        let error = #expect(throws: ModelError.self) { try Names.unarchive(data: data) }
        #expect(error?.code == .classNotAllowed)
    }

    enum Kind: String, Codable, CodingKeyRepresentable, CaseIterable { case a, b, c, d, e, f, g, h }

    struct Holder: Codable { var tags: [Kind: ArchiveTag] = [:] }
    final class Box: Codable {
        var tags: [Kind: ArchiveTag]
        init(_ tags: [Kind: ArchiveTag]) { self.tags = tags }
    }
    final class Holders: ModelObject {
        var holder = Holder()
        var box: Box?
    }

    /// The keys of such a dictionary have texts, so it is archived and compared in the order of these.
    @Test(arguments: [10, 100, 1000])
    func dictionariesWithKeysThatAreCodingKeysHaveAnOrder(capacity: Int) throws {
        func holders(_ capacity: Int) -> Holders {
            var tags = [Kind: ArchiveTag](minimumCapacity: capacity)
            for kind in Kind.allCases {
                let tag = ArchiveTag()
                tag.text = kind.rawValue
                tags[kind] = tag
            }
            let holders = Holders()
            (holders.holder, holders.box) = (Holder(tags: tags), Box(tags))
            return holders
        }
        let (one, other) = (holders(0), holders(capacity))
        #expect(one == other)
        let data = try one.archivedData()
        #expect(try other.archivedData() == data)
        let again = try Holders.unarchive(data: data)
        #expect(again == one && again.holder.tags.count == 8 && again.holder.tags[.c]?.text == "c")
    }
}
