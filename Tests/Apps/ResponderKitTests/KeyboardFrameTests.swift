// SPDX-License-Identifier: Apache-2.0

import Foundation
import ResponderKit
import Testing

@Suite("The frame of the keyboard")
@MainActor
struct KeyboardFrameTests {
  private let application = Application()
  private let log: KeyboardLog
  private let low = CGRect(x: 0, y: 300, width: 800, height: 180)
  private let high = CGRect(x: 0, y: 200, width: 800, height: 280)

  init() {
    log = KeyboardLog(application)
  }

  @Test("I009 six notifications, in order, where it appears and disappears")
  func order() {
    application.keyboardWillMove(to: low)
    #expect(log.drain() == ["WillChangeFrame", "WillShow"])
    application.keyboardDidMove()
    #expect(log.drain() == ["DidChangeFrame", "DidShow"])
    application.keyboardWillMove(to: high)
    application.keyboardDidMove()
    #expect(log.drain() == ["WillChangeFrame", "DidChangeFrame"])
    application.keyboardWillMove(to: .null)
    #expect(log.drain() == ["WillChangeFrame", "WillHide"])
    application.keyboardDidMove()
    #expect(log.drain() == ["DidChangeFrame", "DidHide"])
  }

  @Test("I009 they have both frames and the duration")
  func contents() throws {
    application.keyboardWillMove(to: low, duration: .milliseconds(250))
    application.keyboardDidMove()
    application.keyboardWillMove(to: high, duration: .seconds(1))
    #expect(log.changes.count == 5)
    #expect(log.changes.prefix(4).allSatisfy { $0.begin == .null && $0.end == low })
    #expect(log.changes.prefix(4).allSatisfy { $0.duration == 0.25 && $0.isLocal == true })
    let last = try #require(log.changes.last)
    #expect(last.begin == low && last.end == high && last.duration == 1)
  }

  @Test("I010 nothing is posted where nothing moves, and an empty frame hides it")
  func unmoved() {
    application.keyboardDidMove()
    application.keyboardWillMove(to: .null)
    application.keyboardWillMove(to: .zero)
    #expect(log.drain() == [])
    #expect(application.keyboardFrame == .null)
    application.keyboardWillMove(to: low)
    application.keyboardWillMove(to: low)
    application.keyboardDidMove()
    application.keyboardDidMove()
    #expect(log.drain() == ["WillChangeFrame", "WillShow", "DidChangeFrame", "DidShow"])
    #expect(application.keyboardFrame == low)
    application.keyboardWillMove(to: .zero)
    #expect(log.drain() == ["WillChangeFrame", "WillHide"])
  }

  @Test("I010 a move in the middle of another has that arrive first")
  func interrupted() {
    application.keyboardWillMove(to: low)
    application.keyboardWillMove(to: .null)
    #expect(
      log.drain() == [
        "WillChangeFrame", "WillShow", "DidChangeFrame", "DidShow", "WillChangeFrame", "WillHide",
      ])
    application.keyboardDidMove()
    #expect(log.drain() == ["DidChangeFrame", "DidHide"])
  }

  @Test("I010 an observer finds the frame that it will have, and may move it")
  func observer() {
    let application = application
    let high = high
    log.onFirst = {
      #expect(application.keyboardFrame.minY == 300)
      application.keyboardWillMove(to: high)
    }
    application.keyboardWillMove(to: low)
    #expect(application.keyboardFrame == high)
    application.keyboardDidMove()
    #expect(log.names(ending: "DidShow").count == 1)
  }
}

/// Notes the notifications of the keyboard.
@MainActor
private final class KeyboardLog {
  struct Change {
    let name: String
    let begin: CGRect?
    let end: CGRect?
    let duration: Double?
    let isLocal: Bool?
  }

  private(set) var changes: [Change] = []
  var onFirst: (() -> Void)?
  private nonisolated let observers = Observers()

  init(_ application: Application) {
    let id = ObjectIdentifier(application)
    for name in [
      Responder.keyboardWillShowNotification, Responder.keyboardDidShowNotification,
      Responder.keyboardWillHideNotification, Responder.keyboardDidHideNotification,
      Responder.keyboardWillChangeFrameNotification, Responder.keyboardDidChangeFrameNotification,
    ] {
      observers.add(name) { [weak self] notification in
        // Those of other tests are not of interest.
        guard let sender = notification.object as? Application, ObjectIdentifier(sender) == id
        else { return }
        let info = notification.userInfo
        let change = Change(
          name: notification.name.rawValue,
          begin: info?[Responder.keyboardFrameBeginUserInfoKey] as? CGRect,
          end: info?[Responder.keyboardFrameEndUserInfoKey] as? CGRect,
          duration: info?[Responder.keyboardAnimationDurationUserInfoKey] as? Double,
          isLocal: info?[Responder.keyboardIsLocalUserInfoKey] as? Bool)
        MainActor.assumeIsolated { self?.note(change) }
      }
    }
  }

  private func note(_ change: Change) {
    changes.append(change)
    let body = onFirst
    onFirst = nil
    body?()
  }

  func names(ending end: String) -> [String] { changes.map(\.name).filter { $0.hasSuffix(end) } }

  func drain() -> [String] {
    defer { changes = [] }
    return changes.map { String($0.name.dropFirst("Keyboard".count)) }
  }
}

/// Observers of notifications, until it goes.
private final class Observers: @unchecked Sendable {
  private var tokens: [any NSObjectProtocol] = []

  func add(_ name: Notification.Name, _ body: @escaping @Sendable (Notification) -> Void) {
    tokens.append(
      NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil, using: body))
  }

  deinit {
    for token in tokens { NotificationCenter.default.removeObserver(token) }
  }
}
