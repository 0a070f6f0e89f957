// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

/// `Tests/Sanitizers/run` sets the folder of a Mutex that the thread sanitizer sees.
let mutex: [SwiftSetting] =
  Context.environment["MOTION_MUTEX"].map {
    [.unsafeFlags(["-I", $0, "-module-alias", "Synchronization=PthreadSynchronization"])]
  } ?? []
let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)] + mutex

/// For what computes: `Packaging/bin/debug` has it optimized, as tests and demos play recordings.
///
/// `assert` and the texts of traps stay.
let computing: [SwiftSetting] =
  strict
  + (Context.environment["MOTION_OPTIMIZED"] == nil
    ? [] : [.unsafeFlags(["-O", "-assert-config", "Debug"])])

/// Disable this trait if you use only the portable libraries (UndoKit, ResponderKit, ...): no
/// package is then resolved.
let devices: TargetDependencyCondition? = .when(traits: ["Devices"])
let argumentParser: Target.Dependency = .product(
  name: "ArgumentParser", package: "swift-argument-parser", condition: devices)
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log", condition: devices)
let system: Target.Dependency = .product(
  name: "SystemPackage", package: "swift-system", condition: devices)

/// Debian's source package has the packages with it, in the folder that MOTION_PACKAGES names.
func swiftPackage(_ name: String, from version: Version) -> Package.Dependency {
  Context.environment["MOTION_PACKAGES"].map { .package(path: "\($0)/\(name)") }
    ?? .package(url: "https://github.com/apple/\(name)", from: version)
}

