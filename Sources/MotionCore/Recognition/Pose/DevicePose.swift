// SPDX-License-Identifier: Apache-2.0

/// An orientation of the device: its face that is up.
///
/// The names are the same as in UIKit's `UIDeviceOrientation`.
public enum DeviceOrientation: String, Hashable, Sendable, CaseIterable, MeasuredWord {
  /// Upright, with the top of the screen up: +y.
  case portrait
  /// Upright, with the bottom of the screen up: -y.
  case portraitUpsideDown
  /// Upright, with the right side of the screen up: +x.
  case landscapeLeft
  /// Upright, with the left side of the screen up: -x.
  case landscapeRight
  /// Flat, with the screen up: +z.
  case faceUp
  /// Flat, with the screen down: -z.
  case faceDown

  /// A Boolean value that indicates whether the device lies flat.
  public var isFlat: Bool { self == .faceUp || self == .faceDown }

  static func word(_ number: UInt8) -> DeviceOrientation? {
    switch number {
    case 1: .portrait
    case 2: .portraitUpsideDown
    case 3: .landscapeLeft
    case 4: .landscapeRight
    case 5: .faceUp
    case 6: .faceDown
    default: nil
    }
  }
}

/// A side that a flat device lies on: with the screen up, or with the screen down.
public enum Face: String, Hashable, Sendable, CaseIterable, MeasuredWord {
  /// The screen is up.
  case faceUp
  /// The screen is down.
  case faceDown

  static func word(_ number: UInt8) -> Face? {
    switch number {
    case 1: .faceUp
    case 2: .faceDown
    default: nil
    }
  }
}

/// An axis of the device, after the mount matrix.
public enum Axis: String, Hashable, Sendable, CaseIterable {
  /// Across the screen, to the right.
  case x
  /// Along the screen, upwards.
  case y
  /// Out of the screen, to the viewer.
  case z

  /// The axis nearest to `direction`.
  init(nearestTo direction: SIMD3<Double>) {
    let size = SIMD3(abs(direction.x), abs(direction.y), abs(direction.z))
    if size.x >= size.y && size.x >= size.z {
      self = .x
    } else {
      self = size.y >= size.z ? .y : .z
    }
  }
}

extension SIMD3<Double> {
  /// The face that is up if this vector is gravity, within a cone around the face's axis.
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

  /// The side that the device lies on if this vector is gravity, within a cone around the z axis.
  ///
  /// - Parameter cone: the cosine of the largest angle to the axis
  /// - Returns: the side; nil if the device does not lie flat
  func face(within cone: Double) -> Face? {
    let least = cone * length
    guard least > 0 else { return nil }
    if z >= least { return .faceUp }
    return -z >= least ? .faceDown : nil
  }

  /// A Boolean value that indicates whether the length differs from gravity by less than `limit`
  /// m/s²: the device hardly accelerates.
  package func isGravity(within limit: Double) -> Bool {
    abs(length - Reading.standardGravity) < limit
  }
}
