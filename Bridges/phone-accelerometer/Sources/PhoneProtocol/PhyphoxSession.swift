// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// Reading phyphox: which request follows which answer.
///
/// The way is `/config`, `/meta`, `/time`, the last values, `start` if nothing is measured, and
/// then what is new, again and again. After any failure it begins with `/config`, as another
/// experiment may be open; the readings go on where they ended. One request is under way at any
/// time.
package struct PhyphoxSession: Sendable {
  /// The next action.
  package enum Step: Hashable, Sendable {
    /// Ask for this path after a delay.
    case ask(path: String, after: Duration)
    /// It is SensorServer that answers.
    case changeToSensorServer
  }

  private typealias Turn = PhoneTurn<Step>

  private enum State {
    /// `/config` is under way.
    case identifying
    /// `/meta` is under way.
    case describing(PhyphoxColumns)
    /// `/time` is under way, before this.
    case timing(PhyphoxColumns, Purpose)
    /// The request for the last values is under way, to see if it measures; false after it did not.
    case looking(PhyphoxColumns, timesAreNew: Bool)
    /// `start` is under way.
    case starting(PhyphoxColumns)
    /// The request for the values after the last reading is under way.
    case reading(PhyphoxColumns)
  }

  private enum Purpose {
    /// To look at the last values.
    case look
    /// To read, where the last value has this time.
    case begin(newest: Double?)
    /// To go on reading.
    case check
  }

  /// The delays of this session.
  private enum Delay {
    /// The time that the phone needs between two requests, at least.
    static let least = Duration.milliseconds(10)
    /// While it does not measure, as the app's own page has it.
    static let idle = Duration.milliseconds(250)
    /// After a start that was heard, which the phone does within 0.4 s.
    static let start = Duration.milliseconds(100)
    /// After an answer that is of no use.
    static let retry = Duration.seconds(1)
    /// The longest time without a look at `/time`, and without readings, in ns.
    static let check: Int64 = 5_000_000_000
    static let silence: Int64 = 1_500_000_000
    /// The time that a start may be without effect, in ns.
    static let patience: Int64 = 3_000_000_000
  }

  private let address: PhoneAddress
  private let interval: Duration
  private var state = State.identifying
  private var progress = PhyphoxProgress()
  private var troubles = Troubles()
  private var failures = 0

  /// True where it measures and nothing has come for a while.
  private var isSilent = false
  /// The session that answers.
  private var name: String?
  /// True where a start may be sent.
  ///
  /// At first, and after the server was gone; not after a pause, which is the user's.
  private var mayStart = true
  /// The moment when start was sent.
  private var started: Timestamp?
  /// True while it measures because of our start; and the time of day of that START.
  private var isOurs = false
  private var ourStart: Double?
  /// The moments of the last look at `/time`, of the last reading, and of the last request.
  private var checked = Timestamp(nanoseconds: 0)
  private var heard = Timestamp(nanoseconds: 0)
  private var asked = Timestamp(nanoseconds: 0)
  private var meta: PhyphoxMeta?
  private var experiment = ""

  /// A session before its first request; `interval` is from one request for readings to the next.
  package init(_ address: PhoneAddress, interval: Duration = .milliseconds(100)) {
    (self.address, self.interval) = (address, interval)
  }

  /// The first request.
  package var first: PhoneTurn<Step> { Turn(next: .ask(path: request.path, after: .zero)) }

  /// The path that stops measuring; nil if it does not measure, or not because of this session.
  package var stop: String? { isOurs ? PhyphoxRequest.stop.path : nil }

  /// The notes of the recording's header.
  package var notes: [RecordingNote] {
    var notes = [
      RecordingNote("device", meta?.device ?? "phone at \(address.host)"),
      RecordingNote("source", "\(meta?.app ?? "phyphox") at \(address)"),
      RecordingNote("experiment", experiment),
    ]
    if let sensor = meta?.sensor { notes.append(RecordingNote("sensor", sensor)) }
    return notes
  }

  /// Takes the answer to the last request, at a time of a clock that only goes forward.
  package mutating func process(_ answer: PhoneAnswer, at now: Timestamp) -> PhoneTurn<Step> {
    let wasSlow = now.nanoseconds(since: asked) > 1_000_000_000
    var turn: Turn
    switch answer {
    case .failed(let reason): turn = lose(reason, wasSlow)
    case .refused(let reason): turn = begin(again: .badAnswer(reason))
    case .response(let status, let server, let body):
      failures = 0
      turn = process(Response(status: status, server: server, body: body), wasSlow, now)
    }
    if case .ask(_, let delay) = turn.next {
      asked = now.advanced(byNanoseconds: Int64(clamping: delay.attoseconds / 1_000_000_000))
    }
    return turn
  }

  private struct Response {
    var status: Int
    var server: String
    var body: [UInt8]
  }

  private mutating func process(
    _ response: Response, _ wasSlow: Bool, _ now: Timestamp
  ) -> Turn {
    do throws(BoundedJSON.Problem) {
      switch state {
      case .identifying: return identify(response)
      case .describing(let columns):
        // A phone that does not say what it is can be read all the same.
        meta = try? BoundedJSON.decode(PhyphoxMeta.self, from: response.body)
        return ask(.timing(columns, .look))
      case .timing(let columns, let purpose):
        // Older ones have no such page, or the index there.
        guard response.status == 200, response.body.first == UInt8(ascii: "[") else {
          return begin(again: .oldPhyphox)
        }
        let events = try BoundedJSON.decode([PhyphoxEvent].self, from: response.body)
        checked = now
        return time(columns, events, purpose, now)
      case .looking(let columns, let timesAreNew):
        return look(columns, try Self.data(response), timesAreNew, now)
      case .starting(let columns):
        return try start(columns, response, now)
      case .reading(let columns):
        return read(columns, try Self.data(response), wasSlow, now)
      }
    } catch { return begin(again: .badAnswer(error.description)) }
  }

  private static func data(_ response: Response) throws(BoundedJSON.Problem) -> PhyphoxData {
    guard response.status == 200 else {
      throw BoundedJSON.Problem("it has the status \(response.status)")
    }
    return try BoundedJSON.decode(PhyphoxData.self, from: response.body)
  }

  // MARK: The way to reading

  private mutating func identify(_ response: Response) -> Turn {
    if response.status == 404,
      response.server.contains("Java-WebSocket")
        || response.body.starts(with: Array("404 WebSocket Upgrade Failure".utf8))
    {
      return Turn(next: .changeToSensorServer)
    }
    guard response.status == 200,
      let configuration = try? BoundedJSON.decode(PhyphoxConfiguration.self, from: response.body)
    else { return begin(again: .otherServer(address)) }
    experiment = configuration.name
    guard let columns = configuration.accelerometer else {
      return begin(
        again: configuration.lacksGravity
          ? .noGravity(experiment: experiment) : .noAccelerometer(experiment: experiment))
    }
    return meta == nil ? ask(.describing(columns)) : ask(.timing(columns, .look))
  }

  private mutating func time(
    _ columns: PhyphoxColumns, _ events: [PhyphoxEvent], _ purpose: Purpose, _ now: Timestamp
  ) -> Turn {
    let isNew = progress.update(events)
    // Whoever started it again owns it.
    if let start = events.last(where: { $0.event == .start })?.systemTime {
      isOurs = isOurs && (ourStart ?? start) == start
      ourStart = isOurs ? start : nil
    }
    switch purpose {
    case .look: return ask(.looking(columns, timesAreNew: true))
    case .begin(let newest):
      progress.resume()
      return beginReading(columns, newest, now)
    case .check:
      guard isNew else { return ask(.reading(columns), delay(until: now)) }
      // Nothing else has shown it, so that some of the new run may have been read already.
      progress.forgetBeginning()
      return ask(.looking(columns, timesAreNew: true))
    }
  }

  private mutating func look(
    _ columns: PhyphoxColumns, _ data: PhyphoxData, _ timesAreNew: Bool, _ now: Timestamp
  ) -> Turn {
    guard data.has(columns) else { return ask(.identifying, Delay.idle) }
    name = data.status.name ?? name
    let newest = data.newest(of: columns)
    if data.status.isMeasuring {
      mayStart = false
      return timesAreNew
        ? beginReading(columns, newest, now) : ask(.timing(columns, .begin(newest: newest)))
    }
    progress.begin(after: newest)
    if started == nil { isOurs = false }
    let next = State.looking(columns, timesAreNew: false)
    if let rest = data.status.rest {
      mayStart = false
      return ask(next, Delay.idle, troubles.report(.countDown(milliseconds: rest)))
    }
    if mayStart { return ask(.starting(columns)) }
    if let started, now.nanoseconds(since: started) < Delay.patience {
      return ask(next, Delay.start)
    }
    // Whatever measures from here on, others have started.
    isOurs = false
    let message: PhoneMessage =
      started != nil ? .notStarted : newest == nil ? .cleared : .paused
    return ask(next, Delay.idle, troubles.report(message))
  }

  private mutating func start(
    _ columns: PhyphoxColumns, _ response: Response, _ now: Timestamp
  ) throws(BoundedJSON.Problem) -> Turn {
    let answer = try BoundedJSON.decode(PhyphoxControl.self, from: response.body)
    (mayStart, started, ourStart) = (false, now, nil)
    isOurs = response.status == 200 && answer.result
    return ask(.looking(columns, timesAreNew: false), Delay.start)
  }

  private mutating func beginReading(
    _ columns: PhyphoxColumns, _ newest: Double?, _ now: Timestamp
  ) -> Turn {
    (started, heard) = (nil, now)
    let hasNew = progress.goOn(to: newest)
    let messages = isSilent && !hasNew ? troubles.report(.silent) : []
    isSilent = false
    return ask(.reading(columns), Delay.least, messages)
  }

  // MARK: Reading

  private mutating func read(
    _ columns: PhyphoxColumns, _ data: PhyphoxData, _ wasSlow: Bool, _ now: Timestamp
  ) -> Turn {
    if let name, let new = data.status.name, new != name {
      // The app was left and is back, or another experiment is open.
      (self.name, mayStart) = (new, true)
      return ask(.identifying)
    }
    if !data.status.isMeasuring { isOurs = false }
    guard let rows = data.rows(of: columns) else { return ask(.identifying, Delay.idle) }
    // A full answer to a number: the experiment was cleared. The session asks for its values again.
    if case .full? = data.mode(of: columns), progress.last.map({ $0 >= 0 }) == true {
      return ask(.timing(columns, .look), Delay.start)
    }
    var (readings, messages) = progress.readings(of: rows)
    if !readings.isEmpty {
      heard = now
      messages = troubles.end() + messages
    }
    let next: (state: State, delay: Duration)
    if !data.status.isMeasuring {
      next = (.timing(columns, .look), Delay.least)
    } else if now.nanoseconds(since: heard) > Delay.silence {
      isSilent = true
      next = (.timing(columns, .look), Delay.least)
    } else if wasSlow || now.nanoseconds(since: checked) > Delay.check {
      next = (.timing(columns, .check), Delay.least)
    } else {
      next = (.reading(columns), delay(until: now))
    }
    var turn = ask(next.state, next.delay, messages)
    turn.readings = readings
    return turn
  }

  /// The rest of the interval.
  private func delay(until now: Timestamp) -> Duration {
    let passed = now.nanoseconds(since: asked)
    return max(Delay.least, interval - .nanoseconds(max(0, passed)))
  }

  // MARK: Failures

  private mutating func lose(_ reason: String, _ wasSlow: Bool) -> Turn {
    failures += 1
    // The session repeats a request that breaks, before it tells anything.
    guard failures > 1 || wasSlow else { return ask(state) }
    (mayStart, started) = (true, nil)
    let delay = Duration.milliseconds(failures < 3 ? 500 : 1000)
    return ask(.identifying, delay, troubles.report(.unreachable(address, reason: reason)))
  }

  private mutating func begin(again trouble: PhoneMessage) -> Turn {
    ask(.identifying, Delay.retry, troubles.report(trouble))
  }

  private mutating func ask(
    _ state: State, _ delay: Duration = Delay.least, _ messages: [PhoneMessage] = []
  ) -> Turn {
    self.state = state
    return Turn(messages: messages, next: .ask(path: request.path, after: delay))
  }

  /// The request that is under way.
  private var request: PhyphoxRequest {
    switch state {
    case .identifying: .configuration
    case .describing: .meta
    case .timing: .time
    case .looking(let columns, _): .newest(columns)
    case .starting: .start
    case .reading(let columns): .values(columns, after: progress.last)
    }
  }
}
