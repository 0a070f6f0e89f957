// SPDX-License-Identifier: Apache-2.0

import MotionCore
import Synchronization

/// An iterator over the events of a sequence of motions, which it keeps alive.
public typealias MotionIterator = LoopIterator<MotionEvent>

/// The demand for the motions of a source.
package enum MotionDemand: Hashable, Sendable {
  /// Somebody wants motions.
  case wanted
  /// Nobody wants any now, but the app lets the source be active.
  case unwished
  /// The app itself wants none.
  case inactive
}

/// Decides when a source rests: at once if the app itself says so, and a while after the last wish.
///
/// So a focus that goes from one window of an app to another leaves the source as it is.
package struct MotionRest: Hashable, Sendable {
  /// The state of a source.
  package enum State: Hashable, Sendable {
    /// The source has motions.
    case active
    /// It has motions until this time.
    case leaving(at: Timestamp)
    /// It rests.
    case resting
  }

  /// A task for the shell.
  package enum Action: Hashable, Sendable {
    /// Nothing.
    case none
    /// Have the source have motions, or rest.
    case setActive(Bool)
    /// Tell the time after this duration.
    case wait(Duration)
  }

  package private(set) var state: State
  /// The time from the last wish to the rest.
  private let delay: Duration

  /// A source that is active, or rests.
  package init(isActive: Bool, delay: Duration) {
    (state, self.delay) = (isActive ? .active : .resting, delay)
  }

  /// Takes the demand as it is from now on.
  package mutating func change(to demand: MotionDemand, at now: Timestamp) -> Action {
    switch (demand, state) {
    case (.wanted, .active), (.unwished, .leaving), (.unwished, .resting), (.inactive, .resting):
      return .none
    case (.wanted, .leaving):
      state = .active
      return .none
    case (.wanted, .resting):
      state = .active
      return .setActive(true)
    case (.unwished, .active):
      state = .leaving(at: now.advanced(byNanoseconds: delay.nanoseconds))
      return .wait(delay)
    case (.inactive, .active), (.inactive, .leaving):
      state = .resting
      return .setActive(false)
    }
  }

  /// Takes the time.
  package mutating func pass(to now: Timestamp) -> Action {
    switch state {
    case .active, .resting: return .none
    case .leaving(let time) where now < time:
      return .wait(.nanoseconds(time.nanoseconds(since: now)))
    case .leaving:
      state = .resting
      return .setActive(false)
    }
  }
}

/// The wishes for the motions of one source, and the app's own, which decide whether it is active.
package final class MotionWishes: Sendable {
  private let state: Mutex<State>
  private let shell: QueueBound<Shell>

  private struct State {
    var isActive: Bool
    var isOver = false
    /// The wishes so far, and the numbers of those that are on.
    var count = 0
    var on: Set<Int> = []
    /// The loops without a wish.
    var loops = 0

    var demand: MotionDemand {
      guard isActive else { return .inactive }
      return loops > 0 || !on.isEmpty || count == 0 ? .wanted : .unwished
    }
  }

  /// No wishes yet.
  ///
  /// - Parameters:
  ///   - isActive: true if the source is active now
  ///   - queue: the source's queue
  ///   - delay: the time from the last wish to the rest
  ///   - apply: called on the queue, with true to have motions from now on, and false to rest
  package init(
    isActive: Bool, on queue: SerialQueue, delay: Duration = .milliseconds(500),
    _ apply: @escaping @Sendable (Bool) -> Void
  ) {
    state = Mutex(State(isActive: isActive))
    shell = QueueBound(to: queue) {
      Shell($0, MotionRest(isActive: isActive, delay: delay), apply)
    }
  }

  /// A Boolean value that indicates whether the app itself lets the source be active.
  package var isActive: Bool {
    get { state.withLock { $0.isActive } }
    set { change { $0.isActive = newValue } }
  }

  /// Makes a wish.
  package func make(isOn: Bool) -> any MotionWish {
    var number = 0
    change {
      $0.count += 1
      number = $0.count
      if isOn { $0.on.insert(number) }
    }
    return Wish(number, self)
  }

  /// Returns what an iterator has to keep: `owner`, and its own wish if its loop has no other.
  package func loop(over owner: any AnyObject & Sendable) -> any AnyObject & Sendable {
    WishedLoop.isBeginning ? owner : PlainLoop(owner, self)
  }

  /// Ends all: nothing calls `apply` from now on.
  package func end() {
    state.withLock { $0.isOver = true }
    shell.async { $0.end() }
  }

  private func change(_ body: (inout State) -> Void) {
    state.withLock { state in
      let before = state.demand
      body(&state)
      let demand = state.demand
      guard demand != before, !state.isOver else { return }
      // Under the lock, which keeps the order of changes.
      shell.async { $0.change(to: demand) }
    }
  }

  private final class Wish: MotionWish {
    private let number: Int
    private let wishes: MotionWishes

    init(_ number: Int, _ wishes: MotionWishes) { (self.number, self.wishes) = (number, wishes) }

    deinit { isOn = false }

    var isOn: Bool {
      get { wishes.state.withLock { $0.on.contains(number) } }
      set {
        wishes.change {
          if newValue { $0.on.insert(number) } else { $0.on.remove(number) }
        }
      }
    }
  }

  /// A loop that wants motions as long as it runs.
  private final class PlainLoop: Sendable {
    private let owner: any AnyObject & Sendable
    private let wishes: MotionWishes

    init(_ owner: any AnyObject & Sendable, _ wishes: MotionWishes) {
      (self.owner, self.wishes) = (owner, wishes)
      wishes.change { $0.loops += 1 }
    }

    deinit { wishes.change { $0.loops -= 1 } }
  }

  /// The rest of the source, on its queue.
  private final class Shell {
    private weak var own: QueueBound<Shell>?
    private var rest: MotionRest
    private var timer: QueueSource?
    private var apply: (@Sendable (Bool) -> Void)?

    init(
      _ own: QueueBound<Shell>, _ rest: MotionRest, _ apply: @escaping @Sendable (Bool) -> Void
    ) {
      (self.own, self.rest, self.apply) = (own, rest, apply)
    }

    func change(to demand: MotionDemand) { perform(rest.change(to: demand, at: .now())) }

    func end() { (timer, apply) = (nil, nil) }

    private func perform(_ action: MotionRest.Action) {
      switch action {
      case .none: break
      case .setActive(let isActive):
        timer = nil
        apply?(isActive)
      case .wait(let time):
        timer = own?.timer(after: time) { $0.perform($0.rest.pass(to: .now())) }
      }
    }
  }
}
