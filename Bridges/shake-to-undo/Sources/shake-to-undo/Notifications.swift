// SPDX-License-Identifier: Apache-2.0

import Glibc
import MotionBus
import MotionCore

/// One notification of the desktop, which makes room for the next and is never stacked.
///
/// The specification of freedesktop.org, 1.2: `org.freedesktop.Notifications`. Each card has a
/// number of its own: a click on the card before can be on its way while the next one is shown.
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

  /// A button: the key that reports it, and its words.
  struct Button: Hashable {
    var key: String
    var label: String
  }

  /// The outcome of showing a card.
  enum Showing: Hashable {
    case shown
    case noServer
    /// A server is there, and did not answer in time; a card that it shows late is closed.
    case late
    /// The user does not want to be disturbed.
    case unwanted
  }

  private static let name = "org.freedesktop.Notifications"
  private static let path = "/org/freedesktop/Notifications"

  private let session: BusConnection
  private let environment: [String: String]
  private let onKey: (String, _ generation: Int) -> Void
  private let onClose: (_ isByPerson: Bool, _ generation: Int) -> Void
  private var matches: [BusSlot] = []
  private var server: NotificationServer?
  private var owner: String?
  /// The notification that is shown.
  private var shown: Shown?
  /// The cards so far, shown or not: an answer counts for the latest alone.
  private(set) var generation = 0
  /// The cards that the server closed before their number came, with the reasons.
  private var closedEarly: [UInt32: UInt32] = [:]
  /// True from the call that shows a card to its number.
  private var isWaiting = false

  /// A card by its number, and the keys of the answers that it offers.
  private struct Shown {
    var number: UInt32
    var keys: Set<String>
    /// The key that a tap on the card itself stands for.
    var tap: String?
  }

  /// A notification that is shown by the server on `session`, once there is one.
  ///
  /// - Parameters:
  ///   - session: the session's bus
  ///   - environment: leads to the settings of the server
  ///   - onKey: called with the key of a button that was pressed, and the card's ``generation``
  ///   - onClose: called when the notification is gone: dismissed by a person, or otherwise
  /// - Throws: a ``BusError`` if the connection broke
  init(
    _ session: BusConnection, _ environment: [String: String],
    onKey: @escaping (String, Int) -> Void,
    onClose: @escaping (Bool, Int) -> Void
  ) throws(BusError) {
    (self.session, self.environment) = (session, environment)
    (self.onKey, self.onClose) = (onKey, onClose)
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
  @discardableResult func show(_ card: Card) -> Showing {
    generation += 1
    let former = shown
    // From here on no answer to it counts.
    shown = nil
    let deadline = Timestamp.now(on: CLOCK_MONOTONIC)
      .advanced(byNanoseconds: Patience.card.nanoseconds)
    guard let server = server ?? ask(until: deadline) else { return isThere ? .late : .noServer }
    self.server = server
    guard !DoNotDisturb.isOn(server.kind, session, until: deadline) else {
      if let former { close(former.number) }
      return .unwanted
    }
    var body = card.body
    var actions = server.hasButtons ? card.buttons.flatMap { [$0.key, $0.label] } : []
    if let tap = card.tap {
      let hint =
        server.clickHint(redoes: tap.key == "redo") ?? (server.hasButtons ? nil : tap.label)
      if let hint { body += (body.isEmpty ? "" : " ") + hint }
      actions = ["default", server.kind == .xfce ? "" : tap.label] + actions
    }
    let isGNOME = server.kind == .gnome
    var hints: [String: BusValue] = [
      "urgency": .byte(isGNOME && !card.buttons.isEmpty ? 2 : 1), "transient": .bool(true),
      "suppress-sound": .bool(true),
    ]
    // GNOME 48 would take an answer for a start of that program, and so take the focus away from
    // the program that is about to undo.
    if !isGNOME { hints["desktop-entry"] = .string("org.motiond.ShakeToUndo") }
    let call = Call(
      destination: Self.name, path: Self.path, interface: Self.name, member: "Notify",
      values: [
        .string("Shake to undo"), .uint32(0), .string("edit-undo"),
        .string(card.title.printable), .string(Self.escaped(body.printable, server)),
        .strings(actions), .dictionary(hints),
        // What asks is withdrawn by this program, when its time is over; the server knows how long
        // a message stays.
        .int32(card.buttons.isEmpty ? -1 : 0),
      ])
    closedEarly = [:]
    let showing = send(call, card, inPlaceOf: former, until: deadline)
    if showing != .shown { self.server = nil }
    return showing
  }

  /// Sends `call`, which shows `card`, and waits for its number.
  ///
  /// The number counts from the moment when it comes: a click directly after it is a click on this
  /// card.
  private func send(
    _ call: Call, _ card: Card, inPlaceOf former: Shown?, until deadline: Timestamp
  ) -> Showing {
    isWaiting = true
    defer { isWaiting = false }
    var isShown: Bool?
    do throws(BusError) {
      if let former { try session.send(Self.close(former.number).message(on: session)) { _ in } }
      try session.send(
        call.message(on: session, starting: true), timeout: Patience.lateCard
      ) { [weak self, generation] answer in
        let number = (try? answer.get())?.first?.number
        isShown = number != nil
        guard let self, let number else { return }
        // Nobody waits for it any more: its buttons would do nothing, and it would stay.
        guard isWaiting, generation == self.generation else { return close(number) }
        show(card, as: number)
      }
      _ = try session.process(until: deadline) { isShown != nil }
    } catch {
      // The owner of the connection notices when it processes it.
    }
    return isShown.map { $0 ? .shown : .noServer } ?? .late
  }

  private func show(_ card: Card, as number: UInt32) {
    if let reason = closedEarly[number] { return onClose(reason == Self.isDismissed, generation) }
    shown = Shown(
      number: number, keys: Set(card.buttons.map(\.key) + [card.tap?.key].compactMap(\.self)),
      tap: card.tap?.key)
  }

  /// Withdraws the notification.
  func withdraw() {
    generation += 1
    guard let former = shown else { return }
    shown = nil
    close(former.number)
  }

  /// Has the server close a card; nothing waits for the end, as the answer to the card may be under
  /// way.
  private func close(_ number: UInt32) {
    _ = try? session.send(Self.close(number).message(on: session)) { _ in }
  }

  private static func close(_ number: UInt32) -> Call {
    Call(
      destination: name, path: path, interface: name, member: "CloseNotification",
      values: [.uint32(number)])
  }

  /// True if a server is there, whether it answers or not.
  var isThere: Bool {
    let deadline = Timestamp.now(on: CLOCK_MONOTONIC).advanced(byNanoseconds: 500_000_000)
    return session.ask(.bus("NameHasOwner", [.string(Self.name)]), until: deadline)?.first?.isTrue
      ?? false
  }

  /// Asks the server of the session for its abilities; nil if there is none.
  func ask(until deadline: Timestamp) -> NotificationServer? {
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
    let kind = NotificationServer.Kind(rawValue: information.first?.text ?? "") ?? .other
    return NotificationServer(
      hasButtons: words.contains("actions"), hasMarkup: words.contains("body-markup"), kind: kind,
      takesTaps: NotificationServer.letsTapsAnswer(kind, environment))
  }

  /// The text as a server that takes markup shows it.
  static func escaped(_ text: String, _ server: NotificationServer) -> String {
    guard server.hasMarkup else { return text }
    return text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing(">", with: "&gt;")
  }

  // MARK: Signals

  /// The reason of a card that a person dismissed; 1 and 4 are not, and 3 is this program.
  private static let isDismissed: UInt32 = 2

  private func process(owner: String?) {
    self.owner = owner
    server = nil
    // What was shown is gone.
    guard shown != nil else { return }
    shown = nil
    onClose(false, generation)
  }

  private func process(_ message: BusMessage) {
    // Any program can send such a signal to this connection alone.
    guard message.sender == owner, let values = try? message.read(), values.count >= 2,
      let number = values[0].number
    else { return }
    switch (message.member, values[1]) {
    case ("ActionInvoked", .string(let word)):
      // What came before the card's number was for the card before.
      guard let shown, shown.number == number, let key = word == "default" ? shown.tap : word,
        shown.keys.contains(key)
      else { return }
      onKey(key, generation)
    case ("NotificationClosed", .uint32(let reason)):
      guard shown?.number == number else {
        if isWaiting { closedEarly[number] = reason }
        return
      }
      shown = nil
      onClose(reason == Self.isDismissed, generation)
    default: break
    }
  }
}
