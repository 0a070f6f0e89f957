// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore

@testable import PhoneProtocol

/// phyphox on a phone along a drawing, a column for each 100 ms.
///
/// `.` time passes, `>` ▶ is pressed, `|` it is paused, `C` cleared, `R` cleared and started, `x`
/// the app is left, `o` it is back, `-` the network is away, `+` it is back, `J` the sensor's clock
/// jumps by 1 s, `K` it jumps back by 2 s, `S` the server names another session, `L` an experiment
/// without gravity is open, `N` one without an accelerometer, `A` the right one again, `D` it
/// counts down for 300 ms, `F` another client has eaten the sign of a clear, `z` the readings
/// stop, `!` a start is heard and not done.
struct DrawnPhone {
  /// What the session made of it.
  struct Outcome {
    /// A column for each 100 ms: `.` readings came, a letter for a message.
    var drawing: String
    var readings: [Reading] = []
    var messages: [PhoneMessage] = []
    var paths: [String] = []
    /// What stops it at the end.
    var stop: String?
  }

  private(set) var now = 0.0
  private var total = 0.0
  private var began: Double?
  private var events: [PhyphoxEvent] = []
  private var times: [Double] = []
  private var nextReading = 0.0
  private var jump = 0.0
  private var session = "5a3f01"
  private var source = "accelerometer"
  private var isThere = true
  private var isCleared = false
  private var hasSensor = true
  private var isDeaf = false
  private var countDownEnd: Double?
  private let isIOS: Bool
  /// The number of columns by which the last one may be shorter.
  var unevenness = 0

  /// A phone, where nothing is measured.
  init(iOS isIOS: Bool = false) { self.isIOS = isIOS }

  private var time: Double { total + (began.map { now - $0 } ?? 0) }

  private mutating func act(_ character: Character) {
    switch character {
    case ">": start()
    case "|": pause()
    case "C": clear()
    case "R":
      clear()
      start()
    case "x":
      pause()
      isThere = false
    case "o":
      isThere = true
      if isIOS { session += "1" }
    case "-": isThere = false
    case "+": isThere = true
    case "J": jump += 1
    case "K": jump -= 2
    case "S": session += "2"
    case "L": open("linear_acceleration")
    case "N": open("light")
    case "A": open("accelerometer")
    case "!": isDeaf = true
    case "D": countDownEnd = now + 0.3
    case "F": isCleared = false
    case "z": hasSensor = false
    default: break
    }
  }

  private mutating func clear() {
    pause()
    (total, events, times, nextReading, isCleared) = (0, [], [], 0, true)
  }

  private mutating func open(_ source: String) {
    clear()
    self.source = source
    isCleared = false
    session += "3"
  }

  private mutating func start() {
    guard began == nil else { return }
    events.append(
      PhyphoxEvent(event: .start, experimentTime: total, systemTime: 1_790_000_000 + now))
    times += isIOS ? [total - 0.02, total - 0.01] : [total, total]
    began = now
    nextReading = total + 0.01
  }

  private mutating func pause() {
    guard began != nil else { return }
    total = time
    began = nil
    events.append(
      PhyphoxEvent(event: .pause, experimentTime: total, systemTime: 1_790_000_000 + now))
  }

  private mutating func pass(to moment: Double) {
    now = moment
    if let end = countDownEnd, now >= end {
      countDownEnd = nil
      start()
    }
    while began != nil, nextReading <= time + 1e-9 {
      if hasSensor { times.append(isIOS ? nextReading + jump : digits(nextReading + jump)) }
      nextReading += 0.05
    }
  }

  /// Eight digits, as Android writes them.
  private func digits(_ value: Double) -> Double { Double(String(format: "%.7e", value)) ?? 0 }

  private mutating func answer(_ path: String) -> PhoneAnswer {
    guard isThere else { return .failed(reason: "no connection") }
    let parts = path.split(separator: "?", maxSplits: 1)
    let text: String
    switch parts[0] {
    case "/config":
      text = """
        {"title":"Experiment","inputs":[{"source":"\(source)","outputs":[{"x":"accX"},{"y":"accY"},
        {"z":"accZ"},{"t":"acc_time"},{"abs":"acc"}]}],"buffers":[]}
        """
    case "/meta": text = #"{"version":"1.2.0","deviceModel":"Fake 7","deviceRelease":null}"#
    case "/time":
      let list = events.map {
        #"{"event":"\#($0.event.rawValue)","experimentTime":\#($0.experimentTime),"#
          + #""systemTime":\#($0.systemTime)}"#
      }
      text = "[\(list.joined(separator: ","))]"
    case "/control":
      if parts[1] == "cmd=start", !isDeaf { start() }
      text = #"{"result":true}"#
    default: text = values(String(parts[1]))
    }
    return .response(status: 200, server: "", body: Array(text.utf8))
  }

