// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import MotionCore
import PhoneProtocol

/// Performs what a ``PhyphoxSession`` asks for, one request after the other.
struct PhyphoxReader {
  private let client: HTTPClient
  private let output: PhoneOutput
  private var phyphox: PhyphoxSession
  private var recording = PhoneRecording(of: .phyphox)

  /// A reader of the phone at `address`.
  init(_ address: PhoneAddress, interval: Duration, _ output: PhoneOutput) {
    self.output = output
    client = HTTPClient(address)
    phyphox = PhyphoxSession(address, interval: interval)
  }

  /// Reads until the task is cancelled, or SensorServer answers; then stops what it started.
  ///
  /// - Returns: the step that was next
  /// - Throws: a ``PhoneFailure``; an `OutputError`
  mutating func run() async throws -> PhyphoxSession.Step {
    let ending: Result<PhyphoxSession.Step, any Error>
    do { ending = .success(try await read()) } catch { ending = .failure(error) }
    if let stop = phyphox.stop {
      // In a task of its own, as this one may be cancelled.
      let client = client
      _ = await Task { await client.get(stop, within: .seconds(2)) }.value
    }
    return try ending.get()
  }

  private mutating func read() async throws -> PhyphoxSession.Step {
    var turn = phyphox.first
    while case .ask(let path, let delay) = turn.next {
      do { try await Task.sleep(for: delay) } catch { break }
      let answer = await client.get(path)
      guard !Task.isCancelled else { break }
      turn = phyphox.process(answer, at: .now())
      try output.write(&recording, turn.readings, turn.messages, phyphox.notes)
    }
    if turn.next != .changeToSensorServer { try output.write(recording.finish(phyphox.notes)) }
    return turn.next
  }
}
