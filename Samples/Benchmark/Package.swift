// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "Benchmark",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "ModelObjects", path: "../..")],
    targets: [
        .executableTarget(
            name: "Benchmark",
            dependencies: ["ModelObjects"],
            path: "Sources"
        )
    ],
    swiftLanguageModes: [.v6]
)
