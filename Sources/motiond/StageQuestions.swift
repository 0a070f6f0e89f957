// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import MotionCore
import MotionSensors

/// The questions of the service queue to the stage, which are answered by a message, or not in
/// time.
///
/// So an accelerometer that holds the sensor queue up holds up no client.
final class StageQuestions {
  private let stage: QueueBound<Reference<DetectionStage>>
  private weak var asker: QueueBound<DaemonShell>?
  /// Somebody who waits for an answer.
  private struct Waiter {
    let number: Int
    let deadline: QueueSource?
    let answer: (DetectionStage.Answer?) -> Void
  }

  /// The questions that the stage has not answered, and those who wait, if their time is not over.
  private var asked: [DetectionStage.Question: [Waiter]] = [:]
  private var last = 0
  /// The last state that the stage told, and the time when it did.
  private(set) var known = (status: StageStatus(), time: Timestamp.now())

  /// The longest wait for the stage.
  private static let patience = Duration.seconds(1)

  /// No questions yet.
  ///
  /// - Parameters:
  ///   - stage: the stage, on the sensor queue
  ///   - asker: the shell that asks, whose ``DaemonShell/questions`` these are
  init(to stage: QueueBound<Reference<DetectionStage>>, of asker: QueueBound<DaemonShell>) {
    (self.stage, self.asker) = (stage, asker)
  }

  /// Asks the stage; `answer` is called with nil if it has not answered in time.
  func ask(
    _ question: DetectionStage.Question, _ answer: @escaping (DetectionStage.Answer?) -> Void
  ) {
    last += 1
    let (number, asker) = (last, asker)
    let deadline = asker?.timer(after: Self.patience) { $0.questions.giveUp(number, question) }
    // A stage that is held up has one question of each kind to answer, however often it comes.
    let isAsked = asked[question] != nil
    asked[question, default: []].append(
      Waiter(number: number, deadline: deadline, answer: answer))
    guard !isAsked else { return }
    stage.async { [weak asker] stage in
      let answer = stage.value.answer(to: question)
      asker?.async { $0.questions.answered(question, answer) }
    }
  }

  private func giveUp(_ number: Int, _ question: DetectionStage.Question) {
    guard let index = asked[question]?.firstIndex(where: { $0.number == number }) else { return }
    asked[question]?.remove(at: index).answer(nil)
  }

  private func answered(_ question: DetectionStage.Question, _ answer: DetectionStage.Answer) {
    if case .status(let status) = answer { note(status) }
    for waiter in asked.removeValue(forKey: question) ?? [] { waiter.answer(answer) }
  }

  /// Notes a state that the stage told unasked.
  func note(_ status: StageStatus) {
    known = (status, .now())
  }
}

extension SamplingStatistics {
  /// The statistics in words.
  var text: String {
    """
    \(batches) batches, \(lateBatches) of them late \
    (at worst \((worstLateness / .milliseconds(1)).text(decimals: 1)) ms); \(gaps) gaps; \
    \(overruns) overruns; \(missed) missed; lost \(losses) times, found again \
    \(reopenings) times
    """
  }
}
