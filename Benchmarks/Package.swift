// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Benchmarks",
  dependencies: [.package(name: "motiond", path: "..")],
  targets: [
    .target(name: "CAllocations"),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "CAllocations",
        .product(name: "MotionCore", package: "motiond"),
        .product(name: "MotionSynthesis", package: "motiond"),
        .product(name: "MotionEvaluation", package: "motiond"),
        .product(name: "ResponderKit", package: "motiond"),
        .product(name: "TouchCore", package: "motiond"),
        .product(name: "UndoKit", package: "motiond"),
      ],
      swiftSettings: [.treatAllWarnings(as: .error)]),
  ]
)
