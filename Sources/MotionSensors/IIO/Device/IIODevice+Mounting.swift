// SPDX-License-Identifier: Apache-2.0

import MotionCore

extension IIODevice {
  /// Returns the orientation of the accelerometer in the machine, and its source.
  ///
  /// The first of these that is a matrix decides, as in iio-sensor-proxy: udev's property, the
  /// attribute of the device, the attribute of a channel, and libiio's form of bmc150's
  /// `in_mount_matrix`, a channel `mount` with an attribute `matrix`.
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
    var refused: Mounting?
    for case (let text?, let source) in candidates {
      let mounting = Mounting(reading: text, from: source)
      guard mounting.problem != nil else { return mounting }
      refused = refused ?? mounting
    }
    return refused ?? Mounting(.identity, from: .assumed)
  }
}