let package = Package(
  name: "motiond",
  products: [
    // What motion is: readings, recordings, recognition, events. Pure.
    .library(name: "MotionCore", targets: ["MotionCore"]),
    // Readings and motions of an accelerometer of this device.
    .library(name: "MotionSensors", targets: ["MotionSensors"]),
    // Motions of a running motiond, over D-Bus.
    .library(name: "MotionBus", targets: ["MotionBus"]),
    // The undo manager.
    .library(name: "UndoKit", targets: ["UndoKit"]),
    // Shake to undo for apps that have a toolkit of their own.
    .library(name: "ShakeUndo", targets: ["ShakeUndo"]),
    // The main queue in the loop of a toolkit.
    .library(name: "MainLoop", targets: ["MainLoop"]),
    // Copy and paste between the processes of a user.
    .library(name: "PasteboardKit", targets: ["PasteboardKit"]),
    // The responder chain, touches, gestures, controls and commands.
    .library(name: "ResponderKit", targets: ["ResponderKit", "TouchCore"]),
    // Touches of a panel, for an app that owns its screen.
    .library(name: "TouchInput", targets: ["TouchInput"]),
    // Motions and touches made for the tests of an app.
    .library(name: "MotionTestSupport", targets: ["MotionTestSupport", "MotionSynthesis"]),
  ],
  traits: [
    .default(enabledTraits: ["Devices"]),
    .trait(
      name: "Devices",
      description: "The commands, and what reads devices: MotionSensors, MotionBus, TouchInput."),
  ],
  dependencies: [
    swiftPackage("swift-argument-parser", from: "1.8.2"), swiftPackage("swift-log", from: "1.16.2"),
    swiftPackage("swift-system", from: "1.8.1"),
  ],
  targets: [
    // MARK: Sources: what a device runs

    .systemLibrary(name: "CIIO", pkgConfig: "libiio", providers: [.apt(["libiio-dev"])]),
    .systemLibrary(name: "CLinux"),
    .target(name: "CStandardError"),
    .target(name: "CSystemBus", linkerSettings: [.linkedLibrary("systemd")]),
    .systemLibrary(name: "CUdev", pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),
    .target(name: "MotionCore", swiftSettings: computing),
    .target(name: "MotionSynthesis", dependencies: ["MotionCore"], swiftSettings: computing),
    .target(
      name: "LinuxSupport", dependencies: ["CLinux", "MotionCore", system], swiftSettings: strict),
    // An accelerometer, read for as long as it is wanted, whichever subsystem has it.
    .target(
      name: "MotionSensors",
      dependencies: [
        "CIIO", "CLinux", "CStandardError", "CUdev", "LinuxSupport", "MotionCore", system,
      ],
      swiftSettings: strict),
    // D-Bus from Swift, and motiond on it.
    .target(
      name: "MotionBus", dependencies: ["CSystemBus", "LinuxSupport", "MotionCore", system],
      swiftSettings: strict),
    // Options in words, and a parser of them; and those that choose motions.
    .target(
      name: "CommandOptions", dependencies: ["LinuxSupport", "MotionCore"],
      path: "Sources/Commands/CommandOptions", swiftSettings: strict),
    // What commands share: sources, players, formats, the status in words.
    .target(
      name: "Commands",
      dependencies: [
        "CommandOptions", "LinuxSupport", "MotionBus", "MotionCore", "MotionSensors", system,
      ],
      path: "Sources/Commands/Commands", swiftSettings: strict),
    // How a command runs, and the options that choose motions, with ArgumentParser.
    .target(
      name: "CommandArguments",
      dependencies: ["CommandOptions", "LinuxSupport", "MotionCore", argumentParser],
      path: "Sources/Commands/CommandArguments", swiftSettings: strict),
    // The options that name an accelerometer or a daemon.
    .target(
      name: "SensorArguments",
      dependencies: [
        "CommandArguments", "CommandOptions", "Commands", "MotionBus", "MotionSensors",
        argumentParser,
      ],
      path: "Sources/Commands/SensorArguments", swiftSettings: strict),
    // Without ArgumentParser, which would nearly double it.
    .executableTarget(
      name: "motiond",
      dependencies: [
        "CommandOptions", "Commands", "LinuxSupport", "MotionBus", "MotionCore", "MotionSensors",
        "MotionSynthesis", logging, system,
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "motionctl",
      dependencies: [
        "CLinux", "CommandArguments", "CommandOptions", "Commands", "LinuxSupport", "MotionBus",
        "MotionCore", "MotionSensors", "MotionSynthesis", "SensorArguments", argumentParser, system,
      ],
      swiftSettings: strict),

    // MARK: Apps: what apps link

    .target(
      name: "TouchCore", dependencies: ["MotionCore"], path: "Apps/TouchCore",
      swiftSettings: strict),
    .target(name: "TypedMessages", path: "Apps/TypedMessages", swiftSettings: strict),
    .target(
      name: "UndoKit", dependencies: ["TypedMessages"], path: "Apps/UndoKit", swiftSettings: strict),
    .target(
      name: "ShakeUndo", dependencies: ["MotionCore", "UndoKit"], path: "Apps/ShakeUndo",
      swiftSettings: strict),
    .systemLibrary(name: "CMainQueue", path: "Apps/CMainQueue"),
    .target(
      name: "MainLoop", dependencies: ["CMainQueue"], path: "Apps/MainLoop", swiftSettings: strict),
    .target(
      name: "PasteboardKit", dependencies: ["TypedMessages"], path: "Apps/PasteboardKit",
      swiftSettings: strict),
    .target(
      name: "ResponderKit", dependencies: ["MotionCore", "ShakeUndo", "TouchCore", "UndoKit"],
      path: "Apps/ResponderKit", swiftSettings: strict),
    .target(
      name: "MotionTestSupport",
      dependencies: [
        "MotionCore", "MotionSynthesis", "ResponderKit", "ShakeUndo", "TouchCore", "UndoKit",
      ],
      path: "Apps/MotionTestSupport", swiftSettings: strict),
    // libinput, which nothing but TouchInput and touchctl links.
    .systemLibrary(
      name: "CInput", path: "Apps/CInput", pkgConfig: "libinput",
      providers: [.apt(["libinput-dev"])]),
    .target(
      name: "TouchInput",
      dependencies: ["CInput", "LinuxSupport", "MotionCore", "TouchCore", system],
      path: "Apps/TouchInput", swiftSettings: strict),
    .executableTarget(
      name: "motion-demo",
      dependencies: [
        "CommandArguments", "Commands", "LinuxSupport", "MotionCore", "MotionSensors",
        "MotionSynthesis", "ResponderKit", "SensorArguments", "UndoKit", argumentParser,
      ],
      path: "Apps/motion-demo", swiftSettings: strict),

    // MARK: Lab: the desk, where people work with recordings

    .target(
      name: "MotionImport", dependencies: ["MotionCore"], path: "Lab/MotionImport",
      swiftSettings: strict),
    .target(
      name: "MotionPictures", dependencies: ["MotionCore"], path: "Lab/MotionPictures",
      swiftSettings: strict),
    .target(
      name: "MotionLabels", dependencies: ["LinuxSupport", "MotionCore", "Commands"],
      path: "Lab/MotionLabels", swiftSettings: strict),
    .target(
      name: "MotionEvaluation",
      dependencies: ["LinuxSupport", "MotionCore", "MotionLabels", "MotionSynthesis"],
      path: "Lab/MotionEvaluation", swiftSettings: strict),
    .executableTarget(
      name: "motion-lab",
      dependencies: [
        "CommandArguments", "Commands", "LinuxSupport", "MotionCore", "MotionEvaluation",
        "MotionImport", "MotionLabels", "MotionPictures", "SensorArguments", argumentParser, system,
      ],
      path: "Lab/motion-lab", swiftSettings: strict),
    .executableTarget(
      name: "touchctl",
      dependencies: [
        "CommandArguments", "LinuxSupport", "MotionCore", "TouchCore", "TouchInput", argumentParser,
        system,
      ],
      path: "Lab/touchctl", swiftSettings: strict),

    // MARK: Bridges: programs that join motiond to other systems; below are those that need a
    // package or a library of their own

    .executableTarget(
      name: "motiond-sensor-proxy",
      dependencies: ["LinuxSupport", "MotionBus", "MotionCore", system],
      path: "Bridges/motiond-sensor-proxy/Sources/motiond-sensor-proxy", swiftSettings: strict),

    // An accelerometer of another machine. IIORelay is a guard in front of libiio's network
    // backend, until that guards itself.
    .target(
      name: "IIORelay", dependencies: ["LinuxSupport", system],
      path: "Bridges/iio-network/Sources/IIORelay", swiftSettings: strict),
    .target(
      name: "IIONetwork",
      dependencies: [
        "CIIO", "IIORelay", "LinuxSupport", "MotionCore", "MotionSensors", system,
      ],
      path: "Bridges/iio-network/Sources/IIONetwork", swiftSettings: strict),
    .executableTarget(
      name: "iio-network",
      dependencies: [
        "CommandArguments", "Commands", "IIONetwork", "IIORelay", "LinuxSupport", "MotionCore",
        "MotionSensors", argumentParser,
      ],
      path: "Bridges/iio-network/Sources/iio-network", swiftSettings: strict),

    // What apps, servers and the page on a phone say, and what it means: pure. The program that
    // speaks to them is below.
    .target(
      name: "PhoneProtocol", dependencies: ["LinuxSupport", "MotionCore"],
      path: "Bridges/phone-accelerometer/Sources/PhoneProtocol",
      resources: ["outcomes.js", "page.html", "sensor.js", "words.js"].map { .embedInCode($0) },
      swiftSettings: strict),

    // Windows and keys of other programs; their libraries are loaded when they are used.
    .target(
      name: "CDesktop", dependencies: ["CSystemBus"],
      path: "Bridges/shake-to-undo/Sources/CDesktop", exclude: ["protocols/xml"]),
    .target(
      name: "DesktopInput",
      dependencies: ["CDesktop", "CLinux", "LinuxSupport", "MotionBus", "MotionCore", system],
      path: "Bridges/shake-to-undo/Sources/DesktopInput", swiftSettings: strict),
    .executableTarget(
      name: "shake-to-undo",
      dependencies: [
        "CLinux", "CommandArguments", "DesktopInput", "LinuxSupport", "MotionBus", "MotionCore",
        argumentParser, system,
      ],
      path: "Bridges/shake-to-undo/Sources/shake-to-undo",
      resources: [.embedInCode("programs.conf")], swiftSettings: strict),

    // MARK: Tests

    // The amount of random testing, and the limit of a wait.
    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: strict),
    // Threads for tests that wait.
    .target(name: "TestTraits", path: "Tests/TestTraits", swiftSettings: strict),
    .testTarget(
      name: "MotionCoreTests",
      dependencies: ["TestSupport", "TestTraits", "MotionCore", "MotionSynthesis"],
      swiftSettings: strict),
    .testTarget(
      name: "LinuxSupportTests",
      dependencies: [
        "ProcessTestSupport", "TestSupport", "TestTraits", "LinuxSupport", "MotionCore",
        "MotionSynthesis", system,
      ],
      swiftSettings: strict),
    // Accelerometers made of files, which a test process sees as the kernel's.
    .target(name: "FakeSysfs", path: "Tests/FakeSysfs"),
    .target(
      name: "FakeSensor", dependencies: ["FakeSysfs"], path: "Tests/FakeSensor",
      swiftSettings: strict),
    .testTarget(
      name: "MotionSensorsTests",
      dependencies: [
        "TestSupport", "TestTraits", "MotionSensors", "CLinux", "FakeSensor", "LinuxSupport",
        "MotionCore", "MotionSynthesis", system,
      ],
      swiftSettings: strict),
    .target(
      name: "BusTestSupport", dependencies: ["TestSupport"], path: "Tests/BusTestSupport",
      swiftSettings: strict),
    .target(
      name: "ProcessTestSupport", dependencies: ["TestSupport", "MotionCore"],
      path: "Tests/ProcessTestSupport",
      exclude: ["Umockdev"], swiftSettings: strict),
    .testTarget(
      name: "MotionBusTests",
      dependencies: [
        "TestSupport", "TestTraits", "MotionBus", "CSystemBus", "LinuxSupport", "BusTestSupport",
        "MotionCore", "MotionSynthesis", "ResponderKit", "ShakeUndo", "UndoKit", system,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "TestSupport", "TestTraits", "motiond", "motiond-sensor-proxy",
        "motionctl", "motion-demo", "motion-lab", "iio-network", "FakeIIOD", "FakeSensor",
        "shake-to-undo", "MotionLoad", "MotionBus", "BusTestSupport", "ProcessTestSupport",
        "CommandArguments", "CommandOptions", "Commands", "LinuxSupport", "MotionCore",
        "MotionSensors", "MotionSynthesis", "MotionTestSupport", "SensorArguments", system,
        argumentParser,
      ],
      swiftSettings: strict),

    .testTarget(
      name: "TouchCoreTests",
      dependencies: ["TestTraits", "TouchCore", "MotionCore", "MotionSynthesis"],
      path: "Tests/Apps/TouchCoreTests", swiftSettings: strict),
    .executableTarget(
      name: "UndoKitHost", dependencies: ["UndoKit"], path: "Tests/Apps/UndoKitHost",
      swiftSettings: strict),
    .testTarget(
      name: "UndoKitTests",
      dependencies: ["TestTraits", "UndoKit", "UndoKitHost", "ProcessTestSupport"],
      path: "Tests/Apps/UndoKitTests", swiftSettings: strict),
    .executableTarget(
      name: "MainLoopHost", dependencies: ["MainLoop", "MotionCore", "ShakeUndo", "UndoKit"],
      path: "Tests/Apps/MainLoopHost", swiftSettings: strict),
    .testTarget(
      name: "ShakeUndoTests",
      dependencies: [
        "TestTraits", "MainLoopHost", "MotionCore", "ProcessTestSupport", "ShakeUndo", "UndoKit",
      ],
      path: "Tests/Apps/ShakeUndoTests", swiftSettings: strict),
    .executableTarget(
      name: "PasteboardKitHost", dependencies: ["PasteboardKit", "ProcessTestSupport"],
      path: "Tests/Apps/PasteboardKitHost", swiftSettings: strict),
    .testTarget(
      name: "PasteboardKitTests",
      dependencies: ["TestTraits", "PasteboardKit", "PasteboardKitHost", "ProcessTestSupport"],
      path: "Tests/Apps/PasteboardKitTests", swiftSettings: strict),
    .testTarget(
      name: "ResponderKitTests",
      dependencies: [
        "TestTraits", "ResponderKit", "MotionCore", "MotionSynthesis", "MotionTestSupport",
        "PasteboardKit", "ProcessTestSupport", "ShakeUndo", "TouchCore", "UndoKit",
      ],
      path: "Tests/Apps/ResponderKitTests", exclude: ["open-it"], swiftSettings: strict),
    .testTarget(
      name: "MotionTestSupportTests",
      dependencies: [
        "MotionTestSupport", "MotionCore", "MotionSynthesis", "ResponderKit", "ShakeUndo",
        "TouchCore", "UndoKit",
      ],
      path: "Tests/Apps/MotionTestSupportTests", swiftSettings: strict),
    .testTarget(
      name: "TouchInputTests",
      dependencies: ["TouchInput", "MotionCore", "ResponderKit", "TouchCore", system],
      path: "Tests/Apps/TouchInputTests", swiftSettings: strict),
    .testTarget(
      name: "DemoTests", dependencies: ["motion-demo", "MotionCore", "MotionTestSupport"],
      path: "Tests/Apps/DemoTests", swiftSettings: strict),

    .testTarget(
      name: "LabTests",
      dependencies: [
        "TestSupport", "LinuxSupport", "MotionCore", "MotionEvaluation", "MotionImport",
        "MotionLabels", "MotionPictures", "MotionSensors", "MotionSynthesis",
        "MotionTestSupport", "motiond-sensor-proxy",
      ],
      path: "Tests/Lab/LabTests", swiftSettings: strict),
    .testTarget(
      name: "MotionLabTests",
      dependencies: [
        "TestSupport", "TestTraits", "motion-lab", "motionctl", "motiond", "touchctl",
        "LinuxSupport", "MotionCore", "Commands", "ProcessTestSupport",
      ],
      path: "Tests/Lab/MotionLabTests", swiftSettings: strict),
    .target(
      name: "FakeIIOD", dependencies: ["TestSupport", "FakeSensor"], path: "Tests/Bridges/FakeIIOD",
      swiftSettings: strict),
    .testTarget(
      name: "IIORelayTests",
      dependencies: ["TestSupport", "TestTraits", "IIORelay", "FakeIIOD", "FakeSensor", system],
      path: "Tests/Bridges/IIORelayTests", swiftSettings: strict),
    .testTarget(
      name: "IIONetworkTests",
      dependencies: [
        "TestSupport", "TestTraits", "IIONetwork", "FakeIIOD", "FakeSensor", "IIORelay",
        "MotionCore", "MotionSensors", system,
      ],
      path: "Tests/Bridges/IIONetworkTests", swiftSettings: strict),
    .testTarget(
      name: "PhoneProtocolTests", dependencies: ["PhoneProtocol", "MotionCore", "MotionSynthesis"],
      path: "Tests/Bridges/PhoneProtocolTests", swiftSettings: strict),
    .testTarget(
      name: "SensorProxyTests",
      dependencies: [
        "TestTraits", "motiond-sensor-proxy", "BusTestSupport", "CSystemBus", "MotionBus",
        "MotionCore", system,
      ],
      path: "Tests/Bridges/SensorProxyTests", swiftSettings: strict),

    .testTarget(
      name: "ShakeToUndoTests",
      dependencies: [
        "TestSupport", "TestTraits", "shake-to-undo", "BusTestSupport", "CSystemBus",
        "DesktopInput", "LinuxSupport", "MotionBus", "MotionCore", "ProcessTestSupport",
      ],
      path: "Tests/Bridges/ShakeToUndoTests", swiftSettings: strict),
    .testTarget(
      name: "DesktopInputTests",
      dependencies: [
        "TestSupport", "TestTraits", "DesktopInput", "CDesktop", "CSystemBus", "BusTestSupport",
        "MotionBus", "ProcessTestSupport", system,
      ],
      path: "Tests/Bridges/DesktopInputTests", swiftSettings: strict),

    .executableTarget(
      name: "MotionLoad",
      dependencies: [
        "TestSupport", "MotionBus", "CSystemBus", "BusTestSupport", "MotionCore", "MotionSynthesis",
        argumentParser, system,
      ],
      path: "Tests/Rigs/Load", exclude: ["run"], swiftSettings: strict),
  ]
)

