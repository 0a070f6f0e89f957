// SPDX-License-Identifier: Apache-2.0

import MotionCore

@testable import PhoneProtocol

/// Whatever a phone answers, readings are plausible and later and later, what is written of them is
/// a recording, and what is asked is a path without blanks.
///
/// Each line is an answer; one that begins with a byte below 32 is a failure, with a status or
/// without.
func fuzzPhyphox(_ bytes: [UInt8]) {
  guard let address = try? PhoneAddress("http://phone") else { return }
  var phyphox = PhyphoxSession(address)
  var check = PhoneCheck(.phyphox)
  var now = Timestamp(nanoseconds: 0)
  var starts = 0
  for line in bytes.split(separator: UInt8(ascii: "\n")) {
    let answer: PhoneAnswer
    switch line.first ?? 0 {
    case 0..<8: answer = .failed(reason: "no connection")
    case 8..<16: answer = .refused(reason: "too much")
    case 16..<32: answer = .response(status: 404, server: "", body: Array(line.dropFirst()))
    default: answer = .response(status: 200, server: "", body: Array(line))
    }
    now = now.advanced(byNanoseconds: Int64(line.count % 5) * 500_000_000)
    let turn = phyphox.process(answer, at: now)
    guard check.admits(turn.readings, phyphox.notes) else { return }
    guard case .ask(let path, let delay) = turn.next else { return }
    precondition(path.first == "/" && !path.contains { $0 == " " || $0.isNewline }, "a bad path")
    precondition(!path.contains("clear"), "it clears")
    precondition(delay >= .milliseconds(10), "it asks without a rest")
    if path == "/control?cmd=start" { starts += 1 }
    precondition(starts <= bytes.count, "it starts for ever")
  }
}

/// The same of frames; an empty line is a second that passes, and `x` an end of the connection.
func fuzzSensorServer(_ bytes: [UInt8]) {
  guard let address = try? PhoneAddress("ws://phone") else { return }
  var session = SensorServerSession(address)
  var check = PhoneCheck(.sensorServer)
  var now = Timestamp(nanoseconds: 0)
  _ = session.process(.opened, at: now)
  for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
    now = now.advanced(byNanoseconds: line.isEmpty ? 1_000_000_000 : 10_000_000)
    let input: StreamInput =
      line.isEmpty
      ? .ticked
      : line == [UInt8(ascii: "x")]
        ? .closed(code: Int(now.nanoseconds % 5000), reason: "") : .data(Array(line))
    let turn = session.process(input, at: now)
    guard check.admits(turn.readings, session.notes) else { return }
    switch turn.next {
    case .goOn: break
    case .connect: _ = session.process(.opened, at: now)
    case .end: return
    }
  }
}

/// The same of packets: whole ones of any content, and any bytes; and of time that passes.
func fuzzDSU(_ input: Input) {
  var input = input
  guard let address = try? PhoneAddress("dsu://phone") else { return }
  var session = DSUSession(address, client: 1)
  var check = PhoneCheck(.dsu)
  var now = Timestamp(nanoseconds: 0)
  _ = session.process(.opened, at: now)
  while !input.isOver {
    now = now.advanced(byNanoseconds: Int64(input.byte()) * 1_000_000)
    let event: StreamInput
    switch input.number(below: 4) {
    case 0: event = .ticked
    case 1: event = .data(Array(input.text().utf8))
    default:
      let isReport = input.number(below: 4) > 0
      let rest = (0..<(isReport ? 80 : 12)).map { _ in input.byte() }
      event = .data(DSUPacket.packet("DSUS", from: 7, isReport ? 0x10_0002 : 0x10_0001, rest))
    }
    let turn = session.process(event, at: now)
    if case .goOn(let packets) = turn.next { precondition(packets.count <= 8, "it asks too much") }
    precondition(turn.messages.count <= 8, "it says too much")
    guard check.admits(turn.readings, session.notes) else { return }
  }
}

/// The same of what a page posts, each a line: whole bodies of any numbers, and any text; and of
/// time that passes.
func fuzzPage(_ bytes: [UInt8]) {
  let gate = PageGate(token: (1, 2), scheme: "https", authorities: ["a:1"])
  var desk = PageDesk(gate, tells: true)
  var text: [UInt8] = []
  var now = Timestamp(nanoseconds: 0)
  for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
    now = now.advanced(byNanoseconds: line.isEmpty ? 1_000_000_000 : 10_000_000)
    precondition(desk.tick(at: now).count <= 1, "it says too much")
    _ = desk.take(line: Array(line))
    let turn = desk.answer(
      PageRequest(
        method: "POST", target: gate.path, host: "a:1", origin: "https://a:1",
        contentType: "application/json", body: Array(line)),
      at: now, nonce: "n")
    precondition([200, 400, 409, 413].contains(turn.answer.status), "an unknown status")
    precondition(turn.answer.body.count < 50_000, "it answers too much")
    text += Array(turn.piece.text.utf8)
    if turn.failure != nil { break }
  }
  text += Array(desk.finish().text.utf8)
  precondition(text.isEmpty || (try? Recording(parsing: text.span)) != nil, "no recording")
}

/// The promises of readings, and of what is written of them.
private struct PhoneCheck {
  private var recording: PhoneRecording
  private var last: Timestamp?
  private var text: [UInt8] = []

  init(_ app: PhoneRecording.App) { recording = PhoneRecording(of: app) }

  /// False where the recording ends, as gravity is missing.
  mutating func admits(_ readings: [Reading], _ notes: [RecordingNote]) -> Bool {
    for reading in readings {
      precondition(RecordingFormat.admits(reading, after: last), "a reading that may not follow")
      last = reading.timestamp
    }
    guard let piece = try? recording.add(readings, notes) else { return false }
    text += Array(piece.text.utf8)
    precondition((try? Recording(parsing: text.span)) != nil || text.isEmpty, "no recording")
    return true
  }
}
