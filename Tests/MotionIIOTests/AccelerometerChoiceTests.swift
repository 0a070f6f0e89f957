// SPDX-License-Identifier: Apache-2.0

import Glibc
import MotionIIO
import Testing

/// Accelerometers as users write them.
@Suite struct AccelerometerChoiceTests {
  @Test(
    "what names an accelerometer",
    arguments: [
      ("auto", "local:", nil), ("iio:bma400", "local:", "bma400"),
      ("iio:iio:device0", "local:", "iio:device0"), ("iio: two words ", "local:", " two words "),
      ("local:", "local:", nil), ("ip:host", "ip:host", nil), ("ip:host:3000", "ip:host:3000", nil),
      ("usb:1.2.3", "usb:1.2.3", nil), ("serial:/dev/ttyS0", "serial:/dev/ttyS0", nil),
    ] as [(String, String, String?)])
  func parsed(_ text: String, _ uri: String, _ name: String?) {
    #expect(AccelerometerChoice(text) == AccelerometerChoice(uri: uri, name: name))
  }

  @Test(
    "what does not",
    arguments: ["", "-", "iio:", "AUTO", "auto ", "iio", "recording.csv", "./ip:host", "http:host"])
  func refused(_ text: String) {
    #expect(AccelerometerChoice(text) == nil)
  }

  @Test("the automatic choice is local")
  func automatic() {
    #expect(AccelerometerChoice.automatic == AccelerometerChoice(uri: "local:", name: nil))
  }

  @Test("errors say what to do, in one line")
  func messages() {
    let errors: [(AccelerometerError, String)] = [
      (
        .noAccelerometer(uri: "local:"),
        "there is no accelerometer at local: (is its driver loaded?)"
      ),
      (
        .unknown(name: "x", choices: ["iio:a", "iio:b"]),
        "no accelerometer is called 'x'; there is iio:a, iio:b"
      ),
      (
        .failed(action: "open", device: "a", error: .resourceBusy),
        "cannot open the accelerometer a: Device or resource busy; another program is reading it"
      ),
    ]
    for (error, text) in errors { #expect(error.description == text) }
    #expect(AccelerometerError.noContext(uri: "local:", error: .permissionDenied).isNotPermitted)
    #expect(
      !AccelerometerError.noContext(uri: "local:", error: .noSuchFileOrDirectory).isNotPermitted)
  }
}
