// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import LinuxSupport
import MotionCore
import SystemPackage

/// An accelerometer that is an input device, read until the session closes.
final class InputSession: AccelerometerSession {
  var info: AccelerometerInfo
  private(set) var latest: (readings: [Reading], arrival: Int64)
  private(set) var lastReading: Timestamp?
  /// The way of waiting: the reader looks at set times at a device that repeats values at rest, and
  /// does not wait for events.
  ///
  /// A device may send more often than its driver's table says: the time follows its true rate, and
  /// after a loss it is the shortest for a while, until the rate is measured without losses.
  var waiting: SessionWaiting {
    if looksInHaste > 0 { return .timer(Self.shortestWait) }
    if isPrompt, timeline.hasClock { return .descriptor }
    let period = 1e9 / (timeline.rate ?? Self.fastest)
    let wait = isPrompt ? period : period * Self.framesOfHalf
    return .timer(max(Self.shortestWait, Int64(min(wait, Double(SamplingMode.gathering)))))
  }
  let causesOfSilence: String?

  private let key: OpeningMemory.Key
  private let node: any InputNode
  private let model: InputModel
  private let scales: [MetersPerSecondSquared]
  private let directions: InputModel.Directions
  private let mount: MountMatrix
  private let hasChanged: () -> Bool
  private var frames: InputFrames
  private var timeline: InputTimeline
  private var gravity = GravityCheck()
  /// The search for the rest of a device without calibration, which gives its unit; nil once it is
  /// found, and for any other device.
  private var rest: CalmSecond?
  /// The factor that makes that rest as long as gravity, and the time when readings have it: there
  /// is a gap before it, as a step in the unit is no motion.
  private var factor = 1.0
  private var unitSince: Timestamp?
  /// The looks at the shortest time that are left since the last loss.
  private var looksInHaste = 0
  private let isPrompt: Bool
  private(set) var isProven = false
  private var isOpen = true

  /// The events that the kernel keeps for a reader of three axes.
  private static let kept = 128
  /// The most events of one turn: a device that never stops gets its next turn like the others.
  private static let mostEvents = 4096
  /// The longest silence: a device that sends nothing for 2 s is stalled, unless it rests.
  private static let longestSilence: Int64 = 2_000_000_000
  /// The number of frames that fill half of the kernel's room for a reader: a frame is five events.
  private static let framesOfHalf = 12.0
  /// The looks after a loss that measure the rate: half a second.
  private static let hasty = 500
  /// The factors that a device without calibration may need.
  private static let factors = 1 / 1.6...1.6
  /// The shortest time between two looks, in nanoseconds, whatever rate a device claims.
  private static let shortestWait: Int64 = 1_000_000
  /// The assumed rate if it is unknown: high enough for the reader to come in time.
  private static let fastest: Hertz = 1000

  var reported: (clock: AccelerometerInfo.Clock?, isChecked: Bool?) { (.boottime, info.isChecked) }
  var longestSilence: Int64? { Self.longestSilence }
  var pollDescriptor: Int32? { isOpen ? node.descriptor : nil }
  var isMountedOtherwise: Bool { hasChanged() }

  /// A session of a node that was just opened.
  ///
  /// - Parameters:
  ///   - node: the open node
  ///   - facts: the description of the device
  ///   - model: the model of the device
  ///   - options: the rate and the mode
  ///   - now: the time on `CLOCK_BOOTTIME`, in nanoseconds
  ///   - hasChanged: returns whether udev now says something else than `facts`
  /// - Throws: an ``AccelerometerError`` if its axes make no sense
  init(
    _ node: any InputNode, _ facts: InputFacts, _ model: InputModel, _ options: SamplingOptions,
    at now: Int64, _ hasChanged: @escaping () -> Bool = { false }
  ) throws(AccelerometerError) {
    (self.node, self.model, key) = (node, model, OpeningMemory.Key(facts))
    self.hasChanged = hasChanged
    info = AccelerometerInfo(facts, model)
    let axes = try info.set(node, model)
    scales = axes.map(\.scale)
    // udev's matrix is about the driver's axes, and the user's about the axes that the table gives.
    let stated = options.mountMatrix == nil ? facts.mounting : nil
    directions = stated == nil ? model.directions : .unknown
    mount = options.mountMatrix ?? stated?.matrix ?? .identity
    if let matrix = options.mountMatrix { info.set(Mounting(matrix, from: .option)) }
    (info.clock, info.isChecked) = (.boottime, false)
    rest = model.isCalibrated ? nil : CalmSecond()
    frames = InputFrames(model.axes, values: axes.map(\.value))
    timeline = InputTimeline(
      rate: model.rate, framesOfReport: model.burst, hasClock: facts.hasClock)
    causesOfSilence = facts.causesOfSilence
    isPrompt = options.mode == .prompt
    latest = ([], now)
    timeline.begin(with: acceleration(axes.map(\.value)), at: now)
  }

  /// Its own rate serves any demand: a driver has no other.
  func serves(_ rate: Hertz) -> Bool { true }

  /// Returns an error if the device lies still and does not read gravity: then its units are wrong.
  func problem(at now: Int64) -> AccelerometerError? {
    gravity.problem.map { .unusable(device: info.title, reason: $0) }
  }

  func delivered(_ memory: inout OpeningMemory) {
    memory.latest = key
    isProven = true
  }

