// SPDX-License-Identifier: Apache-2.0

import MotionCore
import Testing

/// A bank to be verified: how a fresh one is made.
///
/// A new gesture, or another configuration of one, is another line here.
struct Recognizer: CustomTestStringConvertible, CustomStringConvertible, Sendable {
  var description: String
  /// True if its events turn with the device; otherwise they say how the device is held.
  var turnsWithDevice = true
  var make: @Sendable () -> MotionPipeline

  var testDescription: String { description }

  static let all = [
    Recognizer(description: "shake") { MotionPipeline() },
    Recognizer(description: "shake of low sensitivity, window 0.5 s") {
      MotionPipeline([.shake(ShakeConfiguration(sensitivity: .low, window: .seconds(0.5)))])
    },
    Recognizer(description: "shake of high sensitivity, window 1.5 s") {
      MotionPipeline([.shake(ShakeConfiguration(sensitivity: .high, window: .seconds(1.5)))])
    },
    Recognizer(description: "free fall") { MotionPipeline([.freeFall()]) },
    Recognizer(description: "free fall of 120 ms beside shake") {
      MotionPipeline([.shake(), .freeFall(duration: .milliseconds(120))])
    },
    Recognizer(description: "still for 1 s") {
      MotionPipeline([.still(duration: .seconds(1))])
    },
    Recognizer(description: "orientation", turnsWithDevice: false) {
      MotionPipeline([.orientation()])
    },
    Recognizer(description: "flip beside pick-up", turnsWithDevice: false) {
      MotionPipeline([.flip(), .pickUp()])
    },
    Recognizer(description: "tilt") { MotionPipeline([.tilt()]) },
    Recognizer(description: "tap") { MotionPipeline([.tap()]) },
    Recognizer(description: "double tap") { MotionPipeline([.doubleTap()]) },
    Recognizer(description: "tap of high sensitivity beside double tap") {
      MotionPipeline([
        .tap(sensitivity: .high, waitsForDoubleTap: true), .doubleTap(),
      ])
    },
  ]
}
