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
    "lie-still": lieStill,
    "turn": turn,
    "turn-over": turnOver,
    "pick-up": pickUp,
    "tilt": tilt,
    "taps": taps,
  ]

  /// The motions that motiond can simulate, by name.
  package static let simulations: KeyValuePairs = [
    "shake": shortShake,
    "long-shake": longShake,
    "freeFall": drop,
    "still": lieStill,
    "orientation": turn,
    "flip": turnOver,
    "pickUp": pickUp,
    "tilt": tilt,
    "tap": tap,
    "doubleTap": doubleTap,
  ]

  /// The motion that motiond simulates under `name`; nil for an unknown name.
  package static func simulation(_ name: String) -> MotionScript? {
    simulations.first { $0.key == name }?.value
  }

  /// The names of these motions, for a message, such as `shake, long-shake`.
  package static var simulationNames: String {
    simulations.map(\.key).joined(separator: ", ")
  }

  /// Held upright, tilted toward the viewer.
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

  /// Laid on a table, left there for eight seconds, and taken up again.
  public static let lieStill = MotionScript(
    "a phone laid on a table, and taken up 8 s later", duration: 15, attitude: inHand,
    [
      .turn(start: 3, duration: 0.9, attitude: [0, 0, 1]),
      .knock(at: 4, amplitude: 25),
      .letGo(at: 4),
      .turn(start: 12, duration: 0.7, attitude: inHand),
    ])

  /// Held upright, turned on its side with the right edge up, and back.
  public static let turn = MotionScript(
    "a phone turned from portrait to landscape, and back", duration: 8, attitude: [0, 0.96, 0.28],
    [
      .turn(start: 2, duration: 0.6, attitude: [0.96, 0, 0.28]),
      .turn(start: 5, duration: 0.6, attitude: [0, 0.96, 0.28]),
    ])

  /// Turned on its face on a table, and back.
  public static let turnOver = MotionScript(
    "a phone turned face down on a table, and face up again", duration: 8.5, attitude: [0, 0, 1],
    [
      .letGo(at: 0),
      .turn(start: 2, duration: 0.8, attitude: [0, 0, -1]),
      .knock(at: 2.9, amplitude: 15),
      .turn(start: 5.5, duration: 0.8, attitude: [0, 0, 1]),
      .knock(at: 6.4, amplitude: 15),
    ])

  /// Taken from a table, on which it lay for four seconds.
  public static let pickUp = MotionScript(
    "a phone taken from a table", duration: 7, attitude: [0, 0, 1],
    [.letGo(at: 0), .turn(start: 4, duration: 0.7, attitude: inHand)])

  /// Held in the hand, and then held at an angle of 50 degrees to that.
  public static let tilt = MotionScript(
    "a phone tilted to the side by 50 degrees", duration: 7, attitude: inHand,
    [.turn(start: 3, duration: 0.8, attitude: [0.772, 0.509, 0.381])])

  /// Tapped once while it lies on a table.
  package static let tap = MotionScript(
    "a tap on a phone that lies on a table", duration: 3, attitude: [0, 0, 1],
    [.letGo(at: 0), .knock(at: 1, amplitude: 25)])

  /// Tapped twice while it lies on a table.
  package static let doubleTap = MotionScript(
    "a double tap on a phone that lies on a table", duration: 3, attitude: [0, 0, 1],
    [.letGo(at: 0), .knock(at: 1, amplitude: 25), .knock(at: 1.25, amplitude: 20)])

  /// Tapped twice, and then once, while it lies on a table.
  public static let taps = MotionScript(
    "a double tap and a tap on a phone that lies on a table", duration: 4.5, attitude: [0, 0, 1],
    [
      .letGo(at: 0), .knock(at: 1, amplitude: 25), .knock(at: 1.25, amplitude: 20),
      .knock(at: 3, amplitude: 25),
    ])

  /// Two short shakes, one from side to side, the other up and down.
  public static let shakeToUndo = MotionScript(
    "two short shakes, along x and along y, for the demo", duration: 7, attitude: inHand,
    [
      .swings(start: 1.5, duration: 0.8, frequency: 5, amplitude: 20, direction: [1, 0, 0]),
      .swings(start: 4.5, duration: 0.8, frequency: 5, amplitude: 20, direction: [0, 1, 0]),
    ])
}
