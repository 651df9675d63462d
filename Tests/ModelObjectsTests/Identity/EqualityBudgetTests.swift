import Foundation
import Testing

@testable import ModelObjects

/// Sets in input whose members are equal in everything that the hash covers.
@Suite struct EqualityBudgetTests {
    // MARK: Rejected input

    /// Members that are equal three models deep, and members that are equal in their first 64 values.
    private static let hostile: [(name: String, property: String, member: @Sendable (Int) -> String)] = [
        ("chains", "chains", { #"{"next":{"next":{"next":{"next":{"number":\#($0)}}}}}"# }),
        ("long lists", "chains", { "{\"list\":[\(zeros(100))\($0)]}" }),
        ("optional chains", "optionals", { #"{"next":{"next":{"next":{"number":\#($0)}}}}"# }),
        ("lists of chains", "lists", { #"[{"next":{"next":{"next":{"number":\#($0)}}}}]"# }),
        ("sets of chains", "sets", { #"[{"next":{"next":{"next":{"number":\#($0)}}}}]"# }),
        ("structs that hold chains", "structs", { #"{"next":{"next":{"next":{"number":\#($0)}}}}"# }),
    ]

    private static func zeros(_ count: Int) -> String { String(repeating: "0,", count: count) }

    private static func payload(_ property: String, _ members: some Sequence<String>) -> String {
        "{\"\(property)\":[\(members.joined(separator: ","))]}"
    }

    private static func hostilePayload(_ index: Int, count: Int = manyAlike) -> String {
        payload(hostile[index].property, (0..<count).map(hostile[index].member))
    }

    /// How many similar members exceed the limit. (80 exceed a twentieth of it.)
    private static let manyAlike = Effort.count(1_000, atLeast: 110)

    private static func untyped(_ text: String) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    private static func sentence(_ path: String) -> String {
        "The Set at \(path.dropLast()) has too many members whose first values are equal."
    }

    @Test(arguments: Effort.some(of: hostile.indices))
    func similarMembersInBytesAreRejected(_ index: Int) throws {
        let (name, property, _) = Self.hostile[index]
        let text = Self.hostilePayload(index)
        let error = try #require(throws: ModelError.self, "\(name)") {
            try ComparisonLimit.make(MeterBox.self, text)
        }
        #expect(error.code == .limitExceeded, "\(name)")
        let column = property.utf8.count + 5
        #expect("\(error)" == Self.sentence("$.\(property) (line 1, column \(column))."), "\(name)")
    }

    @Test(arguments: Effort.some(of: hostile.indices))
    func similarMembersInDictionariesAreRejected(_ index: Int) throws {
        let (name, property, _) = Self.hostile[index]
        let dictionary = try Self.untyped(Self.hostilePayload(index))
        let error = try #require(throws: ModelError.self, "\(name)") {
            try ComparisonLimit.make(MeterBox.self, dictionary)
        }
        #expect(error.code == .limitExceeded, "\(name)")
        #expect("\(error)" == Self.sentence("$.\(property)."), "\(name)")
    }

    /// Makes Sets of models that are known to differ.
    ///
    /// The first comparison uses up this limit, and from then on models compare as different. Comparing models as
    /// similar as these takes a long time in a debug build.
    private static func withoutComparing(_ body: () -> Void) {
        #expect(EqualityBudget(share: 0).build(members: 0, body) == nil)
    }

    /// The kinds of members that an archive can hold.
    @Test(arguments: Effort.some(of: ["chains", "optionals", "lists", "sets", "any", "keys"]))
    func similarMembersInArchivesAreRejected(_ property: String) throws {
        let source = MeterLists()
        let count = Effort.count(1_000, atLeast: 150)
        for number in 0..<count {
            let chain = try MeterChain(json: #"{"next":{"next":{"next":{"number":\#(number)}}}}"#)
            switch property {
            case "optionals": source.optionals.append(chain)
            case "lists": source.lists.append([chain])
            case "sets": source.sets.append([chain])
            case "chains": source.chains.append(chain)
            default: source.others.append(chain)
            }
        }
        var archive = try EditableArchive(source.archivedData())
        let members = (1...4 * count).map { ArchiveNode.reference($0) }
        switch property {
        case "any": archive.set("any", of: 0, to: .marked("set", .array(members)))
        case "keys":
            let pairs = members.flatMap { [$0, ArchiveNode.null] }
            archive.set("any", of: 0, to: .marked("dictionary", .array(pairs)))
        default: break
        }
        let data = try archive.data()
        let error = try #require(throws: ModelError.self) {
            try ComparisonLimit.unarchive(MeterBox.self, data)
        }
        #expect(error.code == .limitExceeded)
        let field = property == "keys" ? "any" : property
        #expect("\(error)" == Self.sentence("$.objects[0].\(field)."))
    }

    /// This holds even if the members are as similar as writing allows.
    ///
    /// Because of a reference cycle, the Set is made twice.
    @Test(arguments: Effort.some(of: ["chains", "optionals", "lists", "sets", "any", "keys"]))
    func whateverIsWrittenCanBeRead(_ property: String) throws {
        let counts = Effort.some(of: [235, 200, 250].map(ComparisonLimit.members), atLeast: 2)
        var refused: [Int] = []
        for count in counts {
            let chains = try (0..<count).map {
                try MeterChain(json: #"{"next":{"next":{"next":{"next":{"number":\#($0)}}}}}"#)
            }
            let last = try #require(chains[0].next?.next?.next?.next)
            last.next = chains[0]
            defer { last.next = nil }
            let box = MeterBox()
            Self.withoutComparing {
                switch property {
                case "optionals": box.optionals = Set(chains)
                case "lists": box.lists = Set(chains.map { [$0] })
                case "sets": box.sets = Set(chains.map { [$0] })
                case "any": box.any = Set(chains)
                case "keys": box.any = Dictionary(chains.map { ($0, 1) }) { one, _ in one }
                default: box.chains = Set(chains)
                }
            }
            let data: Data
            do {
                data = try ComparisonLimit.archivedData(box)
            } catch {
                refused.append(count)
                let field = property == "keys" ? "any" : property
                #expect("\(error)" == Self.sentence("$.objects[0].\(field)."))
                continue
            }
            let again = try ComparisonLimit.unarchive(MeterBox.self, data)
            let found = [
                again.chains.count, again.optionals.count, again.lists.count, again.sets.count,
                (again.any as? Set<AnyHashable>)?.count, (again.any as? [AnyHashable: Any])?.count,
            ]
            #expect(found.compactMap(\.self).max() == count)
        }
        #expect(refused.count > 0 && refused.count < counts.count, "\(refused)")
    }

    @Test func aRejectedWriteLeavesTheFileUnchanged() throws {
        let folder = try TemporaryFolder()
        let file = URL(fileURLWithPath: folder.path("box"))
        let box = try MeterBox(json: Self.hostilePayload(0, count: 50))
        try box.archive(to: file)
        let before = try Data(contentsOf: file)
        let text = String(repeating: "a", count: 1 << 18)
        let chains = (0..<100).map { Self.withText("\(text)\($0)") }
        Self.withoutComparing { box.chains = Set(chains) }
        #expect(throws: ModelError.self) { try box.archive(to: file) }
        #expect(try Data(contentsOf: file) == before)
    }

    /// Two equal graphs of many models: no pair of members differs, and each must be compared completely.
    @Test func membersLeadingToTwoEqualGraphsAreRejected() throws {
        func graph() -> MeterChain {
            (0..<Effort.count(10_000, atLeast: 500)).reduce(MeterChain()) { inner, _ in
                let chain = MeterChain()
                chain.next = inner
                return chain
            }
        }
        let (one, other) = (graph(), graph())
        let source = MeterLists()
        source.chains = (0..<1_000).map { number in
            let chain = MeterChain()
            chain.next = number.isMultiple(of: 2) ? one : other
            return chain
        }
        let data = try source.archivedData()
        let error = try #require(throws: ModelError.self) {
            try ComparisonLimit.unarchive(MeterBox.self, data)
        }
        #expect(error.code == .limitExceeded)
    }

    @Test func failedUpdateChangesNothing() throws {
        let box = try MeterBox(json: #"{"name":"a","inner":{"name":"b"},"chains":[{"number":1}]}"#)
        let inner = try #require(box.inner)
        let before = box.copy()
        let hostile = Self.hostilePayload(0).dropFirst()
        let text = "{\"name\":\"c\",\"inner\":{\"name\":\"d\",\(hostile)}"
        #expect(throws: ModelError.self) { try ComparisonLimit.update(box, text) }
        #expect(box == before && box.inner === inner)
        let dictionary = try Self.untyped(text)
        #expect(throws: ModelError.self) { try ComparisonLimit.update(box, dictionary) }
        #expect(box == before && box.inner === inner)
    }

    @Test func manySmallSetsShareTheLimit() throws {
        let count = ComparisonLimit.members(100)
        let small = Self.hostilePayload(0, count: count)
        #expect(try MeterBox(json: small).chains.count == count)
        let payloads = Array(repeating: small, count: Effort.count(100, atLeast: 20))
        let text = "[\(payloads.joined(separator: ","))]"
        let error = try #require(throws: ModelError.self) {
            try ComparisonLimit.makeArray(MeterBox.self, text)
        }
        #expect(error.code == .limitExceeded)
        #expect(error.path.hasSuffix(".chains"))
    }

    @Test func similarMembersInNestedSetsAreRejected() throws {
        let inner = Self.hostilePayload(0)
        let text = #"{"boxes":[{"name":"a"},\#(inner)]}"#
        let error = try #require(throws: ModelError.self) { try ComparisonLimit.make(MeterBox.self, text) }
        #expect(error.code == .limitExceeded)
        #expect(error.path == "$.boxes[1].chains")
    }

    @Test func hooksDoNotHideTheLimit() throws {
        let text = Self.hostilePayload(0)
        let error = try #require(throws: ModelError.self) { try ComparisonLimit.make(MeterHooked.self, text) }
        #expect(error.code == .limitExceeded)
    }

    @Test func aFailedCallDoesNotAffectLaterOnes() throws {
        #expect(throws: ModelError.self) { try ComparisonLimit.make(MeterBox.self, Self.hostilePayload(0)) }
        #expect(EqualityBudget.current == nil)
        #expect(MeterChain() != (try MeterChain(json: #"{"number":1}"#)))
        #expect(try MeterBox(json: Self.hostilePayload(0, count: 10)).chains.count == 10)
    }

    // MARK: Amount of comparison

    /// The limit is exceeded by less than one member, and further members do not raise it.
    @Test(arguments: [Effort.count(1_000, atLeast: 110), Effort.count(4_000, atLeast: 200)])
    func theAmountOfComparisonIsBounded(_ count: Int) throws {
        let members = try (0..<count).map { try MeterChain(json: Self.hostile[0].member($0)) }
        let budget = ComparisonLimit.budget
        #expect(budget.set(of: members) == nil)
        #expect(budget.isOverrun && budget.remaining > -100)
        #expect(budget.build(members: 1_000) { true } == nil)
    }

    @Test func oneLargePairBarelyExceedsTheLimit() {
        func large(_ last: Int) -> MeterChain {
            let chain = MeterChain()
            chain.list = Array(repeating: 0, count: Effort.count(5_000_000)) + [last]
            return chain
        }
        let budget = ComparisonLimit.budget
        #expect(budget.set(of: [large(1), large(2)]) == nil)
        #expect(budget.isOverrun && budget.remaining > -100)
    }

    /// A member whose text is not hashed, since so many values precede it.
    private static func withText(_ text: String) -> MeterChain {
        let chain = MeterChain()
        chain.list = Array(repeating: 0, count: 100)
        chain.text = text
        return chain
    }

    @Test func longTextsCountByTheirLength() throws {
        let budget = EqualityBudget()
        let text = String(repeating: "a", count: 1 << 20)
        _ = budget.set(of: ["1", "2"].map { Self.withText(text + $0) })
        #expect(EqualityBudget.base + 2 * EqualityBudget.perMember - budget.remaining > 1 << 12)
    }

    @Test func longContentsOfContainersCountByTheirLength() throws {
        final class Contents: ModelObject {
            var list = Array(repeating: 0, count: 100)
            var texts: [String] = []
            var byText: [String: Int] = [:]
            var any: Any?
        }
        let text = String(repeating: "a", count: 1 << 20)
        let rows: [(Contents, Int) -> Void] = [
            { $0.texts = [text + "\($1)"] }, { $0.any = text + "\($1)" }, { $0.byText = [text: $1] },
            { $0.any = [text: $1] }, { $0.any = Array(repeating: 0, count: 1 << 12) + [$1] },
        ]
        for fill in rows {
            let members = [1, 2].map { number in
                let member = Contents()
                fill(member, number)
                return member
            }
            let budget = EqualityBudget()
            _ = budget.set(of: members)
            #expect(EqualityBudget.base + 2 * EqualityBudget.perMember - budget.remaining > 1 << 12)
        }
    }

    @Test func comparisonsOutsideABuildAreNotCounted() throws {
        let budget = EqualityBudget()
        let count = Effort.count(100, atLeast: 30)
        let members = try (0..<count).map { try MeterChain(json: Self.hostile[0].member($0)) }
        #expect(budget.build(members: 0) { true } == true)
        let remaining = budget.remaining
        #expect(Set(members).count == count)
        #expect(budget.remaining == remaining)
    }

    // MARK: Accepted input

    @Test func duplicatesAreAccepted() throws {
        let count = Effort.count(2_000, atLeast: 150)
        let members = (0..<count).map { "{\"number\":\($0 % 10),\"list\":[\(Self.zeros(100))0]}" }
        let text = Self.payload("chains", members)
        #expect(try MeterBox(json: text).chains.count == 10)
        #expect(try MeterBox(dictionary: Self.untyped(text)).chains.count == 10)
        let lists = try MeterLists(json: text)
        #expect(lists.chains.count == count)
        #expect(try MeterBox.unarchive(data: lists.archivedData()).chains.count == 10)
    }

    /// The members differ only in the last value that the hash covers.
    @Test func membersThatDifferLateAreAccepted() throws {
        let text = Self.payload("chains", (0..<2_000).map { "{\"list\":[\(Self.zeros(50))\($0)]}" })
        #expect(try MeterBox(json: text).chains.count == 2_000)
    }

    @Test func aFewSimilarMembersAreAccepted() throws {
        let count = Effort.count(50, atLeast: 15)
        for index in Self.hostile.indices {
            let text = Self.hostilePayload(index, count: count)
            let box = try MeterBox(json: text)
            let counts = [
                box.chains.count, box.optionals.count, box.lists.count, box.sets.count, box.structs.count,
            ]
            #expect(counts.max() == count, "\(Self.hostile[index].name)")
            #expect(try MeterBox(dictionary: Self.untyped(text)) == box, "\(Self.hostile[index].name)")
        }
    }

    @Test func nestedSetsAreAccepted() throws {
        let inner = Self.payload("chains", (0..<20).map { "{\"number\":\($0)}" })
        let text =
            #"{"boxes":[\#(inner),\#(inner),{"boxes":[\#(inner)]}],"sets":[[{"number":1}],[{"number":1}]]}"#
        let box = try MeterBox(json: text)
        #expect(box.boxes.count == 2)
        #expect(box.sets.count == 1)
        #expect(try MeterBox(dictionary: Self.untyped(text)) == box)
        #expect(try MeterBox.unarchive(data: box.archivedData()) == box)
    }
}

// MARK: Models

final class MeterChain: ModelObject {
    var number = 0
    var next: MeterChain?
    var list: [Int] = []
    var text = ""
}

struct MeterStruct: ModelValue, Hashable {
    var chain: MeterChain

    static func modelValue(from value: Any) -> MeterStruct? {
        guard let dictionary = value as? [String: Any] else { return nil }
        return (try? MeterChain(dictionary: dictionary)).map { MeterStruct(chain: $0) }
    }

    var exportedValue: Any { (try? chain.jsonObject()) ?? [:] }
}

final class MeterBox: ModelObject {
    var name = ""
    var inner: MeterBox?
    var chains: Set<MeterChain> = []
    var optionals: Set<MeterChain?> = []
    var lists: Set<[MeterChain]> = []
    var sets: Set<Set<MeterChain>> = []
    var structs: Set<MeterStruct> = []
    var boxes: Set<MeterBox> = []
    var any: Any?

    override class var archiveAliases: [String] { [MeterLists.archiveName] }
}

/// `MeterBox` with arrays instead of sets, so that it can hold duplicates.
final class MeterLists: ModelObject {
    var chains: [MeterChain] = []
    var optionals: [MeterChain?] = []
    var lists: [[MeterChain]] = []
    var sets: [[MeterChain]] = []
    var any: Any?
    /// A property that `MeterBox` doesn't have.
    var others: [MeterChain] = []
}

final class MeterHooked: ModelObject {
    var chains: Set<MeterChain> = []

    override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
}
