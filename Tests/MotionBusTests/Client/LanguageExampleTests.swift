import BusTestSupport
import MotionCore
import Testing

@testable import MotionBus

/// The examples in other languages hear of motions, also of a daemon that restarts.
@Suite(.enabled(if: PrivateBus.isInstalled), .timeLimit(.minutes(5)))
struct LanguageExampleTests {
  private func serve(_ bus: PrivateBus) throws -> MotionService {
    let service = MotionService(.address(bus.address)) { _ in }
    try service.start()
    return service
  }

  private func hearMotions(_ language: ExampleProgram.Language) throws {
    let bus = try PrivateBus()
    let first = try serve(bus)
    let program = try ExampleProgram(language, on: bus)
    #expect(program.nextLine() == "claimed")
    first.emit(.began(at: 0), of: ShakeConfiguration())
    #expect(program.nextLine()?.hasPrefix("shake began") == true)
    first.emit(.ended(at: 500), of: ShakeConfiguration())
    #expect(program.nextLine()?.hasPrefix("shake ended") == true)
    first.emit(.began(at: 600), of: ShakeConfiguration())
    #expect(program.nextLine()?.hasPrefix("shake began") == true)
    first.emit(.cancelled(at: 1700), of: ShakeConfiguration())
    #expect(program.nextLine()?.hasPrefix("shake cancelled") == true)
    first.emit(.began(at: 3000), of: ShakeConfiguration())
    #expect(program.nextLine()?.hasPrefix("shake began") == true)

    first.stop()
    #expect(program.nextLine() == "shake cancelled: motiond is gone")
    #expect(program.nextLine() == "waiting for motiond")
    let second = try serve(bus)
    defer { second.stop() }
    #expect(program.nextLine() == "claimed")
    second.emit(.began(at: 5000), of: ShakeConfiguration())
    #expect(program.nextLine()?.hasPrefix("shake began") == true)
  }

  @Test("Python", .enabled(if: ExampleProgram.Language.python.isInstalled))
  func python() throws {
    try hearMotions(.python)
  }

  @Test("C", .enabled(if: ExampleProgram.Language.c.isInstalled))
  func c() throws {
    try hearMotions(.c)
  }
}
