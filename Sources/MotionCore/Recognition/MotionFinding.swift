// SPDX-License-Identifier: Apache-2.0

/// A finding of a detector.
public enum MotionFinding: Hashable, Sendable {
  /// An event of a motion.
  case event(MotionEvent)
  /// A motion that the detector rejected, with the reason; only if the pipeline explains.
  case rejection(MotionRejection)
  /// A state of the device that holds from now on.
  case state(MotionState)

  /// The event, if this is one.
  public var event: MotionEvent? {
    if case .event(let event) = self { event } else { nil }
  }
}

/// A motion that a detector rejected, with the reason: a case for each kind that explains itself.
public enum MotionRejection: Hashable, Sendable {
  /// A motion that is no shake.
  case shake(ShakeRejection)

  /// This rejection as one line of JSON, without a newline.
  ///
  /// New versions only add keys.
  ///
  /// - Parameter source: the source of the readings, as the user named it
  /// - Returns: an object whose phase is `rejected`
  public func jsonLine(source: String) -> String {
    switch self {
    case .shake(let rejection):
      var line = JSONLine(source: source, .shake, "rejected", rejection.end)
      rejection.code(&line)
      return line.text + "}"
    }
  }

  /// This rejection in a few words, such as `1.340 s  no shake: 3 swings, but …`.
  public var text: String {
    switch self {
    case .shake(let rejection): rejection.text
    }
  }

  /// The kind of motion that the detector looked for.
  package var kind: MotionKind {
    switch self {
    case .shake: .shake
    }
  }

  /// The time from the start of the motion to its end.
  package var span: ClosedRange<Timestamp> {
    switch self {
    case .shake(let rejection): rejection.start...max(rejection.start, rejection.end)
    }
  }
}
