// SPDX-License-Identifier: Apache-2.0

import Glibc
import MotionCore
import SystemBus

/// One notification of the desktop, which is replaced and never stacked.
///
/// The specification of freedesktop.org, 1.2: `org.freedesktop.Notifications`.
final class Notifications {
  /// A notification.
  struct Card: Hashable {
    var title: String
    /// Plain text: it is escaped where the server takes markup.
    var body: String
    /// The keys of the buttons, and their words.
    var buttons: [Button] = []
    /// The button that a tap on the notification itself stands for; a server without buttons shows
    /// its words.
    var tap: Button?
  }

  /// A button: the key by which it is reported, and its words.
  struct Button: Hashable {
    var key: String
    var label: String
  }

  /// The abilities of a server.
  struct Server: Hashable {
    var hasButtons = false
    var hasMarkup = false
    /// GNOME shows buttons of urgent notifications at once, and leaves those there.
    var isGNOME = false
  }

  private static let name = "org.freedesktop.Notifications"
  private static let path = "/org/freedesktop/Notifications"

  private let session: BusConnection
  private let onKey: (String) -> Void
  private let onClose: (_ isByPerson: Bool) -> Void
  private var matches: [BusSlot] = []
  private var server: Server?
  private var owner: String?
  /// The notification that is shown.
  private var shown: UInt32?
  /// The signals that came while the server was asked for a notification, before its number came;
  /// nil while it is not asked.
  private var early: [BusMessage]?

  /// A notification that is shown by the server on `session`, once there is one.
  ///
  /// - Parameters:
  ///   - session: the session's bus
  ///   - onKey: called with the key of a button that was pressed
  ///   - onClose: called when the notification is gone: dismissed by a person, or otherwise
  /// - Throws: a ``BusError`` if the connection broke
  init(
    _ session: BusConnection, onKey: @escaping (String) -> Void,
    onClose: @escaping (Bool) -> Void
  ) throws(BusError) {
    (self.session, self.onKey, self.onClose) = (session, onKey, onClose)
    matches = [
      try session.matchOwner(of: Self.name) { [weak self] owner in
        self?.process(owner: owner)
      },
      try session.match(
        "type='signal',path='\(Self.path)',interface='\(Self.name)'"
      ) { [weak self] in self?.process($0) },
    ]
  }

  /// Shows `card` in the place of the one that is shown.
  ///
  /// - Returns: false if no server shows it
  func show(_ card: Card) -> Bool {
    let deadline = Timestamp.now(on: CLOCK_MONOTONIC).advanced(byNanoseconds: 2_000_000_000)
    guard let server = server ?? ask(until: deadline) else { return false }
    self.server = server
    var body = card.body
    var actions = server.hasButtons ? card.buttons.flatMap { [$0.key, $0.label] } : []
    if let tap = card.tap {
      if !server.hasButtons { body += (body.isEmpty ? "" : " ") + tap.label }
      actions = ["default", tap.label] + actions
      taps = tap.key
    } else {
      taps = nil
    }
    var hints: [String: BusValue] = [
      "urgency": .byte(server.isGNOME && !card.buttons.isEmpty ? 2 : 1), "transient": .bool(true),
      "suppress-sound": .bool(true),
    ]
    // GNOME 48 would take an answer for a start of that program, for which it takes the focus away
    // from the one that is to undo.
    if !server.isGNOME { hints["desktop-entry"] = .string("org.motiond.ShakeToUndo") }
    let call = Call(
      destination: Self.name, path: Self.path, interface: Self.name, member: "Notify",
      values: [
        .string("Shake to undo"), .uint32(shown ?? 0), .string("edit-undo"),
        .string(card.title.printable), .string(Self.escaped(body.printable, server)),
        .strings(actions), .dictionary(hints),
        // What asks is withdrawn by this program, when its time is over; the server knows how long
        // a message stays.
        .int32(card.buttons.isEmpty ? -1 : 0),
      ])
    early = []
    let number = session.ask(call, until: deadline, starting: true)?.first?.number
    let heard = early ?? []
    early = nil
    guard let number else {
      self.server = nil
      return false
    }
    shown = number
    for message in heard { process(message) }
    return true
  }

  /// Withdraws the notification.
  func withdraw() {
    guard let number = shown else { return }
    shown = nil
    let call = Call(
      destination: Self.name, path: Self.path, interface: Self.name,
      member: "CloseNotification", values: [.uint32(number)])
    _ = session.ask(
      call, until: .now(on: CLOCK_MONOTONIC).advanced(byNanoseconds: 100_000_000))
  }

  /// Asks the server of the session for its abilities; nil if there is none.
  func ask(until deadline: Timestamp) -> Server? {
    func call(_ member: String) -> Call {
      Call(destination: Self.name, path: Self.path, interface: Self.name, member: member)
    }
    guard
      let words = session.ask(
        call("GetCapabilities"), until: deadline, starting: true)?.first?.texts
    else {
      return nil
    }
    let information = session.ask(call("GetServerInformation"), until: deadline) ?? []
    if owner == nil {
      owner =
        session.ask(.bus("GetNameOwner", [.string(Self.name)]), until: deadline)?.first?.text
    }
    return Server(
      hasButtons: words.contains("actions"), hasMarkup: words.contains("body-markup"),
      isGNOME: information.first?.text == "gnome-shell")
  }

  /// The text as a server that takes markup shows it.
  static func escaped(_ text: String, _ server: Server) -> String {
    guard server.hasMarkup else { return text }
    return text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing(">", with: "&gt;")
  }

  // MARK: Signals

  private var taps: String?

  private func process(owner: String?) {
    self.owner = owner
    server = nil
    // What was shown is gone.
    guard shown != nil else { return }
    shown = nil
    onClose(false)
  }

  private func process(_ message: BusMessage) {
    guard early == nil else {
      early?.append(message)
      return
    }
    // Any program can send such a signal to this connection alone.
    guard message.sender == owner, let values = try? message.read(), values.count >= 2,
      let number = values[0].number, number == shown
    else { return }
    switch (message.member, values[1]) {
    case ("ActionInvoked", .string(let key)):
      if let key = key == "default" ? taps : key { onKey(key) }
    case ("NotificationClosed", .uint32(let reason)):
      shown = nil
      // 2: dismissed by the user; 1 and 4 are not, and 3 is this program.
      onClose(reason == 2)
    default: break
    }
  }
}
