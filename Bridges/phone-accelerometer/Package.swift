// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

let package = Package(
  name: "phone-accelerometer",
  products: [
    // Reads a phone's accelerometer, and writes a recording.
    .executable(name: "phone-accelerometer", targets: ["phone-accelerometer"])
  ],
  dependencies: [
    .package(name: "motiond", path: "../.."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
  ],
  targets: [
    // What the two apps say, and what it means: pure.
    .target(
      name: "PhoneProtocol", dependencies: [.product(name: "MotionCore", package: "motiond")],
      swiftSettings: strict),
    .executableTarget(
      name: "phone-accelerometer",
      dependencies: [
        "PhoneProtocol",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "MotionCore", package: "motiond"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOWebSocket", package: "swift-nio"),
      ],
      swiftSettings: strict),
    // Shared with the tests of motiond.
    .target(name: "ProcessTestSupport", path: "Tests/ProcessTestSupport", swiftSettings: strict),
    .testTarget(
      name: "PhoneProtocolTests",
      dependencies: ["PhoneProtocol", .product(name: "MotionCore", package: "motiond")],
      swiftSettings: strict),
    .testTarget(
      name: "PhoneCommandTests",
      dependencies: [
        "phone-accelerometer", "ProcessTestSupport",
        .product(name: "MotionCore", package: "motiond"),
      ],
      exclude: ["fake-phone"], swiftSettings: strict),
  ]
)
