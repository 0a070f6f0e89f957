// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import Foundation
import LinuxSupport
import MotionBus
import MotionCore
import ProcessTestSupport
import TestSupport
import Testing

/// The agent as a process, with a motiond, a server of notifications, a bus of accessibility and
/// editors that the test makes up, all on a bus of its own.
final class AgentRig {
  let bus: PrivateBus
  /// The bus of motiond and logind: the same one, or one of its own.
  let system: PrivateBus
  private(set) var motiond: FakeProgram
  let server: FakeProgram
  private(set) var editors: [FakeEditor] = []
  private var others: [FakeProgram] = []
  private let registry: FakeProgram
  /// Whether the registry is there.
  private var hasAccessibility = true
  private let agent = Process()
  private let errors = Pipe()
  private var text = ""
  let folder: URL
  private var lastNotification: UInt32 = 0
  /// The words of the server's capabilities.
  var capabilities = ["actions", "body", "body-markup"]
  /// Whether motiond has an accelerometer.
  private let hasAccelerometer: Bool
  /// Called when the server is given a card, before it answers.
  var onNotify: () throws -> Void = {}
  /// The name by which the server calls itself.
  var serverName = "fake"
  /// What logind says of the lock of the screen.
  var lock = FakeProgram.Answer.variant(.bool(false))
  /// The switch of the desktop for accessibility; nil if it does not say.
  var isAccessible: Bool? = true
  /// What the server says of its own switches; others it lacks.
  var serverProperty: (FakeProgram.Call) -> FakeProgram.Answer? = { _ in nil }
  /// The clients with claims, as motiond shows them.
  var clients: [String: BusValue] = [:]

  /// A notification as the server was given it.
  struct Card: Equatable {
    var number: UInt32
    var replaced: UInt32
    var title: String
    var body: String
    var actions: [String]
    var urgency: BusValue?
    /// In ms; 0 for one that the agent withdraws, -1 for what the server likes.
    var timeout: BusValue
    /// The hint desktop-entry.
    var program: BusValue?
  }

  /// What the server shows.
  private(set) var shown: Card?
  /// All that it was given.
  private(set) var cards: [Card] = []

