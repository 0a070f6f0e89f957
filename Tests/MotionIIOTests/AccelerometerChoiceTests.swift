// SPDX-License-Identifier: Apache-2.0

import Glibc
import MotionIIO
import Testing

/// Accelerometers as users write them.
@Suite struct AccelerometerChoiceTests {
  @Test(
    "what names an accelerometer",
    arguments: [
      ("auto", nil), ("iio:bma400", "bma400"), ("iio:iio:device0", "iio:device0"),
      ("iio: two words ", " two words "),
    ] as [(String, String?)])
  func parsed(_ text: String, _ name: String?) {
    #expect(AccelerometerChoice(text) == AccelerometerChoice(name: name))
  }

  @Test(
    "what does not",
    arguments: ["", "-", "iio:", "AUTO", "auto ", "iio", "recording.csv", "local:", "ip:host"])
  func refused(_ text: String) {
    #expect(AccelerometerChoice(text) == nil)
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
