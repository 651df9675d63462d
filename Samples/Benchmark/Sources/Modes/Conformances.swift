import Foundation

/// The first decode in a program with many types.
///
/// Where the runtime needs a conformance for the first time, it searches those of the whole process. So the first use
/// of a class may take longer in a large app. This generates a program with 2,000 structs that conform to 50 protocols
/// each, builds it in a temporary folder, and runs it once for each sample.
func printConformances(_ arguments: Arguments) throws {
    let structCount = arguments.isSmoke ? 20 : 2_000
    let folder = temporaryFolder.appendingPathComponent("conformances")
    try writeProgram(folder, structCount: structCount)
    say("Building a program with \(structCount * protocolCount) more conformances.")
    let build = ["swift", "build", "-c", "release", "--package-path", folder.path]
    guard try output(of: build + ["--product", "Conformances"]).status == 0 else {
        throw ComparisonError(
            description: "the generated program was not built; run \(build.joined(separator: " "))")
    }
    let binaries = try output(of: build + ["--show-bin-path"]).text
    let program = URL(fileURLWithPath: binaries).appendingPathComponent("Conformances").path
    let names = ["ModelObjects", "JSONDecoder"]
    let samples = try inTurns(
        names.map { name in
            {
                let run = try output(of: [program, name])
                guard run.status == 0, let time = Double(run.text) else {
                    throw ComparisonError(description: "the generated program failed")
                }
                return time
            }
        }, rounds: arguments.rounds)
    var table = ResultTable(["", "first decode", "min–max", "× ModelObjects"])
    for (index, times) in samples.enumerated() {
        let ratio = zip(times, samples[0]).map { $0 / $1 }.median
        table.add([
            names[index], duration(times.median),
            "\(duration(times.min() ?? .nan))–\(duration(times.max() ?? .nan))",
            precise(ratio),
        ])
    }
    say(table.text)
}

private let protocolCount = 50

private func writeProgram(_ folder: URL, structCount: Int) throws {
    // This file is Samples/Benchmark/Sources/Modes/Conformances.swift.
    var sources = URL(fileURLWithPath: #filePath)
    for _ in 0..<2 { sources.deleteLastPathComponent() }
    let repository = sources.appendingPathComponent("../../..").standardizedFileURL
    let target = folder.appendingPathComponent("Sources/Conformances")
    let generated = folder.appendingPathComponent("Sources/Generated")
    for each in [target, generated] {
        try FileManager.default.createDirectory(at: each, withIntermediateDirectories: true)
    }
    func write(_ text: String, _ name: String, in folder: URL) throws {
        try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }
    for model in ["Member", "CodedMember"] {
        try FileManager.default.copyItem(
            at: sources.appendingPathComponent("Models/\(model).swift"),
            to: target.appendingPathComponent("\(model).swift"))
    }
    try write(
        """
        // swift-tools-version: 6.2
        import PackageDescription
        let package = Package(
            name: "Conformances", platforms: [.macOS(.v13)],
            dependencies: [.package(name: "ModelObjects", path: "\(repository.path)")],
            targets: [
                .target(name: "Generated"),
                .executableTarget(name: "Conformances", dependencies: ["ModelObjects", "Generated"]),
            ])
        """, "Package.swift", in: folder)
    let protocols = (0..<protocolCount).map { "P\($0)" }
    let lines =
        protocols.map { "public protocol \($0) {}" }
        + (0..<structCount).map { "public struct S\($0): \(protocols.joined(separator: ", ")) {}" }
        + ["public let lastOfAll: any P0.Type = S\(structCount - 1).self"]
    try write(lines.joined(separator: "\n"), "Generated.swift", in: generated)
    let payload = String(decoding: membersPayload(count: 1, seed: 1), as: UTF8.self)
    try write(
        """
        import Foundation
        import Generated
        import ModelObjects
        let payload = Data(#\"\"\"
        \(payload)
        \"\"\"#.utf8)
        let isOurs = CommandLine.arguments.last == "ModelObjects"
        let clock = ContinuousClock()
        let time = try clock.measure {
            if isOurs {
                _ = try Member.array(json: payload)
            } else {
                _ = try JSONDecoder().decode([CodedMember].self, from: payload)
            }
        }
        precondition(lastOfAll == lastOfAll)
        print(Double(time.components.attoseconds) / 1e9)
        """, "main.swift", in: target)
}

private func output(of command: [String]) throws -> (text: String, status: Int32) {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.standardOutput = pipe
    try process.start()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (text.trimmingCharacters(in: .whitespacesAndNewlines), process.terminationStatus)
}
