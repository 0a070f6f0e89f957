// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

let package = Package(
  name: "motion-mqtt",
  products: [
    // Publishes the motions that motiond recognizes to a broker.
    .executable(name: "motion-mqtt", targets: ["motion-mqtt"])
  ],
  dependencies: [
    .package(name: "motiond", path: "../.."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
  ],
  targets: [
    .systemLibrary(
      name: "CMosquitto", pkgConfig: "libmosquitto", providers: [.apt(["libmosquitto-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    // Topics, payloads and the messages that wait: pure.
    .target(
      name: "MotionMQTT", dependencies: [.product(name: "MotionCore", package: "motiond")],
      swiftSettings: strict),
    // The connection to a broker.
    .target(
      name: "MQTTRelay",
      dependencies: [
        "CCrypto", "CMosquitto", "CZlib", "MotionMQTT",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "MotionBus", package: "motiond"),
        .product(name: "MotionCore", package: "motiond"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "motion-mqtt",
      dependencies: [
        "MQTTRelay", "MotionMQTT",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "MotionBus", package: "motiond"),
        .product(name: "MotionCore", package: "motiond"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: strict),
    // A thousand devices, for `make fleet-bench`.
    .executableTarget(
      name: "FleetDevices",
      dependencies: ["MQTTRelay", "MotionMQTT", .product(name: "MotionCore", package: "motiond")],
      path: "Tests/FleetDevices", swiftSettings: strict),
    // Shared with the tests of motiond.
    .target(name: "BusTestSupport", path: "Tests/BusTestSupport", swiftSettings: strict),
    .target(name: "ProcessTestSupport", path: "Tests/ProcessTestSupport", swiftSettings: strict),
    .testTarget(
      name: "MotionMQTTTests",
      dependencies: ["MotionMQTT", .product(name: "MotionCore", package: "motiond")],
      swiftSettings: strict),
    .testTarget(
      name: "MQTTCommandTests",
      dependencies: ["motion-mqtt", "BusTestSupport", "ProcessTestSupport"],
      swiftSettings: strict),
  ]
)
