// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import MotionBus
import MotionCore

/// The choices of the user, as the file of settings has them.
struct Settings: Hashable, Sendable {
  /// A Boolean value that indicates whether shakes do anything.
  var isEnabled = true
  /// The rule for the question before an undo.
  var ask = Ask.always
  /// A Boolean value that indicates whether a second shake answers the question with Undo.
  var secondShake = false
  /// The end of a shake that is longer than the ``window``.
  var shake = Shake.ends
  /// The longest time of a shake: it must stop within this time, or it ends after it.
  var window = Duration.seconds(1)
  /// The sensitivity, which tells how easily a shake counts; nil for motiond's default.
  var sensitivity: Sensitivity?
  /// The time that the question stands.
  var questionTime = Duration.seconds(10)
  /// The time that the agent offers Redo; zero for not at all.
  var redoTime = Duration.seconds(6)
  /// The devices where shakes count.
  var when = When.tablet
  /// The programs where the agent undoes nothing.
  var ignored: [String] = []
  /// The programs that get keys although nothing says that the focus can be edited.
  var keyed: [String] = []
  /// The way to send keys.
  var keysBy = KeysBy.any

  /// A rule for the question before an undo.
  enum Ask: String, CaseIterable, Sendable {
    case always, never
  }

  /// The end of a long shake, which motiond calls `shake.long`.
  enum Shake: String, CaseIterable, Sendable {
    /// It ends after the window, if it is beyond doubt.
    case ends
    /// It is cancelled, as UIKit does.
    case short
  }

  /// The devices where shakes count.
  enum When: String, CaseIterable, Sendable {
    /// Not on a laptop, unless it is a tablet at the moment.
    case tablet
    case always
  }

  /// The way to send keys.
  enum KeysBy: String, CaseIterable, Sendable {
    /// The first that works.
    case any
    /// The desktop's portal, which knows which programs the user allowed it.
    case portal
  }

  /// The claim of the agent at motiond.
  var claim: MotionClaim {
    var options = MotionOptions(sensitivity: sensitivity)
    // Within the ranges of motiond: see ``Setting``.
    try? options.set("shake.window", to: window.seconds)
    try? options.set("shake.long", to: shake == .ends ? 1 : 0)
    return MotionClaim([.shake], options: options)
  }
}

/// A setting that cannot be taken.
enum SettingsError: Error, Hashable {
  /// There is no setting of this name.
  case unknown(String)
  /// The setting `name` does not take `value`.
  case invalid(name: String, value: String, expected: String)
  /// The text is not `KEY=VALUE`.
  case noAssignment(String)
  /// The line `number` of the file has a problem.
  indirect case line(number: Int, SettingsError)
}

extension SettingsError: CustomStringConvertible {
  /// The problem and its remedy, in one line.
  var description: String {
    switch self {
    case .unknown(let name):
      "there is no setting '\(name.shortened)': there are "
        + Setting.all.map(\.name).joined(separator: ", ")
    case .invalid(let name, let value, let expected):
      "\(name) must be \(expected), not '\(value.shortened)'"
    case .noAssignment(let text): "expected KEY=VALUE, not '\(text.shortened)'"
    case .line(let number, let error): "line \(number): \(error)"
    }
  }
}

extension String {
  /// At most 40 characters of it, for a message.
  fileprivate var shortened: String { count > 40 ? prefix(40) + "…" : self }
}

extension Settings {
  /// The settings of a file; what it does not name is as by default.
  ///
  /// - Parameter text: lines of `KEY=VALUE`, comments after `#`, and empty lines
  /// - Throws: a ``SettingsError`` with the first line that cannot be taken
  init(text: String) throws(SettingsError) {
    let (settings, problem) = Self.read(text, keeping: Settings())
    if let problem { throw problem }
    self = settings
  }

  /// The settings of a file; a value that cannot be taken stays as it was.
  ///
  /// - Parameters:
  ///   - text: as of ``init(text:)``
  ///   - former: the settings as they were
  /// - Returns: the settings, and the problem with the first line that cannot be taken
  static func read(_ text: String, keeping former: Settings) -> (Settings, problem: SettingsError?)
  {
    var (settings, problem) = (Settings(), SettingsError?.none)
    for (index, line) in text.lines.enumerated() {
      let line = line.trimmingBlanks
      guard !line.isEmpty, !line.hasPrefix("#") else { continue }
      do throws(SettingsError) { try settings.set(line) } catch {
        problem = problem ?? .line(number: index + 1, error)
        if let setting = try? Setting.parse(line).0 {
          _ = setting.set(&settings, setting.value(former))
        }
      }
    }
    return (settings, problem)
  }

  /// Changes one setting.
  ///
  /// - Parameter assignment: `KEY=VALUE`
  /// - Throws: a ``SettingsError``; nothing is changed then
  mutating func set(_ assignment: String) throws(SettingsError) {
    let (setting, value) = try Setting.parse(assignment)
    guard setting.set(&self, value) else {
      throw .invalid(name: setting.name, value: value, expected: setting.expected)
    }
  }
}

extension String {
  /// The lines, without their ends; of an end of Windows the carriage return, which is a blank,
  /// stays.
  ///
  /// Such an end is one character, which is no line feed.
  var lines: [Substring] {
    utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map(Substring.init)
  }
}

extension Settings {
  /// The part of the settings that the machine follows.
  var rules: QuestionMachine.Rules {
    .init(
      asks: ask == .always, secondShakeAnswers: secondShake, questionTime: questionTime,
      redoTime: redoTime)
  }
}
