/// A one-pole low-pass filter on three axes, which means the same at every rate.
///
/// The result for a device that is not shaken is gravity.
package struct GravityFilter: Sendable {
  private let timeConstant: Double
  private var last: Timestamp?
  private var spacing = 0.0
  private var gain = 0.0
  /// The filtered acceleration.
  private(set) var value = SIMD3<Double>.zero

  /// A filter that has seen nothing; `timeConstant` is in seconds.
  package init(timeConstant: Double) {
    self.timeConstant = timeConstant
  }

  /// Takes the next value, and returns the filtered one.
  package mutating func take(_ input: SIMD3<Double>, at now: Timestamp) -> SIMD3<Double> {
    guard let last else {
      (last, value) = (now, input)
      return value
    }
    let seconds = now.seconds(since: last)
    // Readings mostly come at one rate: keeping the gain saves an exponential.
    if seconds != spacing {
      (spacing, gain) = (seconds, onePoleGain(after: seconds, timeConstant: timeConstant))
    }
    self.last = now
    value += gain * (input - value)
    return value
  }
}

extension SIMD3<Double> {
  /// The face that is up if this is gravity, within a cone around its axis.
  ///
  /// - Parameter cone: the cosine of the largest angle to the axis
  /// - Returns: the orientation; nil between two faces
  func orientation(within cone: Double) -> DeviceOrientation? {
    let least = cone * length
    if y >= least { return .portrait }
    if -y >= least { return .portraitUpsideDown }
    if x >= least { return .landscapeLeft }
    if -x >= least { return .landscapeRight }
    return face(within: cone).map { $0 == .faceUp ? .faceUp : .faceDown }
  }

  /// The side of the screen on which a device lies if this is gravity, within a cone around its axis.
  ///
  /// - Parameter cone: the cosine of the largest angle to the axis
  /// - Returns: the side; nil if it does not lie flat
  func face(within cone: Double) -> Face? {
    let least = cone * length
    guard least > 0 else { return nil }
    if z >= least { return .faceUp }
    return -z >= least ? .faceDown : nil
  }

  /// True if the length differs from that of gravity by less than `limit` m/s²: the device is hardly accelerated.
  package func isGravity(within limit: Double) -> Bool {
    abs(length - Reading.standardGravity) < limit
  }
}