  private mutating func values(_ query: String) -> String {
    let isFull = isCleared && !isIOS
    isCleared = false
    var missing = 0
    let buffers = query.split(separator: "&").map { term -> String in
      let parts = term.split(separator: "=", maxSplits: 1)
      var (mode, chosen) = ("single", times.suffix(1))
      if parts.count == 2 {
        let number = Double(parts[1].split(separator: "%")[0])
        mode = number == nil || isFull ? "full" : "partial"
        // The threshold is moved by one unit of the eighth digit.
        let limit = number.map { $0 + ($0 == 0 ? 0 : pow(10, floor(log10($0)) - 7)) }
        chosen = times[...].filter { mode == "full" || $0 > limit ?? 0 }[...]
      }
      chosen = chosen.dropLast(mode == "single" ? 0 : missing)
      if hasSensor { missing = (missing + unevenness) % 3 }
      let list = chosen.map { time in
        switch parts[0] {
        case "acc_time": "\(time)"
        case "accX": "\(time / 1000)"
        case "accY": "0E0"
        default: "9.8E0"
        }
      }
      let text =
        list.isEmpty && mode == "single"
        ? (isIOS ? #""NaN""# : "null") : list.joined(separator: ",")
      return #""\#(parts[0])":{"size":0,"updateMode":"\#(mode)","buffer":[\#(text)]}"#
    }
    let rest = countDownEnd.map { ($0 - now) * 1000 } ?? 0
    return """
      {"buffer":{\(buffers.joined(separator: ","))},"status":{"session":"\(session)",
      "measuring":\(began != nil),"timedRun":\(countDownEnd != nil),"countDown":\(rest)}}
      """
  }

  /// What happens in a column, while nothing reads it.
  mutating func step(_ character: Character) {
    act(character)
    pass(to: now + 0.1)
  }

  /// Reads it along `drawing`; a request takes 5 ms.
  mutating func play(_ drawing: String) throws -> Outcome {
    var phyphox = PhyphoxSession(try PhoneAddress("http://phone:8080"))
    var outcome = Outcome(drawing: "")
    let columns = Array(drawing)
    var letters = Array(repeating: Character(" "), count: columns.count)
    var turn = phyphox.first
    var column = -1
    let start = now
    var asking = 0.0
    while case .ask(let path, let delay) = turn.next {
      asking += Double(delay.components.attoseconds) * 1e-18 + Double(delay.components.seconds)
      // What people do meanwhile happens at the beginning of its column.
      while column < min(Int((asking + 1e-9) * 10), columns.count - 1) {
        column += 1
        pass(to: start + Double(column) / 10)
        act(columns[column])
      }
      guard Int((asking + 1e-9) * 10) < columns.count else { break }
      pass(to: start + asking)
      outcome.paths.append(path)
      let answer = answer(path)
      asking += 0.005
      turn = phyphox.process(answer, at: Timestamp(nanoseconds: Int64(asking * 1e9)))
      outcome.readings += turn.readings
      outcome.messages += turn.messages
      if !turn.readings.isEmpty, letters[column] == " " { letters[column] = "." }
      for message in turn.messages { letters[column] = message.letter }
    }
    outcome.drawing = String(letters)
    outcome.stop = phyphox.stop
    return outcome
  }
}

extension PhoneMessage {
  /// The message in a drawing.
  var letter: Character {
    switch self {
    case .unreachable: "u"
    case .back: "b"
    case .otherServer: "o"
    case .badAnswer: "w"
    case .oldPhyphox: "v"
    case .noAccelerometer: "n"
    case .noGravity: "g"
    case .countDown: "d"
    case .notStarted: "r"
    case .paused: "p"
    case .cleared: "c"
    case .silent: "s"
    case .gap: "G"
    case .droppedValues: "x"
    case .longRun: "l"
    case .rate: "h"
    case .lowRate: "L"
    case .dark: "k"
    case .serverStopped: "t"
    case .closed: "e"
    case .otherSensor: "y"
    case .noAnswer, .noPad, .chosenPad, .silentPad, .badPacket: "D"
    case .connected, .pageAway, .noMotion, .anotherPage: "P"
    }
  }
}
