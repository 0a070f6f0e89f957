import Dispatch
import MotionBus
import SystemPackage
import Testing

@testable import motiond

@Suite struct SamplePipesTests {
  private static let limits = Quota.Limits(total: 3, user: 1, reserve: 1)

  @Test("a reader that leaves is noticed though no readings come, and gives its share back")
  func leaving() throws {
    let pipes = SamplePipes(limits: Self.limits)
    let closed = DispatchSemaphore(value: 0)
    pipes.sync { pipes in
      pipes.watch { _ in closed.signal() }
    }
    let end = try open(pipes, 1000)
    #expect(throws: Refusal.self) { try open(pipes, 1000) }
    try end.close()
    #expect(closed.wait(timeout: .now() + 20) == .success)
    #expect(pipes.sync { $0.rate == nil })
    try open(pipes, 1000).close()
  }

  @Test("one is kept for root")
  func reserve() throws {
    let pipes = SamplePipes(limits: Self.limits)
    let ends = [try open(pipes, 1000), try open(pipes, 1001)]
    #expect(throws: Refusal.self) { try open(pipes, 1002) }
    let last = try open(pipes, 0)
    for end in ends + [last] { try end.close() }
  }

  private func open(_ pipes: SamplePipes, _ user: UInt32) throws(Refusal) -> FileDescriptor {
    try pipes.sync { pipes throws(Refusal) in try pipes.open(for: user) }
  }
}
