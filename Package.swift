// swift-tools-version: 6.2

import PackageDescription

/// A program in `Samples/<name>`: `swift run <name>`.
///
/// The two tools, `Samples/Benchmark` and `Samples/Fuzz`, are packages of their own.
func sample(_ name: String, files: [String] = []) -> Target {
    .executableTarget(
        name: name,
        dependencies: ["ModelObjects"],
        path: "Samples/\(name)",
        exclude: ["expected.txt"] + files
    )
}

/// Without programs, the package builds for systems on which a program cannot start another one.
let withPrograms = Context.environment["WITHOUT_SAMPLES"] == nil

/// Whether to build only the library, the generator and their tests, without samples.
let onlyTests = Context.environment["ONLY_TESTS"] != nil

/// The only files and folders of the library's tests to build; all of them without this variable.
let testFiles = Context.environment["TEST_FILES"]?.split(separator: " ").map(String.init)

let samples = [
    sample("QuickStart"),
    sample("GeneratedClass", files: ["season.json"]),
    sample("Rules"),
    sample("Polymorphism"),
    sample("Validation"),
    sample("Hooks"),
    sample("BadElements"),
    sample("ListReport"),
    sample("DotNetDates"),
    sample("WhyIsItNil"),
    sample("Audit"),
    sample("ServerChanged"),
    sample("Monitor"),
    sample("ExportStyles"),
    sample("CodableInterop"),
    sample("Envelope"),
    sample("DiffAndMerge"),
    sample("PartialUpdates"),
    sample("ArchiveToDisk"),
    sample("OldArchive"),
    sample("LargeFile"),
    sample("AsyncChunks"),
    sample("PartialText"),
    sample("Schemas"),
]

/// The program that makes classes from samples: `swift run modelgen`.
let generator: [Target] = [
    .target(
        name: "ModelGenerator",
        dependencies: ["ModelObjects"],
        swiftSettings: [.strictMemorySafety()]
    ),
    .executableTarget(
        name: "modelgen",
        dependencies: ["ModelGenerator"],
        swiftSettings: [.strictMemorySafety()]
    ),
    .testTarget(
        name: "ModelGeneratorTests",
        dependencies: ["ModelGenerator", "ModelObjects"]
    ),
]

/// The tests with the default isolation of new app projects.
let mainActorTests: Target = .testTarget(
    name: "MainActorTests",
    dependencies: ["ModelObjects"],
    swiftSettings: [.defaultIsolation(MainActor.self)]
)

/// The privacy manifest, which App Store Connect reads in the app.
///
/// Only Apple's platforms need it, and packages are built for them only on macOS. Elsewhere, a resource would put a folder
/// beside each program.
let privacyManifest = "PrivacyInfo.xcprivacy"
#if os(macOS)
let (resources, excluded): ([Resource], [String]) = ([.copy(privacyManifest)], [])
#else
let (resources, excluded): ([Resource], [String]) = ([], [privacyManifest])
#endif

let package = Package(
    name: "ModelObjects",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [
        .library(name: "ModelObjects", targets: ["ModelObjects"])
    ] + (withPrograms ? [.executable(name: "modelgen", targets: ["modelgen"])] : []),
    targets: [
        .target(
            name: "ModelObjects",
            exclude: excluded,
            resources: resources,
            swiftSettings: [.strictMemorySafety()]
        ),
        .testTarget(
            name: "ModelObjectsTests",
            dependencies: ["ModelObjects"],
            sources: testFiles,
            resources: [.copy("Fixtures")]
        ),
    ] + (testFiles == nil ? [mainActorTests] : []) + (withPrograms ? generator : [])
        + (withPrograms && !onlyTests ? samples : []),
    swiftLanguageModes: [.v6]
)
