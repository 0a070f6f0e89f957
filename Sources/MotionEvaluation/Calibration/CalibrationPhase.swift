import MotionCore

/// Readings of which it is known what the person was asked to do meanwhile.
public struct CalibrationPhase: Hashable, Sendable {
  /// What the person was asked to do.
  public enum Task: String, Hashable, Sendable, Encodable {
    /// To shake once.
    case shake
    /// To leave the device alone.
    case still
    /// To handle it in any way but shaking.
    case other
  }

  /// What to call it when talking to users, such as the name of its file.
  public var name: String
  /// What the person was asked to do.
  public var task: Task
  /// In m/s², gravity included.
  public var readings: [Reading]

  /// The phase `name` in which `task` was done.
  ///
  /// - Parameters:
  ///   - name: what to call it when talking to users
  ///   - task: what the person was asked to do
  ///   - readings: in m/s², gravity included
  public init(_ name: String, _ task: Task, _ readings: [Reading]) {
    self.name = name
    self.task = task
    self.readings = readings
  }
}
