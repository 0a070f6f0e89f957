// SPDX-License-Identifier: Apache-2.0

// What C calls: include/motion.h says what each function does.

import CMotion

/// A pipeline, and the findings that wait for C to take them.
struct Recognizer {
  var pipeline: MotionPipeline
  let findings: FindingQueue
  let source: UnsafeMutableBufferPointer<UInt8>
}

/// Events and rejections in order, in memory of a fixed size.
struct FindingQueue {
  /// The most findings that wait.
  static let capacity = 64
  /// The places that a reading may need: a break cancels each kind, which then begins again.
  static let reserve = 32

  private let findings = UnsafeMutablePointer<MotionFinding>.allocate(capacity: capacity)
  /// The first finding, and the count of them.
  private let state = UnsafeMutablePointer<(first: Int, count: Int)>.allocate(capacity: 1)

  init() {
    state.initialize(to: (0, 0))
  }

  var count: Int { state.pointee.count }
  var isFull: Bool { count > Self.capacity - Self.reserve }

  func add(_ finding: MotionFinding) {
    if case .state = finding { return }
    guard count < Self.capacity else { return }
    (findings + (state.pointee.first + count) % Self.capacity).initialize(to: finding)
    state.pointee.count += 1
  }

  func next() -> MotionFinding? {
    guard count > 0 else { return nil }
    let finding = (findings + state.pointee.first).move()
    state.pointee = ((state.pointee.first + 1) % Self.capacity, count - 1)
    return finding
  }

  func free() {
    while next() != nil {}
    findings.deallocate()
    state.deallocate()
  }
}

/// See `motion_make` of motion.h.
@_cdecl("motion_make")
public func make(
  _ options: UnsafePointer<UnsafePointer<CChar>?>?, _ source: UnsafePointer<CChar>?,
  _ problem: UnsafeMutablePointer<CChar>?, _ size: Int
) -> OpaquePointer? {
  do throws(Mistake) {
    let pipeline = try wantedPipeline(words(options))
    let name = try sourceInJSON(source)
    let recognizer = UnsafeMutablePointer<Recognizer>.allocate(capacity: 1)
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: name.utf8.count)
    _ = bytes.initialize(from: name.utf8)
    recognizer.initialize(
      to: Recognizer(pipeline: pipeline, findings: FindingQueue(), source: bytes))
    return OpaquePointer(recognizer)
  } catch {
    var text = LineBuffer(problem, size)
    text.printable(error.text)
    _ = text.end()
    return nil
  }
}

/// See `motion_feed` of motion.h.
@_cdecl("motion_feed")
public func feed(
  _ motion: OpaquePointer?, _ nanoseconds: Int64, _ x: Double, _ y: Double, _ z: Double
) -> Int32 {
  guard let motion else { return Int32(MOTION_NO_HANDLE) }
  let recognizer = UnsafeMutablePointer<Recognizer>(motion)
  let findings = recognizer.pointee.findings
  guard !findings.isFull else { return Int32(MOTION_FULL) }
  let reading = Reading(
    timestamp: Timestamp(nanoseconds: nanoseconds), acceleration: SIMD3(x, y, z))
  recognizer.pointee.pipeline.process(reading) { finding, _ in findings.add(finding) }
  return Int32(findings.count)
}

/// See `motion_end` of motion.h.
@_cdecl("motion_end")
public func end(_ motion: OpaquePointer?) -> Int32 {
  guard let motion else { return Int32(MOTION_NO_HANDLE) }
  let recognizer = UnsafeMutablePointer<Recognizer>(motion)
  let findings = recognizer.pointee.findings
  guard !findings.isFull else { return Int32(MOTION_FULL) }
  recognizer.pointee.pipeline.interrupt { finding, _ in findings.add(finding) }
  return Int32(findings.count)
}

/// See `motion_next` of motion.h.
@_cdecl("motion_next")
public func next(
  _ motion: OpaquePointer?, _ event: UnsafeMutablePointer<motion_event>?,
  _ line: UnsafeMutablePointer<CChar>?, _ size: Int
) -> Int32 {
  guard let motion else { return Int32(MOTION_NO_HANDLE) }
  let recognizer = UnsafeMutablePointer<Recognizer>(motion)
  var text = LineBuffer(line, size)
  guard let next = recognizer.pointee.findings.next() else { return Int32(text.end()) }
  if let event { fill(event, with: next) }
  text.write(next, source: UnsafeBufferPointer(recognizer.pointee.source))
  return Int32(text.end())
}

/// See `motion_name` of motion.h.
@_cdecl("motion_name")
public func name(_ kind: Int32) -> UnsafePointer<CChar>? {
  guard let name = KindNumber.name(kind) else { return nil }
  return UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
}

/// See `motion_free` of motion.h.
@_cdecl("motion_free")
public func free(_ motion: OpaquePointer?) {
  guard let motion else { return }
  let recognizer = UnsafeMutablePointer<Recognizer>(motion)
  recognizer.pointee.findings.free()
  recognizer.pointee.source.deallocate()
  recognizer.deinitialize(count: 1)
  recognizer.deallocate()
}
