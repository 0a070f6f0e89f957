// swift-tools-version: 6.2
import PackageDescription

/// `make sanitize-threads` sets the folder of a Mutex that the thread sanitizer sees.
let mutex: [SwiftSetting] =
  Context.environment["MOTION_MUTEX"].map {
    [.unsafeFlags(["-I", $0, "-module-alias", "Synchronization=PthreadSynchronization"])]
  } ?? []
let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)] + mutex

/// Who needs nothing of a device, such as UndoKit alone, leaves this out, and resolves no package.
let devices: TargetDependencyCondition? = .when(traits: ["Devices"])
let argumentParser: Target.Dependency = .product(
  name: "ArgumentParser", package: "swift-argument-parser", condition: devices)
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log", condition: devices)
let system: Target.Dependency = .product(
  name: "SystemPackage", package: "swift-system", condition: devices)

let package = Package(
  name: "motiond",
  products: [
    .library(name: "MotionCore", targets: ["MotionCore"]),
    .library(name: "TouchCore", targets: ["TouchCore"]),
    .library(name: "UndoKit", targets: ["UndoKit"]),
    .library(name: "PasteboardKit", targets: ["PasteboardKit"]),
    .library(name: "ResponderKit", targets: ["ResponderKit"]),
    .library(name: "MotionTestSupport", targets: ["MotionTestSupport"]),
    .library(name: "MotionSynthesis", targets: ["MotionSynthesis"]),
    .library(name: "MotionIIO", targets: ["MotionIIO"]),
    .library(name: "MotionBus", targets: ["MotionBus"]),
    .library(name: "TouchInput", targets: ["TouchInput"]),
    .library(name: "MotionEvaluation", targets: ["MotionEvaluation"]),
    .executable(name: "motiond", targets: ["motiond"]),
    .executable(name: "motionctl", targets: ["motionctl"]),
    .executable(name: "touchctl", targets: ["touchctl"]),
    .executable(name: "motion-demo", targets: ["motion-demo"]),
  ],
  traits: [
    .default(enabledTraits: ["Devices"]),
    .trait(
      name: "Devices",
      description: "The commands, and what reads devices: MotionIIO, MotionBus, TouchInput."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
  ],
  targets: [
    .systemLibrary(name: "CIIO", pkgConfig: "libiio", providers: [.apt(["libiio-dev"])]),
    .systemLibrary(name: "CLinux"),
    .target(name: "CStandardError"),
    // libinput, which nothing but TouchInput and touchctl links.
    .systemLibrary(name: "CInput", pkgConfig: "libinput", providers: [.apt(["libinput-dev"])]),
    .systemLibrary(name: "CUdev", pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),

    // What motion and touching are: pure, deterministic; and what apps do about it.
    .target(name: "MotionCore", swiftSettings: strict),
    .target(name: "TouchCore", dependencies: ["MotionCore"], swiftSettings: strict),
    .target(name: "UndoKit", swiftSettings: strict),
    .target(name: "PasteboardKit", swiftSettings: strict),
    .target(
      name: "ResponderKit", dependencies: ["MotionCore", "TouchCore", "UndoKit"],
      swiftSettings: strict),

    // Motion without a device: for tests, ours and those of apps.
    .target(name: "MotionSynthesis", dependencies: ["MotionCore"], swiftSettings: strict),
    .target(
      name: "MotionTestSupport",
      dependencies: ["MotionCore", "MotionSynthesis", "ResponderKit", "TouchCore"],
      swiftSettings: strict),

    // The world outside: sensors, buses, files, processes.
    .target(
      name: "DispatchSupport", dependencies: ["CLinux", "MotionCore", system], swiftSettings: strict
    ),
    .target(
      name: "MotionIIO",
      dependencies: [
        "CIIO", "CLinux", "CStandardError", "CUdev", "DispatchSupport", "MotionCore", system,
      ],
      swiftSettings: strict),
    .target(name: "CSystemBus", linkerSettings: [.linkedLibrary("systemd")]),
    .target(
      name: "MotionBus", dependencies: ["CSystemBus", "DispatchSupport", "MotionCore", system],
      swiftSettings: strict),
    .target(
      name: "TouchInput",
      dependencies: ["CInput", "DispatchSupport", "MotionCore", "TouchCore", system],
      swiftSettings: strict),
    .target(
      name: "CommandCore", dependencies: ["DispatchSupport", argumentParser, system],
      swiftSettings: strict),
    .target(
      name: "CommandSupport",
      dependencies: [
        "CommandCore", "DispatchSupport", "MotionBus", "MotionCore", "MotionIIO", argumentParser,
        system,
      ],
      swiftSettings: strict),
    // Recordings of other programs, and pictures of recordings.
    .target(name: "MotionImport", dependencies: ["MotionCore"], swiftSettings: strict),
    .target(name: "MotionPictures", dependencies: ["MotionCore"], swiftSettings: strict),
    .target(
      name: "MotionEvaluation",
      dependencies: ["MotionCore", "MotionSynthesis"], swiftSettings: strict),
    // Motions as messages of MQTT; the program that sends them is below.
    .target(
      name: "MotionMQTT", dependencies: ["MotionCore", "MotionEvaluation"], swiftSettings: strict),
    .executableTarget(
      name: "motiond",
      dependencies: [
        "CLinux", "MotionBus", "MotionCore", "MotionIIO", "MotionSynthesis", "DispatchSupport",
        "CommandSupport", argumentParser, logging, system,
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "motionctl",
      dependencies: [
        "CLinux", "MotionBus", "MotionCore", "MotionIIO", "MotionSynthesis", "MotionEvaluation",
        "MotionImport", "MotionPictures", "CommandSupport", "DispatchSupport", argumentParser,
        system,
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "touchctl",
      dependencies: [
        "CommandCore", "DispatchSupport", "MotionCore", "MotionEvaluation", "TouchCore",
        "TouchInput", argumentParser,
        system,
      ],
      swiftSettings: strict),

    .executableTarget(
      name: "motion-demo",
      dependencies: [
        "CommandSupport", "MotionCore", "MotionIIO", "MotionSynthesis", "ResponderKit", "UndoKit",
        argumentParser,
      ],
      swiftSettings: strict),

    .testTarget(
      name: "MotionCoreTests", dependencies: ["MotionCore", "MotionSynthesis", "MotionEvaluation"],
      swiftSettings: strict),
    .testTarget(
      name: "TouchCoreTests", dependencies: ["TouchCore", "MotionCore", "MotionSynthesis"],
      swiftSettings: strict),
    .target(
      name: "ProcessTestSupport", path: "Tests/ProcessTestSupport", swiftSettings: strict),
    .executableTarget(
      name: "UndoKitHost", dependencies: ["UndoKit"], path: "Tests/UndoKitHost",
      swiftSettings: strict),
    .testTarget(
      name: "UndoKitTests", dependencies: ["UndoKit", "UndoKitHost", "ProcessTestSupport"],
      swiftSettings: strict),
    .executableTarget(
      name: "PasteboardKitHost", dependencies: ["PasteboardKit"], path: "Tests/PasteboardKitHost",
      swiftSettings: strict),
    .testTarget(
      name: "PasteboardKitTests",
      dependencies: ["PasteboardKit", "PasteboardKitHost", "ProcessTestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "ResponderKitTests",
      dependencies: [
        "ResponderKit", "MotionCore", "MotionSynthesis", "MotionTestSupport", "TouchCore",
        "UndoKit",
      ], swiftSettings: strict),
    .testTarget(
      name: "MotionTestSupportTests",
      dependencies: [
        "MotionTestSupport", "MotionCore", "MotionSynthesis", "ResponderKit", "TouchCore",
        "UndoKit",
      ], swiftSettings: strict),
    .testTarget(
      name: "MotionImportTests", dependencies: ["MotionImport", "MotionCore", "MotionSynthesis"],
      swiftSettings: strict),
    .testTarget(
      name: "MotionPicturesTests",
      dependencies: ["MotionPictures", "MotionCore", "MotionSynthesis"], swiftSettings: strict),
    .testTarget(
      name: "MotionMQTTTests", dependencies: ["MotionMQTT", "MotionCore"], swiftSettings: strict),
    .testTarget(
      name: "MotionEvaluationTests",
      dependencies: [
        "MotionEvaluation", "MotionCore", "MotionSynthesis", "MotionTestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "DemoTests", dependencies: ["motion-demo", "MotionCore", "MotionTestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "DispatchSupportTests", dependencies: ["DispatchSupport", "MotionCore", system],
      swiftSettings: strict),
    .testTarget(
      name: "MotionIIOTests",
      dependencies: ["MotionIIO", "DispatchSupport", "MotionCore", "MotionSynthesis", system],
      swiftSettings: strict),
    .testTarget(
      name: "TouchInputTests",
      dependencies: ["TouchInput", "MotionCore", "ResponderKit", "TouchCore", system],
      swiftSettings: strict),
    .target(name: "BusTestSupport", path: "Tests/BusTestSupport", swiftSettings: strict),
    .testTarget(
      name: "MotionBusTests",
      dependencies: [
        "MotionBus", "CSystemBus", "DispatchSupport", "BusTestSupport", "MotionCore",
        "MotionSynthesis", "ResponderKit", "UndoKit", system,
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "MotionLoad",
      dependencies: [
        "MotionBus", "CSystemBus", "BusTestSupport", "MotionCore", "MotionSynthesis",
        argumentParser,
        system,
      ], path: "Tests/Load", swiftSettings: strict),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "motiond", "motionctl", "motion-demo", "touchctl", "MotionLoad", "MotionBus",
        "BusTestSupport",
        "ProcessTestSupport", "CommandSupport", "MotionCore", "MotionIIO", "MotionTestSupport",
        system,
      ],
      exclude: ["Umockdev"], swiftSettings: strict),
  ]
)

// `make fuzz`: only there, as it takes a build of its own with libFuzzer.
if Context.environment["MOTION_FUZZ"] != nil {
  package.targets += [
    .executableTarget(
      name: "MotionFuzz",
      dependencies: [
        "MotionCore", "MotionBus", "MotionIIO", "MotionImport", "ResponderKit", "TouchCore",
        "UndoKit",
      ],
      path: "Tests/Fuzz", exclude: ["Corpus", "run"], swiftSettings: strict)
  ]
}

// `make mqtt`: only there, as nobody else needs libmosquitto.
if Context.environment["MOTION_MQTT"] != nil {
  package.products += [.executable(name: "motion-mqtt", targets: ["motion-mqtt"])]
  package.targets += [
    .systemLibrary(
      name: "CMosquitto", pkgConfig: "libmosquitto", providers: [.apt(["libmosquitto-dev"])]),
    .executableTarget(
      name: "motion-mqtt",
      dependencies: [
        "CMosquitto", "CommandSupport", "DispatchSupport", "MotionBus", "MotionCore", "MotionMQTT",
        argumentParser,
      ], swiftSettings: strict),
    .testTarget(
      name: "MQTTCommandTests",
      dependencies: [
        "motion-mqtt", "motiond", "motionctl", "BusTestSupport", "ProcessTestSupport",
      ],
      swiftSettings: strict),
  ]
}
