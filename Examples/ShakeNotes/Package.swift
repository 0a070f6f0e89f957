// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

let package = Package(
  name: "ShakeNotes",
  dependencies: [
    .package(name: "motiond", path: "../.."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    .systemLibrary(name: "CGTK", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"])]),
    .executableTarget(
      name: "ShakeNotes",
      dependencies: [
        "CGTK",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "MainLoop", package: "motiond"),
        .product(name: "MotionBus", package: "motiond"),
        .product(name: "MotionCore", package: "motiond"),
        .product(name: "PasteboardKit", package: "motiond"),
        .product(name: "ResponderKit", package: "motiond"),
        .product(name: "ShakeUndo", package: "motiond"),
        .product(name: "UndoKit", package: "motiond"),
      ],
      swiftSettings: strict),
    // A text of GTK's own, with its own history: all that an app with a toolkit needs.
    .executableTarget(
      name: "ShakeText",
      dependencies: [
        "CGTK",
        .product(name: "MainLoop", package: "motiond"),
        .product(name: "MotionBus", package: "motiond"),
        .product(name: "ShakeUndo", package: "motiond"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ShakeNotesTests",
      dependencies: [
        "ShakeNotes", "ShakeText",
        .product(name: "MotionCore", package: "motiond"),
        .product(name: "MotionTestSupport", package: "motiond"),
        .product(name: "PasteboardKit", package: "motiond"),
        .product(name: "ResponderKit", package: "motiond"),
        .product(name: "UndoKit", package: "motiond"),
      ],
      swiftSettings: strict),
  ]
)
