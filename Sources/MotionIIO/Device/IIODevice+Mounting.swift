// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionReader

extension IIODevice {
  /// The orientation of the accelerometer in the machine, and its source.
  ///
  /// The first of these that says anything decides: udev's property, the attribute of the device,
  /// that of a channel, and what libiio makes of bmc150's `in_mount_matrix`: a channel `mount` with
  /// an attribute `matrix`.
  ///
  /// What is no mount matrix is ignored, as a shake needs none.
  ///
  /// - Parameter udev: the property of udev, of a device of this machine
  /// - Returns: the matrix, its source, and the problem that there is with it
  package func mounting(udev: String? = nil) -> Mounting {
    let candidates: [(String?, MountMatrixSource)] = [
      (udev, .udev),
      (attribute("mount_matrix"), .device),
      (attribute("in_accel_mount_matrix"), .device),
      (attribute("in_mount_matrix"), .device),
      (axisChannels?.lazy.compactMap { $0.attribute("mount_matrix") }.first, .channel),
      (channels.first { $0.id == "mount" }?.attribute("matrix"), .channel),
    ]
    for case (let text?, let source) in candidates {
      return MountMatrix(text).map { Mounting($0, from: source) }
        ?? Mounting(ignoring: text.printable, from: source)
    }
    return Mounting(.identity, from: .assumed)
  }
}
