// SPDX-License-Identifier: Apache-2.0

import DesktopInput
import Glibc
import LinuxSupport
import MotionCore
import SystemBus

/// The program that has the focus, as AT-SPI shows it.
///
/// Nothing is listened to: the bus is asked when a shake begins. It is never started, and programs
/// are never made to believe in a screen reader. Numbers are those of `atspi-constants.h`.
final class Accessibility {
  private let session: BusConnection
  private var connection: (address: String, bus: BusConnection)?
  /// Programs that did not answer in time, and are not asked again until then.
  private var hung: [String: Timestamp] = [:]
  /// The undo items that were found, by program.
  private var items: [String: [AccessibleObject]] = [:]

  /// The time for which a program that hung is not asked.
  private static let hungTime = Duration.seconds(60)
  private static let mostPrograms = 128
  private static let mostObjects = 2000
  private static let accessible = "org.a11y.atspi.Accessible"
  private static let action = "org.a11y.atspi.Action"
  private static let root = "/org/a11y/atspi/accessible/root"

  private enum Role {
    static let menuItem: UInt32 = 35
    static let password: UInt32 = 40
    static let terminal: UInt32 = 60
    static let entry: UInt32 = 79
  }

  private enum StateBit {
    static let active = 1
    static let editable = 7
    static let enabled = 8
    static let focused = 12
    static let multiLine = 17
    static let sensitive = 24
    static let singleLine = 26
  }

  /// The states of an object.
  private struct States {
    private let bits: UInt64

    init?(_ answer: [BusValue]?) {
      let words = answer?.first?.values.compactMap(\.number) ?? []
      guard let low = words.first else { return nil }
      bits = UInt64(low) | (words.count > 1 ? UInt64(words[1]) << 32 : 0)
    }

    func contains(_ bit: Int) -> Bool { bits & 1 << UInt64(bit) != 0 }
  }

  init(_ session: BusConnection) { self.session = session }

  /// The state of the accessibility bus, for `doctor`.
  enum Presence: Hashable {
    /// No program has started the accessibility bus.
    case noBus
    case programs(Int)
  }

  /// The number of programs on the bus.
  func presence(until deadline: Timestamp) -> Presence {
    guard let bus = bus(until: deadline) else { return .noBus }
    return .programs(programs(bus, until: deadline).count)
  }

  /// The descriptor of the bus: what comes there is thrown away, as nothing was asked.
  var waiting: BusConnection? { connection?.bus }

  /// Lets go of the bus.
  func drop() {
    // Not flushed, which could wait for a bus that stands still.
    connection?.bus.close()
    connection = nil
  }

  // MARK: The survey

  /// The focus, and the undo item of its program.
  struct Finding {
    /// The active window, where no display server names one.
    var window: ActiveWindow?
    var focus: Focus?
    var item: Offer?
    /// True if the item was found just now: LibreOffice brings it up to date only then.
    var isItemNew = false
    /// True if the program of the window did not answer, now or a short time ago.
    var isHung = false
  }

  /// Finds the focus in the program of `window`, or in all if that is nil.
  func find(in window: ActiveWindow?, until deadline: Timestamp) -> Finding {
    guard let bus = bus(until: deadline) else { return Finding() }
    let now = Timestamp.now(on: CLOCK_MONOTONIC)
    hung = hung.filter { $0.value > now }
    let all = programs(bus, until: deadline)
    let processes = bus.processes(of: all.map(\.busName), until: deadline)
    let present: [(program: AccessibleObject, process: pid_t?)] = zip(all, processes).filter {
      _, process in process != getpid() && (window?.processID.map { $0 == process } ?? true)
    }.map { ($0.0, $0.1) }
    // The program of a process is asked again, as it may go on.
    let isOfProcess = window?.processID != nil
    let candidates = isOfProcess ? present : present.filter { hung[$0.program.busName] == nil }
    guard let active = active(candidates, in: window, bus, until: deadline) else {
      return Finding(
        isHung: isOfProcess && candidates.contains { hung[$0.program.busName] != nil })
    }
    let known = items[active.program.busName]
    let focus = focus(in: active.program, bus, until: deadline)
    let item = item(of: active.program, bus, until: deadline)
    return Finding(
      window: window == nil ? active.window : nil, focus: focus, item: item,
      isItemNew: item != nil && items[active.program.busName] != known)
  }

