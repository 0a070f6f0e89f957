// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

let package = Package(
  name: "phone-accelerometer",
  dependencies: [
    .package(name: "motiond", path: "../..")
  ],
  targets: [
    // What the two apps say, and what it means: pure.
    .target(
      name: "PhoneProtocol", dependencies: [.product(name: "MotionCore", package: "motiond")],
      swiftSettings: strict),
    .testTarget(
      name: "PhoneProtocolTests",
      dependencies: ["PhoneProtocol", .product(name: "MotionCore", package: "motiond")],
      swiftSettings: strict),
  ]
)
