import CIIO
import Glibc
import MotionCore

/// An accelerometer whose buffer is on: scans come until it is let go, which switches it off.
final class AccelerometerSession {
  /// What is known of the accelerometer, with the rate, the trigger and the clock it samples with.
  let info: AccelerometerInfo

  private let context: IIOContext
  private let device: IIODevice
  private let layout: ScanLayout
  private let mount: MountMatrix
  /// The channels of the layout, in its order.
  private let channels: [IIOChannel]
  private let buffer: OpaquePointer
  private let isRemote: Bool
  private var arrivals: ArrivalClock

  /// How many scans one read takes.
  private let capacity: Int

  /// The scans that the kernel holds while nobody reads: 0.6 s at 100 Hz.
  private static let localCapacity = 64

  /// How long a remote accelerometer may keep a read waiting, in milliseconds.
  private static let timeout: UInt32 = 500

  /// Finds the accelerometer that `choice` says, sets it up and switches its buffer on.
  ///
  /// - Parameters:
  ///   - choice: which one
  ///   - rate: the sampling frequency wanted, in Hz
  /// - Throws: an ``AccelerometerError``; its buffer is off then
  init(_ choice: AccelerometerChoice, rate: Double) throws(AccelerometerError) {
    isRemote = choice.isRemote
    context = try IIOContext(uri: choice.uri)
    if isRemote { context.setTimeout(milliseconds: Self.timeout) }
    device = try choice.find(in: context)
    if !isRemote { try Self.checkFree(device) }
    // A process that was killed may have left it on; nothing can be set then.
    _ = device.setBufferAttribute("enable", "0")
    device.setRate(rate)
    device.ensureTrigger(among: context.devices)
    layout = try device.layout()
    mount = try device.mountMatrix(isRemote: isRemote).matrix
    let wanted = device.streamedChannels
    channels = wanted
    for channel in device.channels {
      channel.setEnabled(wanted.contains { $0.pointer == channel.pointer })
    }
    let clock = layout.hasTimestamp ? device.setClock() : .arrival
    var info = device.info(isRemote: isRemote)
    info.clock = clock
    self.info = info
    arrivals = ArrivalClock(rate: info.rate ?? rate)
    // Over a network each read is a round trip for that many scans, so one at a time.
    capacity = isRemote ? 1 : Self.localCapacity
    guard let buffer = iio_device_create_buffer(device.pointer, capacity, false) else {
      throw .failed(action: "switch on the buffer of", device: device.title, number: errno)
    }
    self.buffer = buffer
    if !isRemote { try makePrompt() }
    guard iio_buffer_step(buffer) == layout.size else {
      throw .badData(
        device: device.title,
        reason: "scans of \(iio_buffer_step(buffer)) bytes where \(layout.size) were expected")
    }
  }

  deinit {
    iio_buffer_destroy(buffer)
  }

  /// What to call the accelerometer when talking to users.
  var title: String { device.title }

  /// Becomes readable when scans are waiting; nil if reading blocks until there are some.
  var pollDescriptor: Int32? {
    let descriptor = iio_buffer_get_poll_fd(buffer)
    return descriptor >= 0 ? descriptor : nil
  }

  /// Refuses a device that another program is reading.
  ///
  /// libiio would notice too, but only after it had switched that program's buffer off.
  private static func checkFree(_ device: IIODevice) throws(AccelerometerError) {
    let descriptor = open("/dev/\(device.id)", O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw .failed(action: "open", device: device.title, number: errno)
    }
    close(descriptor)
  }

  /// Asks to be woken for every scan, and never to block.
  ///
  /// libiio asks to be woken only when a whole buffer is full.
  private func makePrompt() throws(AccelerometerError) {
    guard iio_buffer_set_blocking_mode(buffer, false) == 0 else {
      throw .failed(action: "poll", device: device.title, number: errno)
    }
    // The kernel lets it be changed only while the buffer is off.
    guard device.setBufferAttribute("enable", "0") else { return }
    _ = device.setBufferAttribute("watermark", "1")
    guard device.setBufferAttribute("enable", "1") else {
      throw .failed(action: "switch on the buffer of", device: device.title, number: errno)
    }
  }

  /// Appends the readings that are waiting to `readings`.
  ///
  /// - Parameters:
  ///   - readings: what to append to
  ///   - arrival: what `CLOCK_BOOTTIME` shows, for readings without a timestamp of their own
  /// - Returns: whether there may be more to read without blocking
  /// - Throws: an ``AccelerometerError`` after which it is of no use any more
  func read(
    into readings: inout [Reading], arrival: Timestamp
  ) throws(AccelerometerError) -> Bool {
    let count = iio_buffer_refill(buffer)
    switch -count {
    case Int(EAGAIN), Int(ETIMEDOUT), Int(EINTR): return false
    case 1...: throw .failed(action: "read", device: title, number: Int32(clamping: -count))
    default: break
    }
    guard count > 0, count.isMultiple(of: layout.size), let start = iio_buffer_start(buffer) else {
      throw .badData(device: title, reason: "\(count) bytes, with scans of \(layout.size)")
    }
    guard isLaidOut(from: start) else {
      throw .badData(device: title, reason: "scans of other channels than those asked for")
    }
    let bytes = UnsafeRawBufferPointer(start: start, count: count).assumingMemoryBound(
      to: UInt8.self)
    let span = bytes.span
    arrivals.begin(scans: count / layout.size, at: arrival)
    for offset in stride(from: 0, to: count, by: layout.size) {
      let stamp = arrivals.next()
      readings.append(
        Reading(
          timestamp: layout.timestamp(span, at: offset) ?? stamp,
          acceleration: mount.applied(to: layout.acceleration(span, at: offset))))
    }
    return !isRemote && count == capacity * layout.size
  }

  /// Whether the scans at `start` have their values where the layout has them: a server says with each
  /// answer which channels are in it, and may send others if another client wants them.
  private func isLaidOut(from start: UnsafeMutableRawPointer) -> Bool {
    iio_buffer_step(buffer) == layout.size
      && zip(channels, layout.offsets).allSatisfy {
        iio_buffer_first(buffer, $0.pointer) == start + $1
      }
  }
}
