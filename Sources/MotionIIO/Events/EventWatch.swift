import CLinux
import Glibc
import LinuxSupport
import MotionCore
import SystemPackage

/// The events of a chip, switched on as long as the object lives.
///
/// libiio 0.24 has no interface for them. The kernel lets one program at a time open the device's
/// node, and another descriptor for events stays open when the node is closed again: so this comes
/// before libiio opens the node for the buffer.
final class EventWatch {
  /// The events that are switched on.
  let events: Set<ChipEvent>
  /// The events that could not be switched on, with the reasons.
  let refusals: [ChipEvent: Errno]
  /// The clock of the events' timestamps.
  let clock: AccelerometerInfo.Clock
  /// Becomes readable when there are events.
  let descriptor: FileDescriptor

  private let attributes: EventAttributes

  /// The most events that the kernel keeps.
  private static let most = 16

  /// Switches events of an accelerometer on.
  ///
  /// - Parameters:
  ///   - device: an accelerometer of this machine, whose node is not open
  ///   - wanted: the events, of those that it has
  /// - Throws: an ``AccelerometerError`` if its node cannot be opened
  init(
    _ device: IIODevice, _ wanted: Set<ChipEvent>
  ) throws(AccelerometerError) {
    attributes = EventAttributes(of: device.id)
    let node = Glibc.open("/dev/\(device.id)", O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard node >= 0 else { throw .failed(action: "open", device: device.title, error: .last) }
    defer { Glibc.close(node) }
    // The kernel lets it be changed only while no program waits for events.
    clock = device.setClock()
    let number = iio_event_descriptor(node)
    guard number >= 0 else {
      // For example, another program has it.
      let error = Errno.last
      (descriptor, events) = (FileDescriptor(rawValue: -1), [])
      refusals = Dictionary(uniqueKeysWithValues: wanted.map { ($0, error) })
      return
    }
    descriptor = FileDescriptor(rawValue: number)
    _ = fcntl(number, F_SETFL, O_NONBLOCK)
    // A process that was killed may have left the buffer on; some drivers take no setting then.
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
  }

  deinit {
    for event in events { attributes.disable(event) }
    if descriptor.rawValue >= 0 { try? descriptor.close() }
  }

  /// The events that are waiting, in order; those that mean nothing to us are left out.
  ///
  /// - Throws: the system's error if the device is gone
  func read() throws(Errno) -> [(event: ChipEvent, time: Timestamp)] {
    try withUnsafeTemporaryAllocation(byteCount: Self.most * KernelEvent.size, alignment: 8) {
      room throws(Errno) in
      let count = Glibc.read(descriptor.rawValue, room.baseAddress, room.count)
      guard count >= 0 else {
        let error = Errno.last
        guard error == .wouldBlock || error == .interrupted else { throw error }
        return []
      }
      return KernelEvent.decoded(UnsafeRawBufferPointer(rebasing: room[..<count]))
        .compactMap { event in ChipEvent(event).map { ($0, event.timestamp) } }
    }
  }
}