/// The bridges to build that need a package or a library of their own, separated by spaces, or
/// `all`: an app that depends on this package resolves none of that.
let bridges = Set((Context.environment["MOTION_BRIDGES"] ?? "").split(separator: " "))

// To a broker of MQTT, with libmosquitto.
if !bridges.isDisjoint(with: ["all", "mqtt"]) {
  package.targets += [
    .systemLibrary(
      name: "CMosquitto", path: "Bridges/motion-mqtt/Sources/CMosquitto",
      pkgConfig: "libmosquitto", providers: [.apt(["libmosquitto-dev"])]),
    // Topics, payloads and the messages that wait: pure.
    .target(
      name: "MotionMQTT", dependencies: ["MotionCore"],
      path: "Bridges/motion-mqtt/Sources/MotionMQTT", swiftSettings: strict),
    // The connection to a broker.
    .target(
      name: "MQTTRelay",
      dependencies: ["CMosquitto", "LinuxSupport", "MotionCore", "MotionMQTT", system],
      path: "Bridges/motion-mqtt/Sources/MQTTRelay", swiftSettings: strict),
    .executableTarget(
      name: "motion-mqtt",
      dependencies: [
        "CommandArguments", "LinuxSupport", "MQTTRelay", "MotionBus", "MotionCore", "MotionMQTT",
        argumentParser, system,
      ],
      path: "Bridges/motion-mqtt/Sources/motion-mqtt", swiftSettings: strict),
    // A thousand devices, for `Tests/Rigs/Fleet/run`.
    .executableTarget(
      name: "FleetDevices",
      dependencies: ["LinuxSupport", "MQTTRelay", "MotionCore", "MotionMQTT"],
      path: "Tests/Rigs/Fleet/FleetDevices", swiftSettings: strict),
    .testTarget(
      name: "MotionMQTTTests", dependencies: ["MotionMQTT", "MotionCore"],
      path: "Tests/Bridges/MotionMQTTTests", swiftSettings: strict),
    .testTarget(
      name: "MQTTCommandTests",
      dependencies: [
        "TestSupport", "TestTraits", "motion-mqtt", "motiond", "motionctl", "BusTestSupport",
        "ProcessTestSupport",
      ],
      path: "Tests/Bridges/MQTTCommandTests", swiftSettings: strict),
  ]
}