  /// Starts an agent among fakes, which waits `patience` times as long as usual for others.
  init(
    settings: String = "", claims: Bool = true, hasAccelerometer: Bool = true,
    files: [String: String] = [:], hasSystemBus: Bool = false, desktop: String? = nil,
    patience: Int = 10, _ options: [String] = []
  ) throws {
    self.hasAccelerometer = hasAccelerometer
    bus = try PrivateBus()
    system = hasSystemBus ? try PrivateBus() : bus
    let address = BusAddress.address(bus.address)
    folder = FileManager.default.temporaryDirectory.appending(path: "agent-\(UUID().uuidString)")
    let place = folder.appending(path: "shake-to-undo")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    try settings.write(
      to: place.appending(path: "settings.conf"), atomically: true, encoding: .utf8)
    for (path, text) in files {
      let file = folder.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    let systemAddress = BusAddress.address(system.address)
    motiond = try FakeProgram(systemAddress, names: ["org.motiond.Motion1"])
    server = try FakeProgram(address, names: ["org.freedesktop.Notifications"])
    registry = try FakeProgram(address, names: ["org.a11y.Bus", "org.a11y.atspi.Registry"])
    others = [try FakeProgram(systemAddress, names: ["org.freedesktop.login1"])]
    serve()
    try start(claims, desktop, patience, options)
  }

  /// A rig and its one editor.
  static func withEditor(settings: String = "") throws -> (AgentRig, FakeEditor) {
    let rig = try AgentRig(settings: settings)
    return (rig, try rig.editor())
  }

  deinit {
    if agent.isRunning { kill(agent.processIdentifier, SIGKILL) }
    agent.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Another editor, which is on the bus from now on.
  func editor(_ id: String = "org.example.Notes", edits: [String] = ["a"]) throws -> FakeEditor {
    let editor = try FakeEditor(.address(bus.address), id: id, edits: edits)
    editors.append(editor)
    return editor
  }

  /// The editor ends.
  func remove(_ editor: FakeEditor) {
    editors.removeAll { $0 === editor }
    editor.program.end()
  }

  func set(_ settings: String) throws {
    try settings.write(
      to: folder.appending(path: "shake-to-undo/settings.conf"), atomically: true, encoding: .utf8)
  }

  /// motiond ends, and another one takes its place and has the agent's claim.
  func restartMotiond() throws {
    motiond.end()
    motiond = try FakeProgram(.address(system.address), names: ["org.motiond.Motion1"])
    serveMotions()
    try run { self.hasClaim }
  }

  /// The system's bus is lost with all that is on it, and another one has a motiond and the claim.
  ///
  /// - Parameter chassis: the kind of the device, if hostnamed is there, and says it
  /// - Returns: hostnamed
  /// - Throws: an error if a bus or a program does not start
  @discardableResult func restartSystemBus(chassis: String? = nil) throws -> FakeProgram? {
    kill(agent.processIdentifier, SIGSTOP)
    others.removeFirst().connection.close()
    system.stop()
    try system.restart()
    let hostname = try chassis.map { chassis in
      let hostname = try FakeProgram(
        .address(system.address), names: ["org.freedesktop.hostname1"])
      hostname.answer = { _ in .variant(.string(chassis)) }
      others.append(hostname)
      return hostname
    }
    kill(agent.processIdentifier, SIGCONT)
    try restartMotiond()
    return hostname
  }

  /// Accessibility is as where no program has started it.
  func endAccessibility() {
    registry.connection.close()
    hasAccessibility = false
  }

  private func serveMotions() {
    motiond.answer = { [weak self] call in
      switch call.member {
      case "GetStatus": .values([.dictionary(["Clients": .dictionary(self?.clients ?? [:])])])
      case "Get": .variant(.bool(self?.hasAccelerometer ?? true))
      default: .values([])
      }
    }
  }

  private func serve() {
    serveMotions()
    registry.answer = { [weak self] call in
      guard let self else { return .error }
      switch call.member {
      case "GetAddress": return .values([.string(bus.address)])
      case "Get" where call.interface == "org.freedesktop.DBus.Properties":
        guard call.path == "/org/a11y/bus", let isAccessible,
          call.values == [.string("org.a11y.Status"), .string("IsEnabled")]
        else { return .error }
        return .variant(.bool(isAccessible))
      case "GetChildren":
        let roots = editors.map {
          BusValue.structure([.string($0.program.name), .path("/root")])
        }
        return .values([.array("(so)", roots)])
      default: return .error
      }
    }
    others[0].answer = { [weak self] call in
      call.path == "/org/freedesktop/login1/session/auto" ? self?.lock ?? .error : .error
    }
    server.answer = { [weak self] in self?.answer(notification: $0) ?? .error }
  }

  private func answer(notification call: FakeProgram.Call) -> FakeProgram.Answer {
    switch call.member {
    case "GetCapabilities": return .values([.strings(capabilities)])
    case "GetServerInformation":
      return .values([.string(serverName), .string("none"), .string("1"), .string("1.2")])
    case "Notify":
      guard call.values.count == 8, case .uint32(let replaced) = call.values[1],
        case .string(let title) = call.values[3], case .string(let body) = call.values[4],
        case .strings(let actions) = call.values[5], case .dictionary(let hints) = call.values[6]
      else { return .error }
      try? onNotify()
      if replaced == 0 { lastNotification += 1 }
      let card = Card(
        number: replaced == 0 ? lastNotification : replaced, replaced: replaced, title: title,
        body: body, actions: actions, urgency: hints["urgency"],
        timeout: call.values[7], program: hints["desktop-entry"])
      shown = card
      cards.append(card)
      return .values([.uint32(card.number)])
    case "CloseNotification":
      if let card = shown, call.values == [.uint32(card.number)] { try? close(reason: 3) }
      return .values([])
    default: return serverProperty(call) ?? .error
    }
  }

  private func start(
    _ claims: Bool, _ desktop: String?, _ patience: Int, _ options: [String]
  ) throws {
    agent.executableURL = builtProducts.appending(path: "shake-to-undo")
    let name = system === bus ? "session" : "system"
    agent.arguments = ["run", "--bus", name, "--explain"] + options
    agent.environment = [
      "DBUS_SESSION_BUS_ADDRESS": bus.address, "DBUS_SYSTEM_BUS_ADDRESS": system.address,
      "HOME": folder.path, "XDG_CONFIG_HOME": folder.path, "LC_ALL": "C",
      "SHAKE_TO_UNDO_PATIENCE": "\(patience)",
    ]
    agent.environment?["XDG_CURRENT_DESKTOP"] = desktop
    agent.standardError = errors
    agent.standardInput = FileHandle.nullDevice
    try agent.start()
    _ = fcntl(errors.fileHandleForReading.fileDescriptor, F_SETFL, O_NONBLOCK)
    if claims { try run { self.hasClaim } }
  }

  /// Sends SIGTERM to the agent.
  func terminate() { agent.terminate() }
  var isRunning: Bool { agent.isRunning }

  /// Has the agent stand still while `happening` runs: then it finds all of it at once.
  func whileStopped(_ happening: () throws -> Void) throws {
    kill(agent.processIdentifier, SIGSTOP)
    try happening()
    // Once the bus answers, it has what was sent before.
    var isAnswered = false
    let call = try server.connection.callBus("GetId", [])
    try server.connection.send(call) { _ in isAnswered = true }
    try run { isAnswered }
    kill(agent.processIdentifier, SIGCONT)
  }

  /// True if the agent has claimed shakes, more often than it released them.
  var hasClaim: Bool {
    let words = motiond.calls.map(\.member).filter { $0 == "Claim" || $0 == "Release" }
    return words.last == "Claim"
  }

  /// Runs all sides until `isDone`, or for at most 20 s.
  func run(until isDone: () throws -> Bool) throws {
    let deadline = Deadline.instant
    while ContinuousClock.now < deadline {
      let connections =
        ([motiond, server] + (hasAccessibility ? [registry] : []) + others + editors.map(\.program))
        .map(\.connection)
      for connection in connections { try connection.process() }
      readErrors()
      if try isDone() { return }
      var wishes = connections.map {
        pollfd(fd: $0.descriptor, events: Int16($0.events), revents: 0)
      }
      let pipe = errors.fileHandleForReading.fileDescriptor
      wishes.append(pollfd(fd: pipe, events: Int16(POLLIN), revents: 0))
      poll(&wishes, nfds_t(wishes.count), 20)
    }
    Issue.record("a time-out; the agent said:\n\(text)")
  }

  private func readErrors() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(errors.fileHandleForReading.fileDescriptor, &bytes, bytes.count)
      guard count > 0 else { return }
      text += String(decoding: bytes[..<count], as: UTF8.self)
    }
  }

