// SPDX-License-Identifier: Apache-2.0

import Glibc
import MotionSensors
import Testing

/// Accelerometers as users write them.
@Suite struct AccelerometerChoiceTests {
  @Test(
    "what names an accelerometer",
    arguments: [
      ("auto", .automatic), ("iio:bma400", AccelerometerChoice(.iio, name: "bma400")),
      ("iio:iio:device0", AccelerometerChoice(.iio, name: "iio:device0")),
      ("iio: two words ", AccelerometerChoice(.iio, name: " two words ")),
      ("input", AccelerometerChoice(.input)),
      ("input:event7", AccelerometerChoice(.input, name: "event7")),
      ("input:aa:bb:cc:00:11:22", AccelerometerChoice(.input, name: "aa:bb:cc:00:11:22")),
    ] as [(String, AccelerometerChoice)])
  func parsed(_ text: String, _ choice: AccelerometerChoice) {
    #expect(AccelerometerChoice(text) == choice)
    #expect(choice.description == text)
  }

  @Test(
    "what does not",
    arguments: [
      "", "-", "iio:", "AUTO", "auto ", "iio", "recording.csv", "local:", "ip:host", "input:",
      "./input", "Input",
    ])
  func refused(_ text: String) {
    #expect(AccelerometerChoice(text) == nil)
  }

  @Test("errors say what to do, in one line")
  func messages() {
    let errors: [(AccelerometerError, String)] = [
      (
        .noAccelerometer(uri: "local:"),
        "there is no accelerometer (is its driver loaded?)"
      ),
      (
        .noContext(uri: "local:", error: .invalidArgument),
        "cannot reach this machine's accelerometers: Invalid argument; libiio does not understand one "
          + "of the IIO devices: a newer libiio may, or unload that device's driver"
      ),
      (
        .unknown(name: "bma400", choices: []),
        "no accelerometer is called 'bma400', and there is no other (is its driver loaded?)"
      ),
      (
        .unknown(name: "x", choices: ["iio:a", "iio:b"]),
        "no accelerometer is called 'x'; there is iio:a, iio:b"
      ),
      (
        .failed(action: "open", device: "a", error: .resourceBusy),
        "cannot open the accelerometer a: Device or resource busy; another program is reading it, "
          + "such as iio-sensor-proxy, and only one can: sudo motionctl doctor names it"
      ),
      (
        .bufferTaken(device: "a"),
        "the buffer of the accelerometer a was on already, and only one program can have it: "
          + "iio-sensor-proxy, or what else uses it, has no readings until motions are released; "
          + "sudo systemctl mask --now iio-sensor-proxy ends that"
      ),
    ]
    for (error, text) in errors { #expect(error.description == text) }
    #expect(AccelerometerError.noContext(uri: "local:", error: .permissionDenied).isNotPermitted)
    #expect(
      !AccelerometerError.noContext(uri: "local:", error: .noSuchFileOrDirectory).isNotPermitted)
  }
}
