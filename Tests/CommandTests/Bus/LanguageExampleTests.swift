import BusTestSupport
import Foundation
import Testing

/// The examples in other languages hear of the motions of motiond, also of one that was killed.
@Suite(.enabled(if: PrivateBus.isInstalled)) struct LanguageExampleTests {
  private func hearMotions(_ language: ExampleProgram.Language) throws {
    let daemon = try BusDaemon()
    let program = try ExampleProgram(language, on: daemon.bus)
    #expect(program.nextLine() == "claimed")
    try daemon.halfAShake()
    #expect(program.nextLine()?.hasPrefix("shake began") == true)
    try daemon.kill()
    #expect(program.nextLine() == "shake cancelled: motiond is gone")
    #expect(program.nextLine() == "waiting for motiond")
    try daemon.restart()
    #expect(program.nextLine() == "claimed")
    try daemon.shake()
    #expect(program.nextLine()?.hasPrefix("shake began") == true)
    #expect(program.nextLine()?.hasPrefix("shake ended") == true)
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
