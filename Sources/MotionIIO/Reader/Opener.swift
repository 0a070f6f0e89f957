// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import MotionCore

/// What a reader has open.
enum OpenDevice {
  /// An accelerometer that samples, and whose chip may recognize events meanwhile.
  case sampling(AccelerometerSession, ChipWatch?)
  /// An accelerometer that does not sample: its chip recognizes events.
  case watching(ChipWatch)

  /// The watch of the chip's events.
  var watch: ChipWatch? {
    switch self {
    case .sampling(_, let watch): watch
    case .watching(let watch): watch
    }
  }

  /// Switches everything off; it may block for seconds.
  func close() {
    switch self {
    case .sampling(let session, let watch):
      session.close()
      watch?.close()
    case .watching(let watch): watch.close()
    }
  }
}

/// An order to the opener: find an accelerometer, and have it sample or watch.
struct OpeningOrder: Sendable {
  var choice: AccelerometerChoice
  var mode: SamplingMode
  var demand: SamplingDemand
  /// The results of earlier attempts.
  var memory: OpeningMemory

  /// Carries it out; it may block for seconds.
  ///
  /// - Returns: what is open, the events of its chip that were refused, and the results
  func carriedOut() -> (
    result: Result<(OpenDevice, [AccelerometerError]), AccelerometerError>, memory: OpeningMemory
  ) {
    var memory = memory
    let result = Result { () throws(AccelerometerError) in try open(&memory) }
    return (result, memory)
  }

  private func open(
    _ memory: inout OpeningMemory
  ) throws(AccelerometerError) -> (OpenDevice, [AccelerometerError]) {
    let watch = try ChipWatch.open(choice, Set(demand.events.keys), &memory)
    let events = watch?.events ?? []
    guard let rate = demand.rate(with: events) else {
      guard let watch else {
        throw .unusable(device: choice.name ?? "auto", reason: "nothing is wanted of it")
      }
      return (.watching(watch), watch.errors)
    }
    do throws(AccelerometerError) {
      let options = SamplingOptions(rate: rate, mode: mode)
      let session = try AccelerometerSession.open(choice, options, &memory)
      session.info.enabledEvents = watch?.info.enabledEvents
      return (.sampling(session, events.isEmpty ? nil : watch), watch?.errors ?? [])
    } catch {
      watch?.close()
      throw error
    }
  }
}

/// The results of earlier attempts to open accelerometers, each by itself: the ways of sampling
/// that stayed silent, and the events of its chip that its driver does not accept.
struct OpeningMemory: Hashable, Sendable {
  /// An accelerometer: the kernel gives a name such as `iio:device0` to another one later.
  struct Key: Hashable, Sendable {
    var id: String
    var name: String?
  }

  private var silent: [Key: Set<SamplingWay>] = [:]
  private var refused: [Key: Set<ChipEvent>] = [:]

  /// The ways to try, in order: all but those that stayed silent, which costs a second of readings
  /// to find out; all again when each did.
  ///
  /// What the kernel refuses at once is tried again each time, as a trigger or a timer may have
  /// come since.
  mutating func ways(among ways: [SamplingWay], of device: Key) -> [SamplingWay] {
    let heard = ways.filter { silent[device]?.contains($0) != true }
    if heard.isEmpty { silent[device] = nil }
    return heard.isEmpty ? ways : heard
  }

  /// Readings came in this way.
  mutating func delivered(_ way: SamplingWay, of device: Key) {
    silent[device]?.remove(way)
  }

  /// No reading ever came in this way.
  mutating func stayedSilent(_ way: SamplingWay, of device: Key) {
    silent[device, default: []].insert(way)
  }

  /// The events of its chip that its driver does not accept.
  func refusedEvents(of device: Key) -> Set<ChipEvent> { refused[device] ?? [] }

  /// The driver does not accept `events`.
  mutating func refused(_ events: Set<ChipEvent>, of device: Key) {
    if !events.isEmpty { refused[device, default: []].formUnion(events) }
  }
}
