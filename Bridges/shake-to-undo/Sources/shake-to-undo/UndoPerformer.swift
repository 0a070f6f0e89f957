// SPDX-License-Identifier: Apache-2.0

import DesktopInput

/// Does what the machine says: asks, undoes and redoes, and writes.
final class UndoPerformer {
  private let surveyor: Surveyor
  private let notifications: Notifications
  private let keys: KeyRing
  private let log: AgentLog
  /// The undos so far.
  private(set) var undos = 0
  /// The reason why the latest question was not shown: a reason is said once.
  private var trouble: String?
  /// The reason, once it was said, why no key can be sent.
  private var missingKeys: DesktopError?
  /// The target of a question that waits for keys.
  private var waiting: Target?

  init(_ surveyor: Surveyor, _ notifications: Notifications, _ keys: KeyRing, _ log: AgentLog) {
    (self.surveyor, self.notifications) = (surveyor, notifications)
    (self.keys, self.log) = (keys, log)
  }

  /// Does `action` by `settings`, and by what is known of programs.
  ///
  /// - Returns: what the machine has to know of it; nil for nothing
  func perform(
    _ action: QuestionMachine.Action, _ settings: Settings, _ programs: Programs
  ) -> QuestionMachine.Input? {
    switch action {
    case .ask(let target): return ask(target, settings)
    case .offerRedo(let target, let isSeen):
      let title = isSeen ? Texts.undone(program: target.program) : Self.sent(target)
      let isShown = notifications.show(
        .init(
          title: title, body: "",
          buttons: [.init(key: "redo", label: Texts.redo)],
          tap: .init(key: "redo", label: Texts.tapToRedo)))
      return isShown == .shown ? nil : .notAsked
    case .saySent(let target): notifications.show(.init(title: Self.sent(target), body: ""))
    case .withdraw:
      waiting = nil
      notifications.withdraw()
    case .perform(let step, let target):
      let outcome = carryOut(step, target, programs)
      if outcome == .done || outcome == .sent, step == .undo { undos += 1 }
      return .finished(step, target, outcome)
    case .sayQuiet:
      notifications.show(.init(title: Texts.quietTitle, body: Texts.quietBody))
    case .sayBriefly:
      notifications.show(
        .init(title: Texts.shakeBrieflyTitle, body: Texts.shakeBrieflyBody))
    case .sayFailure(let target, let reason):
      say(reason, of: target)
    case .explain(let text): log.explain(text)
    }
    return nil
  }

  /// Shows the question that waited for keys, if they have come, or cannot come.
  ///
  /// - Returns: what the machine has to know of it; nil for nothing
  func goOn(_ settings: Settings) -> QuestionMachine.Input? {
    waiting.flatMap { ask($0, settings) }
  }

  /// Sends keys by the first of `senders` that works, from now on.
  func sendKeys(by senders: [any KeySender]) {
    keys.change(to: senders)
  }

  /// Lets go of keyboards and display servers: the agent asks nothing any more.
  func release() {
    surveyor.release()
    keys.close()
  }

  private static func sent(_ target: Target) -> String {
    Texts.sent(target.offer.way.shownText, program: target.program)
  }

  private func say(_ failure: FailureReason, of target: Target) {
    log.write("\(target.program ?? "a program") did not undo: \(failure.text)", .warning)
    notifications.show(.init(title: Texts.failed(program: target.program), body: failure.shown))
  }

  /// Shows the question, once the undo's key could be sent.
  ///
  /// - Returns: whether it is shown; it is not if no server does, or if no way can send the key;
  ///   each is said once. Nil while it waits
  private func ask(_ target: Target, _ settings: Settings) -> QuestionMachine.Input? {
    waiting = nil
    if case .key = target.offer.way {
      do throws(DesktopError) { try keys.prepare() } catch {
        if case .stopped = error { return .notAsked }
        if error == missingKeys {
          log.explain("\(error)")
          notifications.withdraw()
        } else {
          say(.init(error), of: target)
        }
        missingKeys = error
        return .notAsked
      }
      guard !keys.isOpening else {
        // A card that stands would answer nothing.
        notifications.withdraw()
        waiting = target
        return nil
      }
      missingKeys = nil
    }
    let showing = notifications.show(
      .init(
        title: Texts.undoQuestion(label: target.offer.label, program: target.program),
        body: settings.secondShake ? Texts.again : "",
        buttons: [
          .init(key: "undo", label: Texts.undo), .init(key: "cancel", label: Texts.cancel),
        ],
        tap: .init(key: "undo", label: Texts.tapToUndo)))
    if showing == .unwanted { log.explain("not asked, as nobody wants to be disturbed now") }
    let trouble = showing.trouble
    if let trouble, trouble != self.trouble, !surveyor.buses.session.isStopped {
      log.write(trouble, .warning)
    }
    self.trouble = trouble
    return showing == .shown ? .asked : .notAsked
  }

