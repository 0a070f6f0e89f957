// SPDX-License-Identifier: Apache-2.0

import MotionCore
import Testing

@testable import PhoneProtocol

@Suite struct DSUSessionTests {
  /// A session, and the time that passes for it in ms.
  private struct Play {
    var session: DSUSession
    var now = 0
    var readings: [Reading] = []
    var messages: [PhoneMessage] = []
    var requests: [[UInt8]] = []

    init(_ address: String = "dsu://pc") throws {
      session = DSUSession(try PhoneAddress(address), client: 9)
      process(.opened)
    }

    mutating func process(_ input: StreamInput) {
      let turn = session.process(input, at: Timestamp(nanoseconds: Int64(now) * 1_000_000))
      readings += turn.readings
      messages += turn.messages
      if case .goOn(let packets) = turn.next { requests += packets }
    }

    mutating func get(_ packet: [UInt8]) { process(.data(packet)) }

    /// Lets `seconds` pass, a tick every quarter of one.
    mutating func wait(_ seconds: Double) {
      for _ in 0..<Int(seconds * 4) {
        now += 250
        process(.ticked)
      }
    }

    /// Lets reports come every 10 ms, and time tick.
    mutating func report(_ numbers: Range<UInt32>, late: (UInt32) -> Int = { _ in 0 }) {
      for number in numbers {
        now += 10
        let arrival = now
        now += late(number)
        get(DSUServer.report(number, clock: UInt64(number) * 10_000))
        now = arrival
        if number % 25 == 0 { process(.ticked) }
      }
    }

    var times: [Double] { readings.map { Double($0.timestamp.nanoseconds) / 1e6 } }
  }

  private static let address = Result { try PhoneAddress("dsu://pc") }

  @Test("the first pad that is connected is read, others are named, and requests are renewed")
  func firstPad() throws {
    var play = try Play()
    #expect(play.requests == [DSUPacket.padsRequest(client: 9)])
    play.get(DSUServer.pad(3, isConnected: true))
    play.get(DSUServer.pad(1, isConnected: true))
    play.get(DSUServer.pad(0, isConnected: false))
    play.requests = []
    play.wait(0.25)
    #expect(play.messages == [.chosenPad(1, of: [1, 3])])
    let both = [DSUPacket.padsRequest(client: 9), DSUPacket.reportsRequest(pad: 1, client: 9)]
    #expect(play.requests == both)
    play.wait(1)
    #expect(play.requests == both + both)
    play.get(DSUServer.report(1, pad: 3))
    #expect(play.readings.isEmpty)
    play.get(DSUServer.report(1, pad: 1))
    #expect(play.readings.map(\.acceleration) == [SIMD3(0, 0, 9.80665)])
    #expect(play.session.notes.first == RecordingNote("device", "pad 1 at pc"))
  }

  @Test("a server that lists no pads, and neither counts nor tells a time, is read all the same")
  func unlisted() throws {
    var play = try Play()
    play.wait(1)
    #expect(play.requests.suffix(4) == (0...3).map { DSUPacket.reportsRequest(pad: $0, client: 9) })
    for _ in 0..<100 {
      play.now += 10
      play.get(DSUServer.report(0, pad: 2))
    }
    #expect(play.readings.count == 100 && play.messages == [])
    #expect(zip(play.times.dropFirst(), play.times).allSatisfy { (9...11).contains($0 - $1) })
  }

  @Test("a server of another version does answer")
  func version() throws {
    var play = try Play()
    for _ in 0..<20 {
      var packet = DSUServer.pad(0, isConnected: true)
      packet[4] += 1
      play.get(packet)
      play.wait(0.25)
    }
    #expect(play.messages.count == 1 && "\(play.messages[0])".contains("version 1002"))
  }

  @Test("a pad that the user chose is asked for at once")
  func chosenPad() throws {
    var play = try Play("dsu://pc:1/2")
    #expect(play.requests.last == DSUPacket.reportsRequest(pad: 2, client: 9))
    play.get(DSUServer.pad(0, isConnected: true))
    play.wait(2.5)
    play.get(DSUServer.pad(0, isConnected: true))
    let address = try PhoneAddress("dsu://pc:1/2")
    #expect(play.messages.last == .noAnswer(address, reason: "not a packet for 2 s"))
    play.wait(0.25)
    #expect(play.messages.last == .noPad(2, connected: [0]))
    #expect("\(play.messages[1])".contains("has no pad 2: connected: 0; asking again"))
  }

  @Test("if the pad goes away, and the user chose none, the next that is connected is read")
  func nextPad() throws {
    var play = try Play()
    play.get(DSUServer.pad(0, isConnected: true))
    play.wait(0.25)
    play.report(1..<50)
    play.get(DSUServer.pad(0, isConnected: false))
    play.get(DSUServer.pad(1, isConnected: true))
    for _ in 0..<3 {
      play.wait(1)
      play.get(DSUServer.pad(1, isConnected: true))
    }
    #expect(play.messages == [.chosenPad(1, of: [1])])
    #expect(play.requests.last == DSUPacket.reportsRequest(pad: 1, client: 9))
    play.get(DSUServer.report(7, clock: 3, pad: 1))
    #expect(play.readings.count == 50)
  }

