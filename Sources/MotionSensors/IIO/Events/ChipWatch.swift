// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import LinuxSupport
import MotionCore
import SystemPackage

/// The events of a chip, switched on until the watch closes.
///
/// libiio 0.24 has no interface for events. The kernel lets one program at a time open the device's
/// node, but a second descriptor, for events, stays open after the node closes: so this comes
/// before libiio opens the node for the buffer.
final class ChipWatch: EventWatch {
  /// The events that are switched on.
  let events: Set<ChipEvent>
  /// The events that the driver refused to switch on, with the reasons.
  let refusals: [ChipEvent: Errno]
  /// The properties of the accelerometer, with these events and the clock of their timestamps.
  let info: AccelerometerInfo
  /// A descriptor that becomes readable when there are events.
  let descriptor: FileDescriptor

  /// The settings of the device before; nil once the watch is closed.
  private var found: FoundSettings?

  /// The most events that the kernel keeps.
  private static let most = 16

  /// Switches on the `wanted` events of the chip.
  ///
  /// - Parameters:
  ///   - visit: the visit, which has the device, its properties and its events; no other program
  ///     has its node open
  ///   - wanted: the events
  ///   - found: its settings, which go back at the end
  /// - Throws: an ``AccelerometerError`` if its node does not open
  init(
    _ visit: IIOVisit, _ wanted: Set<ChipEvent>, found: FoundSettings
  ) throws(AccelerometerError) {
    let (device, attributes) = (visit.device, visit.events)
    var info = visit.info
    self.found = found
    let node = try device.openNode()
    defer { Glibc.close(node) }
    // The kernel lets a program change the clock only while no program waits for events.
    info.clock = found.changing { device.setClock() }
    let number = iio_event_descriptor(node)
    guard number >= 0 else {
      // For example, another program has the node.
      let error = Errno.last
      (descriptor, events) = (FileDescriptor(rawValue: -1), [])
      refusals = Dictionary(uniqueKeysWithValues: wanted.map { ($0, error) })
      info.enabledEvents = []
      self.info = info
      return
    }
    descriptor = FileDescriptor(rawValue: number)
    _ = fcntl(number, F_SETFL, O_NONBLOCK)
    var (events, refusals) = found.changing { Self.enable(wanted, attributes) }
    if refusals.values.contains(.resourceBusy), found.settings.isOn {
      let refused = Set(refusals.keys)
      found.changingWhileOff {
        let more = Self.enable(refused, attributes)
        events.formUnion(more.events)
        refusals = more.refusals
      }
    }
    (self.events, self.refusals) = (events, refusals)
    info.enabledEvents = events.sorted { $0.rawValue < $1.rawValue }
    self.info = info
  }

  private static func enable(
    _ wanted: Set<ChipEvent>, _ attributes: EventAttributes
  ) -> (events: Set<ChipEvent>, refusals: [ChipEvent: Errno]) {
    var events: Set<ChipEvent> = []
    var refusals: [ChipEvent: Errno] = [:]
    for event in wanted {
      do throws(Errno) {
        try attributes.enable(event)
        events.insert(event)
      } catch { refusals[event] = error }
    }
    return (events, refusals)
  }

  deinit {
    close()
  }

  /// Lets go of the events, even while references to the watch remain: they are as they were before
  /// once the session has, too.
  func close() {
    guard found != nil else { return }
    found = nil
    if descriptor.rawValue >= 0 { try? descriptor.close() }
  }

  /// The refusals as errors, in the order of the events.
  var errors: [AccelerometerError] {
    refusals.sorted { $0.key.rawValue < $1.key.rawValue }
      .map { .noChipEvent($0, device: info.title, error: $1) }
  }

  /// Returns the waiting events, in order, without events that have no meaning here.
  ///
  /// - Throws: the system's error if the device is gone
  func read() throws(Errno) -> [(event: ChipEvent, time: Timestamp)] {
    // This returns a result: Swift 6.2 does not pass on the type of an error thrown in here.
    try withUnsafeTemporaryAllocation(byteCount: Self.most * KernelEvent.size, alignment: 8) {
      room -> Result<[(event: ChipEvent, time: Timestamp)], Errno> in
      let count = Glibc.read(descriptor.rawValue, room.baseAddress, room.count)
      guard count >= 0 else {
        let error = Errno.last
        return error == .wouldBlock || error == .interrupted ? .success([]) : .failure(error)
      }
      return .success(
        KernelEvent.decoded(UnsafeRawBufferPointer(rebasing: room[..<count]))
          .compactMap { event in ChipEvent(event).map { ($0, event.timestamp) } })
    }.get()
  }
}
