// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

// A package of its own, as the window alone needs GTK: the build of all others does without.
let package = Package(
  name: "shake-to-undo-settings",
  dependencies: [.package(name: "motiond", path: "../..")],
  targets: [
    .systemLibrary(name: "CGTK", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"])]),
    // What the window shows, and what follows from a tap: pure.
    .target(
      name: "SettingsModel", dependencies: [.product(name: "MotionCore", package: "motiond")],
      swiftSettings: strict),
    .executableTarget(
      name: "shake-to-undo-settings",
      dependencies: [
        "CGTK", "SettingsModel", .product(name: "MotionBus", package: "motiond"),
        .product(name: "MotionCore", package: "motiond"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "SettingsModelTests",
      dependencies: ["SettingsModel", .product(name: "MotionCore", package: "motiond")],
      swiftSettings: strict),
  ]
)
