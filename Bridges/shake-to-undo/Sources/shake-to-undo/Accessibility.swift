// SPDX-License-Identifier: Apache-2.0

import DesktopInput
import Glibc
import LinuxSupport
import MotionBus
import MotionCore

/// The program that has the focus, as AT-SPI shows it.
///
/// The agent listens to nothing: it asks the bus when a shake begins. It starts the bus only where
/// the user has switched accessibility on, and never makes programs believe in a screen reader.
final class Accessibility {
  private let session: BusConnection
  private var connection: (address: String, bus: BusConnection)?
  /// Programs that did not answer in time, and are not asked again until then.
  private var hung: [String: Timestamp] = [:]
  /// The finds in windows, to avoid a second search.
  private var known: [AccessibleObject: Known] = [:]
  private var quota = CallQuota.shake

  private struct Known {
    /// Nil if it did not come in time.
    var toolkit: Toolkit?
    /// The object that had the focus; nil if nothing had it that shows when it loses the focus.
    var focus: AccessibleObject?
    var items: [UndoItem]
  }

  private static let mostPrograms = 128
  private static let mostKnown = 64

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
    let tree = AccessibleTree(bus: bus, deadline: deadline)
    return .programs(tree.programs(atMost: Self.mostPrograms).count)
  }

  /// The descriptor of the bus: the agent throws away what comes there, as it asked nothing.
  var waiting: BusConnection? { connection?.bus }

  /// Lets go of the bus.
  func drop() {
    // Not flushed, which could wait for a bus that stands still.
    connection?.bus.close()
    connection = nil
  }

  // MARK: The survey

  /// The focus, and the undo item of its window.
  struct Finding {
    /// The active window, where no display server names one.
    var window: ActiveWindow?
    /// Nil if it was not found within the quota: then there is no item either.
    var focus: Focus?
    /// The window's program, by its name on the bus.
    var program: String?
    /// Its toolkit; nil if it is not known.
    var toolkit: Toolkit?
    var item: Offer?
    /// True if a dialog is active: the agent undoes only in a field of the dialog.
    var isDialog = false
    /// True if the item was found just now: LibreOffice brings it up to date only then.
    var isItemNew = false
    /// True if the program of the window did not answer, now or a short time ago.
    var isHung = false
  }

  /// Gives the surveys of a new shake their calls.
  func beginShake() { quota = .shake }

  /// Finds the focus in the active window of the program of `window`, or of all if that is nil.
  ///
  /// - Parameters:
  ///   - window: the window, as a display server has it
  ///   - name: the name of its program for people; asked where it matters
  ///   - deadline: what is not known by then stays unknown
  /// - Returns: what is known
  func find(
    in window: ActiveWindow?, called name: () -> String? = { nil }, until deadline: Timestamp
  ) -> Finding {
    guard let bus = bus(until: deadline) else { return Finding() }
    let tree = AccessibleTree(bus: bus, deadline: deadline)
    let now = Timestamp.now(on: CLOCK_MONOTONIC)
    hung = hung.filter { $0.value > now }
    let all = tree.programs(atMost: Self.mostPrograms)
    forget(allBut: Set(all.map(\.busName)))
    let processes = bus.processes(of: all.map(\.busName), until: deadline)
    let present = zip(all, processes).filter { _, process in
      process != getpid() && (window?.processID.map { $0 == process } ?? true)
    }
    // The agent asks the program of a process again, as it may go on.
    let isOfProcess = window?.processID != nil
    let candidates = isOfProcess ? present : present.filter { hung[$0.0.busName] == nil }
    let shown = windows(of: candidates, tree)
    guard let index = ShownWindow.index(of: window, in: shown, called: name) else {
      return Finding(isHung: isOfProcess && candidates.contains { hung[$0.0.busName] != nil })
    }
    var finding = look(into: shown[index], tree)
    finding.program = shown[index].program.busName
    if window == nil { finding.window = shown[index].window }
    return finding
  }

  /// The windows of `programs`; the agent remembers a program that does not answer.
  private func windows(
    of programs: [(AccessibleObject, pid_t?)], _ tree: AccessibleTree
  ) -> [ShownWindow] {
    let frames = tree.windows(of: programs.map(\.0))
    var owned: [(program: Int, frame: AccessibleObject)] = []
    for (index, answer) in frames.enumerated() {
      if answer == nil { remember(hung: programs[index].0) }
      owned += (answer ?? []).map { (index, $0) }
    }
    let states = tree.states(of: owned.map(\.frame))
    let titles = tree.names(of: owned.map(\.frame))
    let names = tree.names(of: programs.map(\.0))
    return owned.indices.compactMap { index in
      guard let states = states[index] else { return nil }
      let (program, frame) = owned[index]
      return ShownWindow(
        frame: frame, program: programs[program].0, processID: programs[program].1,
        name: names[program] ?? "", title: titles[index] ?? "", states: states)
    }
  }

  /// Finds the focus and the undo item in a window that is active.
  private func look(into shown: ShownWindow, _ tree: AccessibleTree) -> Finding {
    guard quota.take(2) == 2, let role = tree.roles(of: [shown.frame])[0],
      let count = tree.counts(of: [shown.frame])[0]
    else { return Finding() }
    let frame = AccessiblePart(
      object: shown.frame, role: role, states: shown.states, count: count)
    let former = known[shown.frame]
    if let former, let toolkit = former.toolkit,
      let part = focused(former.focus, toolkit, tree)
    {
      let item = frame.isDialog ? nil : offer(confirmed(former.items, shown, tree), tree)
      return Finding(
        focus: Focus(kind: toolkit.kind(of: part), object: part.object), toolkit: toolkit,
        item: item,
        isDialog: frame.isDialog)
    }
    var search = quota.search
    defer { quota.spend(search) }
    let toolkit = former?.toolkit ?? (search.take(2) == 2 ? tree.toolkit(of: shown.program) : nil)
    var walk = FocusWalk(tree, toolkit: toolkit ?? .unknown)
    let outcome = walk.search(frame, &search)
    var items: [UndoItem] = []
    if let focus = outcome.focus, focus.kind != .unknown, !frame.isDialog {
      items = self.items(of: shown, toolkit ?? .unknown, tree).search(outcome.bars, &search)
    }
    if known.count >= Self.mostKnown { known = [:] }
    known[shown.frame] = Known(
      toolkit: toolkit,
      focus: outcome.focus.flatMap {
        [.other, .page, .unknown].contains($0.kind) ? nil : $0.object
      },
      items: items)
    return Finding(
      focus: outcome.focus, toolkit: toolkit, item: offer(items, tree), isDialog: frame.isDialog,
      isItemNew: !items.isEmpty && items != former?.items)
  }

  /// The part that had the focus, if it still has it.
  private func focused(
    _ object: AccessibleObject?, _ toolkit: Toolkit, _ tree: AccessibleTree
  ) -> AccessiblePart? {
    guard let object, quota.take(2) == 2, let states = tree.states(of: [object])[0],
      states.contains(.focused), let role = tree.roles(of: [object])[0]
    else { return nil }
    let part = AccessiblePart(object: object, role: role, states: states, count: 0)
    return [.other, .page].contains(toolkit.kind(of: part)) ? nil : part
  }

  // MARK: The undo item

  private func items(
    of shown: ShownWindow, _ toolkit: Toolkit, _ tree: AccessibleTree
  ) -> UndoItems<AccessibleTree> {
    UndoItems(
      source: tree, toolkit: toolkit, program: Set(Programs.names(shown.name)))
  }

  private func confirmed(
    _ items: [UndoItem], _ shown: ShownWindow, _ tree: AccessibleTree
  ) -> [UndoItem] {
    let count = 2 * items.flatMap(\.objects).count
    return quota.take(count) == count ? self.items(of: shown, .unknown, tree).confirmed(items) : []
  }

  private func offer(_ items: [UndoItem], _ tree: AccessibleTree) -> Offer? {
    guard quota.take(2 * items.count) == 2 * items.count else { return nil }
    let undos = items.map(\.undo)
    let offers = zip(items, zip(tree.states(of: undos), tree.names(of: undos))).compactMap {
      item, answers -> Offer? in
      guard let states = answers.0 else { return nil }
      return Offer(
        way: .menuItem(item.undo), readiness: states.isReady ? .ready : .nothingToUndo,
        label: Self.label(answers.1 ?? ""), redo: item.redo.map { .menuItem($0) })
    }
    // Each is Undo; LibreOffice has two, and one of them is never ready.
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

  /// Performs the first action of `item`: a click.
  ///
  /// - Returns: false if the program did not do it
  func perform(_ item: AccessibleObject, until deadline: Timestamp) -> Bool {
    guard let bus = waiting else { return false }
    let call = Call(
      destination: item.busName, path: item.path, interface: AccessibleTree.action,
      member: "DoAction", values: [.int32(0)])
    return bus.ask(call, until: deadline)?.first?.isTrue ?? false
  }

  // MARK: The bus

  /// Starts the bus where the desktop's setting for it is on: on sway, i3 and openbox nobody does,
  /// and programs of Qt wait for it.
  ///
  /// It waits for nothing. To say what the setting is, `org.a11y.Bus` starts without the bus.
  func start() {
    let status = Call.property(
      "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Status", "IsEnabled")
    guard let question = try? status.message(on: session, starting: true) else { return }
    _ = try? session.send(question) { [session] answer in
      guard (try? answer.get())?.first == .bool(true) else { return }
      _ = try? session.send(Self.address.message(on: session, starting: true)) { _ in }
    }
  }

  private static let address = Call(
    destination: "org.a11y.Bus", path: "/org/a11y/bus", interface: "org.a11y.Bus",
    member: "GetAddress")

  /// The accessibility bus, if one runs.
  private func bus(until deadline: Timestamp) -> BusConnection? {
    // Some kinds of addresses start a program, or look a host up.
    guard let address = session.ask(Self.address, until: deadline)?.first?.text,
      address.split(separator: ";").allSatisfy({ $0.hasPrefix("unix:") }), !address.isEmpty
    else {
      drop()
      return nil
    }
    if let connection, connection.address == address { return connection.bus }
    drop()
    known = [:]
    connection = (try? BusConnection(.address(address))).map { (address, $0) }
    return connection?.bus
  }

  /// Forgets programs that have left the bus.
  private func forget(allBut present: Set<String>) {
    known = known.filter { present.contains($0.key.busName) }
    hung = hung.filter { present.contains($0.key) }
  }

  private func remember(hung program: AccessibleObject) {
    hung[program.busName] = Timestamp.now(on: CLOCK_MONOTONIC)
      .advanced(byNanoseconds: Patience.silence.nanoseconds)
  }
}
