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
    .systemLibrary(
      name: "CQt", pkgConfig: "Qt6Widgets", providers: [.apt(["qt6-base-dev"])]),
    .systemLibrary(name: "CSDL", pkgConfig: "sdl2", providers: [.apt(["libsdl2-dev"])]),
    // What the programs with GTK share: its signals, its pointers and its loop.
    .target(
      name: "GTKSupport", dependencies: ["CGTK", .product(name: "MainLoop", package: "motiond")],
      swiftSettings: strict),
    .executableTarget(
      name: "ShakeNotes",
      dependencies: [
        "CGTK", "GTKSupport",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
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
        "CGTK", "GTKSupport",
        .product(name: "MotionBus", package: "motiond"),
        .product(name: "ShakeUndo", package: "motiond"),
      ],
      swiftSettings: strict),
    // The same with Qt 6, and with SDL 2.
    .target(name: "QtText", dependencies: ["CQt"]),
    .executableTarget(
      name: "ShakeQt",
      dependencies: [
        "CQt", "QtText",
        .product(name: "MainLoop", package: "motiond"),
        .product(name: "MotionBus", package: "motiond"),
        .product(name: "ShakeUndo", package: "motiond"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "ShakeSDL",
      dependencies: [
        "CSDL",
        .product(name: "MainLoop", package: "motiond"),
        .product(name: "MotionBus", package: "motiond"),
        .product(name: "ShakeUndo", package: "motiond"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ShakeNotesTests",
      dependencies: [
        "ShakeNotes", "ShakeQt", "ShakeSDL", "ShakeText",
        .product(name: "MotionCore", package: "motiond"),
        .product(name: "MotionTestSupport", package: "motiond"),
        .product(name: "PasteboardKit", package: "motiond"),
        .product(name: "ResponderKit", package: "motiond"),
        .product(name: "UndoKit", package: "motiond"),
      ],
      swiftSettings: strict),
  ],
  cxxLanguageStandard: .cxx17
)
