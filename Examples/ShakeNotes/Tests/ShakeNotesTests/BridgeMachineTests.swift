// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ShakeNotes

/// The rules of clipboard and pasteboard, each pair of state and input.
@Suite struct BridgeMachineTests {
  private typealias Input = BridgeMachine.Input
  private static let copied = BridgeMachine.Input.clipboardChanged(.other(types: ["text/plain"]))
  private static let read = BridgeMachine.Input.clipboardRead(reading: 1, isEmpty: false)
  private static let pasteboard = BridgeMachine.Input.pasteboardChanged(
    isOffered: true, isActive: true)
  private static let elsewhere = BridgeMachine.Input.pasteboardChanged(
    isOffered: true, isActive: false)
  private static let secret = BridgeMachine.Input.pasteboardChanged(
    isOffered: false, isActive: false)

  @Test(
    "what is done about each input, after some others",
    arguments: [
      // Idle.
      ([], copied, .read(["text/plain"], reading: 1)),
      ([], .clipboardChanged(.other(types: [])), nil), ([], .clipboardChanged(.ourselves), nil),
      ([], .clipboardChanged(.bridge), nil), ([], read, nil), ([], .written, nil),
      ([], pasteboard, .offer), ([], secret, .withdraw),
      ([], .activated, nil), ([], elsewhere, nil),
      // Waiting for the focus.
      ([elsewhere], .activated, .offer), ([elsewhere], pasteboard, .offer),
      ([elsewhere], elsewhere, nil), ([elsewhere], secret, .withdraw),
      ([elsewhere, secret], .activated, nil),
      ([elsewhere, .clipboardChanged(.bridge)], .activated, nil),
      ([elsewhere, .clipboardChanged(.ourselves)], .activated, .offer),
      ([elsewhere], copied, .read(["text/plain"], reading: 1)),
      ([elsewhere, copied], .activated, nil),
      ([elsewhere], read, nil), ([elsewhere, .written], .activated, .offer),
      ([copied, elsewhere], read, nil), ([copied, elsewhere], .activated, .offer),
      // Reading: what is newer counts.
      ([copied], read, .write), ([copied], .clipboardRead(reading: 1, isEmpty: true), nil),
      ([copied], copied, .read(["text/plain"], reading: 2)), ([copied, copied], read, nil),
      ([copied], pasteboard, .offer), ([copied, pasteboard], read, nil),
      ([copied], secret, .withdraw), ([copied], .written, nil),
      ([copied, .clipboardChanged(.ourselves)], read, nil),
      ([copied, .clipboardChanged(.bridge)], read, nil),
      ([copied, .clipboardChanged(.other(types: []))], read, nil),
      // Writing: our own change is not handed back.
      ([copied, read], pasteboard, nil),
      ([copied, read], secret, nil),
      ([copied, read], .activated, nil), ([copied, read], copied, nil),
      ([copied, read], read, nil),
      ([copied, read, pasteboard, .written], pasteboard, .offer),
      ([copied, read, .written], copied, .read(["text/plain"], reading: 2)),
    ] as [([BridgeMachine.Input], BridgeMachine.Input, BridgeMachine.Action?)])
  func rules(
    before: [BridgeMachine.Input], input: BridgeMachine.Input, action: BridgeMachine.Action?
  ) {
    var machine = BridgeMachine()
    for input in before { _ = machine.handle(input) }
    #expect(machine.handle(input) == action)
  }
}
