// SPDX-License-Identifier: Apache-2.0

import FakeSensor
import Glibc

/// One client of a ``FakeIIOD``: requests in, answers out, until either side hangs up.
struct FakeConnection: ~Copyable {
  private let descriptor: Int32
  private let desk: FakeDesk
  /// The channels of the open buffer, as a mask in hexadecimal digits, and its number.
  private var buffer: (mask: Substring, reader: Int)?
  private var isSilent = false

  init(_ descriptor: Int32, _ desk: FakeDesk) {
    self.descriptor = descriptor
    self.desk = desk
    var yes: Int32 = 1
    setsockopt(
      descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
  }

  deinit {
    close(descriptor)
  }

  consuming func serve() {
    guard !desk.devices.isEmpty else { return }
    while let line = readLine(), answer(line) {}
  }

  /// Answers the request `line`; whether there may be more.
  private mutating func answer(_ line: String) -> Bool {
    desk.note(line)
    let words = line.split(separator: " ")
    let device = words.dropFirst().first.map(String.init) ?? ""
    if let wrong = desk.wrongAnswer(to: words.first.map(String.init) ?? "") {
      if let wrong { send(wrong) }
      return true
    }
    switch words.first {
    case "VERSION":
      // The client insists on a tag of seven characters.
      send("0.24.v0.24  \n")
    case "PRINT":
      let xml = FakeDevice.context(desk.devices)
      send("\(xml.utf8.count)\n\(xml)\n")
    case "TIMEOUT", "SET":
      send("0\n")
    case "GETTRIG":
      let trigger = desk.devices.first { $0.id == device }?.trigger
      if trigger == "" { send("0\n") } else { sendValue(trigger) }
    case "SETTRIG":
      let isDone = desk.setTrigger(of: device, to: words.count > 2 ? String(words[2]) : "")
      send("\(isDone ? 0 : -desk.refusal(of: device))\n")
    case "READ":
      sendValue(desk.value(attribute(words)).map { $0 + "\0" })
    case "WRITE":
      let count = words.last.flatMap { Int($0) } ?? 0
      let value = String(decoding: readBytes(count).filter { $0 != 0 }, as: UTF8.self)
      // The buffer's own attributes are libiio's business, and always there.
      let isDone = words[2] == "BUFFER" || desk.set(attribute(words.dropLast()), to: value)
      send("\(isDone ? count : Int(-EACCES))\n")
    case "OPEN":
      guard !desk.refuses("buffer", of: device) else {
        send("\(-desk.refusal(of: device))\n")
        break
      }
      buffer = (words[3], desk.newReader())
      send("0\n")
    case "CLOSE":
      buffer = nil
      send("0\n")
    case "READBUF":
      return sendScans(wanted: words.last.flatMap { Int($0) } ?? 0)
    case "EXIT":
      return false
    default:
      // Such as ZPRINT, after which the client asks for PRINT.
      send("\(-EINVAL)\n")
    }
    return true
  }

  private mutating func sendScans(wanted: Int) -> Bool {
    guard let buffer, !isSilent else { return true }
    guard let answer = desk.nextAnswer(for: buffer.reader) else { return false }
    switch answer {
    case .scan(let bytes):
      // The mask comes once; what is not all that was asked for ends with a zero.
      send("\(bytes.count)\n\(buffer.mask)\n")
      send(bytes)
      if bytes.count < wanted { send("0\n") }
    case .raw(let text): send(text)
    case .error(let number): send("\(-number)\n")
    case .silence: isSilent = true
    case .drop: return false
    }
    return true
  }

  /// The attribute in `READ iio:device0 scale` or `READ iio:device0 INPUT accel_x scale`.
  private func attribute(_ words: [Substring]) -> FakeAttribute {
    let key = words.dropFirst(2).filter { $0 != "INPUT" }.joined(separator: " ")
    return FakeAttribute(device: words.count > 1 ? String(words[1]) : "", key: key)
  }

  private func sendValue(_ value: String?) {
    send(value.map { "\($0.utf8.count)\n\($0)\n" } ?? "\(-ENOENT)\n")
  }

  private func send(_ text: String) {
    send(Array(text.utf8))
  }

  private func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let sent = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      // Nobody there: reading will find that out too.
      guard sent > 0 else { return }
      rest = rest.dropFirst(sent)
    }
  }

  private func readLine() -> String? {
    var line: [UInt8] = []
    while let byte = readBytes(1).first {
      if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
      if byte != UInt8(ascii: "\r") { line.append(byte) }
    }
    return nil
  }

  private func readBytes(_ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let received = count == 0 ? 0 : recv(descriptor, &bytes, count, Int32(MSG_WAITALL))
    return received == count ? bytes : []
  }
}
