import Foundation
import Testing

@testable import ModelObjects

@Suite struct ModelArchivingTests {
    // MARK: Graphs

    @Test func sharedReferencesStayShared() throws {
        let group = ArchiveGroup()
        let circle = ArchiveCircle()
        circle.radius = 2
        (group.members, group.favourite, group.byName) = ([circle, circle], circle, ["a": circle])
        group.things = [circle, ["x": circle]]
        let again = try ArchiveGroup.unarchive(data: group.archivedData())
        let copy = try #require(again.favourite)
        #expect(copy !== circle && copy.radius == 2)
        #expect(again.members.count == 2 && again.members.allSatisfy { $0 === copy })
        #expect(again.byName["a"] === copy)
        #expect(again.things.first as? ArchiveCircle === copy)
        #expect((again.things.last as? [String: Any])?["x"] as? ArchiveCircle === copy)
    }

    @Test func cyclesRoundTrip() throws {
        let one = ArchiveShape()
        let two = ArchiveCircle()
        (one.name, two.name, one.next, two.next) = ("one", "two", two, one)
        defer { one.next = nil }
        let again = try ArchiveShape.unarchive(data: one.archivedData())
        #expect(again.name == "one" && again.next?.name == "two" && again.next?.next === again)
        again.next = nil

        let own = ArchiveLink()
        own.next = own
        own.others = [own, own]
        let copy = try ArchiveLink.unarchive(data: own.archivedData())
        #expect(copy.next === copy && copy.others.allSatisfy { $0 === copy })
        for link in [own, copy] { (link.next, link.others) = (nil, []) }
    }

