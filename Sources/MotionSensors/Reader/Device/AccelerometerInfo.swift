// SPDX-License-Identifier: Apache-2.0

import Glibc
import LinuxSupport
import MotionCore

/// The properties of an accelerometer: its name, axes, rates and scale.
public struct AccelerometerInfo: Hashable, Sendable, Encodable {
  /// The clock that stamps its readings.
  public enum Clock: String, Hashable, Sendable, Encodable {
    /// `CLOCK_BOOTTIME`: goes on during suspend, and so shows a suspend as a gap.
    case boottime
    /// `CLOCK_MONOTONIC`: stands still during suspend.
    case monotonic
    /// `CLOCK_REALTIME`: jumps when the time is set.
    case realtime
    /// None: the reader stamps readings with `CLOCK_BOOTTIME` as they arrive, evenly.
    case arrival
  }

  /// The place of an accelerometer in the machine.
  public enum Place: String, Hashable, Sendable, CaseIterable, Encodable {
    /// With the display, which the user holds and shakes.
    case display
    /// Nothing says where.
    case unknown
    /// With the keyboard, which says nothing about the screen.
    case base
  }

  /// The subsystem of the kernel that has the accelerometer.
  public var subsystem = AccelerometerChoice.Subsystem.iio
  /// The kernel's name for the accelerometer in sysfs, such as `iio:device0` or `event7`.
  public var id: String
  /// The address of a controller; nil if it has none.
  ///
  /// The address stays when the controller comes back under another ``id``.
  public var address: String?
  /// The driver's name for the accelerometer.
  public var name: String?
  /// The label from the device tree or the firmware.
  public var label: String?
  /// The place in the machine, such as `display`, `lid` or `base`, from udev's hardware database or
  /// the driver.
  public var location: String?
  /// The place in the machine, by ``location`` and ``label``.
  public var place = Place.unknown
  /// The axes that it has: x, y, z, or fewer.
  public var axes: [String]
  /// The sampling frequency; nil without such an attribute.
  public var rate: Hertz?
  /// The available sampling frequencies, ascending; empty if the accelerometer does not list them.
  public var rates: [Hertz]
  /// The lowest and the highest sampling frequency, if it has all in between, by a step.
  public var rateRange: ClosedRange<Hertz>?
  /// The resolution: one step of the raw values; nil without such an attribute.
  public var scale: MetersPerSecondSquared?
  /// The largest acceleration that it can measure on an axis; nil if unknown.
  public var range: MetersPerSecondSquared?
  /// The orientation of the sensor in the machine; nil if invalid.
  public var mountMatrix: MountMatrix?
  /// The source of the mount matrix, or of the invalid text in its place.
  public var mountMatrixSource: MountMatrixSource?
  /// The fault of the mount matrix; nil if there is none.
  ///
  /// With a fault, the sensor's axes count as the device's.
  ///
  /// Recognition then leaves out kinds about the axes of the device, such as the orientation.
  public var mountProblem: String?
  /// The trigger that makes the accelerometer sample; nil if it has or needs none.
  public var trigger: String?
  /// A Boolean value that indicates whether a buffer can stream its readings.
  public var hasBuffer: Bool
  /// The way of sampling it now, or the first way to try; nil if there is none.
  public var sampling: SamplingWay?
  /// The events that its chip recognizes.
  public var events: [ChipEvent]
  /// The events that are switched on in its chip; nil while nobody reads it.
  public var enabledEvents: [ChipEvent]?
  /// The |acceleration| when it was listed, read without the buffer; nil otherwise.
  public var magnitude: MetersPerSecondSquared?
  /// The result of the check for gravity: false until readings at rest are gravity, true
  /// afterwards; nil without a check.
  public var isChecked: Bool?
  /// A Boolean value that indicates whether its driver applies no calibration, so that its unit
  /// comes from its rest: kinds that compare with gravity are left out.
  package var isUncalibrated = false
  /// A Boolean value that indicates whether it is a laptop's drive guard, which parks the disk.
  public var isDriveGuard = false
  /// A Boolean value that indicates whether the ``problem`` is that this user may not read it.
  public var isPermissionProblem = false
  /// The reason why it is unusable; nil if it is usable.
  public var problem: String?
  /// The clock of its readings; nil while nobody reads it.
  public var clock: Clock?

