// SPDX-License-Identifier: Apache-2.0

import Glibc
import LinuxSupport
import MotionCore
import SystemPackage

/// One visit of an accelerometer: what was found, before anything is written.
///
/// One context of libiio, one look at the properties, and one set of settings that go back, for the
/// events of the chip and for the readings.
struct IIOVisit {
  let device: IIODevice
  /// The properties as they were found.
  let info: AccelerometerInfo
  /// The mounting that udev and the device report.
  let mounting: Mounting
  /// The settings as they were found; nil if the device is gone.
  let found: FoundSettings?
  /// The attributes of the chip's events.
  let events: EventAttributes
  /// A Boolean value that indicates whether the kernel can make a trigger for this reader.
  private let canMakeTimer: Bool
  private let sampling: SamplingOptions

  /// Notes the settings of `device`.
  ///
  /// - Throws: an ``AccelerometerError`` if it is unusable, or if another program is reading it
  init(_ device: IIODevice, _ sampling: SamplingOptions) throws(AccelerometerError) {
    (self.device, self.sampling) = (device, sampling)
    try device.requireAxes()
    mounting = device.mounting(udev: device.udevMatrix)
    events = EventAttributes(of: device.id)
    canMakeTimer = TimerTrigger.isAvailable()
    info = device.info(mounting, canMakeTimer: canMakeTimer, events: events.events)
    // libiio would notice another program too, but only after switching its buffer off.
    if device.isStreamable { Glibc.close(try device.openNode()) }
    found = FoundSettings(
      of: device.id, notes: sampling.notes.map { SettingsNotes(directory: $0) })
  }

  /// Changes rate or clock, which go back at the end.
  func changing<Result>(_ change: () -> Result) -> Result {
    found?.changing(change) ?? change()
  }

  /// Switches on what `demand` wants of the chip's events, and makes the accelerometer sample as
  /// far as it wants readings.
  ///
  /// - Parameters:
  ///   - demand: the events and the rate
  ///   - memory: the events that its driver does not accept, and the ways that stayed silent
  /// - Returns: the open device, and the refusals of events
  /// - Throws: an ``AccelerometerError``; afterwards the device is as it was before
  func open(
    _ demand: SamplingDemand, _ memory: inout OpeningMemory
  ) throws(AccelerometerError) -> (OpenDevice, [AccelerometerError]) {
    let watch = try watch(for: Set(demand.events.keys), &memory)
    let events = watch?.events ?? []
    guard let rate = demand.rate(with: events) else {
      guard let watch else {
        throw .unusable(device: device.title, reason: "nothing is wanted of it")
      }
      return (.watching(watch), watch.errors)
    }
    var options = sampling
    options.rate = rate
    let session = try session(options, &memory)
    session.info.enabledEvents = watch?.info.enabledEvents
    return (.sampling(session, events.isEmpty ? nil : watch), watch?.errors ?? [])
  }

  /// The watch of the `wanted` events; nil if the chip has none of them.
  private func watch(
    for wanted: Set<ChipEvent>, _ memory: inout OpeningMemory
  ) throws(AccelerometerError) -> ChipWatch? {
    let key = OpeningMemory.Key(device)
    let known = wanted.intersection(info.events).subtracting(memory.refusedEvents(of: key))
    guard !known.isEmpty, let found else { return nil }
    let watch = try ChipWatch(self, known, found: found)
    // Other refusals may pass: for example, another program has the events now.
    let refused = watch.refusals.filter { $1 == .invalidArgument || $1 == .notSupported }
    memory.refused(Set(refused.keys), of: key)
    return watch
  }

  /// The session of the first way that the kernel does not find invalid.
  private func session(
    _ options: SamplingOptions, _ memory: inout OpeningMemory
  ) throws(AccelerometerError) -> IIOSession {
    if device.isStreamable {
      found?.takeBuffer()
      // A killed process may have left the buffer on; then the kernel accepts no setting.
      _ = device.setBufferAttribute("enable", "0")
    }
    changing { device.setRate(options.rate) }
    let ways = device.samplingPlan(canMakeTimer: canMakeTimer).ways
    // Without any way, this throws the reason.
    if ways.isEmpty { _ = try device.rawAxes() }
    var refusal = AccelerometerError.unusable(device: device.title, reason: "it cannot be sampled")
    for way in memory.ways(among: ways, of: OpeningMemory.Key(device)) {
      do throws(AccelerometerError) {
        return try IIOSession(self, options, way)
      } catch {
        refusal = error
        guard error.isInvalid || way == .timer && !error.isBusy else { break }
      }
    }
    // The other program has its own settings by now.
    if refusal.isBusy { found?.forget() }
    throw refusal
  }
}
