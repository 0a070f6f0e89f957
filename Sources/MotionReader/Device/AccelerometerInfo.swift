// SPDX-License-Identifier: Apache-2.0

import Glibc
import LinuxSupport
import MotionCore

/// The properties of an accelerometer: its name, axes, rates and scale.
public struct AccelerometerInfo: Hashable, Sendable, Encodable {
  /// The clock that stamps its readings.
  public enum Clock: String, Hashable, Sendable, Encodable {
    /// `CLOCK_BOOTTIME`: goes on during suspend, so that a suspend shows as a gap.
    case boottime
    /// `CLOCK_MONOTONIC`: stands still during suspend.
    case monotonic
    /// `CLOCK_REALTIME`: jumps when the time is set.
    case realtime
    /// None: readings are stamped with `CLOCK_BOOTTIME` as they arrive, evenly.
    case arrival
  }

  /// The subsystem of the kernel that has it.
  public var subsystem = AccelerometerChoice.Subsystem.iio
  /// The kernel's name for it in sysfs, such as `iio:device0` or `event7`.
  public var id: String
  /// The address of a controller, which stays when it comes back under another ``id``; nil if it
  /// has none.
  public var address: String?
  /// The driver's name for it.
  public var name: String?
  /// The label that the device tree or the firmware gives it.
  public var label: String?
  /// The place in the machine that udev's hardware database or its driver reports, such as
  /// `display`, `lid` or `base`.
  public var location: String?
  /// The axes it has, of x, y and z.
  public var axes: [String]
  /// Its sampling frequency; nil if it has no such attribute.
  public var rate: Hertz?
  /// The sampling frequencies it has, ascending; empty if it does not list them.
  public var rates: [Hertz]
  /// The lowest and the highest sampling frequency, if it has all between, by a step.
  public var rateRange: ClosedRange<Hertz>?
  /// Its resolution: one step of the raw values; nil if it has no such attribute.
  public var scale: MetersPerSecondSquared?
  /// The largest acceleration that it can measure on an axis; nil if that is not known.
  public var range: MetersPerSecondSquared?
  /// The orientation of the sensor in the machine; nil if it is not valid.
  public var mountMatrix: MountMatrix?
  /// The source of the mount matrix, or of the text that is no matrix.
  public var mountMatrixSource: MountMatrixSource?
  /// What is wrong with the mount matrix, so that the sensor's axes are taken for the device's; nil
  /// if nothing is.
  ///
  /// Kinds about the axes of the device, such as the orientation, are not recognized then.
  public var mountProblem: String?
  /// The trigger that makes it sample; nil if it has or needs none.
  public var trigger: String?
  /// A Boolean value that indicates whether its readings can be streamed through a buffer.
  public var hasBuffer: Bool
  /// The way in which it is sampled, or would be at first; nil if there is none.
  public var sampling: SamplingWay?
  /// The events that its chip recognizes by itself.
  public var events: [ChipEvent]
  /// The events that are switched on in its chip; nil while it is not read.
  public var enabledEvents: [ChipEvent]?
  /// |acceleration| when it was listed, read without the buffer; nil otherwise.
  public var magnitude: MetersPerSecondSquared?
  /// False while it was not seen yet that its readings at rest are gravity, true since; nil where
  /// that is not checked.
  public var isChecked: Bool?
  /// A Boolean value that indicates whether it is a laptop's own, which parks its disk.
  public var isDriveGuard = false
  /// A Boolean value that indicates whether this user may not read it, which is its ``problem``.
  public var isPermissionProblem = false
  /// The reason that it cannot be used; nil if it can.
  public var problem: String?
  /// The clock of its readings; nil while it is not read.
  public var clock: Clock?

  /// What a subsystem says of an accelerometer.
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

  /// True if ``magnitude`` is that of a device at rest, to a fifth: otherwise its scale may be
  /// wrong, or it moves; nil if it is not known.
  public var isPlausible: Bool? {
    magnitude.map { abs($0 / Reading.standardGravity - 1) <= 0.2 }
  }

  /// True if this says no more than `former` but that it reads gravity.
  package func confirms(_ former: AccelerometerInfo?) -> Bool {
    isChecked == true && former?.isChecked == false
  }

  /// Takes over `mounting`.
  package mutating func set(_ mounting: Mounting) {
    mountMatrix = mounting.problem == nil ? mounting.matrix : nil
    (mountMatrixSource, mountProblem) = (mounting.source, mounting.problem)
  }

  /// The name of the accelerometer in texts for users.
  package var title: String { name.map { "\($0) (\(id))" } ?? id }

  /// The time between two readings in nanoseconds; nil if the rate is not known.
  package var period: Int64? {
    rate.map { Int64(1e9 / $0) }
  }
}

/// The time on `CLOCK_BOOTTIME`, in nanoseconds.
package func bootTime() -> Int64 {
  Timestamp.now().nanoseconds
}

/// The time on `CLOCK_MONOTONIC`, in nanoseconds: it stands still while the machine is suspended.
package func monotonicTime() -> Int64 {
  Timestamp.now(on: CLOCK_MONOTONIC).nanoseconds
}

extension AccelerometerInfo.Clock {
  /// The time on `CLOCK_BOOTTIME` now.
  package static var bootTimeNow: Timestamp { .now() }

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
