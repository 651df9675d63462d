import Foundation

/// What the library costs an app besides time: the size of a stripped hello-world, and the processor time of its clean
/// release build, which includes the library's.
///
/// Each program is a package in a temporary folder, built from nothing by `swift build -c release` as an app would be. A
/// build takes a minute, so it is not repeated: processor time, unlike the time on a clock, hardly depends on what else
/// the machine does.
func printFootprint(_ arguments: Arguments) throws {
    let table = RunningTable([
        ("hello-world with", 16), ("size, stripped", 14), ("clean release build, CPU", 24),
    ])
    // The short run only shows that building and measuring work.
    for program in HelloWorld.allCases where !arguments.isSmoke || program == .foundation {
        let (size, seconds) = try program.measure()
        table.add([program.rawValue, byteCount(size), duration(seconds * 1e9)])
    }
}

private enum HelloWorld: String, CaseIterable {
    case foundation = "JSONDecoder"
    case library = "ModelObjects"

    private var source: String {
        switch self {
        case .foundation:
            """
            import Foundation
            struct Hello: Decodable { var name = "" }
            let hello = try JSONDecoder().decode(Hello.self, from: Data(#"{"name": "World"}"#.utf8))
            print(hello.name)
            """
        case .library:
            """
            import ModelObjects
            final class Hello: ModelObject { var name = "" }
            let hello = try Hello(json: #"{"name": "World"}"#)
            print(hello.name)
            """
        }
    }

    private var manifest: String {
        let library = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../..").standardized
            .path
        let dependency = ".package(name: \"ModelObjects\", path: \(library.debugDescription))"
        return """
            // swift-tools-version: 6.2
            import PackageDescription
            let package = Package(
                name: "Hello",
                platforms: [.macOS(.v13)],
                dependencies: [\(self == .library ? dependency : "")],
                targets: [.executableTarget(
                    name: "Hello", dependencies: [\(self == .library ? "\"ModelObjects\"" : "")], path: "."
                )]
            )
            """
    }

    /// The size of the stripped program in bytes, and the processor time of its build in seconds.
    func measure() throws -> (size: Int, seconds: Double) {
        let folder = temporaryFolder.appendingPathComponent("hello-\(rawValue)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(source.utf8).write(to: folder.appendingPathComponent("main.swift"))
        try Data(manifest.utf8).write(to: folder.appendingPathComponent("Package.swift"))
        let before = childSeconds()
        try succeed(["swift", "build", "-c", "release", "--package-path", folder.path])
        let seconds = childSeconds() - before
        let program = folder.appendingPathComponent(".build/release/Hello").path
        try succeed(["strip", program])
        let size = try FileManager.default.attributesOfItem(atPath: program)[.size] as? Int
        return (size ?? 0, seconds)
    }

    private func succeed(_ command: [String]) throws {
        guard output(of: command, succeeds: true) != nil else {
            throw ComparisonError(description: "\(command.joined(separator: " ")) failed")
        }
    }
}

/// The processor time, in the program and the system, of all child processes that have ended, and of theirs.
private func childSeconds() -> Double {
    var usage = rusage()
    #if os(Linux)
    getrusage(RUSAGE_CHILDREN.rawValue, &usage)
    #else
    getrusage(RUSAGE_CHILDREN, &usage)
    #endif
    return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
}
