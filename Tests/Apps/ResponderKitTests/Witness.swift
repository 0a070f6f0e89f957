// SPDX-License-Identifier: Apache-2.0

import ResponderKit

/// What happened, in order.
@MainActor
class Journal {
  private(set) var entries: [String] = []

  func note(_ entry: String) {
    entries.append(entry)
  }

  /// The entries so far, which are then forgotten.
  func drain() -> [String] {
    defer { entries = [] }
    return entries
  }
}

/// A responder that notes what it is asked, and answers as it is set to.
final class Witness: Responder {
  let name: String
  let journal: Journal
  var canBecome = true
  var canResign = true
  var resigns = true
  /// Does what a test wants done with a motion; the motion goes no further.
  var handler: (() -> Void)?
  /// Called before a motion's end is passed on.
  var beforePassingOn: (() -> Void)?
  /// Called in the middle of resigning.
  var whileResigning: (() -> Void)?

  init(_ name: String, _ journal: Journal) {
    self.name = name
    self.journal = journal
  }

  override var canBecomeFirstResponder: Bool {
    journal.note("\(name).canBecome")
    return canBecome
  }

  override var canResignFirstResponder: Bool {
    journal.note("\(name).canResign")
    return canResign
  }

  override func resignFirstResponder() -> Bool {
    journal.note("\(name).resign")
    whileResigning?()
    return resigns && super.resignFirstResponder()
  }

  override func motionBegan(_ motion: Event.EventSubtype, with event: Event?) {
    journal.note("\(name).began")
    if let handler { handler() } else { super.motionBegan(motion, with: event) }
  }

  override func motionEnded(_ motion: Event.EventSubtype, with event: Event?) {
    journal.note("\(name).ended")
    beforePassingOn?()
    if let handler { handler() } else { super.motionEnded(motion, with: event) }
  }

  override func motionRecognized(_ motion: Event.EventSubtype, with event: Event?) {
    journal.note("\(name).recognized")
    super.motionRecognized(motion, with: event)
  }

  override func motionCancelled(_ motion: Event.EventSubtype, with event: Event?) {
    journal.note("\(name).cancelled")
    beforePassingOn?()
    if let handler { handler() } else { super.motionCancelled(motion, with: event) }
  }
}

/// A window that notes the motions it receives.
final class WitnessWindow: Window {
  private let journal: Journal

  init(_ journal: Journal, _ application: Application) {
    self.journal = journal
    super.init(application: application)
  }

  override func motionBegan(_ motion: Event.EventSubtype, with event: Event?) {
    journal.note("window.began")
    super.motionBegan(motion, with: event)
  }

  override func motionEnded(_ motion: Event.EventSubtype, with event: Event?) {
    journal.note("window.ended")
    super.motionEnded(motion, with: event)
  }

  override func motionRecognized(_ motion: Event.EventSubtype, with event: Event?) {
    journal.note("window.recognized")
    super.motionRecognized(motion, with: event)
  }

  override func motionCancelled(_ motion: Event.EventSubtype, with event: Event?) {
    journal.note("window.cancelled")
    super.motionCancelled(motion, with: event)
  }
}

/// An application that notes the motions it receives.
final class WitnessApplication: Application {
  private let journal: Journal

  init(_ journal: Journal) {
    self.journal = journal
  }

  override func motionBegan(_ motion: Event.EventSubtype, with event: Event?) {
    journal.note("application.began")
    super.motionBegan(motion, with: event)
  }

  override func motionEnded(_ motion: Event.EventSubtype, with event: Event?) {
    journal.note("application.ended")
    super.motionEnded(motion, with: event)
  }

  override func motionRecognized(_ motion: Event.EventSubtype, with event: Event?) {
    journal.note("application.recognized")
    super.motionRecognized(motion, with: event)
  }

  override func motionCancelled(_ motion: Event.EventSubtype, with event: Event?) {
    journal.note("application.cancelled")
    super.motionCancelled(motion, with: event)
  }
}
