// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import ResponderKit
import Testing

@Suite("The frame of the keyboard")
@MainActor
struct KeyboardFrameTests {
  private let application = Application()
  private let log: PostLog<KeyboardChange>
  private let low = CGRect(x: 0, y: 300, width: 800, height: 180)
  private let high = CGRect(x: 0, y: 200, width: 800, height: 280)

  init() {
    log = PostLog(application)
  }

  @Test("I009 six notifications, in order, where it appears and disappears")
  func order() {
    application.keyboardWillMove(to: low)
    #expect(log.drain().map(\.name) == ["WillChangeFrame", "WillShow"])
    application.keyboardDidMove()
    #expect(log.drain().map(\.name) == ["DidChangeFrame", "DidShow"])
    application.keyboardWillMove(to: high)
    application.keyboardDidMove()
    #expect(log.drain().map(\.name) == ["WillChangeFrame", "DidChangeFrame"])
    application.keyboardWillMove(to: .null)
    #expect(log.drain().map(\.name) == ["WillChangeFrame", "WillHide"])
    application.keyboardDidMove()
    #expect(log.drain().map(\.name) == ["DidChangeFrame", "DidHide"])
  }

  @Test("I009 they have both frames and the duration")
  func contents() throws {
    application.keyboardWillMove(to: low, duration: .milliseconds(250))
    application.keyboardDidMove()
    application.keyboardWillMove(to: high, duration: .seconds(1))
    #expect(log.entries.count == 5)
    #expect(log.entries.prefix(4).allSatisfy { $0.begin == .null && $0.end == low })
    #expect(log.entries.prefix(4).allSatisfy { $0.duration == 0.25 && $0.isLocal == true })
    let last = try #require(log.entries.last)
    #expect(last.begin == low && last.end == high && last.duration == 1)
  }

  @Test("I010 nothing is posted where nothing moves, and an empty frame hides it")
  func unmoved() {
    application.keyboardDidMove()
    application.keyboardWillMove(to: .null)
    application.keyboardWillMove(to: .zero)
    #expect(log.drain().isEmpty)
    #expect(application.keyboardFrame == .null)
    application.keyboardWillMove(to: low)
    application.keyboardWillMove(to: low)
    application.keyboardDidMove()
    application.keyboardDidMove()
    #expect(
      log.drain().map(\.name) == ["WillChangeFrame", "WillShow", "DidChangeFrame", "DidShow"])
    #expect(application.keyboardFrame == low)
    application.keyboardWillMove(to: .zero)
    #expect(log.drain().map(\.name) == ["WillChangeFrame", "WillHide"])
  }

  @Test("I010 a move in the middle of another has that arrive first")
  func interrupted() {
    application.keyboardWillMove(to: low)
    application.keyboardWillMove(to: .null)
    #expect(
      log.drain().map(\.name) == [
        "WillChangeFrame", "WillShow", "DidChangeFrame", "DidShow", "WillChangeFrame", "WillHide",
      ])
    application.keyboardDidMove()
    #expect(log.drain().map(\.name) == ["DidChangeFrame", "DidHide"])
  }

  @Test("I010 an observer finds the frame that it will have, and may move it")
  func observer() {
    let (application, high, log) = (application, high, log)
    log.reaction = { _ in
      log.reaction = nil
      #expect(application.keyboardFrame.minY == 300)
      application.keyboardWillMove(to: high)
    }
    application.keyboardWillMove(to: low)
    #expect(application.keyboardFrame == high)
    application.keyboardDidMove()
    #expect(log.entries.count { $0.name == "DidShow" } == 1)
  }
}

/// A notification of the keyboard.
private struct KeyboardChange {
  let name: String
  let begin: CGRect?
  let end: CGRect?
  let duration: Double?
  let isLocal: Bool?
}

extension PostLog where Entry == KeyboardChange {
  fileprivate convenience init(_ application: Application) {
    let names = [
      Responder.keyboardWillShowNotification, Responder.keyboardDidShowNotification,
      Responder.keyboardWillHideNotification, Responder.keyboardDidHideNotification,
      Responder.keyboardWillChangeFrameNotification, Responder.keyboardDidChangeFrameNotification,
    ]
    self.init(names, of: application) { notification in
      let info = notification.userInfo
      return KeyboardChange(
        name: String(notification.name.rawValue.dropFirst("Keyboard".count)),
        begin: info?[Responder.keyboardFrameBeginUserInfoKey] as? CGRect,
        end: info?[Responder.keyboardFrameEndUserInfoKey] as? CGRect,
        duration: info?[Responder.keyboardAnimationDurationUserInfoKey] as? Double,
        isLocal: info?[Responder.keyboardIsLocalUserInfoKey] as? Bool)
    }
  }
}
