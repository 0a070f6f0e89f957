// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

let argumentParser: Target.Dependency = .product(
  name: "ArgumentParser", package: "swift-argument-parser")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")

let package = Package(
  name: "motiond",
  products: [
    .library(name: "MotionCore", targets: ["MotionCore"]),
    .library(name: "UndoKit", targets: ["UndoKit"]),
    .library(name: "ResponderKit", targets: ["ResponderKit"]),
    .library(name: "MotionTools", targets: ["MotionTools"]),
    .executable(name: "motiond", targets: ["motiond"]),
    .executable(name: "motionctl", targets: ["motionctl"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/swiftcsv/SwiftCSV", from: "0.10.0"),
  ],
  targets: [
    .systemLibrary(name: "CIIO", pkgConfig: "libiio", providers: [.apt(["libiio-dev"])]),

    // What motion is: pure, deterministic; and what apps do about it.
    .target(name: "MotionCore", swiftSettings: strict),
    .target(name: "UndoKit", swiftSettings: strict),
    .target(name: "ResponderKit", dependencies: ["MotionCore", "UndoKit"], swiftSettings: strict),

    // The world outside: sensors, files, processes.
    .target(name: "MotionIIO", dependencies: ["CIIO", "MotionCore"], swiftSettings: strict),
    .target(
      name: "CommandSupport", dependencies: ["MotionCore", "MotionIIO", argumentParser],
      swiftSettings: strict),
    .target(
      name: "MotionTools", dependencies: ["MotionCore", "ResponderKit", "UndoKit", "SwiftCSV"],
      swiftSettings: strict),
    .executableTarget(
      name: "motiond",
      dependencies: ["MotionCore", "MotionIIO", "CommandSupport", argumentParser, logging],
      swiftSettings: strict),
    .executableTarget(
      name: "motionctl",
      dependencies: [
        "MotionCore", "MotionIIO", "MotionTools", "CommandSupport", argumentParser,
      ],
      swiftSettings: strict),

    .testTarget(
      name: "MotionCoreTests", dependencies: ["MotionCore", "MotionTools"], swiftSettings: strict),
    .testTarget(name: "UndoKitTests", dependencies: ["UndoKit"], swiftSettings: strict),
    .testTarget(
      name: "ResponderKitTests", dependencies: ["ResponderKit", "MotionCore", "UndoKit"],
      swiftSettings: strict),
    .testTarget(
      name: "MotionToolsTests", dependencies: ["MotionTools", "MotionCore"],
      swiftSettings: strict),
    .testTarget(
      name: "MotionIIOTests", dependencies: ["MotionIIO", "MotionCore", "MotionTools"],
      swiftSettings: strict),
    .testTarget(
      name: "CommandTests", dependencies: ["motiond", "motionctl", "MotionCore"],
      exclude: ["Umockdev"], swiftSettings: strict),
  ]
)