    @Test func everyObjectKeepsItsOwnClass() throws {
        let group = ArchiveGroup()
        let square = ArchiveSquare()
        square.corners = [ArchiveCorner()]
        square.corners[0].shape = square
        square.corners[0].at.x = 3
        defer { square.corners = [] }
        group.members = [ArchiveShape(), ArchiveCircle(), square]
        let again = try ArchiveGroup.unarchive(data: group.archivedData())
        #expect(
            again.members.map { "\(type(of: $0))" } == ["ArchiveShape", "ArchiveCircle", "ArchiveSquare"])
        let corner = try #require((again.members[2] as? ArchiveSquare)?.corners.first)
        #expect(corner.shape === again.members[2] && corner.at.x == 3)
        (again.members[2] as? ArchiveSquare)?.corners = []
        #expect(try ArchiveShape.unarchive(data: ArchiveCircle().archivedData()) is ArchiveCircle)
        let erased: ModelObject.Type = ArchiveShape.self
        #expect(try erased.unarchive(data: ArchiveCircle().archivedData()) is ArchiveCircle)
    }

    @Test func arrayArchivesPreserveSharedObjects() throws {
        let links = (0..<4).map { number in
            let link = ArchiveLink()
            link.number = number
            return link
        }
        links[0].next = links[2]
        let again = try ArchiveLink.unarchiveArray(
            data: ArchiveLink.archivedData([links[0], links[2], links[0], links[3]]))
        #expect(again.map(\.number) == [0, 2, 0, 3])
        #expect(again[0] === again[2] && again[0].next === again[1])
        #expect(try ArchiveLink.unarchiveArray(data: ArchiveLink.archivedData([])).isEmpty)
    }

    @Test func objectAndArrayArchivesAreNotInterchangeable() throws {
        let error = try #require(throws: ModelError.self) {
            try ArchiveLink.unarchive(data: ArchiveLink.archivedData([ArchiveLink()]))
        }
        #expect(error.code == .invalidRoot)
        #expect("\(error)" == "Expected an archive of a single object, found an archive of an array.")
        let reverse = try #require(throws: ModelError.self) {
            try ArchiveLink.unarchiveArray(data: ArchiveLink().archivedData())
        }
        #expect(reverse.code == .invalidRoot)
    }

    // MARK: Properties and hooks

    @Test func privatePropertiesAreKeptAndExcludedOnesAreNot() throws {
        let group = ArchiveGroup()
        (group.secretValue, group.notKept) = (42, 6)
        let again = try ArchiveGroup.unarchive(data: group.archivedData())
        #expect(again.secretValue == 42 && again.notKept == 5)
    }

    @Test func mappingHooksAreNotCalled() throws {
        let parent = ArchiveTalkative()
        let child = ArchiveTalkative()
        (parent.name, parent.child, child.name) = ("parent", child, "child")
        let again = try ArchiveTalkative.unarchive(data: parent.archivedData())
        #expect(again.name == "parent" && again.log == ["awake, child child"])
        #expect(again.child?.log == ["awake, child none"])
    }

    final class Keeping: ModelObject {
        var name = ""
        override class var mappingOptions: MappingOptions { MappingOptions(unknownKeys: .keep) }
    }

    /// Their members are hashed once they are complete.
    @Test func setsOfModelsInUnknownValuesAreKept() throws {
        let (a, b) = (Keeping(), Keeping())
        (a.name, b.name) = ("a", "b")
        let keeping = try Keeping(
            dictionary: [
                "set": Set([a, b]), "keys": [a: 1, b: 2] as [AnyHashable: Any], "numbers": [1: a],
                "deep": ["x": [Set([a])]], "plain": 1,
            ])
        let data = try keeping.archivedData()
        let again = try Keeping.unarchive(data: data)
        let values = again.unknownValues()
        let set = try #require(values["set"] as? Set<AnyHashable>)
        #expect(set == [a, b] && set.count == 2)
        #expect((values["keys"] as? [AnyHashable: Any])?[a] as? Int == 1)
        #expect(((values["numbers"] as? [AnyHashable: Any])?[1] as? Keeping)?.name == "a")
        #expect(values["plain"] as? Int == 1 && values["deep"] != nil)
        #expect(try again.archivedData() == data)
    }

    @Test func valuesOfUnknownKeysAreKept() throws {
        let json = #"{"number": 1, "extra": [1, null, {"a": 2.5}], "more": "x", "others": [{"deep": true}]}"#
        let link = try ArchiveLink(json: json, options: MappingOptions(unknownKeys: .keep))
        let again = try ArchiveLink.unarchive(data: link.archivedData())
        #expect(again.number == 1)
        #expect(again.unknownValues().keys.sorted() == ["extra", "more"])
        let list = try #require(again.unknownValues()["extra"] as? [Any])
        #expect(
            list[0] as? Int == 1 && list[1] is NSNull && (list[2] as? [String: Any])?["a"] as? Double == 2.5)
        #expect(again.others[0].unknownValues()["deep"] as? Bool == true)
        #expect(try again.archivedData() == link.archivedData())
    }

    // MARK: Sets

    @Test func setMembersAreFoundAfterUnarchiving() throws {
        let group = ArchiveGroup()
        for text in ["x", "y", "z"] {
            let tag = ArchiveTag()
            tag.text = text
            let inner = ArchiveTag()
            inner.text = "inner " + text
            tag.tags = [inner]
            group.sets.insert(tag)
        }
        let shared = ArchiveTag()
        shared.text = "shared"
        group.sets.insert(shared)
        group.things = [Set([shared]), [shared: 1]]
        let again = try ArchiveGroup.unarchive(data: group.archivedData())
        #expect(again.sets == group.sets && again.sets.count == 4)
        let copy = try #require(again.sets.first { $0.text == "shared" })
        #expect(again.sets.contains(shared))
        #expect((again.things[0] as? Set<ArchiveTag>)?.first === copy)
        #expect((again.things[1] as? [ArchiveTag: Int])?[shared] == 1)
    }

    @Test func nestedSetsAreReadInnermostFirst() throws {
        let (holder, shared, inner, other) = (ArchiveTag(), ArchiveTag(), ArchiveTag(), ArchiveTag())
        (shared.text, inner.text, other.text) = ("shared", "inner", "other")
        shared.tags = [inner]
        // Encountered before the object whose set contains it.
        holder.parent = shared
        other.tags = [shared]
        holder.tags = [other]
        let again = try ArchiveTag.unarchive(data: holder.archivedData())
        let copy = try #require(again.parent)
        #expect(again.tags.first?.tags.contains(copy) == true && again.tags.first?.tags.first === copy)
    }

    @Test func setOrderDoesNotDependOnHashes() throws {
        func group(_ reversed: Bool) -> ArchiveGroup {
            let group = ArchiveGroup()
            let numbers = Array(0..<50)
            for number in reversed ? numbers.reversed() : numbers {
                let (tag, parent) = (ArchiveTag(), ArchiveTag())
                (tag.text, tag.parent, parent.text) = ("same \(number / 2)", parent, "parent \(number)")
                let inner = ArchiveTag()
                inner.text = "\(number)"
                tag.tags = [inner]
                group.sets.insert(tag)
            }
            return group
        }
        #expect(group(false).sets.count == 50)
        #expect(try group(false).archivedData() == group(true).archivedData())
    }

    // MARK: Depth

    enum Link: CaseIterable, Sendable { case reference, list, both }

    private static func chain(_ count: Int, _ link: Link) -> ArchiveLink {
        let first = ArchiveLink()
        var last = first
        for number in 1..<count {
            let next = ArchiveLink()
            next.number = number
            if link == .list || link == .both && number.isMultiple(of: 2) {
                last.others = [next]
            } else {
                last.next = next
            }
            last = next
        }
        return first
    }

    /// Writes, reads and frees a long chain.
    @Test(arguments: Link.allCases)
    func aLongChainDoesNotOverflowTheStack(_ link: Link) throws {
        try onSmallStack {
            let count = Effort.count(100_000, byDefault: 4_000)
            let data = try Self.chain(count, link).archivedData()
            let first = try ArchiveLink.unarchive(data: data)
            var (each, found): (ArchiveLink?, Int) = (first, 0)
            while let this = each, this.number == found {
                found += 1
                each = this.next ?? this.others.first
            }
            #expect(found == count)
        }
    }

    @Test func freeingAnInvalidChainDoesNotOverflowTheStack() throws {
        try onSmallStack {
            let count = Effort.count(20_000, atLeast: 4_000)
            var archive = try EditableArchive(Self.chain(count, .both).archivedData())
            archive.set("number", of: count - 1, to: .reference(0))
            let data = try archive.data()
            let error = #expect(throws: ModelError.self) { try ArchiveLink.unarchive(data: data) }
            #expect(error?.code == .classNotAllowed)
        }
    }

    @Test func valuesNestedTooDeeplyAreRejected() throws {
        @Sendable func nested(_ depth: Int) -> ArchiveGroup {
            let group = ArchiveGroup()
            var value: Any = 1
            for _ in 1..<depth { value = [value] }
            group.things = [value]
            return group
        }
        // The root, the objects and the row are three levels.
        let again = try ArchiveGroup.unarchive(data: nested(125).archivedData())
        #expect(again.things.count == 1)
        try onSmallStack {
            // Unoptimized frames are larger.
            let deepest = RuntimeShortcuts.isDebugBuild ? 60 : 125
            let again = try ArchiveGroup.unarchive(data: nested(deepest).archivedData())
            #expect(again.things.count == 1)
            for depth in [126, 130, 500] {
                let error = #expect(throws: ModelError.self) { try nested(depth).archivedData() }
                #expect(error?.code == .limitExceeded)
            }
        }
    }

    private func onSmallStack(_ body: @escaping @Sendable () throws -> Void) throws {
        try ModelObjectsTests.onSmallStack { Result { try body() } }.get()
    }

    // MARK: Files

    @Test func filesAreWrittenAndRead() throws {
        let folder = try TemporaryFolder()
        let file = URL(fileURLWithPath: folder.path("a b.plist"))
        let link = ArchiveLink()
        link.number = 1
        try link.archive(to: file)
        try link.archive(to: file)
        #expect(try ArchiveLink.unarchive(from: file).number == 1)
        try ArchiveLink.archive([link], to: file)
        #expect(try ArchiveLink.unarchiveArray(from: file).map(\.number) == [1])
        #expect(try folder.names == ["a b.plist"])
    }

    /// Platforms without file protection ignore it; on a Mac, the file is readable while the user is logged in.
    @Test func fileProtectionDoesNotChangeTheContent() throws {
        let folder = try TemporaryFolder()
        let plain = URL(fileURLWithPath: folder.path("plain.plist"))
        let link = ArchiveLink()
        link.number = 1
        try link.archive(to: plain)
        for protection in [FileProtectionType.none, .complete, .completeUnlessOpen] {
            let file = URL(fileURLWithPath: folder.path("protected.plist"))
            try link.archive(to: file, protection: protection)
            #expect(try Data(contentsOf: file) == Data(contentsOf: plain))
            #expect(try ArchiveLink.unarchive(from: file).number == 1)
            try ArchiveLink.archive([link, link], to: file, protection: protection)
            #expect(try ArchiveLink.unarchiveArray(from: file).map(\.number) == [1, 1])
        }
        #expect(try folder.names.sorted() == ["plain.plist", "protected.plist"])
    }

    @Test func errorsIncludeTheSystemsReason() throws {
        let folder = try TemporaryFolder()
        let missing = try #require(throws: ModelError.self) {
            try ArchiveLink.unarchive(from: URL(fileURLWithPath: folder.path("missing")))
        }
        #expect(missing.code == .fileFailed && "\(missing)".contains("No such file or directory"))
        #expect((missing.underlyingError as? FileFailure)?.code == ENOENT)
        let directory = try #require(throws: ModelError.self) {
            try ArchiveLink().archive(to: URL(fileURLWithPath: folder.path))
        }
        #expect((directory.underlyingError as? FileFailure)?.code == EISDIR)
        let web = try #require(throws: ModelError.self) {
            try ArchiveLink().archive(to: #require(URL(string: "https://example.com/x")))
        }
        #expect(web.code == .fileFailed)
    }
}
