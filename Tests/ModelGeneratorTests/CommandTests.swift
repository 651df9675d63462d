import Foundation
import Testing

@testable import ModelGenerator

/// Arguments, files, and input that no class can be made from.
struct CommandTests {
    @Test(arguments: [
        ("", "standard input:1:1: error: Expected a value, found the end of the input."),
        ("{\n  \"a\": }", "standard input:2:8: error: Expected a value, found '}'."),
        ("<html>", "standard input:1:1: error: Not JSON: found `<`."),
        ("{} }", "standard input:1:4: error: Expected a value, found '}'."),
        (
            "{}\n{}\u{0}",
            "standard input:2:3: error: Expected the end of the input, found a byte that no token starts with."
        ),
        ("[]", "standard input: error: The array at the root is empty, so there is no object to learn from."),
        ("null", "standard input:1:1: error: The root is neither an object nor an array of objects."),
        ("5", "standard input:1:1: error: The root is neither an object nor an array of objects."),
        ("\"a\"", "standard input:1:1: error: The root is neither an object nor an array of objects."),
        ("[1]", "standard input:1:1: error: The root is an array, but not of objects only."),
        ("[{}, 1]", "standard input:1:1: error: The root is an array, but not of objects only."),
        ("{}\n{\"a\": }", "standard input:2:7: error: Expected a value, found '}'."),
        (
            "{\"a\": 1}\nnull",
            "standard input:2:1: error: The root is neither an object nor an array of objects."
        ),
        ("[{}, null]", "standard input:1:1: error: The root is an array, but not of objects only."),
        ("{}\n\n  [{}, 5]", "standard input:3:3: error: The root is an array, but not of objects only."),
        ("[[{}]]", "standard input:1:1: error: The root is an array, but not of objects only."),
    ])
    func badInputIsRejectedWithAMessage(json: String, error: String) {
        let result = run([], json)
        #expect(result.errors == error + "\n" && result.status == 1 && result.output.isEmpty)
    }

    @Test func inputDeeperThan512LevelsIsRejected() {
        let deep = String(repeating: "[", count: 600) + String(repeating: "]", count: 600)
        #expect(run([], deep).errors == "standard input:1:513: error: Nested deeper than 512 levels.\n")
        let made = String(repeating: "{\"a\":", count: 500) + "1" + String(repeating: "}", count: 500)
        #expect(run([], made).status == 0)
    }

    @Test func otherEncodingsAreRejected() throws {
        let folder = try Folder()
        let file = folder.file("a.json")
        try #require("{\"a\": 1}".data(using: .utf16LittleEndian)).write(to: URL(fileURLWithPath: file))
        #expect(run([file]).errors.contains("UTF-16") && run([file]).status == 1)
    }

