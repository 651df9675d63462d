import Foundation

@testable import ModelGenerator

/// Runs modelgen with a text on its standard input.
func run(_ arguments: [String] = [], _ input: String = "") -> Command.Result {
    Command(arguments) { Data(input.utf8) }.run()
}

/// The classes that modelgen makes of a text, without the comment and the imports before them.
func classes(_ json: String, _ arguments: [String] = []) -> String {
    let result = run(arguments, json)
    guard result.status == 0 else { return result.errors }
    let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false)
    let start = lines.lastIndex { $0.hasPrefix("import ") } ?? 0
    return lines.dropFirst(start + 2).joined(separator: "\n")
}

/// The declarations of properties that modelgen makes of an object, sorted as the keys appear.
func properties(_ json: String, _ arguments: [String] = []) -> [String] {
    classes(json, arguments).split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter {
        $0.hasPrefix("var ") || $0.hasPrefix("// ")
    }
}

/// The classes that modelgen makes of a text, each with its superclass and its properties.
func outline(_ json: String, _ arguments: [String] = []) -> String {
    let lines = classes(json, arguments).split(separator: "\n").map {
        $0.trimmingCharacters(in: .whitespaces)
    }
    let declarations = lines.filter {
        $0.hasPrefix("var ") || $0.hasSuffix(" {") && $0.contains("class ") && !$0.hasPrefix("override")
    }
    return declarations.map {
        $0.replacing("final ", with: "").replacing(" {", with: "")
    }.joined(separator: "; ")
}

/// A folder that is removed at the end of a test.
final class Folder {
    let path = NSTemporaryDirectory() + "modelgen-" + UUID().uuidString

    init(_ files: [String: String] = [:]) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        for (name, content) in files {
            try Data(content.utf8).write(to: URL(fileURLWithPath: path + "/" + name))
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String) -> String { path + "/" + name }

    func content(of name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: file(name))), as: UTF8.self)
    }
}
