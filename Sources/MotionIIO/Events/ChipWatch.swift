// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import LinuxSupport
import MotionCore
import MotionReader
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

  private let attributes: EventAttributes
  private var isOpen = true

  /// The most events that the kernel keeps.
  private static let most = 16

  /// Finds an accelerometer of this machine, and switches on the `wanted` events that its chip has.
  ///
  /// - Parameters:
  ///   - choice: the accelerometer; no other program has its node open
  ///   - wanted: the events
  ///   - memory: the events that its driver does not accept: this does not ask for them again
  /// - Returns: nil if its chip has none of them
  /// - Throws: an ``AccelerometerError`` if it is not there, or its node does not open
  static func open(
    _ choice: AccelerometerChoice, _ wanted: Set<ChipEvent>, _ memory: inout OpeningMemory
  ) throws(AccelerometerError) -> ChipWatch? {
    guard !wanted.isEmpty else { return nil }
    let device = try choice.find(in: IIOContext())
    let info = device.localInfo
    let key = OpeningMemory.Key(device)
    let known = wanted.intersection(info.events).subtracting(memory.refusedEvents(of: key))
    guard !known.isEmpty else { return nil }
    let watch = try ChipWatch(device, info, known)
    // Other refusals may pass: for example, another program has the events now.
    let refused = watch.refusals.filter { $1 == .invalidArgument || $1 == .notSupported }
    memory.refused(Set(refused.keys), of: key)
    return watch
  }

  private init(
    _ device: IIODevice, _ info: AccelerometerInfo, _ wanted: Set<ChipEvent>
  ) throws(AccelerometerError) {
    var info = info
    attributes = EventAttributes(of: device.id)
    let node = Glibc.open("/dev/\(device.id)", O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard node >= 0 else { throw .failed(action: "open", device: device.title, error: .last) }
    defer { Glibc.close(node) }
    // The kernel lets a program change the clock only while no program waits for events.
    info.clock = device.setClock()
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
    // A killed process may have left the buffer on; then some drivers accept no setting.
    if device.isStreamable { _ = device.setBufferAttribute("enable", "0") }
    var events: Set<ChipEvent> = []
    var refusals: [ChipEvent: Errno] = [:]
    for event in wanted {
      do throws(Errno) {
        try attributes.enable(event)
        events.insert(event)
      } catch { refusals[event] = error }
    }
    (self.events, self.refusals) = (events, refusals)
    info.enabledEvents = events.sorted { $0.rawValue < $1.rawValue }
    self.info = info
  }

  deinit {
    close()
  }

  /// Switches the events off, even while references to the watch remain.
  func close() {
    guard isOpen else { return }
    isOpen = false
    for event in events { attributes.disable(event) }
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
