// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore
import ResponderKit
import Testing
import TouchCore

/// The dots that show where fingers are.
@Suite("Touch feedback")
@MainActor
struct TouchFeedbackTests {
  private let application = Application()
  private let window: Window
  private let pad = View(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
  private let feedback: TouchFeedback
  private let count = Count()

  private final class Count {
    var changes = 0
  }

  init() {
    let size = CGRect(x: 0, y: 0, width: 200, height: 200)
    window = Window(application: application, frame: size)
    window.addSubview(pad)
    application.keyWindow = window
    feedback = TouchFeedback { [count] in count.changes += 1 }
    window.touchFeedback = feedback
  }

  private func send(_ milliseconds: Int64, _ changes: TouchChange..., to window: Window? = nil) {
    let time = Timestamp(nanoseconds: milliseconds * 1_000_000)
    application.receive(.frame(TouchFrame(timestamp: time, changes: changes)), in: window)
  }

  private func at(_ milliseconds: Int64) -> Timestamp {
    Timestamp(nanoseconds: milliseconds * 1_000_000)
  }

  private var places: [CGPoint] { feedback.dots.map(\.center) }

  @Test("D001 D005 a dot follows each finger, as large as the contact")
  func follows() {
    send(0, TouchChange(0, .down(Point(x: 10, y: 20))))
    send(1, TouchChange(1, .down(Point(x: 50, y: 60)), radius: 30))
    #expect(places == [CGPoint(x: 10, y: 20), CGPoint(x: 50, y: 60)])
    #expect(feedback.dots.map(\.radius) == [15, 30] && count.changes == 2)
    let ids = feedback.dots.map(\.id)
    send(2, TouchChange(0, .move(Point(x: 150, y: 20))))
    #expect(places[0] == CGPoint(x: 150, y: 20) && feedback.dots.map(\.id) == ids)
    #expect(feedback.dots.allSatisfy { $0.lifted == nil && $0.opacity(at: at(1000)) == 1 })
  }

  @Test("D002 the dot of a finger that lifted stays for 200 ms, and fades")
  func lingers() {
    send(0, TouchChange(0, .down(Point(x: 10, y: 20))))
    send(50, TouchChange(0, .up))
    #expect(feedback.dots.map(\.lifted) == [at(50)])
    let opacities = [0, 50, 150, 250, 900].map { feedback.dots[0].opacity(at: at($0)) }
    #expect(opacities == [1, 1, 0.5, 0, 0])
    #expect(application.touchDeadline == at(250))
    // A second tap in the same place has a dot of its own.
    send(100, TouchChange(0, .down(Point(x: 10, y: 20))))
    #expect(feedback.dots.count == 2)
    application.receive(.time(at(249)))
    #expect(feedback.dots.count == 2)
    application.receive(.time(at(250)))
    #expect(feedback.dots.count == 1 && feedback.dots[0].lifted == nil)
  }

  @Test(
    "D003 the dot of a touch that is cancelled goes at once",
    arguments: ["panel", "interruption", "ignoring", "inactive", "removal"])
  func cancelled(how: String) {
    send(0, TouchChange(0, .down(Point(x: 10, y: 20))))
    switch how {
    case "panel": send(1, TouchChange(0, .cancel))
    case "interruption": application.receive(.interruption)
    case "ignoring": application.beginIgnoringInteractionEvents()
    case "inactive": application.keyWindow = nil
    default: pad.removeFromSuperview()
    }
    #expect(feedback.dots.isEmpty && count.changes == 2)
  }

  @Test("D004 fingers that no view receives have dots, and those elsewhere have none")
  func others() {
    pad.isMultipleTouchEnabled = false
    send(0, TouchChange(0, .down(Point(x: 1, y: 1))), TouchChange(1, .down(Point(x: 9, y: 9))))
    #expect(feedback.dots.count == 2)
    let other = Window(application: application, frame: window.frame)
    send(1, TouchChange(2, .down(Point(x: 1, y: 1))), to: other)
    send(2, TouchChange(3, .down(Point(x: 500, y: 1))))
    #expect(feedback.dots.count == 2)
  }
}
