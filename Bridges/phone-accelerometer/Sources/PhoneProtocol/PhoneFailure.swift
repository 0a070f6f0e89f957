// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// The reason why reading a phone ends for good.
package enum PhoneFailure: Error, Hashable, Sendable {
  /// SensorServer has no such sensor.
  case noSensor
  /// The user of the phone closed the connection.
  case closedOnPhone
  /// SensorServer may not read the sensor.
  case notPermitted
  /// SensorServer refuses the request, with this code and reason.
  case refused(code: Int, reason: String)
  /// At rest |a|, in m/s², is not gravity.
  case noGravity(atRest: Double, PhoneRecording.App)
}

extension PhoneFailure: CustomStringConvertible {
  /// For the user, in one line.
  package var description: String {
    switch self {
    case .noSensor: "the phone has no accelerometer that SensorServer could read"
    case .closedOnPhone: "the connection was closed on the phone"
    case .notPermitted:
      "SensorServer may not read the accelerometer: allow it in the phone's settings of the app"
    case .refused(let code, let reason):
      "SensorServer refuses the connection (\(code)\(reason.isEmpty ? "" : ": \(reason)")): update it"
    case .noGravity(let magnitude, let app):
      switch app {
      case .phyphox where magnitude < 0.5:
        "\(GravityCheck.problem(mean: magnitude)); in phyphox, open \"Acceleration with g\""
      case .dsu:
        "\(GravityCheck.problem(mean: magnitude)); a DSU server has to send it in g, gravity included"
      case .phyphox, .sensorServer, .page: GravityCheck.problem(mean: magnitude)
      }
    }
  }
}
