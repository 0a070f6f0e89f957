// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

let package = Package(
  name: "Examples",
  dependencies: [
    .package(name: "motiond", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    .executableTarget(
      name: "ShakeEditor",
      dependencies: [
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "MotionCore", package: "motiond"),
        .product(name: "MotionSensors", package: "motiond"),
        .product(name: "PasteboardKit", package: "motiond"),
        .product(name: "ResponderKit", package: "motiond"),
        .product(name: "ShakeUndo", package: "motiond"),
        .product(name: "UndoKit", package: "motiond"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "TouchTiles",
      dependencies: [
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "MotionCore", package: "motiond"),
        .product(name: "MotionSensors", package: "motiond"),
        .product(name: "PasteboardKit", package: "motiond"),
        .product(name: "ResponderKit", package: "motiond"),
        .product(name: "TouchInput", package: "motiond"),
        .product(name: "UndoKit", package: "motiond"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "TouchTilesTests",
      dependencies: [
        "TouchTiles", .product(name: "MotionTestSupport", package: "motiond"),
        .product(name: "PasteboardKit", package: "motiond"),
        .product(name: "ResponderKit", package: "motiond"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ShakeEditorTests",
      dependencies: ["ShakeEditor", .product(name: "PasteboardKit", package: "motiond")],
      swiftSettings: strict),
  ]
)
