// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore
import ResponderKit
import TouchCore

/// An application that keeps what is reported.
@MainActor
class ReportingApplication: Application {
  private(set) var reports: [ResponderDiagnostic] = []

  override func report(_ diagnostic: ResponderDiagnostic) { reports.append(diagnostic) }
}

/// An application with a key window of 400 x 400 points, and fingers.
///
/// A frame is 10 ms after the one before. Touches are called a, b, c in the order in which anybody
/// hears of them, and of one event from left to right.
@MainActor
final class TouchStage {
  let journal = TouchJournal()
  let application = ReportingApplication()
  let window: TouchWindow
  private(set) var milliseconds: Int64 = 0
  private(set) var pads: [Pad] = []
  /// Where recognizers are added; the first pad, if it is not set.
  var home: View?

  init() {
    window = TouchWindow(journal, application)
    application.keyWindow = window
  }

  /// A stage with a view.
  static func withPad(
    x: Double = 0, y: Double = 0, width: Double = 100, height: Double = 100
  ) -> TouchStage {
    let stage = TouchStage()
    _ = stage.pad("pad", x: x, y: y, width: width, height: height)
    return stage
  }

  /// A stage with a view at (100, 100), and a view that covers it, to which recognizers are added.
  static func withTwo(width: Double, height: Double) -> TouchStage {
    let stage = withPad(x: 100, y: 100, width: width, height: height)
    stage.home = stage.pad("inner", width: width, height: height, in: stage.pads[0])
    return stage
  }

  /// A view in `parent`, by default in the window, that notes its touches.
  func pad(
    _ name: String, x: Double = 0, y: Double = 0, width: Double = 100, height: Double = 100,
    in parent: View? = nil, handles: Bool = true
  ) -> Pad {
    let pad = Pad(name, CGRect(x: x, y: y, width: width, height: height), journal)
    pad.handles = handles
    (parent ?? window).addSubview(pad)
    pads.append(pad)
    return pad
  }

  /// Adds a recognizer to a view, by default at home, and notes its states under `name`.
  @discardableResult
  func add<Recognizer: GestureRecognizer>(
    _ recognizer: Recognizer, _ name: String, to view: View? = nil
  ) -> Recognizer {
    recognizer.addAction { [journal] in journal.note("\(name) \($0.state)") }
    (view ?? home ?? pads[0]).addGestureRecognizer(recognizer)
    return recognizer
  }

  var now: Timestamp { Timestamp(nanoseconds: milliseconds * 1_000_000) }

  /// Sends a frame of what fingers do.
  func frame(_ changes: (Int32, TouchChange.Kind)..., in window: Window? = nil) {
    send(changes.map { TouchChange($0.0, $0.1) }, in: window)
  }

  func send(_ changes: [TouchChange], in window: Window? = nil) {
    milliseconds += 10
    application.receive(.frame(TouchFrame(timestamp: now, changes: changes)), in: window)
  }

  func down(_ x: Double, _ y: Double, finger: Int32 = 0, in window: Window? = nil) {
    frame((finger, .down(Point(x: x, y: y))), in: window)
  }

  func move(_ x: Double, _ y: Double, finger: Int32 = 0) {
    frame((finger, .move(Point(x: x, y: y))))
  }

  func up(finger: Int32 = 0) {
    frame((finger, .up))
  }

  /// Puts a finger down at the first place, and moves it to the others.
  func drag(_ places: (Double, Double)...) { drag(along: places) }

  /// Drags a finger, and lifts it.
  func stroke(_ places: (Double, Double)...) {
    drag(along: places)
    up()
  }

  private func drag(along places: [(Double, Double)]) {
    for (index, place) in places.enumerated() {
      if index == 0 { down(place.0, place.1) } else { move(place.0, place.1) }
    }
  }

  func tap(_ x: Double, _ y: Double, finger: Int32 = 0) {
    down(x, y, finger: finger)
    up(finger: finger)
  }

  /// Lets time pass without a finger doing anything.
  func wait(milliseconds span: Int64) {
    milliseconds += span
    application.receive(.time(now))
  }

  func interrupt() {
    application.receive(.interruption)
  }

  /// Removes and returns what was noted.
  func drain() -> [String] { journal.drain() }

  /// Removes what was noted, and returns what is of no pad.
  func gestures() -> [String] {
    drain().filter { entry in !pads.contains { entry.hasPrefix("\($0.name) ") } }
  }
}

extension TapGestureRecognizer {
  /// A recognizer of so many taps.
  convenience init(taps: Int) {
    self.init()
    numberOfTapsRequired = taps
  }
}

