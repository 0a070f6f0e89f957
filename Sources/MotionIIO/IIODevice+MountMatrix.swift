/// Where a mount matrix came from.
public enum MountMatrixSource: String, Hashable, Sendable, Encodable {
  /// The property `ACCEL_MOUNT_MATRIX` of udev, which the hardware database sets.
  case udev
  /// The device's attribute.
  case device
  /// The attribute of a channel.
  case channel
  /// Nobody says: it is taken for the identity.
  case assumed
}

extension IIODevice {
  /// How it sits in the machine, and who says so.
  ///
  /// The first of these that says anything decides: udev's property, the attribute of the device, that
  /// of a channel, and what libiio makes of bmc150's `in_mount_matrix`: a channel `mount` with an
  /// attribute `matrix`.
  ///
  /// - Parameter isRemote: whether it is another machine's, whose udev cannot be asked
  /// - Returns: the matrix, and who says so
  /// - Throws: an ``AccelerometerError`` if what it says is no mount matrix
  func mountMatrix(
    isRemote: Bool
  ) throws(AccelerometerError) -> (matrix: MountMatrix, source: MountMatrixSource) {
    let udev = isRemote ? nil : Udev.property("ACCEL_MOUNT_MATRIX", of: id)
    let candidates: [(String?, MountMatrixSource)] = [
      (udev, .udev),
      (attribute("mount_matrix"), .device),
      (attribute("in_accel_mount_matrix"), .device),
      (attribute("in_mount_matrix"), .device),
      (axisChannels?.lazy.compactMap { $0.attribute("mount_matrix") }.first, .channel),
      (channels.first { $0.id == "mount" }?.attribute("matrix"), .channel),
    ]
    for case (let text?, let source) in candidates {
      guard let matrix = MountMatrix(text) else {
        throw .unusable(
          device: title, reason: "the mount matrix of its \(source) is '\(text)', which is none")
      }
      return (matrix, source)
    }
    return (.identity, .assumed)
  }
}
