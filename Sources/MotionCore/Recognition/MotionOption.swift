// SPDX-License-Identifier: Apache-2.0

/// A numeric option of one kind of motion.
public struct MotionOption: Hashable, Sendable {
  /// The option's name within its kind, such as `window`.
  public let key: String
  /// The unit of its values, such as `s`; empty for a plain number.
  public let unit: String
  /// The range of its values.
  public let range: ClosedRange<Double>
  /// A Boolean value that indicates whether the option only takes whole numbers.
  public internal(set) var isWhole = false
  /// The words for its values 0, 1 and so on; empty if its values are plain numbers.
  public internal(set) var words: [String] = []
  /// The value unless the user gives another; nil if the sensitivity decides.
  public let defaultValue: Double?
  /// The meaning of the option, as a sentence.
  public let summary: String

  /// The range for values above zero.
  static let lowestAboveZero = Double.leastNonzeroMagnitude

  /// The value nearest to `number` that the option takes; nil for NaN.
  func nearest(to number: Double) -> Double? {
    guard !number.isNaN else { return nil }
    let value = min(max(number, range.lowerBound), range.upperBound)
    return isWhole ? value.rounded() : value
  }

  /// The range in words, such as `more than 0 and at most 60 s`.
  public var rangeText: String {
    guard words.isEmpty else { return words.joined(separator: " or ") }
    let least =
      range.lowerBound == Self.lowestAboveZero
      ? "more than 0" : "at least \(Self.text(range.lowerBound))"
    let number = isWhole ? "a whole number, " : ""
    let most = "at most \(Self.text(range.upperBound))\(unit.isEmpty ? "" : " \(unit)")"
    return "\(number)\(least) and \(most)"
  }

  /// The default with its unit, such as `1 s`, or `by sensitivity`.
  public var defaultText: String {
    guard let defaultValue else { return "by sensitivity" }
    guard words.isEmpty else { return words[Int(defaultValue)] }
    return "\(Self.text(defaultValue))\(unit.isEmpty ? "" : " \(unit)")"
  }

  /// A number without a needless `.0`.
  package static func text(_ value: Double) -> String {
    Int64(exactly: value).map { "\($0)" } ?? "\(value)"
  }
}

/// Options of any number of kinds: a sensitivity for all, and numbers of single kinds.
///
/// Options that are not set have the defaults of ``MotionOption/defaultValue``, or the defaults
/// given to ``completed(from:)``.
public struct MotionOptions: Hashable, Sendable {
  /// The sensitivity for all kinds; nil if none is set.
  public var sensitivity: Sensitivity?
  /// The numbers by kind and key, for options that are set.
  private var values: [MotionKind: [String: Double]] = [:]

  /// Options with a sensitivity, if any, and no numbers.
  public init(sensitivity: Sensitivity? = nil) {
    self.sensitivity = sensitivity
  }

  /// Sets the option `name` to `value`.
  ///
  /// - Parameters:
  ///   - name: kind and key with a point between them, such as `shake.window`
  ///   - value: in the option's unit
  /// - Throws: a ``MotionOptionError`` if there is no such option, or if it does not take this
  ///   value
  public mutating func set(_ name: String, to value: Double) throws(MotionOptionError) {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2,
      let option = MotionRegistry.option(named: name)
    else { throw .unknown(name) }
    guard option.range.contains(value), !option.isWhole || value == value.rounded() else {
      throw .outOfRange(name, value, option)
    }
    values[MotionKind(rawValue: String(parts[0])), default: [:]][option.key] = value
  }

  /// The number of the option `key` of `kind`; nil if none is set.
  public func value(of key: String, of kind: MotionKind) -> Double? {
    values[kind]?[key]
  }

  /// These options, completed by `defaults` where none is set.
  ///
  /// A sensitivity decides numbers too, such as the duration of a free fall: options with a
  /// sensitivity take no such number from `defaults`.
  public func completed(from defaults: MotionOptions) -> MotionOptions {
    var options = self
    options.sensitivity = sensitivity ?? defaults.sensitivity
    for description in MotionRegistry.all {
      for option in description.options where option.defaultValue != nil || sensitivity == nil {
        guard value(of: option.key, of: description.kind) == nil,
          let number = defaults.value(of: option.key, of: description.kind)
        else { continue }
        options.values[description.kind, default: [:]][option.key] = number
      }
    }
    return options
  }

  /// The configurations of `kinds` with these options, without unknown kinds.
  public func configurations(
    of kinds: some Sequence<MotionKind>
  ) -> Set<MotionConfiguration> {
    let kinds = Set(kinds)
    return Set(kinds.compactMap { MotionRegistry[$0]?.configuration(self).combined(with: kinds) })
  }
}

/// The reason why an option of a kind cannot be set.
public enum MotionOptionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no option of this name.
  case unknown(String)
  /// The option does not take this value.
  case outOfRange(String, Double, MotionOption)

  /// The mistake, and the existing values or options.
  public var description: String {
    switch self {
    case .unknown(let name):
      "unknown option '\(name)': there is \(MotionRegistry.optionNames.joined(separator: ", "))"
    case .outOfRange(let name, let value, let option):
      "\(name) must be \(option.rangeText), not \(MotionOption.text(value))"
    }
  }
}
