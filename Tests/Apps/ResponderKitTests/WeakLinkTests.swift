// SPDX-License-Identifier: Apache-2.0

import MotionCore
import ResponderKit
import Testing

/// Mistakes in how windows and application are linked are reported, each once.
@MainActor @Suite struct WeakLinkTests {
  private final class Listener: Application {
    var reports: [ResponderDiagnostic] = []

    override func report(_ diagnostic: ResponderDiagnostic) { reports.append(diagnostic) }
  }

  private let application = Listener()

  private func shake() {
    application.sendEvent(Event(.of(.shake, .began)))
    application.sendEvent(Event(.of(.shake, .tooLong)))
  }

  @Test("a key window that was released")
  func released() {
    application.keyWindow = Window(application: application)
    shake()
    shake()
    #expect(application.reports == [.keyWindowReleased])
  }

  @Test("a key window that belongs to another application")
  func orphan() {
    let window = Window(application: Application())
    application.keyWindow = window
    shake()
    shake()
    #expect(application.reports == [.keyWindowWithoutApplication])
    // The window is the application's from now on.
    window.next = application
    shake()
    #expect(application.reports.count == 1)
  }

  @Test("no key window, or one that was taken away, is no mistake")
  func none() {
    shake()
    let window = Window(application: application)
    application.keyWindow = window
    shake()
    application.keyWindow = nil
    shake()
    withExtendedLifetime(window) {}
    #expect(application.reports.isEmpty)
  }
}
