// The functions that a firmware would call from C. It gives the memory for a ``FirmwareDetector``.

/// A detector of shakes behind the gate of its stream, without a heap.
struct FirmwareDetector {
  var gate = StreamGate()
  var detector = ShakeDetector(ShakeConfiguration(), isExplaining: false)
}

/// Makes a detector at `memory`, which has the size and the alignment of a ``FirmwareDetector``.
@_cdecl("motion_start")
public func start(_ memory: UnsafeMutableRawPointer) {
  memory.initializeMemory(as: FirmwareDetector.self, to: FirmwareDetector())
}

/// Takes a reading (m/s², gravity included); 1, 2 or 3 if a shake began, ended or was cancelled by it.
@_cdecl("motion_read")
public func read(
  _ memory: UnsafeMutableRawPointer, _ nanoseconds: Int64, _ x: Double, _ y: Double, _ z: Double
) -> Int32 {
  let reading = Reading(
    timestamp: Timestamp(nanoseconds: nanoseconds), acceleration: SIMD3(x, y, z))
  let detector = memory.assumingMemoryBound(to: FirmwareDetector.self)
  var phase: Int32 = 0
  func handle(_ input: DetectorInput) {
    detector.pointee.detector.handle(input) { finding in
      switch finding.event?.phase {
      case .began: phase = 1
      case .ended: phase = 2
      case .cancelled: phase = 3
      case .recognised, nil: break
      }
    }
  }
  switch detector.pointee.gate.admit(reading) {
  case .implausible, .late:
    break
  case .admittedAfterBreak(let moment):
    handle(.interruption(at: moment))
    handle(.reading(reading))
  case .admitted:
    handle(.reading(reading))
  }
  return phase
}