  /// The program with the active window; the first if the display server names its process.
  private func active(
    _ candidates: [(program: AccessibleObject, process: pid_t?)], in window: ActiveWindow?,
    _ bus: BusConnection, until deadline: Timestamp
  ) -> (program: AccessibleObject, window: ActiveWindow)? {
    let frames = bus.ask(
      candidates.map { call($0.program, "GetChildren") }, until: deadline)
    var owned: [(index: Int, frame: AccessibleObject)] = []
    for (index, answer) in frames.enumerated() {
      if answer == nil { remember(hung: candidates[index].program) }
      for frame in objects(answer).prefix(64) { owned.append((index, frame)) }
    }
    guard frames.contains(where: { $0 != nil }) else { return nil }
    let states = bus.ask(owned.map { call($0.frame, "GetState") }, until: deadline)
    let isActive = zip(owned, states).filter {
      States($0.1)?.contains(StateBit.active) ?? false
    }.map(\.0)
    let titles = bus.ask(
      isActive.map { .property($0.frame.busName, $0.frame.path, Self.accessible, "Name") },
      until: deadline
    ).map { String(($0?.first?.text ?? "").prefix(ActiveWindow.longestText)) }
    // Another program may say that its window is active, after it was: without a process the title
    // decides.
    let index = titles.indices.first { index in
      window == nil || window?.processID != nil || titles[index] == window?.title
    }
    guard let index else {
      // Two programs of one process may be there, of which the first has no windows.
      guard window?.processID != nil,
        let index = owned.first?.index ?? candidates.indices.first, let window
      else { return nil }
      return (candidates[index].program, window)
    }
    let found = isActive[index]
    let candidate = candidates[found.index]
    let name =
      bus.ask(
        .property(candidate.program.busName, candidate.program.path, Self.accessible, "Name"),
        until: deadline)?.first?.text ?? ""
    // GNOME's shell is a program of this bus too, and no program to undo in.
    guard window != nil || !["gnome-shell", "plasmashell", "mutter"].contains(name) else {
      return nil
    }
    let shown = ActiveWindow(
      identity: "at-spi \(found.frame.busName) \(found.frame.path)", processID: candidate.process,
      applicationID: String(name.prefix(ActiveWindow.longestText)),
      title: titles[index])
    return (candidate.program, shown)
  }

  private func focus(
    in program: AccessibleObject, _ bus: BusConnection, until deadline: Timestamp
  ) -> Focus? {
    let matching = bus.ask(
      matches(program, states: 1 << UInt64(StateBit.focused), roles: nil, count: 16),
      until: deadline)
    let found =
      matching == nil
      ? walk(from: program, bus, until: deadline) : Array(objects(matching).prefix(16))
    guard !found.isEmpty else { return matching == nil ? nil : Focus(kind: .other, object: nil) }
    let roles = bus.ask(found.map { call($0, "GetRole") }, until: deadline)
    let states = bus.ask(found.map { call($0, "GetState") }, until: deadline)
    let kinds = found.indices.map { index in
      kind(roles[index]?.first?.number, States(states[index]))
    }
    // A document that has the focus may hold a field that has it as well.
    let best =
      kinds.firstIndex { $0 == .password || $0 == .terminal }
      ?? kinds.firstIndex { $0 == .singleLine || $0 == .text } ?? 0
    return Focus(kind: kinds[best], object: found[best])
  }

  private func kind(_ role: UInt32?, _ states: States?) -> Focus.Kind {
    if role == Role.password { return .password }
    if role == Role.terminal { return .terminal }
    guard let states, states.contains(StateBit.editable) else { return .other }
    let isSingle =
      states.contains(StateBit.singleLine)
      || role == Role.entry && !states.contains(StateBit.multiLine)
    return isSingle ? .singleLine : .text
  }

