// SPDX-License-Identifier: Apache-2.0

import MotionBus

/// The facts that show whether this device is used as a tablet now.
struct Posture: Hashable, Sendable {
  /// The kind of device, as hostnamed calls it, such as `laptop`; nil if it is not known.
  var chassis: String?
  /// A Boolean value that indicates whether KWin takes the device for a tablet; nil if it does not
  /// watch that.
  var kwin: Bool?
  /// A Boolean value that indicates whether Mutter turns the screen, which it does of a tablet; nil
  /// without Mutter.
  var mutter: Bool?

  /// A Boolean value that indicates whether shakes count there, unless the user chose it.
  ///
  /// A desktop says most: it has the switch of the hinge, which a program of the session cannot
  /// read. Without one a laptop is no tablet, and everything else may be one.
  var isForShakes: Bool {
    if let kwin { return kwin }
    if mutter == true { return true }
    return chassis != "laptop"
  }

  /// The reason for the decision, in words.
  var description: String {
    if let kwin { return kwin ? "KWin is in tablet mode" : "KWin is not in tablet mode" }
    if mutter == true { return "Mutter turns the screen, as of a tablet" }
    switch chassis {
    case "laptop"?: return "this is a laptop, and no desktop says that it is in tablet mode"
    case let chassis?: return "this device is no laptop (chassis \(chassis))"
    case nil: return "the kind of this device is not known"
    }
  }
}

/// Asks once how the device is used, and hears of changes.
///
/// Used by one thread, like its connections. It wakes only when something changes.
final class TabletMode {
  private let session: BusConnection
  private let onChange: (Posture) -> Void
  private var matches: [BusSlot] = []
  private(set) var posture = Posture()
  /// The posture of the last call of `onChange`; nil before the first.
  private var reported: Posture?
  /// The number of questions without an answer.
  private var pending = 0

  private static let properties = "org.freedesktop.DBus.Properties"
  /// The longest wait for an answer; hostnamed may have to be started.
  private static let patience = Duration.seconds(10)

  private enum KWin {
    static let name = "org.kde.KWin"
    static let path = "/org/kde/KWin"
    static let interface = "org.kde.KWin.TabletModeManager"
  }

  private enum Mutter {
    static let name = "org.gnome.Mutter.DisplayConfig"
    static let path = "/org/gnome/Mutter/DisplayConfig"
    static let interface = name
    static let property = "PanelOrientationManaged"
  }

  /// Asks, and goes on listening.
  ///
  /// - Parameters:
  ///   - system: the system bus; nil without one
  ///   - session: the session bus
  ///   - onChange: called once the first questions are answered, and then with each change
  /// - Throws: a ``BusError`` if the connection broke
  init(
    system: BusConnection?, session: BusConnection, onChange: @escaping (Posture) -> Void
  ) throws(BusError) {
    (self.session, self.onChange) = (session, onChange)
    let changed = "type='signal',interface='\(Self.properties)',member='PropertiesChanged'"
    matches = [
      try session.match(
        "type='signal',sender='\(KWin.name)',path='\(KWin.path)',interface='\(KWin.interface)'"
      ) { [weak self] _ in self?.askKWin() },
      try session.match(
        "\(changed),sender='\(Mutter.name)',path='\(Mutter.path)',arg0='\(Mutter.interface)'"
      ) { [weak self] _ in self?.askMutter() },
      try session.matchOwner(of: KWin.name) { [weak self] in self?.ask(KWin.name, owner: $0) },
      try session.matchOwner(of: Mutter.name) { [weak self] in self?.ask(Mutter.name, owner: $0) },
    ]
    askKWin()
    askMutter()
    if let system { askChassis(on: system) }
  }

  /// Asks for the kind of the device, unless it is known: of `system`, the connection in the place
  /// of one that was lost.
  func askChassis(on system: BusConnection) {
    guard posture.chassis == nil else { return }
    let name = "org.freedesktop.hostname1"
    get(system, name, "/org/freedesktop/hostname1", name, "Chassis", starting: true) {
      if case .string(let chassis)? = $1, !chassis.isEmpty { $0.chassis = chassis }
    }
  }

  /// A desktop came or went.
  private func ask(_ name: String, owner: String?) {
    if name == KWin.name { askKWin() } else { askMutter() }
  }

  private func askKWin() {
    get(session, KWin.name, KWin.path, KWin.interface, "tabletModeAvailable") { [weak self] in
      guard $1 == .bool(true), let self else {
        $0.kwin = nil
        return
      }
      get(session, KWin.name, KWin.path, KWin.interface, "tabletMode") {
        $0.kwin = $1.flatMap { if case .bool(let isTablet) = $0 { isTablet } else { nil } }
      }
    }
  }

  private func askMutter() {
    get(session, Mutter.name, Mutter.path, Mutter.interface, Mutter.property) {
      $0.mutter = $1.flatMap { if case .bool(let isManaged) = $0 { isManaged } else { nil } }
    }
  }

  /// Asks for a property, and changes the posture by the answer; nil stands for none.
  private func get(
    _ bus: BusConnection, _ name: String, _ path: String, _ interface: String, _ property: String,
    starting: Bool = false, _ change: @escaping (inout Posture, BusValue?) -> Void
  ) {
    do throws(BusError) {
      let call = try bus.call(
        name, path, Self.properties, "Get", [.string(interface), .string(property)],
        starting: starting)
      try bus.send(call, timeout: Self.patience) { [weak self] answer in
        guard let self else { return }
        pending -= 1
        change(&posture, try? answer.get().first)
        guard pending == 0, posture != reported else { return }
        reported = posture
        onChange(posture)
      }
      pending += 1
    } catch {
      // The connection broke, which its owner sees.
    }
  }
}
