// SPDX-License-Identifier: Apache-2.0

/// The results of earlier attempts to open accelerometers, each by itself: the ways of sampling
/// that stayed silent, the events of its chip that its driver does not accept, what was refused,
/// and what was read last.
package struct OpeningMemory: Hashable, Sendable {
  /// An accelerometer: the kernel gives a name such as `iio:device0` to another one later.
  package struct Key: Hashable, Sendable {
    var id: String
    var name: String?

    /// The key of a device.
    package init(id: String, name: String?) {
      (self.id, self.name) = (id, name)
    }
  }

  private var silent: [Key: Set<SamplingWay>] = [:]
  private var refused: [Key: Set<ChipEvent>] = [:]
  private var unusable: [Key: String] = [:]
  /// The accelerometer that readings came of last; nil if none did.
  package var latest: Key?

  /// Nothing so far.
  package init() {}

  /// The ways to try, in order: all but those that stayed silent, which costs a second of readings
  /// to find out; all again when each did.
  ///
  /// What the kernel refuses at once is tried again each time, as a trigger or a timer may have
  /// come since.
  package mutating func ways(among ways: [SamplingWay], of device: Key) -> [SamplingWay] {
    let heard = ways.filter { silent[device]?.contains($0) != true }
    if heard.isEmpty { silent[device] = nil }
    return heard.isEmpty ? ways : heard
  }

  /// Readings came in this way.
  package mutating func delivered(_ way: SamplingWay, of device: Key) {
    silent[device]?.remove(way)
  }

  /// No reading ever came in this way.
  package mutating func stayedSilent(_ way: SamplingWay, of device: Key) {
    silent[device, default: []].insert(way)
  }

  /// The events of its chip that its driver does not accept.
  package func refusedEvents(of device: Key) -> Set<ChipEvent> { refused[device] ?? [] }

  /// Its readings were of no use, for `reason`.
  package mutating func refuse(_ reason: String, of device: Key) { unusable[device] = reason }

  /// The reason why its readings were of no use; nil if they were not read, or were.
  package func refusal(of device: Key) -> String? { unusable[device] }

  /// The driver does not accept `events`.
  package mutating func refused(_ events: Set<ChipEvent>, of device: Key) {
    if !events.isEmpty { refused[device, default: []].formUnion(events) }
  }
}
