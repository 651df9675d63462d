import Foundation
@testable import ModelObjects
import Testing

struct ParallelArrayTests {
    /// The number of elements in a text that is long enough for several threads: each gets at least 128 KB.
    private static let many = Effort.count(10_000, atLeast: 300)

    /// Such a text: the fewer elements it has, the longer they are.
    private func longJSON(with special: [Int: String] = [:]) -> Data {
        json(Self.many, padding: 850_000 / Self.many - 85, with: special)
    }

    private func json(_ count: Int, padding: Int = 0, with special: [Int: String] = [:]) -> Data {
        let padding = String(repeating: "x", count: padding)
        let elements = (0..<count).map {
            special[$0]
                ?? #"{"name": "n\#($0) ]}\"\#(padding)", "count": \#($0), "tags": ["a", "b"], "inner": {"name": "i"}}"#
        }
        return Data(("[ " + elements.joined(separator: " ,\n") + " ]").utf8)
    }

    @Test(arguments: [.min, 0, 1, 2, 3, 7, .max], [0, 1, 100, Effort.count(20_000)])
    func theOrderIsPreserved(threads: Int, count: Int) throws {
        let isLong = count >= 1_000
        let text = json(count, padding: isLong ? max(0, 400_000 / count - 60) : 0)
        #expect(!isLong || text.count > 400_000)
        let models = try StreamItem.array(json: text, threads: threads)
        #expect(models.map(\.count) == Array(0..<count))
    }

    @Test(arguments: [
        "7", "null", #"{"count": "x"}"#, #"{"count": 1,}"#, "{", "]", #"{"anything": 1e999}"#,
        #"{"inner": {"inner": {"tags": 7}}}"#,
    ])
    func resultsAreTheSameAsOnOneThread(element: String) throws {
        let data = longJSON(with: [Self.many * 7 / 9: element, Self.many - 1: "8"])
        let options = [MappingOptions(), .strict, MappingOptions(elements: .reject)]
        for options in Effort.some(of: options, atLeast: 2) {
            let one = Result { try StreamItem.array(json: data, options: options).map(\.count) }
            let several = Result {
                try StreamItem.array(json: data, threads: 4, options: options).map(\.count)
            }
            switch (one, several) {
            case (.success(let left), .success(let right)): #expect(left == right)
            case (.failure(let left), .failure(let right)): #expect("\(left)" == "\(right)")
            default: Issue.record("Only one of them failed: \(one), \(several)")
            }
        }
    }

    /// The other tests would also pass if one thread always mapped everything.
    @Test func longArraysAreMappedOnSeveralThreads() throws {
        let data = longJSON()
        let models = try withJSONReader(data, maximumDepth: 512) {
            try ParallelArray.models(data, StreamItem.self, nil, &$0, threads: 2)
        }
        #expect(models?.count == Self.many)
    }

