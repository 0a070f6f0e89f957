// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionSensors

/// Holds the first events of a recording back until the rate of its readings is known.
public enum RateProbe: Sendable {
  /// The events held back.
  case waiting([AccelerometerEvent])
  /// The rate is known or irrelevant; nothing is held back.
  case done

  /// Nine readings: two odd periods do not change the median.
  private static let enough = 9

  /// A Boolean value that indicates whether events pass at once.
  public var isDone: Bool {
    if case .done = self { true } else { false }
  }

  /// Processes the next event of the recording.
  ///
  /// - Parameters:
  ///   - event: the event
  ///   - decide: called once with the rate; nil if the recording ends before it is known
  ///   - pass: called for each event after `decide`, in order
  /// - Throws: the errors of the closures
  public mutating func process(
    _ event: AccelerometerEvent, decide: (Hertz?) throws -> Void,
    pass: (AccelerometerEvent) throws -> Void
  ) throws {
    guard case .waiting(var events) = self else { return try pass(event) }
    events.append(event)
    var readings: [Reading] = []
    for case .readings(let batch) in events { readings += batch }
    if case .ended = event {
    } else if readings.count < Self.enough {
      self = .waiting(events)
      return
    }
    self = .done
    try decide(Array(readings.prefix(Self.enough)).rate)
    for event in events { try pass(event) }
  }
}
