// SPDX-License-Identifier: Apache-2.0

/// The results of earlier attempts to open accelerometers, by accelerometer: the ways of sampling
/// that stayed silent, the chip events that the driver does not accept, refused readings, and the
/// last accelerometer with readings.
package struct OpeningMemory: Hashable, Sendable {
  /// The identity of an accelerometer: the kernel may give a name such as `iio:device0` to another
  /// one later.
  package struct Key: Hashable, Sendable {
    var id: String
    var name: String?

    /// The key of a device.
    package init(id: String, name: String?) {
      (self.id, self.name) = (id, name)
    }
  }

  /// The reason why readings were of no use, and the kernel's name for the device then.
  private struct Refusal: Hashable {
    var reason: String
    var id: String
  }

  private var silent: [Key: Set<SamplingWay>] = [:]
  private var refused: [Key: Set<ChipEvent>] = [:]
  private var unusable: [Key: Refusal] = [:]
  /// The accelerometer with the last readings; nil if no readings came.
  package var latest: Key?

  /// An empty memory.
  package init() {}

  /// The ways to try, in order: all but the silent ones, because finding out costs a second of
  /// readings; all again if every way stayed silent.
  ///
  /// A way that the kernel refuses at once gets another try each time, because a trigger or a timer
  /// may have come since.
  package mutating func ways(among ways: [SamplingWay], of device: Key) -> [SamplingWay] {
    let heard = ways.filter { silent[device]?.contains($0) != true }
    if heard.isEmpty { silent[device] = nil }
    return heard.isEmpty ? ways : heard
  }

  /// Notes that readings came in this way.
  package mutating func delivered(_ way: SamplingWay, of device: Key) {
    silent[device]?.remove(way)
  }

  /// Notes that no reading ever came in this way.
  package mutating func stayedSilent(_ way: SamplingWay, of device: Key) {
    silent[device, default: []].insert(way)
  }

  /// The events of the chip that the driver does not accept.
  package func refusedEvents(of device: Key) -> Set<ChipEvent> { refused[device] ?? [] }

  /// Notes that the readings of `device`, which the kernel calls `id`, were of no use.
  package mutating func refuse(_ reason: String, of device: Key, id: String) {
    unusable[device] = Refusal(reason: reason, id: id)
  }

  /// The reason why the readings were of no use; nil if nobody read them, or they were fine.
  package func refusal(of device: Key) -> String? { unusable[device]?.reason }

  /// Forgets the refusals of devices that are not `present`: one that is plugged in again gets
  /// another try.
  package mutating func forgetRefusals(except present: Set<Key>) {
    unusable = unusable.filter { present.contains($0.key) }
  }

  /// Forgets the refusal of the device that the kernel called `id`, which is unplugged.
  package mutating func forgetRefusal(id: String) {
    unusable = unusable.filter { $0.value.id != id }
  }

  /// Notes that the driver does not accept `events`.
  package mutating func refused(_ events: Set<ChipEvent>, of device: Key) {
    if !events.isEmpty { refused[device, default: []].formUnion(events) }
  }
}