// From a phone, with swift-nio.
if !bridges.isDisjoint(with: ["all", "phone"]) {
  package.dependencies += [
    swiftPackage("swift-nio", from: "2.101.2"), swiftPackage("swift-nio-ssl", from: "2.37.6"),
  ]
  package.targets += [
    .executableTarget(
      name: "phone-accelerometer",
      dependencies: [
        "CommandArguments", "LinuxSupport", "MotionCore", "PhoneProtocol", argumentParser,
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "NIOWebSocket", package: "swift-nio"),
      ],
      path: "Bridges/phone-accelerometer/Sources/phone-accelerometer", swiftSettings: strict),
    .testTarget(
      name: "PhoneCommandTests",
      dependencies: [
        "TestSupport", "TestTraits", "motion-demo", "phone-accelerometer", "MotionCore",
        "PhoneProtocol", "ProcessTestSupport",
        .product(name: "NIOEmbedded", package: "swift-nio"),
      ],
      path: "Tests/Bridges/PhoneCommandTests", exclude: ["fake-phone"], swiftSettings: strict),
  ]
}

// `Tests/Fuzz/run`: only there, as it takes a build with libFuzzer. MOTION_BRIDGES is phone.
if Context.environment["MOTION_FUZZ"] != nil {
  package.targets += [
    .executableTarget(
      name: "MotionFuzz",
      dependencies: [
        "CLinux", "IIORelay", "MotionCore", "MotionBus", "MotionSensors", "MotionImport",
        "PhoneProtocol", "ResponderKit", "TouchCore", "UndoKit",
      ],
      path: "Tests/Fuzz", exclude: ["Corpus", "run"], swiftSettings: strict)
  ]
}

// `make bench`: only there.
if Context.environment["MOTION_BENCH"] != nil {
  package.targets += [
    .target(name: "CAllocations", path: "Benchmarks/CAllocations"),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "CAllocations", "MotionCore", "MotionEvaluation", "MotionSynthesis", "ResponderKit",
        "ShakeUndo", "TouchCore", "UndoKit",
      ],
      path: "Benchmarks/Benchmarks", swiftSettings: strict),
  ]
}

// `Packaging/bin/build TouchTiles`: with the other programs' modules; Examples builds them again.
if Context.environment["MOTION_TILES"] != nil {
  package.targets += [
    .executableTarget(
      name: "TouchTiles",
      dependencies: [
        "MotionCore", "MotionSensors", "PasteboardKit", "ResponderKit", "TouchInput", "UndoKit",
        argumentParser,
      ],
      path: "Examples/Sources/TouchTiles", swiftSettings: strict)
  ]
}

// `make suite`, `Packaging/arm/test`: some test targets, with what they need; names are separated
// by spaces.
if let tests = Context.environment["MOTION_TESTS"]?.split(separator: " ").map(String.init) {
  package.targets.removeAll { $0.type == .test && !tests.contains($0.name) }
}
