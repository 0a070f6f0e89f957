// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// Reading a DSU server: what to ask for and when, and what packets and silence mean.
package struct DSUSession: StreamSession {
  package static let app = PhoneRecording.App.dsu

  private typealias Turn = PhoneTurn<StreamStep>

  /// The time between two requests: servers send for 5 s after one, as it may be lost.
  private static let interval: Int64 = 1_000_000_000
  /// The longest time without a report before the user hears of it.
  private static let silence: Int64 = 2_000_000_000
  /// The most reports that can be lost: a longer step of their number is another count.
  private static let mostLost: Int32 = 1000

  private let address: PhoneAddress
  private let client: UInt32
  /// The pads that the server has, true if connected.
  private var pads: [Int: Bool] = [:]
  /// The pad that is read; nil before the first is known to be connected.
  private var pad: Int?
  /// True if the session asked for pads, and the server has not listed any.
  private var isUnlisted = false
  private var last: DSUReport?
  private var arrivals = ArrivalFit()
  private var intake = ReadingIntake()
  private var troubles = Troubles()
  /// The number of packets that could not be used.
  private var bad = 0
  /// The moments of the last request, and of the last report or the opening.
  private var asked: Timestamp?
  private var heard: Timestamp?
  /// The moment of the last packet of the server, whatever it says.
  private var answered: Timestamp?

  /// A session before its socket is there; `client` tells this client from others.
  package init(_ address: PhoneAddress, client: UInt32) {
    (self.address, self.client, pad) = (address, client, address.pad)
  }

  package var notes: [RecordingNote] {
    [
      RecordingNote("device", "pad\(pad.map { " \($0)" } ?? "") at \(address.host)"),
      RecordingNote("source", "DSU server at \(address)"),
    ]
  }

  package mutating func process(
    _ input: StreamInput, at now: Timestamp
  ) -> PhoneTurn<StreamStep> {
    switch input {
    case .opened:
      (asked, heard) = (nil, now)
      return .goOn(sending: requests(at: now))
    case .failed(let reason), .closed(_, let reason):
      return Turn(
        messages: troubles.report(.noAnswer(address, reason: reason)),
        next: .connect(after: .seconds(1)))
    case .ticked:
      var messages = choosePad(at: now)
      if let heard, now.nanoseconds(since: heard) >= Self.silence {
        messages += silence(at: now)
      }
      return .goOn([], messages, sending: requests(at: now))
    case .data(let bytes): return read(bytes, now)
    }
  }

  private mutating func requests(at now: Timestamp) -> [[UInt8]] {
    if let asked, now.nanoseconds(since: asked) < Self.interval { return [] }
    asked = now
    // A server that lists no pads may send their reports all the same.
    let wanted = pad.map { [$0] } ?? (isUnlisted ? Array(DSUPacket.numbers) : [])
    isUnlisted = pads.isEmpty
    return [DSUPacket.padsRequest(client: client)]
      + wanted.map { DSUPacket.reportsRequest(pad: $0, client: client) }
  }

  private var connected: [Int] { pads.filter(\.value).map(\.key).sorted() }

  /// Chooses the first pad that is connected, if the user chose none, and asks for it at once.
  private mutating func choosePad(at now: Timestamp) -> [PhoneMessage] {
    guard pad == nil, let first = connected.first else { return [] }
    let isAnother = last != nil
    (pad, asked, heard, last) = (first, nil, now, nil)
    return isAnother || connected.count > 1 ? [.chosenPad(first, of: connected)] : []
  }

  /// The messages that explain the silence of the server or of the pad.
  private mutating func silence(at now: Timestamp) -> [PhoneMessage] {
    guard let answered, now.nanoseconds(since: answered) < Self.silence else {
      return troubles.report(.noAnswer(address, reason: "not a packet for 2 s"))
    }
    guard let pad, pads[pad] == true else {
      // Another one may be connected, or be so later.
      pad = address.pad
      guard pad != nil || connected.isEmpty else { return [] }
      return troubles.report(.noPad(address.pad, connected: connected))
    }
    return troubles.report(.silentPad(pad))
  }

  private mutating func read(_ bytes: [UInt8], _ now: Timestamp) -> Turn {
    let packet: DSUPacket
    do throws(DSUPacket.Problem) { packet = try DSUPacket(bytes) } catch {
      if case .version = error {
        // It does answer.
        (answered, heard) = (now, now)
        return .goOn([], troubles.report(.badPacket("\(error)", count: 1)))
      }
      bad += 1
      return .goOn([], bad.isPowerOfTen ? [.badPacket("\(error)", count: bad)] : [])
    }
    answered = now
    switch packet {
    case .other: return .goOn()
    case .pads(let listed):
      pads.merge(listed.filter { DSUPacket.numbers.contains($0.key) }) { $1 }
      return .goOn()
    case .report(let report):
      if pad == nil, pads.isEmpty, report.isConnected { pad = report.pad }
      guard report.pad == pad, report.isConnected else { return .goOn() }
      return take(report, now)
    }
  }

  private mutating func take(_ report: DSUReport, _ now: Timestamp) -> Turn {
    guard let count = steps(to: report) else { return .goOn() }
    let elapsed = heard.map { now.seconds(since: $0) }
    (last, heard, pads[report.pad]) = (report, now, true)
    // Lost reports have times too.
    let time = arrivals.settle(arrival: now, count: count, clock: report.clock).last
    let (readings, messages) = intake.take(report.acceleration, at: time, elapsed: elapsed)
    return .goOn(readings, troubles.end() + messages)
  }

  /// The number of reports since the last one; nil of one that came twice, or after a later one.
  private func steps(to report: DSUReport) -> Int? {
    guard let last, last.server == report.server else { return 1 }
    let step = Int32(truncatingIfNeeded: report.number &- last.number)
    // A server that neither counts nor tells a time.
    if step == 0, report.number == 0, report.clock == 0, last.clock == 0 { return 1 }
    if step > 0 { return step <= Self.mostLost ? Int(step) : 1 }
    // Some servers do not count; others count from the beginning for a pad that comes back.
    if let clock = report.clock, let before = last.clock, clock > before { return 1 }
    return step < -Self.mostLost ? 1 : nil
  }
}
