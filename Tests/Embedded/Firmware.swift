// What a firmware would call from C. It gives the memory for a bank.

/// Makes a bank at `bank`, which has the size and the alignment of a ``DetectorBank``.
@_cdecl("motion_start")
public func start(_ bank: UnsafeMutableRawPointer) {
  bank.initializeMemory(as: DetectorBank.self, to: DetectorBank())
}

/// Takes a reading (m/s², gravity included); 1, 2 or 3 if a shake began, ended or was cancelled by it.
@_cdecl("motion_read")
public func read(
  _ bank: UnsafeMutableRawPointer, _ nanoseconds: Int64, _ x: Double, _ y: Double, _ z: Double
) -> Int32 {
  var phase: Int32 = 0
  let reading = Reading(
    timestamp: Timestamp(nanoseconds: nanoseconds), acceleration: SIMD3(x, y, z))
  bank.assumingMemoryBound(to: DetectorBank.self).pointee.process(reading) { event in
    switch event.phase {
    case .began: phase = 1
    case .ended: phase = 2
    case .cancelled: phase = 3
    }
  }
  return phase
}
