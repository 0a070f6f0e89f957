// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import MotionCore
import SystemPackage

/// The accelerometers of a subsystem of the kernel, as a reader finds and opens them.
///
/// The opener's queue calls it, and it may block for seconds.
package protocol AccelerometerSubsystem: Sendable {
  /// The subsystem, of the kernel and in a user's choice.
  var subsystem: AccelerometerChoice.Subsystem { get }
  /// The beginning of the kernel's names for its devices, such as `iio:device`.
  var devicePrefix: String { get }

  /// The properties of each accelerometer, the best first, those that cannot be used last.
  ///
  /// - Parameter busy: the name or id of one that another program is reading, which is not measured
  /// - Throws: an ``AccelerometerError`` if the kernel shows no sensors
  /// - Returns: the properties
  func accelerometers(busy: String?) throws(AccelerometerError) -> [AccelerometerInfo]

  /// The properties of the accelerometer that `choice` names, without reading from it.
  ///
  /// - Throws: an ``AccelerometerError`` if it is not there, or cannot be used
  func info(_ choice: AccelerometerChoice) throws(AccelerometerError) -> AccelerometerInfo

  /// Switches on those of `wanted` that the accelerometer's chip recognizes.
  ///
  /// - Parameters:
  ///   - choice: the accelerometer, whose node no other program has open
  ///   - wanted: the events
  ///   - memory: the events that its driver does not accept, which are not asked for again
  /// - Returns: nil if its chip has none of them
  /// - Throws: an ``AccelerometerError`` if it is not there, or cannot be opened
  func watch(
    _ choice: AccelerometerChoice, _ wanted: Set<ChipEvent>, _ memory: inout OpeningMemory
  ) throws(AccelerometerError) -> (any EventWatch)?

  /// Finds the accelerometer that `choice` names and makes it sample.
  ///
  /// - Parameters:
  ///   - choice: the accelerometer
  ///   - options: the rate and the mode
  ///   - memory: what earlier attempts found out
  /// - Returns: the session
  /// - Throws: an ``AccelerometerError``; the accelerometer is as it was found then
  func open(
    _ choice: AccelerometerChoice, _ options: SamplingOptions, _ memory: inout OpeningMemory
  ) throws(AccelerometerError) -> any AccelerometerSession
}

extension [any AccelerometerSubsystem] {
  /// Those that `choice` leaves open.
  func open(to choice: AccelerometerChoice) -> Self {
    filter { choice.subsystem == nil || choice.subsystem == $0.subsystem }
  }

  /// Calls `body` with one subsystem after the other, as far as `choice` leaves that open, until
  /// one has an accelerometer.
  ///
  /// - Returns: the result of `body`
  /// - Throws: the first error of `body`
  package func first<T>(
    for choice: AccelerometerChoice,
    _ body: (any AccelerometerSubsystem) throws(AccelerometerError) -> T
  ) throws(AccelerometerError) -> T {
    var absence: AccelerometerError?
    for candidate in open(to: choice) {
      do throws(AccelerometerError) { return try body(candidate) } catch {
        guard error.isAbsence else { throw error }
        absence = absence ?? error
      }
    }
    throw absence ?? .noAccelerometer(uri: "\(choice)")
  }
}

/// The way of waiting for the readings of a session.
package enum SessionWaiting: Hashable, Sendable {
  /// The descriptor becomes readable when readings are waiting.
  case descriptor
  /// The reader looks for readings at this interval, in nanoseconds.
  case timer(Int64)
}

/// An accelerometer that samples until it is closed.
package protocol AccelerometerSession: AnyObject {
  /// The properties of the accelerometer, with the rate, the trigger and the clock it samples with.
  ///
  /// For each batch of readings the two below are asked for instead: a copy of all costs as much as
  /// the batch.
  var info: AccelerometerInfo { get set }
  /// The clock of the readings.
  var clock: AccelerometerInfo.Clock? { get }
  /// See ``AccelerometerInfo/isChecked``.
  var isChecked: Bool? { get }
  /// The readings of the last read, and the time on `CLOCK_BOOTTIME` when they came, in
  /// nanoseconds.
  var latest: (readings: [Reading], arrival: Int64) { get }
  /// The timestamp of the last reading there was.
  var lastReading: Timestamp? { get }
  /// The way of waiting for its readings.
  var waiting: SessionWaiting { get }
  /// Becomes readable when readings are waiting; nil if there is nothing like that.
  var pollDescriptor: Int32? { get }
  /// A Boolean value that indicates whether another program had switched the buffer on, which now
  /// has no readings until the session is closed.
  var hasTakenBuffer: Bool { get }
  /// True if the machine says something else of its place and its mount matrix than when it was
  /// opened.
  var isMountedOtherwise: Bool { get }
  /// The silence after which it is given up, in nanoseconds; nil for that of its rate.
  var longestSilence: Int64? { get }
  /// The likely causes of a silence, for users; nil if none is known.
  var causesOfSilence: String? { get }

  /// Returns true if it samples as it would if `rate` were wanted.
  func serves(_ rate: Hertz) -> Bool
  /// What another program did to it that explains a silence; nil if nothing is known.
  func problemWhileSilent() -> AccelerometerError?
  /// What makes its readings wrong since the last look, at `now` on `CLOCK_BOOTTIME` in
  /// nanoseconds; nil if nothing does.
  func problem(at now: Int64) -> AccelerometerError?
  /// A Boolean value that indicates whether it was noted that readings came.
  var isProven: Bool { get }
  /// Notes for later openings that readings came.
  func delivered(_ memory: inout OpeningMemory)
  /// Notes for later openings that it was given up, because of `problem` if there was one.
  func gaveUp(_ memory: inout OpeningMemory, _ problem: AccelerometerError?)
  /// Reads the readings that are waiting into ``latest``.
  ///
  /// - Returns: true if the kernel's buffer was full, so that readings may be lost
  /// - Throws: an ``AccelerometerError`` after which it is of no use any more; the readings before
  ///   the problem are in ``latest``
  func read() throws(AccelerometerError) -> Bool
  /// Switches the accelerometer off, or leaves it as it was found, though the session may still be
  /// referred to.
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

/// The events of a chip, switched on until it is closed.
package protocol EventWatch: AnyObject {
  /// The events that are switched on.
  var events: Set<ChipEvent> { get }
  /// The properties of the accelerometer, with these events and the clock of their timestamps.
  var info: AccelerometerInfo { get }
  /// Becomes readable when there are events.
  var descriptor: FileDescriptor { get }
  /// Why other events are not, in the order of the events.
  var errors: [AccelerometerError] { get }

  /// The events that are waiting, in order.
  ///
  /// - Throws: the system's error if the device is gone
  func read() throws(Errno) -> [(event: ChipEvent, time: Timestamp)]
  /// Switches the events off, though the watch may still be referred to.
  func close()
}