  func gaveUp(_ memory: inout OpeningMemory, _ problem: AccelerometerError?) {
    if case .unusable(_, let reason)? = problem {
      memory.refuse(reason, of: key, id: info.id)
    }
  }

  func read() throws(AccelerometerError) -> Bool {
    guard isOpen else { return false }
    var readings: [Reading] = []
    let drops = frames.drops
    defer {
      lastReading = readings.last?.timestamp ?? lastReading
      latest.readings = readings
    }
    latest.arrival = bootTime()
    do throws(Errno) { try readEvents(into: &readings) } catch {
      throw error == .operationNotSupportedByDevice
        ? .removed(device: info.title)
        : .failed(action: "read", device: info.title, error: error)
    }
    timeline.look(at: latest.arrival, to: &readings)
    check(readings)
    if let unitSince { readings.removeAll { $0.timestamp < unitSince } }
    let hasLost = frames.drops > drops
    looksInHaste = hasLost ? Self.hasty : max(0, looksInHaste - 1)
    return hasLost
  }

  private func readEvents(into readings: inout [Reading]) throws(Errno) {
    try withUnsafeTemporaryAllocation(of: input_event.self, capacity: Self.kept) {
      room -> Result<Void, Errno> in
      Result { () throws(Errno) in
        var (count, total) = (0, 0)
        repeat {
          count = try node.read(room)
          for event in room[..<count] {
            guard let frame = frames.process(event) else { continue }
            timeline.add(frame, acceleration(frame.values), to: &readings)
          }
          total += count
        } while count == room.count && total < Self.mostEvents
        guard frames.isOutdated else { return }
        // Those that came since the loss are not later than these.
        let values = try model.axes.map { code throws(Errno) in try node.axis(code).value }
        frames.set(values)
        timeline.resume(with: acceleration(values), at: bootTime(), to: &readings)
      }
    }.get()
  }

  private func acceleration(_ values: [Int32]) -> Acceleration {
    let own = Acceleration(
      Double(values[0]) * scales[0], Double(values[1]) * scales[1], Double(values[2]) * scales[2])
    return mount.applied(to: directions.turned(own)) * factor
  }

  private func check(_ readings: [Reading]) {
    guard info.isChecked == false else { return }
    for reading in readings {
      guard rest == nil else {
        measure(reading)
        continue
      }
      gravity.process(reading)
    }
    if gravity == .confirmed { info.isChecked = true }
  }

  /// Takes the unit of a device without calibration from its first calm second.
  private func measure(_ reading: Reading) {
    guard let mean = rest?.process(reading)?.length else { return }
    rest = nil
    let ratio = Reading.standardGravity / mean
    guard Self.factors.contains(ratio) else { return gravity = .refused(mean: mean) }
    (factor, gravity) = (ratio, .confirmed)
    unitSince = reading.timestamp.advanced(byNanoseconds: GapRule.shortest + 50_000_000)
  }

  deinit { close() }

  func close() {
    isOpen = false
    node.close()
  }
}

extension InputFacts {
  /// The likely reasons why it sends nothing, for users.
  fileprivate var causesOfSilence: String? {
    switch Int32(bus) {
    case BUS_BLUETOOTH:
      "it is asleep or out of reach, or another program, such as Steam, has it"
    case BUS_HOST: "it is switched off, or asleep"
    default: "another program, such as Steam, may have it"
    }
  }
}

extension OpeningMemory.Key {
  /// The key of an input device: the address stays when the id changes.
  init(_ facts: InputFacts) { self.init(id: facts.address ?? facts.id, name: facts.name) }
}

extension AccelerometerInfo {
  /// The properties of an input device that is not open.
  init(_ facts: InputFacts, _ model: InputModel) {
    self.init(
      id: facts.id, name: facts.name,
      axes: zip(["x", "y", "z"], model.axes).filter { facts.axes.contains($1) }.map { $0.0 },
      rate: model.rate, problem: model.problem(facts))
    (subsystem, address, isDriveGuard) = (.input, facts.address, model.sort == .driveGuard)
    isUncalibrated = !model.isCalibrated
    (location, place) = (facts.location, Place([facts.location].compactMap { $0 }))
    if let mounting = facts.mounting {
      set(mounting)
    } else if model.directions == .unknown {
      mountProblem = "nothing says which way its axes point"
    } else {
      (mountMatrix, mountMatrixSource) = (.identity, .device)
    }
  }

  /// Takes the scale and the range from an open `node`.
  ///
  /// - Returns: the value and the scale of each axis
  mutating func set(
    _ node: any InputNode, _ model: InputModel
  ) throws(AccelerometerError) -> [(value: Int32, scale: MetersPerSecondSquared)] {
    var axes: [(value: Int32, scale: MetersPerSecondSquared)] = []
    for code in model.axes {
      let axis: input_absinfo
      do throws(Errno) { axis = try node.axis(code) } catch {
        throw .failed(action: "ask", device: title, error: error)
      }
      guard let scale = model.scale(axis) else {
        throw .unusable(
          device: title,
          reason: "its resolution is \(axis.resolution) at a range of \(axis.maximum), "
            + "which no accelerometer has")
      }
      axes.append((axis.value, scale))
      self.scale = max(self.scale ?? 0, scale)
      range = min(range ?? .infinity, Double(axis.maximum) * scale)
    }
    return axes
  }
}
