// SPDX-License-Identifier: Apache-2.0

import Dispatch
import FakeSensor
import Glibc
import Synchronization

/// What the connections of a ``FakeIIOD`` share: devices, answers, and a log of the requests.
package final class FakeDesk: Sendable {
  private struct State {
    var devices: [FakeDevice]
    var answers: [FakeIIOD.Answer]
    var isResting = false
    /// Rises with every buffer that is opened: only the newest gets answers.
    var newest = 0
    var log: [String] = []
    /// The answers in place of the right ones, by the first word of the request; nil for none at
    /// all.
    var wrong: [String: String?] = [:]
  }

  private let state: Mutex<State>
  /// Counts what there is to take.
  private let available: DispatchSemaphore

  init(_ devices: [FakeDevice], _ answers: [FakeIIOD.Answer]) {
    state = Mutex(State(devices: devices, answers: answers))
    available = DispatchSemaphore(value: 0)
    for _ in answers { available.signal() }
  }

  /// The devices there are; with none left, connections are closed at once.
  package var devices: [FakeDevice] {
    get { state.withLock { $0.devices } }
    set { state.withLock { $0.devices = newValue } }
  }

  /// What was asked for so far, one request a line.
  package var log: [String] {
    // Memory of its own: the thread sanitizer does not see that references to shared memory are
    // counted.
    state.withLock { $0.log.map(\.self) }
  }

  func note(_ request: String) {
    state.withLock { $0.log.append(request) }
  }

  /// Gives `answers` to the next requests for scans.
  package func add(_ answers: [FakeIIOD.Answer]) {
    state.withLock { $0.answers += answers }
    for _ in answers { available.signal() }
  }

  func rest() {
    state.withLock { $0.isResting = true }
    available.signal()
  }

  /// Answers no request whose first word is `step`.
  package func fallSilent(at step: String) {
    state.withLock { $0.wrong[step] = .some(nil) }
  }

  /// Answers requests whose first word is `step` with `text`; as it should if that is nil.
  package func answer(_ step: String, with text: String?) {
    state.withLock { $0.wrong[step] = text.map { .some($0) } }
  }

  /// What to send in place of the right answer; nil to answer rightly, and inside that for silence.
  func wrongAnswer(to step: String) -> String?? {
    state.withLock { $0.wrong[step] }
  }

  /// A buffer was opened: answers go to `reader` from now on, and to no earlier one.
  func newReader() -> Int {
    state.withLock {
      $0.newest += 1
      return $0.newest
    }
  }

  /// Waits for the next answer to `reader`; nil if there is a newer one.
  func nextAnswer(for reader: Int) -> FakeIIOD.Answer? {
    available.wait()
    return state.withLock { state in
      if reader == state.newest, !state.answers.isEmpty { return state.answers.removeFirst() }
      // Whoever comes next is not to wait for what is still there, or for rest.
      available.signal()
      return reader == state.newest && state.isResting ? .error(ETIMEDOUT) : nil
    }
  }

  /// The value of an attribute: of the device, or of one of its channels.
  func value(_ attribute: FakeAttribute) -> String? {
    state.withLock { state in
      state.devices.first { $0.id == attribute.device }?.attributes[attribute.key]
    }
  }

  /// Writes an attribute; whether it is there and may be written.
  func set(_ attribute: FakeAttribute, to value: String) -> Bool {
    state.withLock { state in
      guard let index = state.devices.firstIndex(where: { $0.id == attribute.device }),
        !state.devices[index].refused.contains(attribute.key),
        state.devices[index].attributes[attribute.key] != nil
      else { return false }
      state.devices[index].attributes[attribute.key] = value
      return true
    }
  }

  /// Whether `device` refuses to have `what`.
  func refuses(_ what: String, of device: String) -> Bool {
    state.withLock { $0.devices.first { $0.id == device }?.refused.contains(what) ?? true }
  }

  /// The error with which `device` refuses what it does not take.
  func refusal(of device: String) -> Int32 {
    state.withLock { $0.devices.first { $0.id == device }?.refusal ?? ENODEV }
  }

  /// Makes the device `trigger` the trigger of `device`; whether there are such devices.
  func setTrigger(of device: String, to trigger: String) -> Bool {
    state.withLock { state in
      guard let index = state.devices.firstIndex(where: { $0.id == device }),
        !state.devices[index].refused.contains(trigger),
        let name = state.devices.first(where: { $0.id == trigger })?.name
      else { return false }
      state.devices[index].trigger = name
      return true
    }
  }
}

/// Names an attribute as requests do.
struct FakeAttribute {
  let device: String
  /// `scale`, or with a channel `accel_x scale`.
  let key: String
}