extension TouchChange.Kind {
  static func down(_ x: Double, _ y: Double) -> Self { .down(Point(x: x, y: y)) }
  static func move(_ x: Double, _ y: Double) -> Self { .move(Point(x: x, y: y)) }
}

/// The touches that views received, with names.
@MainActor
final class TouchJournal: Journal {
  private var names: [Touch: String] = [:]

  func note(_ view: String, _ phase: String, _ touches: Set<Touch>, _ event: Event?) {
    let unknown = (event?.allTouches ?? touches).filter { names[$0] == nil }
    for touch in unknown.sorted(by: { $0.location(in: nil).x < $1.location(in: nil).x }) {
      names[touch] = String(UnicodeScalar(UInt8(ascii: "a") + UInt8(names.count)))
    }
    note("\(view) \(phase) \(string(touches))")
  }

  /// The names of `touches`, in order.
  func string(_ touches: Set<Touch>?) -> String {
    (touches ?? []).compactMap { names[$0] }.sorted().joined()
  }
}

/// A view that notes the touches that it receives.
class Pad: View {
  let name: String
  let journal: TouchJournal
  /// If not, it passes its touches on.
  var handles = true
  /// The view that `hitTest` returns, if it is set.
  var hit: (() -> View?)?
  /// The answer of `point(inside:)`, if it is set.
  var isInside: Bool?
  /// Called with all touches that it receives.
  var onTouches: ((Touch.Phase, Set<Touch>, Event?) -> Void)?
  /// The points that it was asked about.
  private(set) var tested: [CGPoint] = []

  init(_ name: String, _ frame: CGRect, _ journal: TouchJournal) {
    self.name = name
    self.journal = journal
    super.init(frame: frame)
  }

  override func hitTest(_ point: CGPoint, with event: Event?) -> View? {
    tested.append(point)
    return hit.map { $0() } ?? super.hitTest(point, with: event)
  }

  override func point(inside point: CGPoint, with event: Event?) -> Bool {
    isInside ?? super.point(inside: point, with: event)
  }

  override func touchesBegan(_ touches: Set<Touch>, with event: Event?) {
    if passes(.began, touches, event) { super.touchesBegan(touches, with: event) }
  }

  override func touchesMoved(_ touches: Set<Touch>, with event: Event?) {
    if passes(.moved, touches, event) { super.touchesMoved(touches, with: event) }
  }

  override func touchesEnded(_ touches: Set<Touch>, with event: Event?) {
    if passes(.ended, touches, event) { super.touchesEnded(touches, with: event) }
  }

  override func touchesCancelled(_ touches: Set<Touch>, with event: Event?) {
    if passes(.cancelled, touches, event) { super.touchesCancelled(touches, with: event) }
  }

  /// Notes touches; true if they are passed on.
  private func passes(_ phase: Touch.Phase, _ touches: Set<Touch>, _ event: Event?) -> Bool {
    journal.note(name, "\(phase)", touches, event)
    onTouches?(phase, touches, event)
    return !handles
  }
}

/// A window that notes the touches that it receives, and passes them on.
final class TouchWindow: Window {
  private let journal: TouchJournal
  /// The view that `hitTest` returns, if it is set.
  var hit: (() -> View?)?
  /// Called with each event; it is delivered if the answer is true.
  var willSend: ((Event) -> Bool)?

  init(_ journal: TouchJournal, _ application: Application) {
    self.journal = journal
    super.init(application: application, frame: CGRect(x: 0, y: 0, width: 400, height: 400))
  }

  override func sendEvent(_ event: Event) {
    if willSend?(event) ?? true { super.sendEvent(event) }
  }

  override func hitTest(_ point: CGPoint, with event: Event?) -> View? {
    hit.map { $0() } ?? super.hitTest(point, with: event)
  }

  override func touchesBegan(_ touches: Set<Touch>, with event: Event?) {
    journal.note("window", "began", touches, event)
    super.touchesBegan(touches, with: event)
  }

  override func touchesMoved(_ touches: Set<Touch>, with event: Event?) {
    journal.note("window", "moved", touches, event)
    super.touchesMoved(touches, with: event)
  }

  override func touchesEnded(_ touches: Set<Touch>, with event: Event?) {
    journal.note("window", "ended", touches, event)
    super.touchesEnded(touches, with: event)
  }

  override func touchesCancelled(_ touches: Set<Touch>, with event: Event?) {
    journal.note("window", "cancelled", touches, event)
    super.touchesCancelled(touches, with: event)
  }
}
