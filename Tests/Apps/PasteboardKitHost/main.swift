// SPDX-License-Identifier: Apache-2.0

// A process of its own for PasteboardKitTests: does what its arguments say to the pasteboards in
// PASTEBOARD_DIRECTORY, and prints what it sees, a line for each thing.

import Foundation
import PasteboardKit
import ProcessTestSupport

// A host that hangs must not keep the test waiting. A process that a dispatch worker starts has
// inherited its mask of signals.
var signals = sigset_t()
sigemptyset(&signals)
sigaddset(&signals, SIGALRM)
sigprocmask(SIG_UNBLOCK, &signals, nil)
alarm(ProcessInfo.processInfo.environment["PASTEBOARD_TORTURE"] == nil ? 300 : 600)

let arguments = Array(CommandLine.arguments.dropFirst())
let name = Pasteboard.Name(arguments.dropFirst().first ?? "")
var observers: [any NSObjectProtocol] = []
let number = Int(arguments.last ?? "") ?? 0

switch arguments.first {
case "identity":
  say(Pasteboard.general === Pasteboard.general, Pasteboard.general.name.rawValue)
  say(Pasteboard.find === Pasteboard(name: .find, create: false))
  say(Pasteboard(name: "none", create: false) == nil)
  let made = Pasteboard(name: "one", create: true)
  say(made != nil, made === Pasteboard(name: "one", create: false))
  let unique = Pasteboard.withUniqueName()
  say(unique.name != Pasteboard.withUniqueName().name, unique.isPersistent)
case "read":
  say(Pasteboard(name: name, create: false)?.string ?? "nil")
case "make":
  let pasteboard = Pasteboard(name: name, create: true)
  pasteboard?.string = "made"
  pasteboard?.isPersistent = arguments.contains("persistent")
  say("made")
  waitForEndOfInput()
case "set":
  let pasteboard = Pasteboard(name: name, create: false)
  pasteboard?.string = arguments.last
  say(pasteboard?.changeCount ?? -1)
case "mask":
  umask(0o777)
  Pasteboard.general.string = arguments.last
case "add":
  for each in 0..<number {
    let item: Pasteboard.Item = ["writer": arguments[2], "number": each]
    guard let pasteboard = Pasteboard(name: name, create: false) else { break }
    while !pasteboard.addItems([item]), isBusy(pasteboard.error) {}
  }
case "conceal":
  Pasteboard.general.setItems([["public.utf8-plain-text": arguments[1]]], options: [.concealed])
  say(Pasteboard.general.changeCount)
  waitForEndOfInput()
case "tally": tally()
case "fill": fill()
case "check": check()
case "observe":
  observe()
  if arguments.last == "RunLoop.main.run" { RunLoop.main.run() } else { dispatchMain() }
default:
  say("what to do?")
  exit(EXIT_FAILURE)
}

/// True if another writer had the lock for too long, which is no fault of a torture's.
func isBusy(_ error: PasteboardError?) -> Bool {
  if case .busy = error { true } else { false }
}

/// Prints a line at once.
func say(_ words: Any...) {
  print(words.map { "\($0)" }.joined(separator: " "))
  fflush(nil)
}

@MainActor
func waitForEndOfInput() {
  while readLine() != nil {}
}

/// Counts to `number` in an item of its own, and fails if another writer undid one of its steps.
@MainActor
func tally() {
  let store = PasteboardStore(places: .current)
  let key = arguments[2]
  var each = 0
  while each < number {
    do {
      let change = try store.update(name) { contents in
        let index = contents.items.firstIndex { $0.types == [key] }
        guard (index.map { contents.items[$0][key] } as? Int ?? 0) == each else { return }
        if let index { contents.items.remove(at: index) }
        contents.items.append([key: each + 1])
      }
      guard change?.new.items.last?[key] as? Int == each + 1 else {
        say("lost after \(each)")
        exit(EXIT_FAILURE)
      }
      each += 1
    } catch  where isBusy(error) {
    } catch {
      say(error)
      exit(EXIT_FAILURE)
    }
  }
}

/// Writes bytes that show their own length and value, and says so, until it is killed or has
/// written `number` times.
@MainActor
func fill() {
  let pasteboard = Pasteboard(name: name, create: false)
  for each in 0..<number {
    let count = 1 + each * 7919 % 60_000
    let data = Data(repeating: UInt8(count % 251), count: count)
    while pasteboard?.setData(data, forType: "bytes \(count)") == false, isBusy(pasteboard?.error) {
    }
    if let error = pasteboard?.error {
      say(error)
      exit(EXIT_FAILURE)
    }
    say(pasteboard?.changeCount ?? -1)
  }
}

/// Reads until the end of its input, and fails if what it reads is not whole, or goes back.
@MainActor
func check() {
  let pasteboard = Pasteboard(name: name, create: false)
  var (reads, seen, latest) = (0, 0, -1)
  var isDone = false
  say("reading")
  while !isDone {
    var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    isDone = poll(&input, 1, 0) > 0
    let item = pasteboard?.items.first
    let count = pasteboard?.changeCount ?? -1
    if let error = pasteboard?.error {
      say(error)
      exit(EXIT_FAILURE)
    }
    guard count >= latest else {
      say("went back from \(latest) to \(count)")
      exit(EXIT_FAILURE)
    }
    if let item, !isWhole(item) {
      say("torn at \(count)")
      exit(EXIT_FAILURE)
    }
    reads += 1
    seen += count > latest ? 1 : 0
    latest = count
  }
  say(reads, seen, latest)
}

func isWhole(_ item: Pasteboard.Item) -> Bool {
  guard let type = item.types.first, let data = item.data(forType: type) else { return false }
  return type == "bytes \(data.count)" && data.allSatisfy { $0 == UInt8(data.count % 251) }
}

/// Prints the notifications of the pasteboard.
@MainActor
func observe() {
  guard let pasteboard = Pasteboard(name: name, create: false) else { return say("nil") }
  let center = NotificationCenter.default
  observers = [Pasteboard.changedNotification, Pasteboard.removedNotification].map { event in
    center.observe(event, of: pasteboard) { notification in
      let info = notification.userInfo
      let added = info?[Pasteboard.changedTypesAddedUserInfoKey] as? [String] ?? []
      let removed = info?[Pasteboard.changedTypesRemovedUserInfoKey] as? [String] ?? []
      MainActor.assumeIsolated {
        say(
          event.rawValue, pasteboard.changeCount, pasteboard.string ?? "nil",
          "+\(added) -\(removed)")
      }
    }
  }
  say("observing")
}
