// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import MotionCore
import Testing

@Suite struct MotionQueueTests {
  private func event(
    _ phase: MotionEvent.Phase, _ time: Int64, _ kind: MotionKind = .shake
  ) -> MotionEvent {
    MotionEvent(kind, phase, at: Timestamp(nanoseconds: time))
  }

  @Test(
    "a slow iterator gets whole motions up to the limit, and those that begin once it has caught up"
  )
  func overflow() async {
    let queue = MotionQueue()
    for number in 0..<Int64(200) {
      queue.put(event(.began, 2 * number))
      queue.put(event(.ended, 2 * number + 1))
    }
    var iterator = queue.makeIterator(of: queue)
    for number in 0..<Int64(MotionQueue.capacity) {
      let phase: MotionEvent.Phase = number.isMultiple(of: 2) ? .began : .ended
      #expect(await iterator.next(isolation: nil) == event(phase, number))
    }
    queue.put(event(.began, 1000))
    queue.put(event(.ended, 1001))
    queue.close()
    #expect(await iterator.next(isolation: nil) == event(.began, 1000))
    #expect(await iterator.next(isolation: nil) == event(.ended, 1001))
    #expect(await iterator.next(isolation: nil) == nil)
  }

  @Test("a motion that is open at the end is cancelled")
  func open() async {
    let queue = MotionQueue()
    queue.put(event(.began, 1))
    queue.close()
    var iterator = queue.makeIterator(of: queue)
    #expect(await iterator.next(isolation: nil) == event(.began, 1))
    #expect(await iterator.next(isolation: nil) == event(.cancelled(.interrupted), 1))
    #expect(await iterator.next(isolation: nil) == nil)
  }
}
