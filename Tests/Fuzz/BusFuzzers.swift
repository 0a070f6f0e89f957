// SPDX-License-Identifier: Apache-2.0

import MotionCore

@testable import MotionBus

/// Options of claims and bodies of signals of any types; what is taken is the same after another
/// way over the bus.
func fuzzBodies(_ input: Input) {
  var input = input
  let keys =
    ["motions", "sensitivity", "window"] + MotionRegistry.optionNames
    + [
      "gravity", "acceleration", "swings", "peak", "confidence", "reason", "detector", "simulated",
      "from",
    ]
  var entries: [String: BusValue] = [:]
  let member = ["MotionBegan", "MotionEnded", "MotionCancelled", "MotionRecognized"][
    input.number(below: 4)]
  let kind =
    input.byte() & 1 == 0
    ? MotionRegistry.kinds[input.number(below: MotionRegistry.kinds.count)].rawValue : input.text()
  let time = UInt64(bitPattern: input.int64())
  while !input.isOver {
    let key = input.byte() & 7 == 0 ? input.text() : keys[input.number(below: keys.count)]
    entries[key] = value(&input, depth: 0)
  }
  if let claim = try? MotionClaim(arguments: entries) {
    precondition(!claim.motions.isEmpty, "a claim of nothing")
    guard let again = try? MotionClaim(arguments: claim.arguments) else {
      preconditionFailure("a claim that was taken is refused")
    }
    precondition(again == claim, "a claim is another one after another way over the bus")
  }
  let body: [BusValue] = [.string(kind), .uint64(time), .dictionary(entries)]
  guard let event = MotionEvent(signal: member, body) else { return }
  _ = event.signalBody(hidingVectors: true)
  let again = MotionEvent(signal: event.phase.signalName, event.signalBody)
  precondition(again != nil, "an event that was taken is refused")
}

private func value(_ input: inout Input, depth: Int) -> BusValue {
  switch input.number(below: depth < 2 ? 13 : 11) {
  case 0: .bool(input.byte() & 1 == 0)
  case 1: .int32(Int32(truncatingIfNeeded: input.int64()))
  case 2: .uint32(UInt32(truncatingIfNeeded: input.int64()))
  case 3: .int64(input.int64())
  case 4: .uint64(UInt64(bitPattern: input.int64()))
  case 5: .double(input.double())
  case 6: .double(Double(input.byte()) / 100)
  case 7: .string(input.text())
  case 8: .string(["low", "high", "x", "tooLong", "chip", "faceUp"][input.number(below: 6)])
  case 9:
    .strings(
      (0..<input.number(below: 4)).map { _ in
        input.byte() & 3 == 0
          ? input.text()
          : MotionRegistry.kinds[input.number(below: MotionRegistry.kinds.count)].rawValue
      })
  case 10: .doubles((0..<input.number(below: 5)).map { _ in input.double() })
  case 11: .dictionary([input.text(): value(&input, depth: depth + 1)])
  default: .structure([value(&input, depth: depth + 1)])
  }
}

/// Clients that claim, release, hold off and leave while detectors emit events and states.
func fuzzClaims(_ input: Input) {
  var input = input
  var table = ClaimTable(limits: UserBudget.Limits(total: 5, each: 3, reserve: 1))
  var grammars: [String: Grammar] = [:]
  let all = MotionOptions().configurations(of: Set(MotionRegistry.kinds)).sorted {
    "\($0)" < "\($1)"
  }
  var open: Set<MotionConfiguration> = []
  var time: Int64 = 0
  func hear(_ signals: [ClaimTable.Signal]) {
    for signal in signals {
      guard let configuration = all.first(where: { $0.kind == signal.event.kind }) else { continue }
      grammars[signal.client, default: Grammar()].check(signal.event, of: configuration)
    }
  }
  while !input.isOver {
    let client = "\(input.number(below: 6))"
    time += Int64(input.byte())
    switch input.number(below: 8) {
    case 0:
      let kinds = Set(all.map(\.kind).filter { _ in input.byte() & 1 == 0 })
      let user = UInt32(input.number(below: 3))
      if let signals = try? table.claim(
        client, MotionClaim(kinds.isEmpty ? [.shake] : kinds), user: user,
        access: input.byte() & 1 == 0 ? .limited : .full)
      {
        hear(signals)
        table.awaitAnswer(to: client)
        hear(table.answered(client))
      }
    case 1: hear(table.release(client))
    case 2:
      table.leave(client)
      grammars[client] = nil
    case 3: hear(table.holdOff(client, until: Timestamp(nanoseconds: time + 50)))
    case 4: hear(table.resume(client, after: Timestamp(nanoseconds: time)))
    case 5: table.set(input.byte() & 1 == 0 ? .limited : .full, of: client)
    default:
      let wanted = table.demand.motions.sorted { "\($0)" < "\($1)" } + all
      let configuration = wanted[input.number(below: wanted.count)]
      let kind = configuration.kind
      let lasts = MotionKind.lasting.contains(kind)
      let phase: MotionEvent.Phase =
        !lasts
        ? .recognized
        : open.remove(configuration) != nil
          ? (input.byte() & 1 == 0 ? .ended : .cancelled(.interrupted)) : .began
      if phase == .began { open.insert(configuration) }
      hear(
        table.deliver(
          MotionEvent(kind, phase, at: Timestamp(nanoseconds: time), measurements: nil),
          of: configuration))
    }
  }
}

extension MotionKind {
  /// The kinds that last.
  fileprivate static let lasting: Set<MotionKind> = [.shake, .freeFall, .still]
}
