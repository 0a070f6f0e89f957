// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore
import ResponderKit
import Synchronization
import Testing
import TouchCore

/// Touches of a source, as a panel's reader has them.
@Suite("Sending the touches of a source")
@MainActor
struct SendTouchesTests {
  let application = Application()
  let window: Window
  let pad = PhasePad(frame: CGRect(x: 0, y: 0, width: 100, height: 100))

  init() {
    window = Window(application: application)
    window.addSubview(pad)
    application.keyWindow = window
  }

  @Test("steps are received in order; what is down at the end is cancelled")
  func order() async throws {
    let source = ListedTouches([
      .frame(frame(0, .down(Point(x: 5, y: 5)))), .frame(frame(10, .move(Point(x: 9, y: 5)))),
    ])
    try await application.sendTouches(from: source)
    #expect(pad.heard == ["began", "moved", "cancelled"])
  }

  @Test("an error of the source cancels what is down, and is thrown")
  func error() async {
    let source = ListedTouches([.frame(frame(0, .down(Point(x: 5, y: 5))))], error: .broken)
    await #expect(throws: ListedTouches.Problem.broken) {
      try await application.sendTouches(from: source)
    }
    #expect(pad.heard == ["began", "cancelled"])
  }

  @Test("a window that is named gets the touches")
  func named() async throws {
    let other = Window(application: application)
    try await application.sendTouches(
      from: ListedTouches([.frame(frame(0, .down(Point(x: 5, y: 5))))]), in: other)
    #expect(pad.heard.isEmpty)
  }

  private func frame(_ milliseconds: Int64, _ kind: TouchChange.Kind) -> TouchFrame {
    TouchFrame(
      timestamp: Timestamp(nanoseconds: milliseconds * 1_000_000), changes: [TouchChange(0, kind)])
  }
}

/// A view that notes the phases of its touches.
@MainActor
final class PhasePad: View {
  private(set) var heard: [String] = []

  override func touchesBegan(_ touches: Set<Touch>, with event: Event?) { heard.append("began") }
  override func touchesMoved(_ touches: Set<Touch>, with event: Event?) { heard.append("moved") }
  override func touchesEnded(_ touches: Set<Touch>, with event: Event?) { heard.append("ended") }
  override func touchesCancelled(_ touches: Set<Touch>, with event: Event?) {
    heard.append("cancelled")
  }
}

/// A source of steps that are known before; then an error, if there is one.
final class ListedTouches: TouchSource, Sendable {
  enum Problem: Error {
    case broken
  }

  typealias Element = TouchStep

  let deadlines = Mutex<[Timestamp?]>([])
  private let steps: [TouchStep]
  private let error: Problem?

  init(_ steps: [TouchStep], error: Problem? = nil) {
    (self.steps, self.error) = (steps, error)
  }

  func remind(at deadline: Timestamp?) {
    deadlines.withLock { $0.append(deadline) }
  }

  func makeAsyncIterator() -> Iterator {
    Iterator(steps: steps[...], error: error)
  }

  struct Iterator: AsyncIteratorProtocol {
    var steps: ArraySlice<TouchStep>
    let error: Problem?

    mutating func next() async throws(Problem) -> TouchStep? {
      try await next(isolation: #isolation)
    }

    mutating func next(isolation actor: isolated (any Actor)?) async throws(Problem) -> TouchStep? {
      if steps.isEmpty, let error { throw error }
      return steps.popFirst()
    }
  }
}
