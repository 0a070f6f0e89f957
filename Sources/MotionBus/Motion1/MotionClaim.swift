// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// The motions that an app wants to receive.
public struct MotionClaim: Hashable, Sendable {
  /// The kinds of motions.
  public var motions: Set<MotionKind>

  /// The options that the app sets; the daemon's defaults apply to all others.
  public var options: MotionOptions

  /// A claim of `motions`, by default of shakes with the daemon's options.
  ///
  /// - Parameters:
  ///   - motions: the kinds of motions
  ///   - options: the options that the app sets
  public init(_ motions: Set<MotionKind> = [.shake], options: MotionOptions = MotionOptions()) {
    self.motions = motions
    self.options = options
  }

  /// A claim of `motions` with a sensitivity of its own.
  ///
  /// - Parameters:
  ///   - motions: the kinds of motions
  ///   - sensitivity: how easily they count
  public init(_ motions: Set<MotionKind> = [.shake], sensitivity: Sensitivity) {
    self.init(motions, options: MotionOptions(sensitivity: sensitivity))
  }

  /// A claim of `motions` with a window for shakes.
  ///
  /// - Parameters:
  ///   - motions: the kinds of motions
  ///   - sensitivity: how easily they count; nil for the daemon's default
  ///   - window: the time within which a shake must stop after it began
  /// - Throws: a `MotionOptionError` unless `window` is more than 0 and at most 60 s
  public init(
    _ motions: Set<MotionKind> = [.shake], sensitivity: Sensitivity? = nil, window: Duration
  ) throws(MotionOptionError) {
    self.init(motions, options: MotionOptions(sensitivity: sensitivity))
    try options.set("shake.window", to: window.seconds)
  }
}
