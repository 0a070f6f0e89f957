// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore
import ProcessTestSupport
import TestSupport
import TestTraits
import Testing

/// The commands of docs/lines.md, with what boards and apps send them.
@Suite(.waits) struct RecipeTests {
  /// The words of each command in a section of the page; a pipe is `|`.
  private func commands(in section: String) throws -> [[String]] {
    let page = try String(
      contentsOf: RunningCommand.packageRoot.appendingPathComponent("docs/lines.md"),
      encoding: .utf8)
    let text = try #require(page.components(separatedBy: "\n## \(section)\n").dropFirst().first)
    let part = text.components(separatedBy: "\n## ")[0]
    return part.components(separatedBy: "```sh\n").dropFirst().flatMap { block in
      block.components(separatedBy: "```")[0].split(separator: "\n").map {
        $0.split(separator: " ").map(String.init)
      }
    }
  }

  /// The readings that the stamp in a command makes of `text`, from `port` if the command names
  /// one.
  private func readings(of text: String, by command: [String]) throws -> [Acceleration] {
    let words = try #require(command.split(separator: "|").first { $0.contains("stamp") })
    var arguments = Array(words.dropFirst())
    var port: SerialPort?
    if arguments.last?.hasPrefix("/dev/") == true {
      let made = try SerialPort()
      (arguments[arguments.count - 1], port) = (made.path, made)
    }
    let stamp = try RunningCommand("motionctl", arguments)
    if let port { port.write("a line that is cut\n" + text) } else { try stamp.write(text) }
    _ = stamp.lines(upTo: RecordingFormat.header)
    let line = try #require(stamp.nextLine())
    port?.close()
    try? stamp.closeInput()
    let recording = "\(RecordingFormat.header)\n\(line)\n"
    try #require(try stamp.finish().status == 0)
    return try Recording(parsing: Array(recording.utf8).span).readings.map(\.acceleration)
  }

  private func expect(_ readings: [Acceleration], near expected: Acceleration) {
    #expect(readings.count == 1)
    for reading in readings { #expect((reading - expected).length < 0.01, "\(reading)") }
  }

  @Test(
    "a micro:bit in MakeCode, by numbers or values, and in MicroPython",
    arguments: ["100,200,-1000\r\n", "x:100\r\ny:200\r\nz:-1000\r\n", "(100, 200, -1000)\r\n"])
  func microbit(text: String) throws {
    let command = try #require(try commands(in: "micro:bit").last)
    // On its back, the right edge a little lower than the left, the near than the far one.
    expect(try readings(of: text, by: command), near: SIMD3(-0.981, 1.961, 9.807))
  }

  @Test(
    "an Arduino, in g, and for its plotter",
    arguments: ["0.10\t-0.20\t1.00\r\n", "x:0.10,y:-0.20,z:1.00\r\n"])
  func arduino(text: String) throws {
    let command = try #require(try commands(in: "Arduino").last)
    expect(try readings(of: text, by: command), near: SIMD3(0.981, -1.961, 9.807))
  }

  @Test("OSC messages, alone and in a bundle")
  func osc() throws {
    let command = try #require(try commands(in: "OSC").first)
    let words = command.prefix { $0 != "|" }
    try #require(words.count == 3)
    let script = try RunningCommand(
      RunningCommand.packageRoot.appendingPathComponent(words[0]).path, ["0", words[2]])
    defer { script.send(SIGTERM) }
    let port = try #require(script.port)
    func floats(_ values: Float...) -> [UInt8] {
      values.flatMap { value in withUnsafeBytes(of: value.bitPattern.bigEndian) { Array($0) } }
    }
    let message = Array("/gyrosc/accel\0\0\0,fff\0\0\0\0".utf8) + floats(0.5, -0.25, 1)
    let other = Array("/gyrosc/gyro\0\0\0\0,fff\0\0\0\0".utf8) + floats(9, 9, 9)
    let element = floats(Float(bitPattern: UInt32(message.count)))
    let bundle = Array("#bundle\0\0\0\0\0\0\0\0\0".utf8) + element + message
    for packet in [
      [], [1], other, Array("#bundle\0\0\0\0\0\0\0\0\0\0\0\0\0".utf8), message, bundle,
    ] {
      try Socket(SOCK_DGRAM, port: port).send(packet)
    }
    let lines = [script.nextLine(), script.nextLine()]
    #expect(lines == ["0.5 -0.25 1.0", "0.5 -0.25 1.0"])
    let text = try #require(lines[0])
    expect(try readings(of: text + "\n", by: command), near: SIMD3(4.903, -2.452, 9.807))
  }

  @Test("what Sensor Logger pushes, in batches, twice and broken, is a recording")
  func sensorLogger() throws {
    let command = try #require(try commands(in: "Sensor Logger").first)
    let script = try RunningCommand(
      RunningCommand.packageRoot.appendingPathComponent(command[0]).path, ["0"])
    defer { script.send(SIGTERM) }
    let port = try #require(script.port)
    func item(_ name: String, _ time: Int, _ z: Double) -> String {
      #"{"name":"\#(name)","time":\#(time),"values":{"x":0.5,"y":0,"z":\#(z)}}"#
    }
    func push(_ items: String...) throws -> String {
      let body = #"{"messageId":1,"payload":[\#(items.joined(separator: ","))]}"#
      return try Socket(SOCK_STREAM, port: port).answer(
        "POST / HTTP/1.0\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }
    let first = 1_700_000_000_000_000_000
    #expect(
      try push(
        item("accelerometer", first, 1), item("gravity", first, 9.5), item("gyroscope", 1, 2)
      )
      .contains(" 200 "))
    #expect(
      try push(item("accelerometer", first, 3), item("gravity", first + 10, 9)).contains(" 200 "))
    #expect(try push(item("accelerometer", first + 10, 1)).contains(" 200 "))
    #expect(try push("1").contains(" 400 "))
    let lines = (0..<3).compactMap { _ in script.nextLine() }
    #expect(
      lines == [RecordingFormat.header, "\(first),1.0,0.0,10.5", "\(first + 10),1.0,0.0,10.0"])
    let text = lines.map { $0 + "\n" }.joined()
    #expect(try Recording(parsing: Array(text.utf8).span).readings.count == 2)
  }

