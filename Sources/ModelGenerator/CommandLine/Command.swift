import Foundation
import ModelObjects

/// One call of modelgen.
package struct Command {
    private let arguments: [String]
    private let standardInput: () -> Data

    package init(_ arguments: [String], standardInput: @escaping () -> Data) {
        (self.arguments, self.standardInput) = (arguments, standardInput)
    }

    /// What the call prints, and its exit status.
    package struct Result: Equatable {
        package var output = ""
        package var errors = ""
        package var status: Int32 = 0
    }

    /// Runs the call.
    ///
    /// Nothing is written if any of the files is unusable.
    package func run() -> Result {
        do {
            return Result(output: try output())
        } catch let failure {
            return Result(errors: failure.description + "\n", status: 1)
        }
    }

    private func output() throws(Failure) -> String {
        let arguments: Arguments
        do {
            arguments = try Arguments(self.arguments)
        } catch {
            throw Failure(
                error.message
                    + "\nUsage: modelgen [<options>] [<file> ...]\n  See 'modelgen --help' for more information."
            )
        }
        if arguments.isHelp { return Arguments.help }
        var inputs: [Input] = []
        for path in arguments.files { inputs.append(try Input(path, standardInput)) }
        let files =
            arguments.isSchema
            ? try SchemaGenerator(arguments).files(inputs) : try SampleGenerator(arguments).files(inputs)
        guard let folder = arguments.output else { return files.map(\.source).joined(separator: "\n") }
        for file in files { try Self.write(file, to: folder) }
        return ""
    }

    private static func write(_ file: SourceFile, to folder: String) throws(Failure) {
        let url = URL(fileURLWithPath: folder).appendingPathComponent("\(file.name).swift")
        do {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(file.source.utf8).write(to: url, options: .atomic)
        } catch {
            throw Failure("Could not write the file: \(error.localizedDescription)", at: url.path)
        }
    }
}

/// A file, or what came from standard input.
struct Input {
    /// The name in messages.
    let name: String
    /// What the class of its root is called, unless the arguments say so.
    let className: String
    let data: Data

    init(name: String, data: Data) {
        self.name = name
        self.data = data
        let file = name.split(separator: "/").last.map(String.init) ?? name
        let stem = file.split(separator: ".").first.map(String.init) ?? ""
        let words = stem.reversed().drop { $0.isNumber || "-_ ".contains($0) }.reversed()
        className = name == Self.standardInputName ? "Root" : Words.className(String(words))
    }

    static let standardInputName = "standard input"

    init(_ path: String, _ standardInput: () -> Data) throws(Failure) {
        if path == "-" {
            self.init(name: Self.standardInputName, data: standardInput())
            return
        }
        do {
            self.init(name: path, data: try Data(contentsOf: URL(fileURLWithPath: path)))
        } catch {
            let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
            let reason =
                type == .typeDirectory ? "It is a folder" : type == nil ? "No such file" : "No permission"
            throw Failure("Could not read the file: \(reason).", at: path)
        }
    }

    /// Runs a step that parses the content; its errors name the file.
    func parsed<Value>(_ body: (Data) throws -> Value) throws(Failure) -> Value {
        do {
            return try body(data)
        } catch let error as JSONSyntaxError {
            throw Failure(error.reason + ".", at: "\(name):\(error.line):\(error.column)")
        } catch let error as Failure {
            throw error.place == nil ? Failure(error.message, at: name) : error
        } catch {
            throw Failure("\(error)", at: name)
        }
    }
}