  /// Looks for the focus where a toolkit has no search, as in Qt and GTK 4.
  ///
  /// In Qt a bar of buttons that passes its focus on says that it has it, as does the text.
  private func walk(
    from program: AccessibleObject, _ bus: BusConnection, until deadline: Timestamp
  ) -> [AccessibleObject] {
    var level = [program]
    var seen = 0
    var found: [AccessibleObject] = []
    while !level.isEmpty, seen < Self.mostObjects,
      Timestamp.now(on: CLOCK_MONOTONIC) < deadline
    {
      let below = bus.ask(level.map { call($0, "GetChildren") }, until: deadline)
      let next = Array(below.flatMap { objects($0) }.prefix(Self.mostObjects - seen))
      let states = bus.ask(next.map { call($0, "GetState") }, until: deadline)
      seen += next.count
      let focused = zip(next, states).compactMap { object, answer in
        States(answer).flatMap { $0.contains(StateBit.focused) ? (object, $0) : nil }
      }
      if let edited = focused.first(where: { $0.1.contains(StateBit.editable) }) {
        return [edited.0]
      }
      found += focused.map(\.0)
      level = next
    }
    return Array(found.prefix(16))
  }

  // MARK: The undo item

  /// The program's menu item whose shortcut is Ctrl+Z, whatever its language.
  private func item(
    of program: AccessibleObject, _ bus: BusConnection, until deadline: Timestamp
  ) -> Offer? {
    let known = cached(program, bus, until: deadline)
    let found = known.isEmpty ? search(program, bus, until: deadline) : known
    items[program.busName] = found
    let states = bus.ask(found.map { call($0, "GetState") }, until: deadline)
    let names = bus.ask(
      found.map { .property($0.busName, $0.path, Self.accessible, "Name") }, until: deadline)
    let offers = found.indices.compactMap { index -> Offer? in
      guard let states = States(states[index]) else { return nil }
      // GTK 4 has items that are sensitive and not enabled.
      let isReady = states.contains(StateBit.enabled) || states.contains(StateBit.sensitive)
      return Offer(
        way: .menuItem(found[index]), readiness: isReady ? .ready : .nothingToUndo,
        label: Self.label(names[index]?.first?.text ?? ""))
    }
    // LibreOffice has the item twice, and only the one that is shown is up to date.
    return offers.first { $0.readiness == .ready } ?? offers.first
  }

  /// Returns the words of an item that says more than Undo, such as `Undo: Typing`; nil for a
  /// single word.
  static func label(_ name: String) -> String? {
    // Toolkits pad names with blanks.
    let words = name.prefix(200).split(whereSeparator: \.isWhitespace)
    let label = words.joined(separator: " ")
    // Some languages have no blanks.
    return words.count > 1 || label.contains(where: { ":：".contains($0) }) ? label : nil
  }

  /// The items that were found before, if they still have the shortcut.
  private func cached(
    _ program: AccessibleObject, _ bus: BusConnection, until deadline: Timestamp
  ) -> [AccessibleObject] {
    let known = items[program.busName] ?? []
    return bus.ask(known.map(binding), until: deadline).allSatisfy(isUndo) ? known : []
  }

  private func search(
    _ program: AccessibleObject, _ bus: BusConnection, until deadline: Timestamp
  ) -> [AccessibleObject] {
    let found = objects(
      bus.ask(
        [matches(program, states: 0, roles: Role.menuItem, count: 0)], until: deadline,
        // A large program makes its objects at the first search.
        within: .milliseconds(900))[0]
    ).prefix(Self.mostObjects)
    let bindings = bus.ask(found.map(binding), until: deadline)
    return Array(zip(found, bindings).filter { isUndo($0.1) }.map(\.0).prefix(8))
  }

  private func binding(_ item: AccessibleObject) -> Call {
    Call(
      destination: item.busName, path: item.path, interface: Self.action, member: "GetKeyBinding",
      values: [.int32(0)])
  }