  @Test("silence is told once, with its cause, and its end")
  func silence() throws {
    var play = try Play()
    play.wait(5)
    let address = try Self.address.get()
    #expect(play.messages == [.noAnswer(address, reason: "not a packet for 2 s")])
    play.messages = []
    for _ in 0..<5 {
      play.get(DSUServer.pad(0, isConnected: false))
      play.wait(1)
    }
    #expect(play.messages == [.noPad(nil, connected: [])])
    play.messages = []
    for _ in 0..<5 {
      play.get(DSUServer.pad(0, isConnected: true))
      play.wait(1)
    }
    #expect(play.messages == [.silentPad(0)])
    play.messages = []
    play.report(1..<100)
    #expect(play.messages == [.back])
    play.wait(3)
    #expect(play.messages.count == 2)
    play.process(.failed(reason: "nothing listens there"))
    #expect(play.messages.count == 2)
    play.report(100..<101)
    #expect(
      play.messages[2...].map { "\($0)" } == [
        "readings come again", "a gap of 3 s without readings",
      ])
  }

  @Test("a socket that fails is made anew after a second")
  func failure() throws {
    var session = DSUSession(try Self.address.get(), client: 9)
    let turn = session.process(.failed(reason: "no such host"), at: Timestamp(nanoseconds: 0))
    #expect(turn.next == .connect(after: .seconds(1)))
    let address = try Self.address.get()
    #expect(turn.messages == [.noAnswer(address, reason: "no such host")])
  }

  @Test("the pad's clock smooths arrivals that are up to 8 ms late")
  func smoothing() throws {
    var play = try Play("dsu://pc/0")
    play.report(1..<501) { $0 % 3 == 0 ? 8 : 0 }
    let steps = zip(play.times.dropFirst(), play.times).map { $0 - $1 }
    #expect(steps.dropFirst(150).allSatisfy { abs($0 - 10) < 0.5 })
    #expect(play.messages.isEmpty)
  }

  @Test("packets that are lost, come twice or late change no time of the others")
  func losses() throws {
    var whole = try Play("dsu://pc/0")
    whole.report(1..<401)
    var play = try Play("dsu://pc/0")
    for number in 1..<401 as Range<UInt32> {
      if number % 7 == 3 {
        play.now += 10
      } else {
        play.report(number..<number + 1)
      }
      play.get(DSUServer.report(number / 2, clock: UInt64(number / 2) * 10_000))
      play.get(DSUServer.report(number, clock: UInt64(number) * 10_000, isConnected: false))
      if number % 7 != 3 { play.get(DSUServer.report(number, clock: UInt64(number) * 10_000)) }
    }
    #expect(play.readings.count == 400 - 57)
    let expected = whole.times.enumerated().filter { ($0.offset + 1) % 7 != 3 }.map(\.element)
    let errors = zip(play.times, expected).map { abs($0 - $1) }
    #expect(errors.allSatisfy { $0 < 0.001 }, "\(errors)")
  }

  @Test("a server that starts anew, or does not count, is read on")
  func counts() throws {
    var play = try Play("dsu://pc/0")
    play.report(100_000..<100_050)
    // Another run of the server; a counter that was set back; one that stands still.
    for (index, packet) in [
      DSUServer.report(1, clock: 5, server: 8), DSUServer.report(2, clock: 10_000, server: 8),
      DSUServer.report(0xFFFF_0000, clock: 20_000, server: 8),
      DSUServer.report(1, clock: 0, server: 8),
      DSUServer.report(1, clock: 10_000, server: 8), DSUServer.report(1, clock: 20_000, server: 8),
    ].enumerated() {
      play.now += 10
      play.get(packet)
      #expect(play.readings.count == 51 + index)
    }
    #expect(zip(play.times, play.times.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test("packets that cannot be used are told at the first, the tenth and the hundredth")
  func badPackets() throws {
    var play = try Play("dsu://pc/0")
    for _ in 0..<150 { play.get([1, 2, 3]) }
    let reason = "it is not from a DSU server"
    #expect(play.messages == [1, 10, 100].map { .badPacket(reason, count: $0) })
    play.messages = []
    play.get(DSUServer.report(1, (.nan, 0, 0)))
    play.get(DSUServer.report(2, (0, 41, 0)))
    #expect(play.readings.isEmpty)
    #expect(play.messages == [.droppedValues(count: 1)])
  }

  @Test("whatever comes, times go forward", arguments: 0..<20 as Range<UInt64>)
  func anything(seed: UInt64) throws {
    var play = try Play()
    var state = seed &+ 0x9E37_79B9_7F4A_7C15
    func random() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 33
    }
    for _ in 0..<1000 {
      play.now += Int(random() % 40)
      switch random() % 8 {
      case 0: play.process(.ticked)
      case 1: play.get(DSUServer.pad(Int(random() % 256), isConnected: random() % 2 == 0))
      case 2: play.get((0..<random() % 130).map { _ in UInt8(truncatingIfNeeded: random()) })
      default:
        play.get(
          DSUServer.report(
            UInt32(truncatingIfNeeded: random() << (random() % 32)),
            clock: random() << (random() % 40),
            pad: UInt8(random() % 3), server: UInt32(random() % 2)))
      }
    }
    #expect(zip(play.times, play.times.dropFirst()).allSatisfy { $0 < $1 })
    #expect(play.readings.allSatisfy { $0.isPlausible })
    #expect(play.messages.count < 600)
  }
}
