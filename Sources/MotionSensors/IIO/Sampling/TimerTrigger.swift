// SPDX-License-Identifier: Apache-2.0

import Glibc
import LinuxSupport
import SystemPackage

/// A trigger for one reader, fired by a high-resolution timer of the kernel.
///
/// It is a folder in configfs, from `init` until the release, which removes the trigger from its
/// user. A later process uses a folder again that a crash left behind.
final class TimerTrigger {
  /// The folder of such triggers, if `iio-trig-hrtimer` is loaded and configfs is mounted.
  static let folder = "/sys/kernel/config/iio/triggers/hrtimer"
  /// The prefix of the names of all triggers made here.
  static let prefix = "motiond-"

  /// The trigger's name in the kernel.
  let name: String
  private let path: String
  private var user: IIODevice?

  /// Returns whether a trigger can be made in `folder`.
  static func isAvailable(in folder: String = TimerTrigger.folder) -> Bool {
    access(folder, W_OK) == 0
  }

  /// A trigger for the device `id`, made in `folder`.
  ///
  /// - Throws: the system's error
  init(for id: String, in folder: String = TimerTrigger.folder) throws(Errno) {
    name = Self.prefix + id.split(separator: ":").joined(separator: "-")
    path = "\(folder)/\(name)"
    guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw .last }
  }

  /// Sets the user of the trigger, which loses it at the end.
  func isUsed(by device: IIODevice) {
    user = device
  }

  deinit {
    // A trigger in use would outlive its folder.
    user?.clearTrigger()
    rmdir(path)
  }
}
