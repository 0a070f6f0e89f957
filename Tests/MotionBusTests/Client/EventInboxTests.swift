import MotionCore
import Testing

@testable import MotionBus

@Suite struct EventInboxTests {
  @Test("a slow iterator gets 128 whole motions, and then those that begin once it has caught up")
  func overflow() async {
    let inbox = EventInbox()
    for number in 0..<200 {
      inbox.put(.began(at: Int64(number) * 1000))
      inbox.put(.ended(at: Int64(number) * 1000 + 500))
    }
    var iterator = inbox.makeIterator()
    // One place is too few: a beginning takes that of its end too.
    inbox.taken()
    #expect(!inbox.put(.began(at: 250_000)))
    inbox.put(.ended(at: 250_500))
    #expect(await iterator.next() == .began(at: 0))
    #expect(await iterator.next() == .ended(at: 500))
    inbox.taken()
    for number in 1..<128 {
      #expect(await iterator.next() == .began(at: Int64(number) * 1000))
      inbox.taken()
      #expect(await iterator.next() == .ended(at: Int64(number) * 1000 + 500))
      inbox.taken()
    }
    inbox.put(.began(at: 300_000))
    inbox.put(.ended(at: 300_500))
    inbox.close()
    #expect(await iterator.next() == .began(at: 300_000))
    #expect(await iterator.next() == .ended(at: 300_500))
    #expect(await iterator.next() == nil)
  }

  @Test("what began in time ends, however full it is meanwhile")
  func open() async {
    let inbox = EventInbox()
    for number in 0..<127 {
      inbox.put(.began(at: Int64(number)))
      inbox.put(.cancelled(at: Int64(number)))
    }
    #expect(inbox.put(.began(at: 200)))
    var other = MotionEvent.began(at: 201)
    other.motion = MotionKind(rawValue: "flip")
    #expect(!inbox.put(other))
    #expect(inbox.put(.ended(at: 300)))
    // Room that was freed after a beginning was dropped is not for its end.
    inbox.taken()
    inbox.taken()
    var end = MotionEvent.ended(at: 301)
    end.motion = other.motion
    #expect(!inbox.put(end))
  }
}

@Suite struct BackoffTests {
  @Test("1, 2, 4, 8, 16 and then 30 s; from the first again after a success")
  func waits() {
    var backoff = Backoff()
    #expect((0..<7).map { _ in backoff.next() } == [1000, 2000, 4000, 8000, 16000, 30000, 30000])
    backoff.reset()
    #expect(backoff.next() == 1000)
  }
}
