// SPDX-License-Identifier: Apache-2.0

// The functions that a firmware would call from C. It gives the memory for a detector.

/// A detector behind the gate of its stream, without a heap.
struct FirmwareDetector<Detector: MotionDetector> {
  var gate = StreamGate()
  var detector: Detector

  mutating func process(_ reading: Reading, _ emit: (MotionFinding) -> Void) {
    switch gate.admit(reading) {
    case .implausible, .late:
      break
    case .admittedAfterBreak(let moment):
      detector.interrupt(at: moment, emit)
      detector.process(reading, emit)
    case .admitted:
      detector.process(reading, emit)
    }
  }
}

/// The number by which C knows the phase of an event: began, ended, cancelled, recognized; 0 for no
/// event.
func number(_ finding: MotionFinding) -> Int32 {
  switch finding.event?.phase {
  case .began: 1
  case .ended: 2
  case .cancelled: 3
  case .recognized: 4
  case nil: 0
  }
}

typealias FirmwareShakes = FirmwareDetector<ShakeDetector>

/// Makes a detector of shakes at `memory`, which has the size and the alignment of
/// ``FirmwareShakes``.
@_cdecl("motion_start")
public func start(_ memory: UnsafeMutableRawPointer) {
  memory.initializeMemory(
    as: FirmwareShakes.self,
    to: FirmwareShakes(detector: ShakeDetector(ShakeConfiguration(), isExplaining: false)))
}

/// Takes a reading (m/s², gravity included); 1, 2 or 3 if a shake began, ended or was cancelled by
/// it.
@_cdecl("motion_read")
public func read(
  _ memory: UnsafeMutableRawPointer, _ nanoseconds: Int64, _ x: Double, _ y: Double, _ z: Double
) -> Int32 {
  let reading = Reading(
    timestamp: Timestamp(nanoseconds: nanoseconds), acceleration: SIMD3(x, y, z))
  var phase: Int32 = 0
  memory.assumingMemoryBound(to: FirmwareShakes.self).pointee.process(reading) {
    phase = max(phase, number($0))
  }
  return phase
}
