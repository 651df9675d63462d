// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "ModelObjects",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [
        .library(name: "ModelObjects", targets: ["ModelObjects"])
    ],
    targets: [
        .target(
            name: "ModelObjects",
            swiftSettings: [.strictMemorySafety()]
        ),
        .testTarget(
            name: "ModelObjectsTests",
            dependencies: ["ModelObjects"]
        ),
        .testTarget(
            name: "MainActorTests",
            dependencies: ["ModelObjects"],
            swiftSettings: [.defaultIsolation(MainActor.self)]
        ),
    ],
    swiftLanguageModes: [.v6]
)