    @Test func missingFilesAreNamed() throws {
        let folder = try Folder()
        #expect(
            run([folder.file("no.json")]).errors
                == "\(folder.file("no.json")): error: Could not read the file: No such file or directory.\n")
        #expect(
            run([folder.path]).errors == "\(folder.path): error: Could not read the file: Is a directory.\n")
    }

    @Test func equivalentKeysAreRejected() {
        let expected =
            "standard input: error: The key \"e\u{301}\" occurs in two Unicode spellings, of which an export can have only one.\n"
        #expect(run([], "{\"\u{e9}\": 1, \"e\u{301}\": 2}").errors == expected)
        #expect(run([], "[{\"\u{e9}\": 1}, {\"\u{e9}\": 2}]").status == 0)
    }

    /// A device is read like a file, and the reason for an error is the system's.
    @Test func devicesAndStandardInputAreFiles() {
        #expect(run(["/dev/null"]).errors.hasPrefix("/dev/null:1:1: error: Expected a value"))
        let command = Command(["-"]) {
            throw CocoaError(
                .fileReadUnknown,
                userInfo: [NSUnderlyingErrorKey: NSError(domain: NSPOSIXErrorDomain, code: Int(EISDIR))])
        }
        #expect(command.run().errors == "standard input: error: Could not read the file: Is a directory.\n")
    }

    /// A full disk, or a closed standard output.
    @Test func outputThatCannotBeWrittenIsAnError() throws {
        let folder = try Folder(["closed": "", "errors": ""])
        let output = try #require(FileHandle(forReadingAtPath: folder.file("closed")))
        let errors = try #require(FileHandle(forWritingAtPath: folder.file("errors")))
        #expect(Command([]) { Data("{}".utf8) }.run(output: output, errors: errors) == 1)
        #expect(
            try folder.content(of: "errors")
                == "standard output: error: Could not write the classes: Bad file descriptor.\n")
    }

    /// On lines of their own or not.
    @Test(arguments: [
        "{\n  \"id\": 1\n}\n{\n  \"id\": 2.5\n}\n", "{\"id\": 1} {\"id\": 2.5}",
        "{\"id\": 1}{\"id\": 2.5}", "[{\"id\": 1}] {\"id\": 2.5} []",
    ])
    func valuesThatFollowEachOtherAreSamples(json: String) {
        #expect(properties(json) == ["var id = 0.0"])
    }

    @Test func linesAreSamples() {
        let source = classes("{\"id\": 1, \"a\": true}\n\r\n{\"id\": 2.5}\r\n\n")
        #expect(source == "final class Root: ModelObject {\n    var id = 0.0\n    var a: Bool?\n}\n")
        #expect(properties("[{\"a\": 1}]\n[{\"b\": 1}]") == ["var a: Int?", "var b: Int?"])
    }

    /// The user may have edited the classes.
    @Test func aFileWithOtherContentIsNotReplaced() throws {
        let folder = try Folder(["user.json": #"{"name": "a"}"#, "order.json": #"{"id": 1}"#])
        let arguments = ["--output", folder.path, folder.file("order.json"), folder.file("user.json")]
        try Data("edited".utf8).write(to: URL(fileURLWithPath: folder.file("User.swift")))
        #expect(
            run(arguments).errors
                == folder.file("User.swift")
                + ": error: The file exists with different content. Use --force to replace it.\n")
        #expect(!FileManager.default.fileExists(atPath: folder.file("Order.swift")))
        #expect(run(["--force"] + arguments) == Command.Result())
        #expect(try folder.content(of: "User.swift").contains("class User"))
        #expect(run(arguments) == Command.Result())
    }

    /// With any options, before anything is written.
    @Test(arguments: [[], ["--force"]])
    func foldersWithTheNameOfAFileAreNotReplaced(options: [String]) throws {
        let folder = try Folder(["user.json": #"{"name": "a"}"#, "order.json": #"{"id": 1}"#])
        let files = [folder.file("order.json"), folder.file("user.json")]
        let arguments = options + ["--output", folder.path] + files
        let place = folder.file("User.swift")
        let expected = "\(place): error: Could not write the file: There is a folder with this name.\n"
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        #expect(run(arguments) == Command.Result(errors: expected, status: 1))
        try FileManager.default.moveItem(atPath: place, toPath: folder.file("Models"))
        try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: "Models")
        #expect(run(arguments) == Command.Result(errors: expected, status: 1))
        #expect(!FileManager.default.fileExists(atPath: folder.file("Order.swift")))
    }

    @Test(arguments: [("user.json", "user.json"), ("user.json/Models", "user.json"), ("link/Models", "link")])
    func filesWithTheNameOfAFolderAreNotReplaced(output: String, file: String) throws {
        let folder = try Folder(["user.json": #"{"name": "a"}"#])
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("link"), withDestinationPath: "user.json")
        let arguments = ["--force", "--output", folder.file(output), folder.file("user.json")]
        let reason = "Could not create the folder: a file with this name exists."
        #expect(run(arguments).errors == "\(folder.file(file)): error: \(reason)\n")
    }

    /// A folder can also be named by a link or with dots.
    @Test(arguments: ["link", "link/More", "Models/../link", "New/Models"])
    func theOutputCanBeAnyFolder(output: String) throws {
        let folder = try Folder(["user.json": #"{"name": "a"}"#])
        try FileManager.default.createDirectory(
            atPath: folder.file("Models"), withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("link"), withDestinationPath: "Models")
        #expect(run(["--output", folder.file(output), folder.file("user.json")]) == Command.Result())
        #expect(try folder.content(of: output + "/User.swift").contains("class User"))
    }

    @Test(arguments: [
        (["--frobnicate"], "Unknown option '--frobnicate'"), (["--class"], "Missing value for '--class'"),
        (["--schema=yes"], "Unknown option '--schema=yes'"),
        (["--class", "1x"], "'1x' is not a class name"),
        (["--class", "user"], "'user' is not a class name"),
        (["--class", "_User"], "'_User' is not a class name"),
        (["--class", "日本"], "'日本' is not a class name"),
        (["--output="], "Missing value for '--output'"),
    ])
    func invalidArgumentsAreRejected(arguments: [String], error: String) {
        let result = run(arguments, "{}")
        #expect(result.errors.hasPrefix("error: " + error) && result.status == 1)
        #expect(result.errors.hasSuffix("See 'modelgen --help' for more information.\n"))
    }

    @Test func helpIsPrinted() {
        let result = run(["--help"])
        #expect(result.output.hasPrefix("OVERVIEW: ") && result.status == 0)
        for option in [
            "--class", "--schema", "--output", "--force", "--no-polymorphism", "--exact-keys", "--help",
        ] {
            #expect(result.output.contains("  \(option)") || result.output.contains(", \(option)"))
        }
        #expect(result.output.split(separator: "\n").allSatisfy { $0.count <= 120 })
    }

    @Test func eachRootGetsItsOwnFile() throws {
        let folder = try Folder([
            "user.json": #"{"name": "a", "owner": {"b": 1}}"#,
            "orders.json": #"[{"id": 1, "owner": {"c": 1}}]"#,
        ])
        let output = folder.file("Models")
        let result = run(["--output", output, folder.file("user.json"), folder.file("orders.json")])
        #expect(result == Command.Result())
        #expect(try folder.content(of: "Models/User.swift").contains("final class Owner: ModelObject"))
        #expect(try folder.content(of: "Models/Order.swift").contains("final class OrderOwner: ModelObject"))
        #expect(run(["--output", folder.file("user.json"), folder.file("user.json")]).status == 1)
    }

    @Test func filesWithTheSameKeysShareARoot() throws {
        let folder = try Folder(["ann.json": #"{"id": 1, "a": 1}"#, "bob.json": #"{"id": 2, "a": null}"#])
        let files = [folder.file("ann.json"), folder.file("bob.json")]
        #expect(
            run(files).output.contains("final class Ann: ModelObject {\n    var id = 0\n    var a: Int?\n}"))
        #expect(run(["--class", "User"] + files).output.contains("final class User"))
    }

    @Test func aHyphenMeansStandardInput() {
        #expect(run(["-"], #"{"a": 1}"#).output == run([], #"{"a": 1}"#).output)
        #expect(run(["--class=User", "--", "-"], #"{"a": 1}"#).output.contains("final class User"))
    }

    @Test func thousandsOfKeysBecomeProperties() {
        let members = (0..<5_000).map { "\"key \($0) x\": \($0 % 2 == 0 ? "1" : "\"a\"")" }
        let result = run([], "{\(members.joined(separator: ","))}")
        #expect(result.status == 0)
        #expect(result.output.components(separatedBy: "    var ").count == 5_001)
    }

    /// A nested class of one file does not take the name of another file.
    @Test func eachRootHasTheNameOfItsFile() throws {
        let folder = try Folder()
        let samples = [
            ("post", #"{"id": 1, "title": "t", "user": {"login": "a", "bio": "x"}}"#),
            ("user", #"{"login": "a", "plan": 1, "posts": [{"id": 1, "text": "x"}]}"#),
            ("copy (2)", #"{"one": 1}"#), ("3", #"{"two": 1}"#),
        ]
        for (name, json) in samples {
            try Data(json.utf8).write(to: URL(fileURLWithPath: folder.file(name + ".json")))
        }
        let files = samples.map { folder.file($0.0 + ".json") }
        for order in [files, files.reversed()] {
            let output = run(order).output
            for root in [
                "final class Post: ", "final class User: ", "final class Copy: ", "final class Root: ",
            ] {
                #expect(output.contains(root), "\(root)")
            }
            #expect(output.contains("var user = PostUser()") && output.contains("var posts: [UserPost]"))
        }
    }
}
