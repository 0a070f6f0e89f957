// SPDX-License-Identifier: Apache-2.0

import MotionCore

extension IIODevice {
  /// Returns the orientation of the accelerometer in the machine, and its source.
  ///
  /// The first present one of these decides: udev's property, the attribute of the device, the
  /// attribute of a channel, and libiio's form of bmc150's `in_mount_matrix`, a channel `mount`
  /// with an attribute `matrix`.
  ///
  /// - Returns: the matrix, its source, and its problem, if any
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
      return Mounting(reading: text, from: source)
    }
    return Mounting(.identity, from: .assumed)
  }
}
