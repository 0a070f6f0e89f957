// SPDX-License-Identifier: Apache-2.0

import DesktopInput
import Glibc
import LinuxSupport
import MotionBus
import MotionCore

/// The last look at what is undone: in some milliseconds, directly before the act.
///
/// A survey may take longer than a person who switches to a terminal. So what it found is compared
/// once more: the part with the focus and the item, and last the window with its keyboard and
/// title.
extension Surveyor {
  /// A difference from what a survey found.
  enum Change: Error {
    /// The window has not the focus.
    case focusLost
    case other

    /// The change, for `--explain`.
    var text: String {
      switch self {
      case .focusLost: "the window lost the focus at the last moment"
      case .other: "the window, its title, its focus or its item changed at the last moment"
      }
    }
  }

  /// The result of a last look.
  struct Look {
    /// The window with the focus; nil where accessibility alone shows it.
    var window: ActiveWindow?
    /// The time of the last answer, since which anything may have changed.
    var time: Duration
    /// The offer that shows the outcome of an act.
    var trace: Trace
  }

  /// Looks once more at what `offer` in `survey` is about.
  ///
  /// - Returns: what it found, which is what the survey found
  /// - Throws: a ``Change``: what the survey found is not there any more
  func lastLook(_ survey: Survey, at offer: Offer) throws(Change) -> Look {
    let deadline = Timestamp.now(on: CLOCK_MONOTONIC)
      .advanced(byNanoseconds: Patience.lastLook.nanoseconds)
    let trace = trace(of: offer, survey, until: deadline)
    if case .exportedAction(let action) = offer.way, !exported.isEnabled(action, until: deadline) {
      throw .other
    }
    let window = try compare(survey, offer, until: deadline)
    return Look(window: window, time: Pace.system.now(), trace: trace)
  }

  /// Looks for a change that shows that the act had an effect, for as long as programs need.
  ///
  /// - Returns: false if none was seen, which most acts are that show nothing
  func hasEffect(since trace: Trace) -> Bool {
    guard trace.showsOutcome else { return false }
    let pace = Pace.system
    let end = pace.now() + Patience.effect
    while pace.now() < end {
      let deadline = Timestamp.now(on: CLOCK_MONOTONIC)
        .advanced(byNanoseconds: Patience.lastLook.nanoseconds)
      if trace.isChanged(in: answers(to: trace, until: deadline)) { return true }
      pace.wait(Patience.pause)
    }
    return false
  }

  /// Compares the focus and the item, which take a program's time, and then the window.
  ///
  /// - Returns: the window, where a display server names it
  private func compare(
    _ survey: Survey, _ offer: Offer, until deadline: Timestamp
  ) throws(Change) -> ActiveWindow? {
    guard let window = survey.window else { throw .focusLost }
    var checks: [(call: Call, isRight: ([BusValue]?) -> Bool)] = []
    if let object = survey.focus?.object {
      checks.append(
        (.state(of: object), { AccessibleStates(answer: $0)?.contains(.focused) ?? false }))
    }
    if case .menuItem(let item) = offer.way {
      checks.append((.state(of: item), { AccessibleStates(answer: $0)?.isReady ?? false }))
      if let label = offer.label {
        checks.append((.name(of: item), { Accessibility.label($0?.first?.text ?? "") == label }))
      }
    }
    try hold(checks, until: deadline)
    // Where no display server names the window, it is an object.
    if let frame = AccessibleObject(identity: window.identity) {
      try hold(
        [
          (.name(of: frame), { $0?.first?.text.map(Title.document) == Title.document(window) }),
          (.state(of: frame), { AccessibleStates(answer: $0)?.contains(.active) ?? false }),
        ], until: deadline)
      return nil
    }
    // A program that was slow takes the display server no time.
    let end = Timestamp.now(on: CLOCK_MONOTONIC)
      .advanced(byNanoseconds: Patience.program.nanoseconds)
    guard let now = activeWindow(until: end), now.identity == window.identity
    else { throw .focusLost }
    guard now.keyboard == .here, Title.document(now) == Title.document(window)
    else { throw .other }
    return now
  }

  /// Asks all of `checks` at once, and throws if an answer is not right.
  private func hold(
    _ checks: [(call: Call, isRight: ([BusValue]?) -> Bool)], until deadline: Timestamp
  ) throws(Change) {
    guard !checks.isEmpty else { return }
    guard let bus = accessibility.waiting,
      zip(checks, bus.ask(checks.map(\.call), until: deadline)).allSatisfy({ $0.isRight($1) })
    else { throw .other }
  }

  // MARK: The outcome

  /// Questions whose answers an undo changes, and these answers before it.
  ///
  /// None reads a text: the states and words of menu items and of actions, and the number of
  /// characters.
  struct Trace {
    fileprivate var accessible: [Call] = []
    fileprivate var exported: [Call] = []
    fileprivate var before: [[BusValue]?] = []

    var showsOutcome: Bool { before.contains { $0 != nil } }

    func isChanged(in now: [[BusValue]?]) -> Bool {
      zip(before, now).contains { before, now in
        before != nil && now != nil && before != now
      }
    }
  }

  private func trace(of offer: Offer, _ survey: Survey, until deadline: Timestamp) -> Trace {
    var trace = Trace()
    let ways: [Way] = (survey.offers + [offer]).flatMap { [$0.way] + ($0.redo.map { [$0] } ?? []) }
    for way in ways {
      switch way {
      case .menuItem(let item): trace.accessible += [.state(of: item), .name(of: item)]
      case .exportedAction(let action): trace.exported.append(ExportedUndo.state(of: action))
      case .key: break
      }
    }
    switch survey.focus?.kind {
    case .text, .singleLine:
      if let object = survey.focus?.object {
        trace.accessible.append(
          .property(object.busName, object.path, "org.a11y.atspi.Text", "CharacterCount"))
      }
    case .password, .terminal, .page, .other, .unknown, nil: break
    }
    trace.before = answers(to: trace, until: deadline)
    return trace
  }

  private func answers(to trace: Trace, until deadline: Timestamp) -> [[BusValue]?] {
    let none = [[BusValue]?](repeating: nil, count: trace.accessible.count)
    let bus = accessibility.waiting
    return (bus?.ask(trace.accessible, until: deadline) ?? none)
      + buses.session.ask(trace.exported, until: deadline)
  }
}

extension AccessibleObject {
  /// The frame that the identity of a window names, where accessibility gave it.
  fileprivate init?(identity: String) {
    let parts = identity.split(separator: " ").map(String.init)
    guard parts.count == 3, parts[0] == "at-spi" else { return nil }
    self.init(busName: parts[1], path: parts[2])
  }
}
