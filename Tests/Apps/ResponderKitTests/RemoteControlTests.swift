// SPDX-License-Identifier: Apache-2.0

import MotionCore
import ResponderKit
import Testing

@Suite("Remote control")
@MainActor
struct RemoteControlTests {
  private let desk = Desk()
  private let time = Timestamp(nanoseconds: 5)

  private func send(_ command: Event.EventSubtype) {
    desk.application.sendEvent(Event(remoteControl: command, at: time))
  }

  @Test("K020 a command goes to the first responder, then along the chain")
  func chain() {
    desk.application.beginReceivingRemoteControlEvents()
    send(.remoteControlPlay)
    #expect(desk.editor.received.map(\.subtype) == [.remoteControlPlay])
    #expect(desk.panel.received.map(\.subtype) == [.remoteControlPlay])
    desk.editor.passesOn = false
    send(.remoteControlPause)
    #expect(desk.editor.received.count == 2)
    #expect(desk.panel.received.count == 1)
  }

  @Test("K021 commands are ignored before the beginning and after the end")
  func beforeAndAfter() {
    send(.remoteControlPlay)
    #expect(desk.editor.received.isEmpty)
    desk.application.beginReceivingRemoteControlEvents()
    desk.application.beginReceivingRemoteControlEvents()
    send(.remoteControlStop)
    desk.application.endReceivingRemoteControlEvents()
    send(.remoteControlPlay)
    #expect(desk.editor.received.map(\.subtype) == [.remoteControlStop])
  }

  @Test("K022 there are ten commands")
  func commands() {
    let commands: [Event.EventSubtype] = [
      .remoteControlPlay, .remoteControlPause, .remoteControlStop, .remoteControlTogglePlayPause,
      .remoteControlNextTrack, .remoteControlPreviousTrack, .remoteControlBeginSeekingBackward,
      .remoteControlEndSeekingBackward, .remoteControlBeginSeekingForward,
      .remoteControlEndSeekingForward,
    ]
    #expect(Set(commands).count == 10)
    desk.application.beginReceivingRemoteControlEvents()
    for command in commands { send(command) }
    #expect(desk.editor.received.map(\.subtype) == commands)
  }

  @Test("K023 without first responder the key window hears, without that the application")
  func noFirstResponder() {
    let application = ListeningApplication()
    application.beginReceivingRemoteControlEvents()
    let event = Event(remoteControl: .remoteControlPlay, at: time)
    application.sendEvent(event)
    #expect(application.received == ["application"])
    let window = ListeningWindow(application: application)
    application.keyWindow = window
    application.sendEvent(event)
    #expect(application.received == ["application", "window", "application"])
  }

  @Test("K024 the event has type, command and the time of the input, and nothing else")
  func event() {
    let event = Event(remoteControl: .remoteControlNextTrack, at: time)
    #expect(event.type == .remoteControl)
    #expect(event.subtype == .remoteControlNextTrack)
    #expect(event.timestamp == time)
    #expect(event.motionEvent == nil)
    #expect(event.keyPress == nil)
  }

  @Test(
    "K025 keys of a headset",
    arguments: [
      (164, .remoteControlTogglePlayPause), (226, .remoteControlTogglePlayPause),
      (200, .remoteControlPlay), (207, .remoteControlPlay), (201, .remoteControlPause),
      (166, .remoteControlStop), (128, .remoteControlStop), (163, .remoteControlNextTrack),
      (165, .remoteControlPreviousTrack),
    ] as [(UInt16, Event.EventSubtype)])
  func headset(code: UInt16, command: Event.EventSubtype) {
    var keys = MediaKeys()
    for _ in 1...2 {
      #expect(
        keys.process(code: code, value: 1, at: time) == [Event(remoteControl: command, at: time)])
      #expect(keys.process(code: code, value: 0, at: time) == [])
    }
  }

  @Test(
    "K025 seeking begins at the press and ends at the release",
    arguments: [
      (208, .remoteControlBeginSeekingForward, .remoteControlEndSeekingForward),
      (168, .remoteControlBeginSeekingBackward, .remoteControlEndSeekingBackward),
    ] as [(UInt16, Event.EventSubtype, Event.EventSubtype)])
  func seeking(code: UInt16, begin: Event.EventSubtype, end: Event.EventSubtype) {
    var keys = MediaKeys()
    #expect(keys.process(code: code, value: 0, at: time) == [])
    #expect(keys.process(code: code, value: 1, at: time).map(\.subtype) == [begin])
    #expect(keys.process(code: code, value: 0, at: time).map(\.subtype) == [end])
    #expect(keys.process(code: code, value: 0, at: time) == [])
  }

  @Test("K025 other keys mean nothing", arguments: [0, 30, 113, 114, 115])
  func otherKeys(code: UInt16) {
    var keys = MediaKeys()
    #expect(keys.process(code: code, value: 1, at: time) == [])
  }

  @Test("K026 a repeated key counts once, and seeking ends with its device")
  func repeatAndLoss() {
    var keys = MediaKeys()
    var subtypes = [1, 2, 2, 1].flatMap { keys.process(code: 208, value: $0, at: time) }
    subtypes += keys.process(code: 163, value: 1, at: time)
    #expect(
      subtypes.map(\.subtype) == [.remoteControlBeginSeekingForward, .remoteControlNextTrack])
    #expect(keys.interrupt(at: time).map(\.subtype) == [.remoteControlEndSeekingForward])
    #expect(keys.interrupt(at: time) == [])
    #expect(keys.process(code: 163, value: 1, at: time).count == 1)
  }

  @Test("K027 an application that plays nothing hears nevertheless")
  func nothingPlaying() {
    desk.application.beginReceivingRemoteControlEvents()
    send(.remoteControlTogglePlayPause)
    #expect(desk.editor.received.count == 1)
  }
}

private final class ListeningWindow: Window {
  override func remoteControlReceived(with event: Event?) {
    (next as? ListeningApplication)?.received.append("window")
    super.remoteControlReceived(with: event)
  }
}

private final class ListeningApplication: Application {
  var received: [String] = []

  override func remoteControlReceived(with event: Event?) {
    received.append("application")
    super.remoteControlReceived(with: event)
  }
}