    @Test func textAfterTheArrayIsChecked() {
        #expect(throws: JSONSyntaxError.self) {
            try StreamItem.array(json: longJSON() + Data("x".utf8), threads: 3)
        }
        #expect(throws: JSONSyntaxError.self) {
            try StreamItem.array(json: longJSON().dropLast(), threads: 3)
        }
        #expect(throws: ModelError.self) { try StreamItem.array(json: Data(#"{"a": 1}"#.utf8), threads: 3) }
    }

    @Test func theArrayAtARootPath() throws {
        let array = longJSON()
        let data = Data(#"{"meta": 1, "data": {"items":"#.utf8) + array + Data("}, \"z\": 2}".utf8)
        let options = MappingOptions(rootPath: "data.items")
        #expect(try StreamItem.array(json: data, threads: 2, options: options).count == Self.many)
    }

    @Test func aFileIsMappedLikeItsText() throws {
        let folder = try TemporaryFolder()
        let file = URL(fileURLWithPath: folder.path("array.json"))
        try longJSON().write(to: file)
        #expect(try StreamItem.array(contentsOf: file, threads: 2).count == Self.many)
    }

    @Test(arguments: 0...4)
    func theArrayCountsAsALevel(depth: Int) {
        let options = MappingOptions(limits: MappingLimits(depth: depth))
        let one = try? StreamItem.array(json: longJSON(), options: options)
        let several = try? StreamItem.array(json: longJSON(), threads: 3, options: options)
        #expect(one?.count == several?.count)
    }

    /// A text after the end of an element, and the position of the brace that is taken for the start of one.
    @Test(arguments: [
        (#"},{"a":1}"#, 2), (#"},{"a":1},"#, 2), (#"} , { "a":1} ,{} "#, 4), (#"},{"a":1}]"#, nil),
        ("},{}", nil),
        (#"},{},{"a":1},"#, 5), ("},{", nil), ("},", nil), ("}", nil), ("", nil),
        (#"},[{"a":1},{"a":2}],{"a":3}"#, nil),
        (#"},[{"a":1},{"a":2}]},{"a":3}"#, 21),
    ])
    func aLikelyElementIsOneOfTheOutermostArray(text: String, position: Int?) {
        let found = withJSONReader(Data(text.utf8)) { $0.likelyElement(from: 0, upTo: text.utf8.count) }
        #expect(found == position)
    }

    /// Texts in which many places look like the start of an element.
    private static let misleading: [(name: String, element: @Sendable (Int) -> String)] = [
        (
            "long nested arrays",
            { number in
                let inner = (0..<200).map { #"{"name": "inner \#($0)", "count": \#($0)}"# }.joined(
                    separator: ", ")
                return #"{"name": "n", "count": \#(number), "anything": [\#(inner)]}"#
            }
        ),
        (
            "short nested arrays",
            {
                #"{"anything":[[{"count":1},{"count":2}],[{"a":1},{"b":2}]],"count":\#($0),"inner":{"name":"x"}}"#
            }
        ),
        (
            "strings",
            { number in
                let text = String(repeating: #"},{\"count\": 7},{"#, count: 300)
                return #"{"name": "\#(text)", "tags": ["},{", "},{"], "count": \#(number)}"#
            }
        ),
        (
            "elements of many kinds",
            { $0 % 3 == 0 ? "{\"count\":\($0)}" : $0 % 3 == 1 ? "{\n}" : "[{},{\"count\":1},{\"count\":2}]" }
        ),
        ("elements without members", { _ in "{}" }),
        (
            "one element longer than a run",
            {
                $0 == 3
                    ? #"{"name":"\#(String(repeating: "},{ ", count: 100_000))","count":3}"#
                    : #"{"count":\#($0)}"#
            }
        ),
    ]

    @Test(arguments: Effort.some(of: 0..<misleading.count), [",", " ,\n  "])
    func wrongGuessesAreNotUsed(row: Int, separator: String) throws {
        let (name, element) = Self.misleading[row]
        var text = "["
        var number = 0
        // Three runs.
        while text.utf8.count < 400_000 {
            text += (number == 0 ? "" : separator) + element(number)
            number += 1
        }
        let json = Data("\(text)]".utf8)
        let one = try StreamItem.array(json: json)
        let threads = separator.count == 1 ? 2 : 3
        #expect(try StreamItem.array(json: json, threads: threads) == one, "\(name)")
        let cut = json.dropLast(2)
        #expect(throws: JSONSyntaxError.self) { try StreamItem.array(json: cut, threads: 3) }
    }

    @Test func limitsApplyToTheWholeText() {
        let options = MappingOptions(limits: MappingLimits(elements: 20_000))
        let error = #expect(throws: ModelError.self) {
            try StreamItem.array(json: json(10_000), threads: 2, options: options)
        }
        #expect(error?.code == .limitExceeded)
    }

    /// An object may have to be freed on the thread that made the call.
    @Test func threadsThatAreStillEndingKeepNoModels() throws {
        let data = longJSON(), bad = longJSON(with: [Self.many - 1: "{"])
        for _ in 0..<Effort.count(200, atLeast: 10) {
            #expect(throws: JSONSyntaxError.self) { try CountedItem.array(json: bad, threads: 2) }
            #expect(CountedItem.living.value == 0)
            #expect(try CountedItem.array(json: data, threads: 2).count == Self.many)
            #expect(CountedItem.living.value == 0)
        }
    }
}

private final class CountedItem: ModelObject {
    static let living = LockedCount()
    var name = ""

    required init() {
        super.init()
        Self.living.add(1)
    }

    deinit { Self.living.add(-1) }
}
