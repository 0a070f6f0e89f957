// SPDX-License-Identifier: Apache-2.0

/// The kinds of motions that MotionCore recognizes, for the command line, D-Bus and documentation.
public enum MotionRegistry {
  /// The detectors of all kinds, in the order of their findings at one reading.
  typealias Pools = ShakePool
    .And<FreeFallDetector>
    .And<StillDetector>.And<OrientationDetector>.And<FlipDetector>
    .And<PickUpDetector>.And<TiltDetector>.And<TwistDetector>
    .With<TapPool>

  /// A description of each kind.
  public static let all: [MotionDescription] = Pools.descriptions

  /// The kinds, in order.
  public static var kinds: [MotionKind] { all.map { $0.kind } }

  /// The description of `kind`; nil for an unknown kind.
  public static subscript(kind: MotionKind) -> MotionDescription? {
    all.first { $0.kind == kind }
  }

  /// The configurations of `kind` for claims without options, whatever other kinds they claim
  /// beside it.
  package static func defaults(of kind: MotionKind) -> Set<MotionConfiguration> {
    let options = MotionOptions()
    let beside = options.configurations(of: kinds).filter { $0.kind == kind }
    return options.configurations(of: [kind]).union(beside)
  }

  /// The option `name`, such as `shake.window`; nil for an unknown name.
  package static func option(named name: String) -> MotionOption? {
    for description in all {
      for option in description.options where "\(description.kind).\(option.key)" == name {
        return option
      }
    }
    return nil
  }

  /// The names of all options, such as `shake.window`.
  public static var optionNames: [String] {
    all.flatMap { description in description.options.map { "\(description.kind).\($0.key)" } }
  }
}

extension MotionMeasurements {
  /// Blank measurements of `kind` in `phase`; nil if the kind has none in that phase.
  package init?(of kind: MotionKind, _ phase: MotionEvent.Phase, at timestamp: Timestamp) {
    guard let blank = MotionRegistry[kind]?.table.blank(phase, timestamp) else { return nil }
    self = blank
  }

  /// Reads or writes the measurements field by field.
  mutating func code<Coder: EventFieldCoder>(_ coder: inout Coder) {
    guard let table = MotionRegistry[kind]?.table else { return }
    // Not `withoutActuallyEscaping`, which compiles the length of this file's path into the
    // program.
    withUnsafeMutablePointer(to: &coder) { coder in
      var erased = AnyFieldCoder(coder: coder) {
        $0.assumingMemoryBound(to: Coder.self).pointee.code($1, $2, $3)
      }
      table.code(&self, &erased)
    }
  }
}
