// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionSynthesis

/// Exports as apps write them, made of one synthetic shake of a device that lies on its back.
enum Exports {
  static let g = Reading.standardGravity
  static let shake = MotionScript(
    "a shake along x", duration: 3, attitude: [0, 0, 1],
    [.swings(start: 1, duration: 0.8, frequency: 5, amplitude: 20, direction: [1, 0, 0])]
  ).recording(rate: 100).readings

  /// A header, and a line for each reading of its seconds and its x, y and z in m/s².
  static func table(
    _ header: String, _ line: (Double, SIMD3<Double>) -> String
  ) -> String {
    header + "\n"
      + shake.map { line(Double($0.timestamp.nanoseconds) / 1e9, $0.acceleration) + "\n" }.joined()
  }

  /// Numbers as phyphox writes them: with an exponent.
  static func scientific(_ numbers: [Double], separator: String, mark: Character) -> String {
    numbers.map { number in
      String("\(number * 1000)E-3".map { $0 == "." ? mark : $0 })
    }.joined(separator: separator)
  }

  static let phyphox = table(
    #""Time (s)";"Acceleration x (m/s^2)";"Acceleration y (m/s^2)";"Acceleration z (m/s^2)";"#
      + #""Absolute acceleration (m/s^2)""#
  ) { scientific([$0, $1.x, $1.y, $1.z, 9.8], separator: ";", mark: ",") }

  /// A file of Sensor Logger: nanoseconds since 1970, and z before x.
  static func sensorLogger(_ value: (SIMD3<Double>) -> SIMD3<Double>) -> String {
    table("time,seconds_elapsed,z,y,x") { seconds, acceleration in
      let value = value(acceleration)
      return "\(1_767_620_467_350_470_700 + Int64(seconds * 1e9)),\(seconds + 0.143471),"
        + "\(value.z),\(value.y),\(value.x)"
    }
  }

  static let physicsToolbox = table("time,gFx,gFy,gFz,TgF,") {
    "\($0),\($1.x / g),\($1.y / g),\($1.z / g),1.0,"
  }

  /// With the clock of the phone, decimal commas, and midnight in the middle.
  static let physicsToolboxClock = table("time;gFx;gFy;gFz;TgF") { seconds, value in
    let time = Int((seconds * 1000).rounded()) + 86_398_500
    let (hour, minute) = (time / 3_600_000 % 24, time / 60_000 % 60)
    let numbers = [value.x / g, value.y / g, value.z / g, 1.5]
      .map { String("\($0)".map { $0 == "." ? "," : $0 }) }.joined(separator: ";")
    return "\(hour):\(minute):\(time / 1000 % 60):\("000\(time % 1000)".suffix(3));\(numbers)"
  }

  static let androSensor = table(
    "sep=;\nACCELEROMETER X (m/s²);ACCELEROMETER Y (m/s²);ACCELEROMETER Z (m/s²);GRAVITY X (m/s²);"
      + "GRAVITY Y (m/s²);GRAVITY Z (m/s²);LINEAR ACCELERATION X (m/s²);LINEAR ACCELERATION Y (m/s²);"
      + "LINEAR ACCELERATION Z (m/s²);GYROSCOPE X (rad/s);GYROSCOPE Y (rad/s);GYROSCOPE Z (rad/s);"
      + "Time since start in ms ;YYYY-MO-DD HH-MI-SS_SSS"
  ) {
    "\($1.x);\($1.y);\($1.z);0;0;\(g);\($1.x);\($1.y);\($1.z - g);1;2;3;\(Int(($0 * 1000).rounded()));"
      + "2026-01-05 13:41:07:350"
  }

  static let sensorLog = table(
    "loggingTime(txt),loggingSample(N),locationTimestamp_since1970(s),accelerometerTimestamp_sinceReboot(s),"
      + "accelerometerAccelerationX(G),accelerometerAccelerationY(G),accelerometerAccelerationZ(G),"
      + "motionTimestamp_sinceReboot(s),motionUserAccelerationX(G),motionUserAccelerationY(G),"
      + "motionUserAccelerationZ(G),motionGravityX(G),motionGravityY(G),motionGravityZ(G)"
  ) {
    "2026-01-05T13:41:07.350+01:00,1,1767620467,\($0 + 12345.5),\(-$1.x / g),\(-$1.y / g),\(-$1.z / g),"
      + "\($0),0,0,0,0,0,-1"
  }

  static let metaWear = table(
    "epoc (ms),timestamp (-0700),elapsed (s),x-axis (g),y-axis (g),z-axis (g)"
  ) {
    "\(Int(1_767_620_467_350 + $0 * 1000)),2026-01-05T13.41.07.35,\($0),\($1.x / g),\($1.y / g),\($1.z / g)"
  }

  static let keuwl = table(
    "Keuwl Accelerometer Data File\nDate: 5/1/2026\n\nTime (s), X (m/s2), Y (m/s2), Z (m/s2), R (m/s2), "
      + "Theta (deg), Phi (deg)"
  ) { "\($0), \($1.x), \($1.y), \($1.z), 9.8, 0, 0\r" }

  /// Several sensors, each in rows of its own.
  static let rows = table("sensor,time,x,y,z") {
    let time = Int(($0 * 1000).rounded())
    return "gyroscope,\(time),1,2,3\naccelerometer,\(time),\($1.x),\($1.y),\($1.z)\n"
      + "linear_acceleration,\(time),\($1.x),\($1.y),\($1.z - g)"
  }
}
