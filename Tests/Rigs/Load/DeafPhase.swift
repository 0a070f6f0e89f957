// SPDX-License-Identifier: Apache-2.0

import Glibc
import MotionBus

/// A client that has claimed and reads nothing, until its socket is full: it delays no other
/// client.
struct DeafPhase: LoadPhase {
  let name = "deaf"
  let scale: LoadScale

  private static let questions = 3000
  /// In bytes; an answer has more.
  private static let shortestAnswer = 128

  func run(on rig: LoadRig) throws -> PhaseReport {
    let listeners = try Listeners(scale.clients / 10, on: rig)
    let deaf = try rig.clients(1)
    try rig.claim(deaf) { ClaimWish.all[$0] }
    // It asks, so as to be answered, and never looks.
    var asked = 0
    try rig.run(for: scale.listening, { listeners.clients }) {
      guard asked < Self.questions else { return }
      asked += 50
      for _ in 0..<50 { try deaf[0].askForProperties() }
    }
    var report = try listeners.report(name)
    let unread = deaf[0].unread
    report.note = "its socket is full with \(unread / 1024) kB; the bus keeps the rest"
    if unread == 0 || unread >= Self.questions * Self.shortestAnswer {
      report.problems.append("the socket of the deaf client never filled")
    }
    return report
  }
}

extension LoadClient {
  /// Asks for all properties; the answer is of no interest.
  fileprivate func askForProperties() throws {
    let call = try bus.call(
      Motion1.name, Motion1.path, "org.freedesktop.DBus.Properties", "GetAll")
    try call.append([.string(Motion1.interface)])
    try bus.send(call) { _ in }
  }

  /// The number of bytes that wait in its socket.
  fileprivate var unread: Int {
    var count: Int32 = 0
    return ioctl(bus.descriptor, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
  }
}
