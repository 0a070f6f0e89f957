// SPDX-License-Identifier: Apache-2.0

import CAllocations
import Foundation
import MotionCore
import ResponderKit
import TouchCore

/// The processor's time from a panel's frame to the method of the view, through application,
/// window, recognizers and gate.
@MainActor
enum TouchDeliveryBenchmark {
  private static let rounds = 15
  private static let frames = 2000

  static func run() {
    print(
      "ResponderKit fingers  recognizers  handled by    ns to touchesMoved  ns a frame  of a core at 1000 Hz  allocations"
    )
    for fingers: Int32 in [1, 10] {
      for (recognizers, depth) in [(0, 0), (0, 4), (9, 0)] {
        measure(fingers: fingers, recognizers: recognizers, depth: depth)
      }
    }
  }

  private static func measure(fingers: Int32, recognizers: Int, depth: Int) {
    var (bestWay, bestFrame, allocations) = (Double.infinity, Double.infinity, UInt(0))
    for _ in 0..<rounds {
      let scene = Scene(recognizers: recognizers, depth: depth)
      scene.putDown(fingers)
      scene.target.way = 0
      let before = allocation_count()
      let seconds = Benchmarks.processorSeconds {
        for frame in 1...frames { scene.move(fingers, frame) }
      }
      allocations = allocation_count() - before
      guard scene.target.count == frames else {
        Benchmarks.fail("ResponderKit: \(scene.target.count) messages of \(frames) frames")
      }
      bestWay = min(bestWay, scene.target.way / Double(frames))
      bestFrame = min(bestFrame, seconds / Double(frames))
    }
    guard recognizers > 0 || allocations == 0 else {
      Benchmarks.fail("ResponderKit: \(allocations) heap allocations in \(frames) frames")
    }
    print(
      String(
        format: "%20d %12d  %@ %19.0f %11.0f %20.2f %% %12.1f", fingers, recognizers,
        depth == 0 ? "the view    " : "4 views up  ", 1e9 * bestWay, 1e9 * bestFrame,
        100_000 * bestFrame, Double(allocations) / Double(frames)))
  }
}

/// A window in which a view `depth` above the fingers handles them, with recognizers that do not
/// take them.
@MainActor
private final class Scene {
  let target = Target(frame: CGRect(x: 0, y: 0, width: 1000, height: 1000))
  private let application = Application()
  private let window: Window
  private var views: [View] = []
  private var frame = TouchFrame(timestamp: Timestamp(nanoseconds: 0), changes: [])

  init(recognizers: Int, depth: Int) {
    window = Window(application: application, frame: target.frame)
    application.keyWindow = window
    window.addSubview(target)
    var inner: View = target
    for _ in 0..<depth {
      let view = View(frame: target.frame)
      inner.addSubview(view)
      inner = view
    }
    inner.isMultipleTouchEnabled = true
    for index in 0..<recognizers {
      let recognizer: GestureRecognizer =
        switch index % 4 {
        case 0: PanGestureRecognizer()
        case 1: PinchGestureRecognizer()
        case 2: RotationGestureRecognizer()
        default: TapGestureRecognizer()
        }
      recognizer.cancelsTouchesInView = false
      inner.addGestureRecognizer(recognizer)
    }
  }

  func putDown(_ fingers: Int32) {
    frame.changes = (0..<fingers).map { TouchChange($0, .down(place($0, 0))) }
    send()
  }

  func move(_ fingers: Int32, _ step: Int) {
    // In place: what the panel allocates is not counted.
    for index in frame.changes.indices {
      frame.changes[index].kind = .move(place(Int32(index), step))
    }
    send()
  }

  private func send() {
    frame.timestamp = frame.timestamp.advanced(byNanoseconds: 1_000_000)
    target.start = Benchmarks.processorTime()
    application.receive(.frame(frame))
  }

  private func place(_ finger: Int32, _ frame: Int) -> Point {
    Point(x: Double(finger) * 80 + Double(frame % 50), y: 100)
  }
}

/// A view that records the processor's time when fingers move.
private final class Target: View {
  var start = 0.0
  var way = 0.0
  private(set) var count = 0

  override func touchesBegan(_ touches: Set<Touch>, with event: Event?) {}

  override func touchesMoved(_ touches: Set<Touch>, with event: Event?) {
    way += Benchmarks.processorTime() - start
    count += 1
  }
}