  /// True if the third part of a binding, the shortcut, is Ctrl+Z: `u;<Alt>e:u;<Control>z`.
  private func isUndo(_ answer: [BusValue]?) -> Bool {
    guard
      let shortcut = answer?.first?.text?.split(separator: ";", omittingEmptySubsequences: false)
        .last
    else { return false }
    // Qt writes Ctrl+Z, and translates the name of the key.
    return ["<control>z", "<primary>z", "ctrl+z", "strg+z"].contains(shortcut.lowercased())
  }

  /// Performs the first action of `item`: a click.
  ///
  /// - Returns: false if the program did not do it
  func perform(_ item: AccessibleObject, until deadline: Timestamp) -> Bool {
    guard let bus = bus(until: deadline) else { return false }
    let call = Call(
      destination: item.busName, path: item.path, interface: Self.action, member: "DoAction",
      values: [.int32(0)])
    return bus.ask(call, until: deadline)?.first?.isTrue ?? false
  }

  // MARK: The bus

  /// The accessibility bus, if one runs.
  private func bus(until deadline: Timestamp) -> BusConnection? {
    let call = Call(
      destination: "org.a11y.Bus", path: "/org/a11y/bus", interface: "org.a11y.Bus",
      member: "GetAddress")
    // Some kinds of addresses start a program, or look a host up.
    guard let address = session.ask(call, until: deadline)?.first?.text,
      address.split(separator: ";").allSatisfy({ $0.hasPrefix("unix:") }), !address.isEmpty
    else {
      drop()
      return nil
    }
    if let connection, connection.address == address { return connection.bus }
    drop()
    items = [:]
    connection = (try? BusConnection(.address(address))).map { (address, $0) }
    return connection?.bus
  }

  private func programs(
    _ bus: BusConnection, until deadline: Timestamp
  ) -> [AccessibleObject] {
    let registry = AccessibleObject(busName: "org.a11y.atspi.Registry", path: Self.root)
    return Array(
      objects(bus.ask(call(registry, "GetChildren"), until: deadline)).prefix(Self.mostPrograms))
  }

  private func remember(hung program: AccessibleObject) {
    hung[program.busName] = Timestamp.now(on: CLOCK_MONOTONIC)
      .advanced(byNanoseconds: Self.hungTime.nanoseconds)
  }

  private func call(_ object: AccessibleObject, _ member: String) -> Call {
    Call(
      destination: object.busName, path: object.path, interface: Self.accessible, member: member)
  }

  /// The objects in an answer of type `a(so)`.
  private func objects(_ answer: [BusValue]?) -> [AccessibleObject] {
    (answer?.first?.values ?? []).compactMap { entry in
      guard entry.values.count == 2, case .string(let name) = entry.values[0],
        case .path(let path) = entry.values[1], path != "/org/a11y/atspi/null"
      else { return nil }
      return AccessibleObject(busName: name, path: path)
    }
  }

  /// A search below the root of `program`, by the program itself.
  private func matches(
    _ program: AccessibleObject, states: UInt64, roles: UInt32?, count: Int32
  ) -> Call {
    func words(_ bits: [UInt32]) -> BusValue {
      .array("i", bits.map { .int32(Int32(bitPattern: $0)) })
    }
    var roleBits = [UInt32](repeating: 0, count: 4)
    if let roles { roleBits[Int(roles / 32)] = 1 << (roles % 32) }
    let matchesAll = BusValue.int32(1)
    // ATSPI_Collection_MATCH_ANY, as an object has one role.
    let matchesAny = BusValue.int32(2)
    let rule = BusValue.structure([
      words([UInt32(truncatingIfNeeded: states), UInt32(truncatingIfNeeded: states >> 32)]),
      matchesAll,
      .texts([:]), matchesAll,
      words(roles == nil ? [] : roleBits), roles == nil ? matchesAll : matchesAny,
      .strings([]), matchesAll,
      .bool(false),
    ])
    return Call(
      destination: program.busName, path: program.path, interface: "org.a11y.atspi.Collection",
      member: "GetMatches",
      values: [rule, .uint32(1), .int32(count), .bool(true)])
  }
}