  /// Runs until the agent has said `words` once more than before, and returns its line.
  @discardableResult func explanation(_ words: String) throws -> String {
    var (line, looked) = (Substring?.none, -1)
    try run {
      // Only what is new is worth a look: other commands wait for this processor.
      guard text.utf8.count != looked else { return false }
      looked = text.utf8.count
      line = text.split(separator: "\n").first { $0.contains(words) }
      return line != nil
    }
    // What was found is not found again.
    if let line, let range = text.range(of: line) { text.removeSubrange(..<range.upperBound) }
    return line.map(String.init) ?? ""
  }

  // MARK: What happens

  /// A shake begins, and the agent has looked at the desktop.
  @discardableResult func begin() throws -> String {
    try beginUnseen()
    return try explanation("a shake began: ")
  }

  /// A shake begins, or began some time ago.
  func beginUnseen(ago: Duration = AgentRig.ahead) throws { try signal("MotionBegan", ago: ago) }

  func end(ago: Duration = AgentRig.ahead) throws { try signal("MotionEnded", ago: ago) }

  func cancel(_ reason: String = "notAShake") throws {
    try signal("MotionCancelled", ["reason": .string(reason)])
  }

  /// A shake, at whose beginning the agent has looked at the desktop.
  func shake() throws {
    try begin()
    try end()
  }

  /// A shake, and the question that follows.
  func shakeToQuestion() throws {
    let before = cards.count
    try shake()
    try run { self.cards.count > before && self.shown != nil }
  }

  /// Three questions get no answer, after which there are none for an hour.
  func askUntilQuiet() throws {
    for _ in 0..<3 {
      try shakeToQuestion()
      try close(reason: 1)
    }
    try run { self.shown?.title == "No questions for an hour" }
  }

  /// Some time from now: on a busy machine an event of now may be heard too late.
  static let ahead = Duration.seconds(-60)

  /// motiond reports an event, of some time ago or from now.
  private func signal(
    _ member: String, _ details: [String: BusValue] = [:], ago: Duration = AgentRig.ahead
  ) throws {
    let time = UInt64(clamping: Timestamp.now().nanoseconds - Int64(ago / .nanoseconds(1)))
    try motiond.connection.signal(
      "/org/motiond/Motion1", "org.motiond.Motion1", member,
      [.string("shake"), .uint64(time), .dictionary(details)]
    ).send()
  }

  /// The notification is closed for `reason`: 1 expired, 2 dismissed.
  func close(reason: UInt32) throws {
    let number = shown?.number ?? 0
    shown = nil
    try server.connection.signal(
      "/org/freedesktop/Notifications", "org.freedesktop.Notifications", "NotificationClosed",
      [.uint32(number), .uint32(reason)]
    ).send()
  }

  /// The number of connections of the agent's process to `bus`, as that counts them.
  func connectionsOfAgent(to bus: PrivateBus) throws -> Int {
    let asking = try FakeProgram(.address(bus.address))
    others.append(asking)
    func ask(_ member: String, _ values: [BusValue]) throws -> [BusValue] {
      var answer: [BusValue]?
      try asking.connection.send(asking.connection.callBus(member, values)) {
        answer = (try? $0.get()) ?? []
      }
      try run { answer != nil }
      return answer ?? []
    }
    guard case .strings(let names)? = try ask("ListNames", []).first else { return 0 }
    let process = BusValue.uint32(UInt32(agent.processIdentifier))
    return try names.count { name in
      try name.hasPrefix(":")
        && ask("GetConnectionUnixProcessID", [.string(name)]).first == process
    }
  }

  /// Another program on the bus, with these names.
  func stranger(_ names: String...) throws -> FakeProgram {
    let stranger = try FakeProgram(.address(bus.address), names: names)
    others.append(stranger)
    return stranger
  }
}
