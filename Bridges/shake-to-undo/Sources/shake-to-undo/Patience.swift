// SPDX-License-Identifier: Apache-2.0

import DesktopInput
import Glibc

/// The limits of waits for other programs while a person waits for the agent.
enum Patience {
  /// A survey at the beginning of a shake.
  static let survey = limit(200)
  /// A survey that a person waits for: a second look, and for `doctor`.
  static let thoroughSurvey = limit(1000)
  /// The survey after an answer.
  static let secondSurvey = limit(400)
  /// One program: one that hangs holds up nothing else.
  static let program = limit(150)
  /// The least time that a connection gets to answer before it counts as silent.
  static let fairness = limit(50)
  /// The last look at a program; the display server gets as much again as one program.
  static let lastLook = limit(150)
  /// From the beginning of the survey to its last look.
  static let act = limit(500)
  /// From the last look to a key, which goes to whatever has the focus then.
  static let fresh = limit(5)
  /// The focus may be away for so long after an answer: KWin gives it for some 30 ms to a
  /// notification that a finger touches.
  static let absence = limit(200)
  /// The longest time from an act to its effect.
  static let effect = limit(400)

  /// The pause before the agent looks again.
  static let pause = Duration.milliseconds(10)
  /// A click on a menu item, or the call of an action.
  static let call = limit(1000)
  /// The server of notifications, until a card is shown.
  static let card = Duration.seconds(2)
  /// The agent closes a card that is shown later.
  static let lateCard = Duration.seconds(60)
  /// Whoever did not answer in time is not asked for so long.
  static let silence = Duration.seconds(60)

  /// `SHAKE_TO_UNDO_PATIENCE=10` makes each limit so many times as long: for tests, where many
  /// programs share a processor.
  private static let factor =
    getenv("SHAKE_TO_UNDO_PATIENCE").flatMap { Int(String(cString: $0)) } ?? 1

  private static func limit(_ milliseconds: Int) -> Duration {
    .milliseconds(milliseconds * min(max(factor, 1), 100))
  }
}
