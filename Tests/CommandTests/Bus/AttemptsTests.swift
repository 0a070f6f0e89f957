import Testing

@testable import motiond

@Suite struct AttemptsTests {
  @Test("a lost bus is tried for half a minute, ever less often, and anew after each success")
  func delays() {
    var attempts = Attempts()
    #expect((0..<6).map { _ in attempts.next() } == [1, 2, 4, 8, 16, nil])
    attempts.reset()
    #expect(attempts.next() == 1)
  }
}
