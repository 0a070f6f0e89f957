// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore
import MotionTestSupport
import ResponderKit
import Testing
import TouchCore

@Suite("Playing touches into an application")
@MainActor
struct TouchPlayTests {
  let application = Application()
  let window: Window
  let pad = Pad(frame: CGRect(x: 0, y: 0, width: 300, height: 300))

  init() {
    window = Window(application: application)
    window.addSubview(pad)
    pad.isMultipleTouchEnabled = true
    application.keyWindow = window
  }

  @Test("taps are counted within a script, and begin anew with the next")
  func taps() {
    application.play(touches: .tap(at: CGPoint(x: 10, y: 10)))
    #expect(pad.ended == [1])
    application.play(touches: .tap(at: CGPoint(x: 10, y: 10), count: 3))
    #expect(pad.ended == [1, 1, 2, 3])
  }

  @Test("a drag begins and ends at its places")
  func drag() {
    application.play(touches: .drag(from: CGPoint(x: 10, y: 20), to: CGPoint(x: 110, y: 220)))
    #expect(pad.places.first == CGPoint(x: 10, y: 20))
    #expect(pad.places.last == CGPoint(x: 110, y: 220))
    #expect(pad.places.count == 101)
    #expect(pad.ended == [0])
  }

  @Test("two fingers of a pinch stay around their middle, and end at their distance")
  func pinch() {
    application.play(touches: .pinch(at: CGPoint(x: 150, y: 150), scale: 2))
    #expect(Set(pad.places.suffix(2).map(\.x)) == [50, 250])
    #expect(pad.places.allSatisfy { $0.y == 150 })
    #expect(pad.mostAtOnce == 2)
  }

  @Test("what gestures the scripts are", arguments: [0, 30, 200] as [Double])
  func gestures(_ offset: Double) {
    let place = CGPoint(x: 300 + offset, y: 300)
    #expect(gestures(.tap(at: place)) == ["tap"])
    #expect(gestures(.tap(at: place, count: 2)) == ["doubleTap"])
    #expect(gestures(.tap(at: place, fingers: 2)) == ["twoFingerTap"])
    #expect(gestures(.press(at: place)) == ["press"])
    let end = CGPoint(x: place.x, y: 500)
    #expect(gestures(.drag(from: place, to: end, duration: .seconds(3))) == ["pan"])
    #expect(gestures(.drag(from: place, to: end)) == ["swipe"])
    #expect(
      gestures(.drag(from: place, to: CGPoint(x: place.x, y: 400), duration: .milliseconds(200)))
        == ["swipe"])
    #expect(gestures(.pinch(at: place, scale: 0.5)) == ["pinch"])
    #expect(gestures(.rotation(at: place, by: .pi / 2)) == ["rotation"])
    #expect(
      gestures(TouchScript.tap(at: place).then(.press(at: place))) == ["tap", "press"])
  }

  @Test("T109 touches that were written as text play as they were: the same events in the views")
  func written() throws {
    let place = CGPoint(x: 30, y: 40)
    let script = TouchScript.tap(at: place, count: 2).then(
      .pinch(at: CGPoint(x: 150, y: 100.25), scale: 1.7)
    ).then(.drag(from: place, to: CGPoint(x: 1.0 / 3, y: 299))).then(.press(at: place))
    let text = TouchRecording(frames: script.frames).text
    let again = try TouchRecording(parsing: Array(text.utf8).span)
    application.play(touches: script)
    let (places, ended) = (pad.places, pad.ended)
    #expect(places.count > 300 && ended.count == 6)
    application.play(touches: .recording(again))
    #expect(pad.places == places + places)
    #expect(pad.ended == ended + ended)
  }

  @Test("what is down at the end of a recording is cancelled; each frame can be looked at")
  func recording() throws {
    let text = "timestamp_ns,finger,change,x,y\n0,3,down,10,10\n9000000,3,move,20,10\n"
    let recording = try TouchRecording(parsing: Array(text.utf8).span)
    var times: [Int64] = []
    application.play(touches: .recording(recording)) { times.append($0.timestamp.nanoseconds) }
    #expect(times == [0, 9_000_000])
    #expect(pad.cancelled == 1)
    #expect(pad.places == [CGPoint(x: 10, y: 10), CGPoint(x: 20, y: 10)])
  }

  @Test("a file is read, and its mistake has its name")
  func file() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(
      "\(UUID().uuidString).csv")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data("timestamp_ns,finger,change,x,y\n0,3,up,,\n".utf8).write(to: file)
    #expect(try TouchRecording(contentsOf: file).frames.count == 1)
    try Data("timestamp_ns,finger,change,x,y\n0,3,up\n".utf8).write(to: file)
    let error = #expect(throws: TouchRecordingFileError.self) {
      try TouchRecording(contentsOf: file)
    }
    #expect(error?.description.hasPrefix("\(file.path):2:1: 3 fields") == true)
  }

  /// The gestures of a view over everything that are recognized in a script.
  private func gestures(_ script: TouchScript) -> [String] {
    var tracker = TouchTracker()
    var bank = GestureBank()
    var names: [GestureID: String] = [:]
    func add(_ name: String, _ kind: GestureKind) -> GestureID {
      let id = bank.add(kind)
      names[id] = name
      return id
    }
    let (tap, double) = (add("tap", .tap()), add("doubleTap", .tap(taps: 2)))
    bank.require(tap, toFail: double)
    _ = add("twoFingerTap", .tap(fingers: 2))
    _ = add("press", .press())
    let swipe = add("swipe", .swipe([.left, .right, .up, .down]))
    bank.require(add("pan", .pan(fingers: 1...1)), toFail: swipe)
    _ = add("pinch", .pinch)
    _ = add("rotation", .rotation)
    var ended: [String] = []
    func answer(_ question: GestureQuestion) -> Bool {
      if case .together = question { false } else { true }
    }
    func note(_ event: GestureEvent) {
      if event.phase == .ended { ended.append(names[event.gesture] ?? "") }
    }
    for frame in script.frames {
      var contacts: [ContactFrame] = []
      tracker.process(frame) { contacts.append($0) }
      for each in contacts { bank.process(each, asking: answer, note) }
    }
    if let last = script.frames.last {
      bank.advance(
        to: last.timestamp.advanced(byNanoseconds: 1_000_000_000), asking: answer, note)
    }
    return ended
  }
}

/// A view that notes what touches it.
@MainActor
final class Pad: View {
  private(set) var places: [CGPoint] = []
  private(set) var ended: [Int] = []
  private(set) var cancelled = 0
  private(set) var mostAtOnce = 0

  override func touchesBegan(_ touches: Set<Touch>, with event: Event?) { note(touches, event) }
  override func touchesMoved(_ touches: Set<Touch>, with event: Event?) { note(touches, event) }

  override func touchesEnded(_ touches: Set<Touch>, with event: Event?) {
    ended += touches.map(\.tapCount).sorted()
  }

  override func touchesCancelled(_ touches: Set<Touch>, with event: Event?) {
    cancelled += touches.count
  }

  private func note(_ touches: Set<Touch>, _ event: Event?) {
    mostAtOnce = max(mostAtOnce, event?.allTouches?.count ?? 0)
    // A set has no order.
    places += touches.map { $0.location(in: nil) }.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
  }
}
