// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import MotionCore
import SystemPackage

/// The accelerometers of a subsystem of the kernel, as a reader finds and opens them.
///
/// The opener's queue calls it, and it may block for seconds.
package protocol AccelerometerSubsystem: Sendable {
  /// The subsystem in the kernel, and in a user's choice.
  var subsystem: AccelerometerChoice.Subsystem { get }
  /// The beginning of the kernel's names for its devices, such as `iio:device`.
  var devicePrefix: String { get }

  /// Finds out whether the device with this id, which is there, may be an accelerometer, and opens
  /// nothing.
  ///
  /// - Parameter id: begins with ``devicePrefix``
  /// - Returns: true if it may be one
  func mayBeAccelerometer(_ id: String) -> Bool

  /// The ids of the devices that are there and may be accelerometers.
  var candidates: [String] { get }

  /// The properties of each accelerometer, the best first, the unusable ones last.
  ///
  /// - Parameter busy: the name or id of one that another program is reading: this does not measure
  ///   it
  /// - Throws: an ``AccelerometerError`` if the kernel shows no sensors
  /// - Returns: the properties
  func accelerometers(busy: String?) throws(AccelerometerError) -> [AccelerometerInfo]

  /// The properties of the accelerometer that `choice` names, without reading from it.
  ///
  /// - Throws: an ``AccelerometerError`` if it is not there, or unusable
  func info(_ choice: AccelerometerChoice) throws(AccelerometerError) -> AccelerometerInfo

  /// Opens the accelerometer that `choice` names, in one visit: finds it, notes its settings,
  /// switches on the events of its chip, and makes it sample, as far as `demand` wants that.
  ///
  /// - Parameters:
  ///   - choice: the accelerometer
  ///   - demand: the events and the rate
  ///   - sampling: the mode, and the folder for notes about settings; the demand has the rate
  ///   - memory: the results of earlier attempts
  /// - Returns: the open device, and the refusals of the chip's events
  /// - Throws: an ``AccelerometerError``; afterwards the accelerometer is as it was before
  func open(
    _ choice: AccelerometerChoice, _ demand: SamplingDemand, _ sampling: SamplingOptions,
    _ memory: inout OpeningMemory
  ) throws(AccelerometerError) -> (OpenDevice, [AccelerometerError])
}

/// An accelerometer that a reader has opened.
package enum OpenDevice {
  /// An accelerometer that samples, and whose chip may recognize events meanwhile.
  case sampling(any AccelerometerSession, (any EventWatch)?)
  /// An accelerometer that does not sample: its chip recognizes events.
  case watching(any EventWatch)

  /// The watch of the chip's events.
  package var watch: (any EventWatch)? {
    switch self {
    case .sampling(_, let watch): watch
    case .watching(let watch): watch
    }
  }

  /// Switches everything off, and puts the settings back; it may block for seconds.
  package func close() {
    switch self {
    case .sampling(let session, let watch):
      session.close()
      watch?.close()
    case .watching(let watch): watch.close()
    }
  }
}

extension [any AccelerometerSubsystem] {
  /// The subsystems that `choice` leaves open.
  func open(to choice: AccelerometerChoice) -> Self {
    filter { choice.subsystem == nil || choice.subsystem == $0.subsystem }
  }

  /// Calls `body` with one subsystem after the other, of those that `choice` leaves open, until one
  /// has an accelerometer that can be read.
  ///
  /// - Returns: the result of `body`
  /// - Throws: an error of `body`
  package func first<T>(
    for choice: AccelerometerChoice,
    _ body: (any AccelerometerSubsystem) throws(AccelerometerError) -> T
  ) throws(AccelerometerError) -> T {
    do throws(AccelerometerError) {
      return try open(to: choice).firstReadable(or: .noAccelerometer(uri: "\(choice)"), body)
    } catch {
      // Who named one hears that name again.
      if let name = choice.name, case .noAccelerometer = error {
        throw .unknown(name: name, choices: [])
      }
      throw error
    }
  }
}

extension Sequence {
  /// Calls `body` with one element after the other until one can be read: what cannot be read hides
  /// nothing else.
  ///
  /// - Parameters:
  ///   - absence: the error without any element
  ///   - body: opens or describes the accelerometer of an element
  /// - Returns: the result of `body`
  /// - Throws: the first error that a user can mend; otherwise the first one about an accelerometer
  ///   that is there, or else the first one
  func firstReadable<T>(
    or absence: AccelerometerError, _ body: (Element) throws(AccelerometerError) -> T
  ) throws(AccelerometerError) -> T {
    var first: AccelerometerError?
    for element in self {
      do throws(AccelerometerError) { return try body(element) } catch {
        guard error.isAbsence || error.isUnreadable else { throw error }
        if first?.isAbsence ?? true, first == nil || !error.isAbsence { first = error }
      }
    }
    throw first ?? absence
  }
}