  /// Undoes or redoes in the program of `target`, if everything is as it was.
  ///
  /// What takes time comes first, so that only the last look is between the survey and the act: the
  /// focus may move at any time.
  private func carryOut(
    _ step: QuestionMachine.Step, _ target: Target, _ programs: Programs
  ) -> QuestionMachine.Outcome {
    guard let way = step == .undo ? target.offer.way : target.offer.redo else { return .changed }
    do throws(DesktopError) {
      if case .key = way { try keys.settle() }
    } catch .stopped { return .changed } catch { return .failed(.init(error)) }
    var offer = target.offer
    offer.way = way
    if step == .redo { offer.label = nil }
    guard let (survey, first) = search(for: target, step, offer, programs) else { return .changed }
    var look = first
    return Self.attempt { () throws(DesktopError) in
      switch try act(way, after: look) {
      case .done: surveyor.hasEffect(since: look.trace) ? .done : .sent
      case let outcome: outcome
      }
    } lookingAgain: { why in
      log.explain("looked again, as \(why)")
      // A server that was too slow may have ended the connection.
      guard (try? keys.settle()) != nil else { return false }
      do throws(Surveyor.Change) { look = try surveyor.lastLook(survey, at: offer) } catch {
        log.explain(error.text)
        return false
      }
      return true
    }
  }

  /// Acts, and looks again where the last look is out of date, up to five times.
  ///
  /// - Parameters:
  ///   - act: acts after the last look
  ///   - isSame: looks again, for this reason; false if something is another
  /// - Returns: the outcome
  static func attempt(
    _ act: () throws(DesktopError) -> QuestionMachine.Outcome,
    lookingAgain isSame: (String) -> Bool
  ) -> QuestionMachine.Outcome {
    for number in 1...5 {
      do throws(DesktopError) { return try act() } catch .outdated(let why) {
        guard number < 5, isSame(why) else { return .changed }
      } catch { return .failed(.init(error)) }
    }
    return .changed
  }

  /// The result of a look at the target of an answer.
  private enum Found {
    /// Everything is as it was.
    case same(Survey, Surveyor.Look)
    /// The focus is in no window, or in the question's window, in words.
    case away(String)
    /// The program did not say enough to tell, in words.
    case unsure(String)
    /// Something is another, in words.
    case changed(String)
  }

  /// Looks for what `target` is about, and then once more in some milliseconds; nil if it is not
  /// there any more.
  ///
  /// It waits for a focus that is away for a moment, and asks once more where a program that is
  /// busy, or a look, failed.
  private func search(
    for target: Target, _ step: QuestionMachine.Step, _ offer: Offer, _ programs: Programs
  ) -> (Survey, Surveyor.Look)? {
    let start = Pace.system.now()
    var mayAskAgain = true
    while true {
      let began = Pace.system.now()
      switch find(target, for: step, offer, programs) {
      case .same(let survey, let look):
        if look.time - began < Patience.act { return (survey, look) }
        log.explain("the look took too long")
        guard mayAskAgain else { return nil }
        mayAskAgain = false
      case .away(let why):
        log.explain(why)
        guard Pace.system.now() - start < Patience.absence else { return nil }
      case .unsure(let why):
        log.explain(why)
        guard mayAskAgain else { return nil }
        mayAskAgain = false
      case .changed(let why):
        log.explain(why)
        return nil
      }
      Pace.system.wait(Patience.pause)
    }
  }

  private func find(
    _ target: Target, for step: QuestionMachine.Step, _ offer: Offer, _ programs: Programs
  ) -> Found {
    let survey = surveyor.survey(within: Patience.secondSurvey)
    let present = Decision(survey, programs)
    guard present.allows(step, of: target, in: survey) else {
      let why = "asked about \(Decision.undo(target).text); now it would be \(present.text)"
      guard case .leave(let reason) = present else { return .changed(why) }
      if [.noWindow, .shell].contains(reason) || surveyor.isNotification(survey.window) {
        return .away(why)
      }
      return reason.mayPass ? .unsure(why) : .changed(why)
    }
    do throws(Surveyor.Change) {
      return .same(survey, try surveyor.lastLook(survey, at: offer))
    } catch {
      switch error {
      case .focusLost: return .away(error.text)
      case .other: return .unsure(error.text)
      }
    }
  }

  /// Does `way` after a look.
  ///
  /// - Throws: a ``DesktopError`` if a key cannot be sent, or only too long after the look
  private func act(
    _ way: Way, after look: Surveyor.Look
  ) throws(DesktopError) -> QuestionMachine.Outcome {
    func explain(_ acted: Duration) {
      let delay = (acted - look.time).nanoseconds / 1000
      log.explain(
        "acted at \(acted.nanoseconds) ns, \(delay) us after the look, by \(way.text)")
    }
    guard case .key(let stroke, _) = way else {
      explain(Pace.system.now())
      return surveyor.perform(way) ?? false
        ? .done : .failed("\(way.text) did nothing; try again, or undo by hand")
    }
    var acted = look.time
    try keys.send(stroke, to: look.window) { () throws(DesktopError) in
      acted = Pace.system.now()
      guard acted - look.time <= Patience.fresh else {
        throw .outdated("the key would come \((acted - look.time).milliseconds) ms after the look")
      }
    }
    explain(acted)
    return .done
  }
}

extension Notifications.Showing {
  /// The reason why a question is not shown, and the remedy; nil if it is, or if nobody wants it.
  var trouble: String? {
    switch self {
    case .shown, .unwanted: nil
    case .noServer:
      "no notification server shows the question; start one, or 'shake-to-undo set ask=never'"
    case .late:
      "the notification server did not answer in time, so that there is no question; shake again, "
        + "and restart the server if it stays so"
    }
  }
}
