import Foundation
import ModelObjects

/// One call of modelgen.
package struct Command {
    private let arguments: [String]
    private let standardInput: () throws -> Data

    package init(_ arguments: [String], standardInput: @escaping () throws -> Data) {
        (self.arguments, self.standardInput) = (arguments, standardInput)
    }

    /// The output of a call, and its exit status.
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

    /// Runs the call, prints, and returns the exit status.
    package func run(output: FileHandle, errors: FileHandle) -> Int32 {
        let result = run()
        do {
            if !result.output.isEmpty { try output.write(contentsOf: Data(result.output.utf8)) }
        } catch {
            let failure = Failure(
                "Could not write the classes: \(Self.reason(error))", at: "standard output")
            try? errors.write(contentsOf: Data((failure.description + "\n").utf8))
            return 1
        }
        try? errors.write(contentsOf: Data(result.errors.utf8))
        return result.status
    }

    /// The system's message for a file error.
    static func reason(_ error: any Error) -> String {
        let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
        return (cause?.localizedFailureReason).map { $0 + "." } ?? error.localizedDescription
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
        let inputs = try arguments.files.map { path throws(Failure) in try Input(path, standardInput) }
        let files =
            arguments.isSchema
            ? try SchemaGenerator.files(inputs, arguments) : try SampleGenerator.files(inputs, arguments)
        guard let folder = arguments.output else { return files.map(\.source).joined(separator: "\n") }
        let folderURL = URL(fileURLWithPath: folder)
        let outputs = files.map {
            (folderURL.appendingPathComponent("\($0.name).swift"), Data($0.source.utf8))
        }
        try Self.checkPlaces(folderURL, outputs.map(\.0))
        for (url, source) in outputs where !arguments.isForced {
            // Users edit the generated classes.
            guard FileManager.default.fileExists(atPath: url.path), (try? Data(contentsOf: url)) != source
            else { continue }
            throw Failure("The file exists with different content. Use --force to replace it.", at: url.path)
        }
        for (url, source) in outputs { try Self.write(source, to: url) }
        return ""
    }

    /// Checks that no file has the path of the folder or of its parents, and that no folder has the path of
    /// an output file.
    private static func checkPlaces(_ folder: URL, _ files: [URL]) throws(Failure) {
        let steps = folder.pathComponents
        for count in steps.indices.dropFirst() {
            let path = steps[1...count].reduce("") { $0 + "/" + $1 }
            if isFolder(path) == false {
                throw Failure("Could not create the folder: a file with this name exists.", at: path)
            }
        }
        for file in files where isFolder(file.path) == true {
            throw Failure("Could not write the file: There is a folder with this name.", at: file.path)
        }
    }

    /// Whether there is a folder, or a link to a folder, at a path; nil if nothing is there.
    private static func isFolder(_ path: String) -> Bool? {
        let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        return try? url.resourceValues(forKeys: [.isDirectoryKey]).isDirectory
    }

    private static func write(_ source: Data, to url: URL) throws(Failure) {
        do {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try source.write(to: url, options: .atomic)
        } catch {
            throw Failure("Could not write the file: \(reason(error))", at: url.path)
        }
    }
}

/// A file, or the content of standard input.
struct Input {
    /// The name in messages.
    let name: String
    /// The name of the root's class, unless the arguments set it.
    let className: String
    let data: Data

    init(_ path: String, _ standardInput: () throws -> Data) throws(Failure) {
        let isFile = path != "-"
        name = isFile ? path : "standard input"
        do {
            let file = isFile ? try FileHandle(forReadingFrom: URL(fileURLWithPath: path)) : nil
            data = try file.map { try $0.readToEnd() ?? Data() } ?? standardInput()
        } catch {
            throw Failure("Could not read the file: \(Command.reason(error))", at: name)
        }
        let stem = Self.fileName(of: path).split(separator: ".").first.map(String.init) ?? ""
        let words = stem.reversed().drop { $0.isNumber || "-_ ()".contains($0) }.reversed()
        let isNamed = isFile && words.contains { $0.isLetter }
        className = isNamed ? Words.className(String(words)) : "Root"
    }

    static func fileName(of path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
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
