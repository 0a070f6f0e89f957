// SPDX-License-Identifier: Apache-2.0

// What the emulated microcontroller calls: each kind of motion on a sample.

/// Plays a sample to a detector of one kind.
///
/// - Parameters:
///   - kind: the number of the kind below; `KindListsTests` compares them with the registry
///   - count: the number of readings
///   - timestamps: in nanoseconds
///   - values: x, y and z of each reading in m/s², gravity included
///   - report: called for each event with its phase and its time in nanoseconds
/// - Returns: the bytes of memory that the detector takes; 0 if there is no such kind
@_cdecl("motion_play")
public func play(
  _ kind: Int32, _ count: Int32, _ timestamps: UnsafePointer<Int64>,
  _ values: UnsafePointer<Double>, _ report: @convention(c) (Int32, Int64) -> Void
) -> Int32 {
  // Not inlined, so that the stack of a kind is its own.
  @inline(never)
  func run<Detector: MotionDetector>(_ fresh: @autoclosure () -> Detector) -> Int32 {
    var detector = FirmwareDetector(detector: fresh())
    for index in 0..<Int(count) {
      let value = SIMD3(values[3 * index], values[3 * index + 1], values[3 * index + 2])
      let time = Timestamp(nanoseconds: timestamps[index])
      detector.process(Reading(timestamp: time, acceleration: value)) { finding in
        if let event = finding.event { report(number(finding), event.timestamp.nanoseconds) }
      }
    }
    return Int32(MemoryLayout<FirmwareDetector<Detector>>.size)
  }
  // Without a configuration, whose numbers are on a heap.
  func usual<Settings: DetectorSettings>() -> Settings {
    Settings(sensitivity: .medium) { _ in nil }
  }
  return switch kind {
  case 0: run(ShakeDetector(ShakeConfiguration(), isExplaining: false))
  case 1: run(FreeFallDetector(usual(), isExplaining: false))
  case 2: run(StillDetector(usual(), isExplaining: false))
  case 3: run(OrientationDetector(usual(), isExplaining: false))
  case 4: run(FlipDetector(usual(), isExplaining: false))
  case 5: run(PickUpDetector(usual(), isExplaining: false))
  case 6: run(TiltDetector(usual(), isExplaining: false))
  case 7: run(TapDetector(TapConfiguration(sensitivity: .medium) { _ in 1 }, isExplaining: false))
  case 8: run(DoubleTapDetector(usual(), isExplaining: false))
  case 9: run(TwistDetector(usual(), isExplaining: false))
  default: 0
  }
}
