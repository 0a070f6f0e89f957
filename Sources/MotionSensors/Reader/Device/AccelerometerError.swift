// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import SystemPackage

/// An error while finding, starting or reading an accelerometer.
public enum AccelerometerError: Error, Hashable, Sendable {
  /// The context at `uri` cannot be opened.
  case noContext(uri: String, error: Errno)
  /// The context at `uri` has no accelerometer; `local:` stands for this machine, `input:` for its
  /// input devices.
  case noAccelerometer(uri: String)
  /// There are accelerometers, or none, and none has the name `name`.
  case unknown(name: String, choices: [String])
  /// Several accelerometers have the name `name`.
  case ambiguous(name: String, choices: [String])
  /// The accelerometer `device` lacks something necessary.
  case unusable(device: String, reason: String)
  /// Doing `action` to the accelerometer `device` failed.
  case failed(action: String, device: String, error: Errno)
  /// The accelerometer `device` sent data that is no scan.
  case badData(device: String, reason: String)
  /// The accelerometer `device` sent nothing for the time `silence`, for one of `causes`, if any
  /// are likely.
  case stalled(device: String, silence: Duration, causes: String? = nil)
  /// The accelerometer `device` was unplugged, or its driver unloaded.
  case removed(device: String)
  /// Another program switched the buffer of the accelerometer `device` off.
  case switchedOff(device: String)
  /// Another program changed the scale of the accelerometer `device`.
  case rescaled(device: String)
  /// The buffer of the accelerometer `device` was full: readings were lost.
  case overrun(device: String)
  /// So many readings were lost, because they came faster than the program took them.
  case unread(readings: Int)
  /// The accelerometer `device` had kept so many readings from before it was opened: they are left
  /// out.
  case old(device: String, readings: Int)
  /// The chip of the accelerometer `device` cannot report `event`: readings stand in for it.
  case noChipEvent(ChipEvent, device: String, error: Errno)
  /// The buffer of the accelerometer `device` was on for another program, which gets no readings
  /// meanwhile.
  case bufferTaken(device: String)
}

extension AccelerometerError: CustomStringConvertible {
  /// The problem and its remedy, in one line.
  public var description: String {
    switch self {
    case .noContext("local:", .invalidArgument):
      "cannot reach this machine's accelerometers: \(Errno.invalidArgument); libiio does not "
        + "understand one of the IIO devices: a newer libiio may, or unload that device's driver"
    case .noContext("local:", let error):
      "cannot reach this machine's accelerometers: \(error)"
    case .noContext(let uri, let error):
      "cannot reach the accelerometers at \(uri): \(error)"
    case .noAccelerometer("input:"):
      "no input device is an accelerometer (is the controller connected?)"
    case .noAccelerometer("local:"):
      "there is no accelerometer (is its driver loaded?)"
    case .noAccelerometer(let uri):
      "there is no accelerometer at \(uri) (is its driver loaded?)"
    case .unknown(let name, []):
      "no accelerometer is called '\(name)', and there is no other (is its driver loaded?)"
    case .unknown(let name, let choices):
      "no accelerometer is called '\(name)'; there is \(choices.joined(separator: ", "))"
    case .ambiguous(let name, let choices):
      "several accelerometers are called '\(name)'; choose one of "
        + choices.joined(separator: ", ")
    case .unusable(let device, let reason):
      "the accelerometer \(device) cannot be used: \(reason)"
    case .failed(let action, let device, let error):
      "cannot \(action) the accelerometer \(device): \(error)\(hint(error))"
    case .badData(let device, let reason):
      "the accelerometer \(device) sent bad data: \(reason)"
    case .stalled(let device, let silence, let causes):
      "the accelerometer \(device) has sent nothing for \(silence.nanoseconds / 1_000_000) ms"
        + (causes.map { ": \($0)" } ?? "")
    case .removed(let device):
      "the accelerometer \(device) was removed"
    case .switchedOff(let device):
      "another program switched the buffer of the accelerometer \(device) off"
    case .rescaled(let device):
      "another program changed the scale of the accelerometer \(device): "
        + "readings of up to a second before this are wrong"
    case .overrun(let device):
      "the buffer of the accelerometer \(device) was full, so readings were lost; "
        + "the machine is too busy, or was stopped"
    case .unread(let readings):
      "\(readings) readings were lost, because what takes them is too slow, such as the reader of "
        + "the output"
    case .old(let device, let readings):
      "\(readings) readings that \(device) had kept from before anybody wanted any are left out"
    case .noChipEvent(let event, let device, let error):
      "the chip of the accelerometer \(device) does not tell \(event.rawValue) (\(error)); "
        + "its readings are used instead"
    case .bufferTaken(let device):
      "the buffer of the accelerometer \(device) was on already, and only one program can have it: "
        + "iio-sensor-proxy, or what else uses it, has no readings until motions are released; "
        + "sudo systemctl mask --now iio-sensor-proxy ends that"
    }
  }