  @Test("Sensor Logger's two sensors need not have equal times; where none are near, it says so")
  func sensorLoggerTimes() throws {
    let command = try #require(try commands(in: "Sensor Logger").first)
    /// The script, after readings of which those of gravity are `late` ms later.
    func script(late: Int) throws -> RunningCommand {
      let script = try RunningCommand(
        RunningCommand.packageRoot.appendingPathComponent(command[0]).path, ["0"])
      let port = try #require(script.port)
      let items = (0..<200).flatMap { index in
        [("accelerometer", 1.0, 0), ("gravity", 9.5, late)].map { name, z, late in
          let time = 1_700_000_000_000_000_000 + (index * 10 + late) * 1_000_000
          return #"{"name":"\#(name)","time":\#(time),"values":{"x":0,"y":0,"z":\#(z)}}"#
        }
      }
      let body = #"{"messageId":1,"payload":[\#(items.joined(separator: ","))]}"#
      let answer = try Socket(SOCK_STREAM, port: port).answer(
        "POST / HTTP/1.0\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
      #expect(answer.contains(" 200 "))
      return script
    }
    let near = try script(late: 3)
    #expect(near.nextLine() == RecordingFormat.header)
    #expect(near.nextLine() == "1700000000000000000,0.0,0.0,10.5")
    near.send(SIGTERM)
    let far = try script(late: 2300)
    #expect(far.errorLine(containing: "the nearest Gravity is 1310 ms away") != nil)
    far.send(SIGTERM)
  }
}

extension RunningCommand {
  /// The port that it listens on.
  fileprivate var port: UInt16? {
    errorLine(containing: "listening on port")?.split(separator: " ").last.flatMap { UInt16($0) }
  }
}

/// A terminal that is a board's serial port, raw.
struct SerialPort {
  let path: String
  private let main: Int32
  private let side: Int32

  init() throws {
    var (main, side, settings) = (Int32(0), Int32(0), termios())
    var name = [CChar](repeating: 0, count: 256)
    try #require(openpty(&main, &side, &name, nil, nil) == 0)
    tcgetattr(side, &settings)
    cfmakeraw(&settings)
    tcsetattr(side, TCSANOW, &settings)
    path = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    (self.main, self.side) = (main, side)
  }

  /// Prints `text`, as the board does.
  func write(_ text: String) {
    _ = Array(text.utf8).withUnsafeBytes { Glibc.write(main, $0.baseAddress, $0.count) }
  }

  /// Unplugs the board.
  func close() {
    Glibc.close(side)
    Glibc.close(main)
  }
}

/// A connection to a port of this machine.
private struct Socket: ~Copyable {
  private let descriptor: Int32

  init(_ type: __socket_type, port: UInt16) throws {
    descriptor = try Loopback.connect(type, to: port)
  }

  deinit { close(descriptor) }

  func send(_ bytes: [UInt8]) throws {
    try #require(Glibc.send(descriptor, bytes, bytes.count, 0) == bytes.count)
  }

  /// Sends `text`, and reads until the other end closes.
  func answer(_ text: String) throws -> String {
    try send(Array(text.utf8))
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
    return String(decoding: try handle.readToEnd() ?? Data(), as: UTF8.self)
  }
}
