import Foundation
import ModelObjects
import Testing

/// Alternative keys whose values paths of other properties lead into.
struct PathsIntoAlternativesTests {
    struct Invalid: Error {}

    final class Owner: ModelObject {
        var number = 0
        override func validate() throws { if number < 0 { throw Invalid() } }
    }
    struct Size: Codable, Equatable { var width = 0 }
    struct Tags: RawRepresentable, Equatable { var rawValue: [String: String] }

    class Post: ModelObject {
        var ownerID: String?
        var role: String?
        var nestedID: Int?
        var nestedRole: String?
        var firstID: Int?
        var firstName: String?
        var owner: Owner?
        var label: String?
        var boxLabel: String?
        var size: Size?
        var place: String?
        var both: String?
        var tags: Tags?
        var tagLabel: String?
        var count: Int?
        var first: String?
        var total: Int?
        var more: String?
        var extra: Int?
        override class var propertyRules: [String: PropertyRule] {
            [
                "ownerID": .keys("ownerID", "user"), "role": .key("user.role"),
                "nestedID": .keys("nestedID", "a.user"), "nestedRole": .key("a.user.role"),
                "firstID": .keys("firstID", "users"), "firstName": .key("users.0.name"),
                "owner": .keys("owner", "holder"), "label": .key("holder.label"),
                "size": .keys("size", "box"), "place": .key("spot.place"),
                "boxLabel": .key("box.label"),
                "tags": .keys("tags", "labels"), "tagLabel": .key("labels.role"),
                "count": .keys("count", "all"), "first": .key("all.0"), "total": .key("all.total"),
                "more": .keys("more", "extras"), "extra": .key("extras.x").ignored,
                "both": .combined(keys: ["spot"]) { $0["spot"] as? String ?? "object" },
            ]
        }
    }
    final class HookedPost: Post {
        override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
    }

    /// The models that take the objects don't know what the paths lead to.
    private static let options: MappingOptions = {
        var options = MappingOptions.strict
        options.unknownKeys = .ignore
        return options
    }()

    /// The results of all calls with a payload.
    private func results(_ json: String) throws -> [Result<Post, any Error>] {
        let data = Data(json.utf8)
        let dictionary = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
        return [Post.self, HookedPost.self].flatMap { type in
            [
                Result { try type.init(json: data, options: Self.options) as Post },
                Result { try type.init(dictionary: dictionary, options: Self.options) as Post },
                Result {
                    let post = type.init() as Post
                    try post.update(json: data, options: Self.options)
                    return post
                },
                Result {
                    let post = type.init() as Post
                    try post.update(dictionary: dictionary, options: Self.options)
                    return post
                },
                Result { try #require(Post.array(json: "[\(json)]", options: Self.options).first) },
            ]
        }
    }

    @Test(arguments: [
        (#"{"user": {"role": "r"}}"#, #"{"user":{"role":"r"}}"#),
        (#"{"ownerID": "x", "user": {"role": "r"}}"#, #"{"ownerID":"x","user":{"role":"r"}}"#),
        (#"{"user": {"role": "r"}, "ownerID": "x"}"#, #"{"ownerID":"x","user":{"role":"r"}}"#),
        (#"{"user": "x"}"#, #"{"ownerID":"x"}"#),
        (#"{"a": {"user": {"role": "r"}}}"#, #"{"a":{"user":{"role":"r"}}}"#),
        (#"{"users": [{"name": "r"}]}"#, #"{"users":[{"name":"r"}]}"#),
        (
            #"{"holder": {"label": "r", "number": 1}}"#,
            #"{"holder":{"label":"r"},"owner":{"number":1}}"#
        ),
        (#"{"box": {"label": "r", "width": 3}}"#, #"{"box":{"label":"r"},"size":{"width":3}}"#),
        (#"{"labels": {"role": "r"}}"#, #"{"labels":{"role":"r"},"tags":{"role":"r"}}"#),
        (#"{"all": {"0": "r", "total": 2}}"#, #"{"all":{"0":"r","total":2}}"#),
        (#"{"extras": "x"}"#, #"{"more":"x"}"#),
        (#"{"spot": {"place": "r"}}"#, #"{"both":"object","spot":{"place":"r"}}"#),
        (#"{"spot": "r"}"#, #"{"both":"r"}"#),
    ])
    func aContainerForPathsIsNoMismatch(json: String, expected: String) throws {
        for result in try results(json) {
            #expect(try result.get().jsonString(options: ExportOptions(sortedKeys: true)) == expected)
        }
        for report in [Post.inspect(json: json).report, HookedPost.inspect(json: json).report] {
            #expect(report.problems.isEmpty)
        }
    }

    /// The type takes objects, so the object was meant for it; or the value has another shape, or only the path of an
    /// ignored property leads into it.
    @Test(arguments: [
        #"{"holder": {"label": "r", "number": -1}}"#, #"{"box": {"label": "r", "width": "wide"}}"#,
        #"{"user": []}"#, #"{"ownerID": {"role": "r"}}"#, #"{"users": {"name": "r"}}"#,
        #"{"extras": {"x": 1}}"#,
    ])
    func anyOtherValueThatDoesNotFitIsAMismatch(json: String) throws {
        for result in try results(json) { #expect(throws: ModelError.self) { try result.get() } }
        #expect(!Post.inspect(json: json).report.problems.isEmpty)
    }

    /// One occurrence of a key takes as long as another.
    @Test func manyOccurrencesTakeLinearTime() throws {
        let count = Effort.count(20_000)
        let members =
            Array(repeating: #""ownerID": []"#, count: count)
            + Array(repeating: #""user": {"role": "r"}"#, count: count)
        let (post, report) = Post.inspect(json: "{\(members.joined(separator: ", "))}")
        #expect(post?.role == "r" && report.problems.contains { $0.path == "$.ownerID" })
    }
}
