import Glibc

/// Why an accelerometer cannot be found, started or read any further.
public enum AccelerometerError: Error, Hashable, Sendable {
  /// The context at `uri` cannot be opened; `number` is the system's error.
  case noContext(uri: String, number: Int32)
  /// The context at `uri` has no accelerometer.
  case noAccelerometer(uri: String)
  /// The context has accelerometers, but none that is called `name`.
  case unknown(name: String, choices: [String])
  /// Several accelerometers are called `name`.
  case ambiguous(name: String, choices: [String])
  /// The accelerometer `device` lacks what is needed.
  case unusable(device: String, reason: String)
  /// Doing `action` to the accelerometer `device` failed; `number` is the system's error.
  case failed(action: String, device: String, number: Int32)
  /// The accelerometer `device` sent something that is no scan.
  case badData(device: String, reason: String)
  /// The accelerometer `device` sent nothing for so many milliseconds.
  case stalled(device: String, milliseconds: Int)
  /// The accelerometer `device` was unplugged, or its driver unloaded.
  case removed(device: String)
  /// Another program switched the buffer of the accelerometer `device` off.
  case switchedOff(device: String)
  /// The buffer of the accelerometer `device` was found full: readings were lost.
  case overrun(device: String)
}

extension AccelerometerError: CustomStringConvertible {
  /// What went wrong, with what, and what to do about it, in one line.
  public var description: String {
    switch self {
    case .noContext(let uri, let number):
      "cannot reach the accelerometers at \(uri): \(systemErrorText(number))"
    case .noAccelerometer(let uri):
      "there is no accelerometer at \(uri) (is its driver loaded?)"
    case .unknown(let name, let choices):
      "no accelerometer is called '\(name)'; there is \(choices.joined(separator: ", "))"
    case .ambiguous(let name, let choices):
      "several accelerometers are called '\(name)'; choose one of "
        + choices.joined(separator: ", ")
    case .unusable(let device, let reason):
      "the accelerometer \(device) cannot be used: \(reason)"
    case .failed(let action, let device, let number):
      "cannot \(action) the accelerometer \(device): \(systemErrorText(number))\(hint(number))"
    case .badData(let device, let reason):
      "the accelerometer \(device) sent bad data: \(reason)"
    case .stalled(let device, let milliseconds):
      "the accelerometer \(device) has sent nothing for \(milliseconds) ms"
    case .removed(let device):
      "the accelerometer \(device) was removed"
    case .switchedOff(let device):
      "another program switched the buffer of the accelerometer \(device) off"
    case .overrun(let device):
      "the buffer of the accelerometer \(device) was full, so readings were lost; "
        + "the machine is too busy, or was stopped"
    }
  }

  private func hint(_ number: Int32) -> String {
    switch number {
    case EBUSY: "; another program is reading it"
    case EACCES, EPERM: "; run as a user who may read it"
    default: ""
    }
  }

  /// What went wrong, where the accelerometer is known: else all there is to say.
  var reason: String {
    switch self {
    case .unusable(_, let reason): reason
    default: description
    }
  }

  /// Whether the reason is that another program is reading it.
  public var isBusy: Bool {
    if case .failed(_, _, EBUSY) = self { true } else { false }
  }

  /// Whether the reason is that this user may not.
  public var isNotPermitted: Bool {
    switch self {
    case .noContext(_, let number), .failed(_, _, let number):
      number == EACCES || number == EPERM
    case .noAccelerometer, .unknown, .ambiguous, .unusable, .badData, .stalled, .removed,
      .switchedOff, .overrun:
      false
    }
  }

  /// Whether the reason may be the way in which it is to be sampled: the kernel finds it invalid.
  var isInvalid: Bool {
    if case .failed(_, _, EINVAL) = self { true } else { false }
  }
}

/// What the C library calls the error `number`.
func systemErrorText(_ number: Int32) -> String {
  String(cString: strerror(number))
}
