// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// The scripts of the recordings in `samples/`: scripts of the kinds of motion, and others.
public enum SampleLibrary {
  /// The sampling rate of the recordings in `samples/`, in Hz.
  public static let rate = 100.0

  /// The samples, each under the name of its file, without the extension.
  public static let scripts: [(key: String, value: MotionScript)] =
    MotionRegistry.all.flatMap { $0.samples.map { (key: $0.name, value: $0.script) } } + [
      (key: "walk", value: walk), (key: "put-down", value: putDown),
      (key: "shake-cut-by-gap", value: shakeCutByGap), (key: "shake-to-undo", value: shakeToUndo),
    ]

  /// The motions that motiond can simulate, by name.
  package static let simulations: [(key: String, value: MotionScript)] =
    MotionRegistry.all.map { (key: $0.kind.rawValue, value: $0.simulation) }
    + [(key: "long-shake", value: .longShake)]

  /// The motion that motiond simulates under `name`; nil for an unknown name.
  package static func simulation(_ name: String) -> MotionScript? {
    simulations.first { $0.key == name }?.value
  }

  /// The names of these motions, for a message, such as `shake, long-shake`.
  package static var simulationNames: String {
    simulations.map(\.key).joined(separator: ", ")
  }

  /// A hand carries the device at a brisk walk.
  public static let walk = MotionScript(
    "a walk, two steps a second for 10 s", duration: 12, attitude: MotionScript.inHand,
    [.walk(start: 1, duration: 10, cadence: 2, amplitude: 4)])

  /// A hand turns the device flat, and lays it on a table.
  public static let putDown = MotionScript(
    "a phone put down on a table", duration: 5, attitude: MotionScript.inHand,
    [
      .turn(start: 1, duration: 0.9, attitude: [0, 0, 1]),
      .knock(at: 2, amplitude: 25),
      .knock(at: 2.15, amplitude: 8),
      .letGo(at: 2),
    ])

  /// A long shake with readings that stop after half a second of it.
  public static let shakeCutByGap = MotionScript(
    "a shake cut short by a gap of 1 s in the readings", duration: 4, attitude: MotionScript.inHand,
    [
      .swings(start: 1, duration: 1, frequency: 5, amplitude: 20, direction: [1, 0, 0]),
      .gap(start: 1.6, duration: 1),
    ])

  /// Two short shakes, one from side to side, the other up and down.
  public static let shakeToUndo = MotionScript(
    "two short shakes, along x and along y, for the demo", duration: 7,
    attitude: MotionScript.inHand,
    [
      .swings(start: 1.5, duration: 0.8, frequency: 5, amplitude: 20, direction: [1, 0, 0]),
      .swings(start: 4.5, duration: 0.8, frequency: 5, amplitude: 20, direction: [0, 1, 0]),
    ])
}
