// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import Foundation
import TestTraits
import Testing

/// The examples in other languages hear of the motions of motiond, also of one that was killed or
/// that stopped, and say that the bus is gone.
@Suite(.waits, .enabled(if: PrivateBus.isInstalled)) struct LanguageExampleTests {
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
    // A motiond that stops says so, cancels what is open, and comes back.
    try daemon.kill()
    #expect(program.nextLine() == "waiting for motiond")
    try daemon.restart()
    #expect(program.nextLine() == "claimed")
    try daemon.halfAShake()
    #expect(program.nextLine()?.hasPrefix("shake began") == true)
    daemon.command.send(SIGTERM)
    _ = try daemon.command.finish()
    #expect(program.nextLine()?.hasPrefix("shake cancelled") == true)
    #expect(program.nextLine() == "waiting for motiond")
    #expect(try daemon.notifications.next() == "STOPPING=1")
    try daemon.restart()
    #expect(program.nextLine() == "claimed")
    daemon.bus.stop()
    var last = program.nextLine()
    // A client may see motiond's name go with the bus.
    if last == "waiting for motiond" { last = program.nextLine() }
    #expect(last == language.farewell)
    #expect(program.nextLine() == nil)
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

extension ExampleProgram.Language {
  /// What it says when the bus is gone.
  fileprivate var farewell: String {
    switch self {
    case .python: "the bus is gone"
    case .c: "shake_undo: the bus is gone"
    }
  }
}
