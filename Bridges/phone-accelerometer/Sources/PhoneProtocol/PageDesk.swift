// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// The server of the page without its network: requests and time go in; answers, and the recording
/// with its messages, come out.
package struct PageDesk: Sendable {
  /// The results of a request.
  package struct Turn: Hashable, Sendable {
    /// The answer to the browser.
    package var answer: PageAnswer
    /// The recording, and what to tell the user.
    package var piece = PhoneRecording.Piece()
    /// The reason why reading ends, once the answer is sent.
    package var failure: PhoneFailure?
  }

  /// The gate that decides what a request gets; another one once this machine has other addresses.
  package var gate: PageGate
  private let tells: Bool
  private var session = PageSession()
  private var feedback = PageFeedback()
  private var recording = PhoneRecording(of: .page)

  /// A desk behind `gate`; `tells` is true if an app says what it recognizes.
  package init(_ gate: PageGate, tells: Bool) { (self.gate, self.tells) = (gate, tells) }

  /// Answers a request; `nonce` is 128 random bits as text, other ones for each request.
  package mutating func answer(
    _ request: PageRequest, at now: Timestamp, nonce: String
  ) -> Turn {
    switch gate.verdict(on: request) {
    case .refused(let status): return Turn(answer: .refusal(status))
    case .page: return Turn(answer: .page(nonce: nonce))
    case .readings:
      do throws(BoundedJSON.Problem) { return take(try PageBatch(request.body), at: now) } catch {
        return Turn(answer: .problem(error.description))
      }
    }
  }

  /// Notes that time has passed.
  ///
  /// - Returns: for the user
  package mutating func tick(at now: Timestamp) -> [PhoneMessage] { session.tick(at: now) }

  /// Takes a line that an app wrote.
  ///
  /// - Returns: false if it is neither an event nor an action
  package mutating func take(line: [UInt8]) -> Bool { feedback.take(line: line) }

  /// The text that is still held back when reading ends.
  package mutating func finish() -> PhoneRecording.Piece { recording.finish(session.notes) }

  private mutating func take(_ batch: PageBatch, at now: Timestamp) -> Turn {
    let taken = session.process(batch, at: now)
    guard case .next(let next) = taken.next else {
      return Turn(answer: .busy, piece: PhoneRecording.Piece(messages: taken.messages))
    }
    var (piece, failure) = (PhoneRecording.Piece(), PhoneFailure?.none)
    do throws(PhoneFailure) { piece = try recording.add(taken.readings, session.notes) } catch {
      feedback.take(error)
      failure = error
    }
    piece.messages = taken.messages + piece.messages
    return Turn(
      answer: .accepted(
        PageAnswer.Accepted(
          next: next, time: Double(now.nanoseconds) / 1e6, tells: tells,
          events: feedback.events(after: batch.seen))),
      piece: piece, failure: failure)
  }
}