/// A way of waiting for the readings of a session.
package enum SessionWaiting: Hashable, Sendable {
  /// The descriptor becomes readable when readings are waiting.
  case descriptor
  /// The reader looks for readings at this interval, in nanoseconds.
  case timer(Int64)
  /// The same, and less often while the device rests: the kernel keeps the readings with their
  /// times.
  case buffer(Int64)
}

/// An accelerometer that samples until it is closed.
package protocol AccelerometerSession: AnyObject {
  /// The properties of the accelerometer, with the rate, the trigger and the clock it samples with.
  ///
  /// For each batch of readings, the reader uses ``reported`` instead: a copy of all costs as
  /// much as the batch.
  var info: AccelerometerInfo { get set }
  /// What readings tell: their clock, and the result of the check for gravity, which is
  /// ``AccelerometerInfo/isChecked``.
  var reported: (clock: AccelerometerInfo.Clock?, isChecked: Bool?) { get }
  /// The readings of the last read, and the time on `CLOCK_BOOTTIME` when they came, in
  /// nanoseconds.
  var latest: (readings: [Reading], arrival: Int64) { get }
  /// The timestamp of the last reading.
  var lastReading: Timestamp? { get }
  /// The way of waiting for the session's readings.
  var waiting: SessionWaiting { get }
  /// A descriptor that becomes readable when readings are waiting; nil if there is none.
  var pollDescriptor: Int32? { get }
  /// A Boolean value that indicates whether another program had switched the buffer on.
  ///
  /// That program gets no readings until the session closes.
  var hasTakenBuffer: Bool { get }
  /// A Boolean value that indicates whether the machine reports another place or mount matrix than
  /// at the opening.
  var isMountedOtherwise: Bool { get }
  /// The silence in nanoseconds that makes the reader give the session up; nil for the time that
  /// follows from its rate.
  var longestSilence: Int64? { get }
  /// The likely causes of a silence, for users; nil if unknown.
  var causesOfSilence: String? { get }

  /// Returns whether the session samples as it would for a demand of `rate`.
  func serves(_ rate: Hertz) -> Bool
  /// Returns the act of another program that explains a silence; nil if unknown.
  func problemWhileSilent() -> AccelerometerError?
  /// Returns the problem that makes readings wrong since the last look; nil if there is none.
  ///
  /// `now` is on `CLOCK_BOOTTIME`, in nanoseconds.
  func problem(at now: Int64) -> AccelerometerError?
  /// A Boolean value that indicates whether the memory already knows that readings came.
  var isProven: Bool { get }
  /// Notes for later openings that readings came.
  func delivered(_ memory: inout OpeningMemory)
  /// Notes for later openings that the reader gave the session up, because of `problem` if there
  /// was one.
  func gaveUp(_ memory: inout OpeningMemory, _ problem: AccelerometerError?)
  /// Reads the waiting readings into ``latest``.
  ///
  /// - Returns: true if the kernel's buffer was full, so that readings may be lost
  /// - Throws: an ``AccelerometerError`` that ends the use of the session; the readings before the
  ///   problem are in ``latest``
  func read() throws(AccelerometerError) -> Bool
  /// Switches the accelerometer off, or leaves it as it was before, even while references to the
  /// session remain.
  func close()
}

extension AccelerometerSession {
  /// The accelerometer's name in texts for users.
  package var title: String { info.title }
  package var hasTakenBuffer: Bool { false }
  package var isMountedOtherwise: Bool { false }
  package var causesOfSilence: String? { nil }

  package func problemWhileSilent() -> AccelerometerError? { nil }
}

/// The events of a chip, switched on until the watch closes.
package protocol EventWatch: AnyObject {
  /// The events that are switched on.
  var events: Set<ChipEvent> { get }
  /// The properties of the accelerometer, with these events and the clock of their timestamps.
  var info: AccelerometerInfo { get }
  /// A descriptor that becomes readable when there are events.
  var descriptor: FileDescriptor { get }
  /// The reasons why other events are not switched on, in the order of the events.
  var errors: [AccelerometerError] { get }

  /// Returns the waiting events, in order.
  ///
  /// - Throws: the system's error if the device is gone
  func read() throws(Errno) -> [(event: ChipEvent, time: Timestamp)]
  /// Switches the events off, even while references to the watch remain.
  func close()
}
