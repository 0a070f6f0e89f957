/// An axis that is read without a buffer.
struct RawAxis {
  let channel: IIOChannel
  /// What is added to the raw value.
  let offset: Double
  /// What the sum is multiplied by, to give m/s².
  let scale: Double

  /// The acceleration along it now, in m/s².
  ///
  /// - Throws: the system's error
  func acceleration() throws(SystemError) -> Double {
    (Double(try channel.rawValue()) + offset) * scale
  }
}
