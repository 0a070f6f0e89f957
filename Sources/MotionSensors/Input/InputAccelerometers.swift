// SPDX-License-Identifier: Apache-2.0

import Glibc
import LinuxSupport
import MotionCore
import SystemPackage

/// The accelerometers that the kernel shows as input devices: in game controllers, and in the drive
/// guards of laptops.
package struct InputAccelerometers: AccelerometerSubsystem {
  /// The folder where the kernel shows the nodes of input devices.
  private let folder: String
  private let property: @Sendable (_ name: String, _ id: String) -> String?
  private let open: @Sendable (String) throws(Errno) -> any InputNode

  /// All input accelerometers of this machine.
  package init() {
    self.init(in: "/sys/class/input", udev: { Udev.property($0, of: $1, in: .input) }) {
      id throws(Errno) in try KernelInputNode(id)
    }
  }

  /// The accelerometers in `folder`; `property` returns udev's properties, and `open` opens nodes.
  init(
    in folder: String,
    udev property: @escaping @Sendable (String, String) -> String? = { _, _ in nil },
    _ open: @escaping @Sendable (String) throws(Errno) -> any InputNode
  ) {
    (self.folder, self.property, self.open) = (folder, property, open)
  }

  package var subsystem: AccelerometerChoice.Subsystem { .input }
  package var devicePrefix: String { "event" }

  package func mayBeAccelerometer(_ id: String) -> Bool {
    InputFacts(of: id, in: folder).flatMap { InputModel($0) } != nil
  }

  package var candidates: [String] { found.map(\.facts.id) }

  /// The facts about an accelerometer, and its model.
  private typealias Found = (facts: InputFacts, model: InputModel)

  /// The accelerometers, in the order that the kernel found them, the unusable ones last.
  ///
  /// This opens no node: keyboards are among them.
  private var found: [Found] {
    (Folder.names(in: folder) ?? []).filter { $0.hasPrefix(devicePrefix) }
      .compactMap { id in Int(id.dropFirst(devicePrefix.count)).map { ($0, id) } }
      .sorted { $0.0 < $1.0 }
      .compactMap { _, id in
        InputFacts(of: id, in: folder).flatMap { facts in
          InputModel(facts).map { (stated(facts), $0) }
        }
      }
      .sorted { $0.1.problem($0.0) == nil && $1.1.problem($1.0) != nil }
  }

  /// Returns `facts` with what udev now says.
  private func stated(_ facts: InputFacts) -> InputFacts {
    var facts = facts
    facts.mounting = property("ACCEL_MOUNT_MATRIX", facts.id).map {
      Mounting(reading: $0, from: .udev)
    }
    facts.location = property("ACCEL_LOCATION", facts.id)?.printable
    return facts
  }

  package func accelerometers(busy: String?) throws(AccelerometerError) -> [AccelerometerInfo] {
    found.map { described($0) }
  }

  package func info(
    _ choice: AccelerometerChoice
  ) throws(AccelerometerError) -> AccelerometerInfo {
    try candidates(choice, OpeningMemory()).firstReadable(or: Self.absence) {
      found throws(AccelerometerError) in try described(found).usable()
    }
  }

  package func open(
    _ choice: AccelerometerChoice, _ demand: SamplingDemand, _ sampling: SamplingOptions,
    _ memory: inout OpeningMemory
  ) throws(AccelerometerError) -> (OpenDevice, [AccelerometerError]) {
    var options = sampling
    options.rate = demand.rate(with: []) ?? sampling.rate
    memory.forgetRefusals(except: Set(found.map { OpeningMemory.Key($0.facts) }))
    let session = try candidates(choice, memory).firstReadable(or: Self.absence) {
      found throws(AccelerometerError) in try self.session(found, options, memory)
    }
    return (.sampling(session, nil), [])
  }

  private func session(
    _ found: Found, _ options: SamplingOptions, _ memory: OpeningMemory
  ) throws(AccelerometerError) -> any AccelerometerSession {
    let (facts, model) = found
    let info = AccelerometerInfo(facts, model)
    if let problem = info.problem ?? memory.refusal(of: OpeningMemory.Key(facts)) {
      throw .unusable(device: info.title, reason: problem)
    }
    let node: any InputNode
    do throws(Errno) {
      node = try open(facts.id)
      try node.begin(model.axes)
    } catch { throw .failed(action: "open", device: info.title, error: error) }
    return try InputSession(node, facts, model, options, at: bootTime()) {
      stated(facts) != facts
    }
  }

  private static let absence = AccelerometerError.noAccelerometer(uri: "input:")

  /// Returns the accelerometers to try: the one that `choice` names.
  ///
  /// Without a name the one with the last readings comes first, and those that did not read gravity
  /// come last; the automatic choice takes only drive guards.
  private func candidates(
    _ choice: AccelerometerChoice, _ memory: OpeningMemory
  ) throws(AccelerometerError) -> [Found] {
    let all = found.filter { choice.subsystem != nil || $0.model.sort == .driveGuard }
    guard !all.isEmpty else { throw Self.absence }
    guard let name = choice.name else {
      let keyed = all.map { (found: $0, key: OpeningMemory.Key($0.facts)) }
      let refused = keyed.filter { memory.refusal(of: $0.key) != nil }
      let others = keyed.filter { memory.refusal(of: $0.key) == nil }
      let latest = others.filter { $0.key == memory.latest }
      return (latest + others.filter { $0.key != memory.latest } + refused).map(\.found)
    }
    let matching = all.filter { $0.facts.names.contains(name) }
    let choices = (matching.isEmpty ? all : matching).map { facts, _ in
      "input:\(facts.address ?? facts.id) (\(facts.name))"
    }
    guard let found = matching.first else { throw .unknown(name: name, choices: choices) }
    guard matching.count == 1 else { throw .ambiguous(name: name, choices: choices) }
    return [found]
  }

  /// Returns the properties of an accelerometer, including the ones that only its node has.
  private func described(_ found: Found) -> AccelerometerInfo {
    let (facts, model) = found
    var info = AccelerometerInfo(facts, model)
    guard info.problem == nil else { return info }
    do throws(AccelerometerError) {
      let node: any InputNode
      do throws(Errno) { node = try open(facts.id) } catch {
        throw .failed(action: "open", device: info.title, error: error)
      }
      defer { node.close() }
      let values = try info.set(node, model)
      let own = values.map { Double($0.value) * $0.scale }
      let magnitude = own.reduce(0) { $0 + $1 * $1 }.squareRoot()
      // A device that has not sent anything yet reads zero.
      if magnitude > 0 { info.magnitude = magnitude }
    } catch { (info.problem, info.isPermissionProblem) = (error.reason, error.isNotPermitted) }
    return info
  }
}