  private func hint(_ error: Errno) -> String {
    switch error {
    case .resourceBusy:
      "; another program is reading it, such as iio-sensor-proxy, and only one can: "
        + "sudo motionctl doctor names it"
    case .permissionDenied, .notPermitted:
      "; root, the group of its device file and, by motiond's rules, the group motiond may, and the "
        + "user at the machine's seat through the service motiond"
    default: ""
    }
  }

  /// The reason alone, if the accelerometer is known; otherwise the whole description.
  package var reason: String {
    switch self {
    case .unusable(_, let reason): reason
    default: description
    }
  }

  /// A Boolean value that indicates whether another program is reading the accelerometer.
  public var isBusy: Bool {
    if case .failed(_, _, .resourceBusy) = self { true } else { false }
  }

  /// A Boolean value that indicates whether this user lacks the permission.
  public var isNotPermitted: Bool {
    switch self {
    case .noContext(_, let error), .failed(_, _, let error):
      error == .permissionDenied || error == .notPermitted
    case .noAccelerometer, .unknown, .ambiguous, .unusable, .badData, .stalled,
      .removed, .switchedOff, .rescaled, .overrun, .unread, .old, .noChipEvent, .bufferTaken:
      false
    }
  }

  /// A Boolean value that indicates whether an accelerometer is there, and a user can remove the
  /// obstacle to reading it.
  var isObstacle: Bool {
    switch self {
    case .noContext: isNotPermitted
    case .failed(_, _, let error):
      // The errors of a device on its way in or out.
      error != .noSuchFileOrDirectory && error != .operationNotSupportedByDevice
        && error != .noSuchAddressOrDevice
    case .ambiguous, .unusable: true
    case .noAccelerometer, .unknown, .badData, .stalled, .removed, .switchedOff, .rescaled,
      .overrun, .unread, .old, .noChipEvent, .bufferTaken:
      false
    }
  }

  /// A Boolean value that indicates whether there is no accelerometer here: another subsystem may
  /// have one.
  package var isAbsence: Bool {
    switch self {
    case .noAccelerometer, .noContext: true
    case .unknown, .ambiguous, .unusable, .failed, .badData, .stalled, .removed, .switchedOff,
      .rescaled, .overrun, .unread, .old, .noChipEvent, .bufferTaken:
      false
    }
  }

  /// A Boolean value that indicates whether an accelerometer is there that nobody can read: another
  /// one may be readable.
  var isUnreadable: Bool {
    switch self {
    case .unusable, .badData: true
    case .failed: !isBusy && !isNotPermitted
    case .noContext, .noAccelerometer, .unknown, .ambiguous, .stalled, .removed, .switchedOff,
      .rescaled, .overrun, .unread, .old, .noChipEvent, .bufferTaken:
      false
    }
  }

  /// A Boolean value that indicates whether the fault may be the way of sampling: the kernel finds
  /// it invalid.
  package var isInvalid: Bool {
    if case .failed(_, _, .invalidArgument) = self { true } else { false }
  }
}
