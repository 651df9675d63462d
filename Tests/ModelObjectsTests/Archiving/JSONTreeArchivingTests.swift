import Foundation
import ModelObjects
import Testing

/// Values of a type that tries to decode a dictionary before an array.
struct JSONTreeArchivingTests {
    final class Holder: ModelObject {
        var tree: JSONTree?
    }

    private static func archivedAndRead(_ text: String) throws -> (before: JSONTree?, after: JSONTree?) {
        let holder = try Holder(json: #"{"tree":\#(text)}"#)
        return (holder.tree, try Holder.unarchive(data: holder.archivedData()).tree)
    }

    @Test(arguments: [
        "[]", "{}", #"["a","b"]"#, #"["a","b","c"]"#, #"["a","1","a","2"]"#, "[1,2]", #"[[],[[]]]"#,
        #"{"tags":["x","y"]}"#, #"["a",1,"b",{"x":[]}]"#, #"{"1":["2",{"3":["4",[]]}]}"#,
    ])
    func arraysStayArrays(_ text: String) throws {
        let (before, after) = try Self.archivedAndRead(text)
        #expect(before != nil && after == before)
    }

    /// If each level were decoded twice, this would not end.
    @Test func deepArraysAreDecodedOnce() throws {
        let text = (0..<60).reduce("1") { inner, _ in #"["k",\#(inner),5,6]"# }
        let (before, after) = try Self.archivedAndRead(text)
        #expect(before != nil && after == before)
    }

    enum Suit: String, Codable, CodingKeyRepresentable { case hearts, spades }

    struct Dictionaries: Codable, Equatable {
        var strings = ["a": "b"]
        var integers = [1: "2", -3: "4"]
        var suits = [Suit.hearts: "x", .spades: "y"]
        var doubles = [1.5: "x", 2.5: "y"]
        var none: [String: String] = [:]
    }

    final class DictionaryHolder: ModelObject {
        var dictionaries: Dictionaries?
    }

    @Test func dictionariesWithAnyKeysRoundTrip() throws {
        let holder = DictionaryHolder()
        holder.dictionaries = Dictionaries()
        #expect(try DictionaryHolder.unarchive(data: holder.archivedData()).dictionaries == Dictionaries())
    }
}
