/// The scripts of the recordings in `samples/`.
public enum SampleLibrary {
  /// The rate at which `samples/` was synthesised, in Hz.
  public static let rate = 100.0

  /// Each sample under the name of its file, without the extension.
  public static let scripts: KeyValuePairs<String, MotionScript> = [
    "short-shake": shortShake,
    "long-shake": longShake,
    "walk": walk,
    "put-down": putDown,
    "shake-cut-by-gap": shakeCutByGap,
    "shake-to-undo": shakeToUndo,
    "drop": drop,
  ]

  /// The motions that motiond can simulate, by name.
  package static let simulations = ["shake": shortShake, "long-shake": longShake]

  /// Held upright, tilted towards the viewer.
  private static let inHand = SIMD3(0.0, 0.8, 0.6)

  /// Shaken from side to side for less than a second.
  public static let shortShake = MotionScript(
    "a short shake along x, 0.8 s at 5 Hz", duration: 3, attitude: inHand,
    [.swings(start: 1, duration: 0.8, frequency: 5, amplitude: 20, direction: [1, 0, 0])])

  /// Shaken for three seconds: longer than the window.
  public static let longShake = MotionScript(
    "a long shake along x, 3 s at 5 Hz", duration: 6, attitude: inHand,
    [.swings(start: 1, duration: 3, frequency: 5, amplitude: 20, direction: [1, 0, 0])])

  /// Carried in the hand at a brisk walk.
  public static let walk = MotionScript(
    "a walk, two steps a second for 10 s", duration: 12, attitude: inHand,
    [.walk(start: 1, duration: 10, cadence: 2, amplitude: 4)])

  /// Turned flat and laid on a table.
  public static let putDown = MotionScript(
    "a phone put down on a table", duration: 5, attitude: inHand,
    [
      .turn(start: 1, duration: 0.9, attitude: [0, 0, 1]),
      .knock(at: 2, amplitude: 25),
      .knock(at: 2.15, amplitude: 8),
      .letGo(at: 2),
    ])

  /// A long shake whose readings stop after half a second of it.
  public static let shakeCutByGap = MotionScript(
    "a shake cut short by a gap of 1 s in the readings", duration: 4, attitude: inHand,
    [
      .swings(start: 1, duration: 1, frequency: 5, amplitude: 20, direction: [1, 0, 0]),
      .gap(start: 1.6, duration: 1),
    ])

  /// Let go of at a height of 1 m.
  public static let drop = MotionScript(
    "a drop from 1 m onto a floor", duration: 3, attitude: inHand,
    [.fall(start: 1, duration: 0.45, impact: 60), .letGo(at: 1)])

  /// Two short shakes, one from side to side, the other up and down.
  public static let shakeToUndo = MotionScript(
    "two short shakes, along x and along y, for the demo", duration: 7, attitude: inHand,
    [
      .swings(start: 1.5, duration: 0.8, frequency: 5, amplitude: 20, direction: [1, 0, 0]),
      .swings(start: 4.5, duration: 0.8, frequency: 5, amplitude: 20, direction: [0, 1, 0]),
    ])
}