  /// The properties that a subsystem reports for an accelerometer.
  package init(
    id: String, name: String? = nil, label: String? = nil, location: String? = nil,
    axes: [String] = ["x", "y", "z"], rate: Hertz? = nil, rates: [Hertz] = [],
    rateRange: ClosedRange<Hertz>? = nil, scale: MetersPerSecondSquared? = nil,
    range: MetersPerSecondSquared? = nil, mountMatrix: MountMatrix? = nil,
    mountMatrixSource: MountMatrixSource? = nil, mountProblem: String? = nil,
    trigger: String? = nil, hasBuffer: Bool = false, sampling: SamplingWay? = nil,
    events: [ChipEvent] = [], enabledEvents: [ChipEvent]? = nil,
    magnitude: MetersPerSecondSquared? = nil, problem: String? = nil, clock: Clock? = nil
  ) {
    (self.id, self.name, self.label, self.location) = (id, name, label, location)
    (self.axes, self.rate, self.rates, self.rateRange) = (axes, rate, rates, rateRange)
    (self.scale, self.range, self.mountMatrix) = (scale, range, mountMatrix)
    (self.mountMatrixSource, self.mountProblem) = (mountMatrixSource, mountProblem)
    (self.trigger, self.hasBuffer, self.sampling) = (trigger, hasBuffer, sampling)
    (self.events, self.enabledEvents, self.magnitude) = (events, enabledEvents, magnitude)
    (self.problem, self.clock) = (problem, clock)
  }

  /// A Boolean value that indicates whether ``magnitude`` is gravity, to a fifth; nil if it is
  /// unknown.
  ///
  /// Otherwise the scale may be wrong, or the accelerometer moves.
  public var isPlausible: Bool? {
    magnitude.map { abs($0 / Reading.standardGravity - 1) <= 0.2 }
  }

  /// Returns these properties.
  ///
  /// - Throws: an ``AccelerometerError`` if nobody can read the accelerometer
  func usable() throws(AccelerometerError) -> AccelerometerInfo {
    if let problem, !isPermissionProblem { throw .unusable(device: title, reason: problem) }
    return self
  }

  /// Returns true if the accelerometer reads gravity, and `former` did not know it yet.
  package func confirms(_ former: AccelerometerInfo?) -> Bool {
    isChecked == true && former?.isChecked == false
  }

  /// Sets the mount matrix, its source and its fault to `mounting`.
  package mutating func set(_ mounting: Mounting) {
    mountMatrix = mounting.problem == nil ? mounting.matrix : nil
    (mountMatrixSource, mountProblem) = (mounting.source, mounting.problem)
  }

  /// The highest sampling frequency; nil if it is not known.
  package var highestRate: Hertz? { rates.last ?? rateRange?.upperBound }

  /// Returns the frequency nearest above `wanted`, or else the highest one; nil if none is known.
  ///
  /// The steps of a range are not known here: it returns `wanted`, within the range.
  package func rate(above wanted: Hertz) -> Hertz? {
    if let range = rateRange { return min(max(wanted, range.lowerBound), range.upperBound) }
    return rates.nearest(above: wanted)
  }

  /// The name of the accelerometer in texts for users.
  package var title: String { name.map { "\($0) (\(id))" } ?? id }

  /// The time between two readings in nanoseconds; nil if the rate is unknown.
  package var period: Int64? {
    rate.map { Int64(1e9 / $0) }
  }
}

extension [Hertz] {
  /// Returns the one of these ascending frequencies that is nearest above `wanted`, or else the
  /// highest; nil if there are none.
  ///
  /// Drivers round what they list, so a thousandth less serves too.
  package func nearest(above wanted: Hertz) -> Hertz? {
    first { $0 >= wanted * 0.999 } ?? last
  }
}

/// The time on `CLOCK_BOOTTIME`, in nanoseconds.
package func bootTime() -> Int64 {
  Timestamp.now().nanoseconds
}

/// The time on `CLOCK_MONOTONIC`, in nanoseconds: it stands still during suspend.
package func monotonicTime() -> Int64 {
  Timestamp.now(on: CLOCK_MONOTONIC).nanoseconds
}

extension AccelerometerInfo.Clock {
  /// The time on this clock now; nil for ``arrival``, which is no clock.
  package var now: Timestamp? {
    switch self {
    case .boottime: .now()
    case .monotonic: .now(on: CLOCK_MONOTONIC)
    case .realtime: .now(on: CLOCK_REALTIME)
    case .arrival: nil
    }
  }
}
