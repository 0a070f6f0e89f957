import Glibc

/// A trigger that a high-resolution timer of the kernel's fires, made for one reader.
///
/// It is a folder in configfs, there from `init` until it is let go, and takes the trigger from its
/// user then. One that a crash left behind is used again.
final class TimerTrigger {
  /// Where the kernel makes triggers, if `iio-trig-hrtimer` is loaded and configfs is mounted.
  static let folder = "/sys/kernel/config/iio/triggers/hrtimer"
  /// What the names of all that are made here begin with.
  static let prefix = "motiond-"

  /// What the kernel calls it.
  let name: String
  private let path: String
  private var user: IIODevice?

  /// Whether one can be made in `folder`.
  static func isAvailable(in folder: String = TimerTrigger.folder) -> Bool {
    access(folder, W_OK) == 0
  }

  /// Makes one for the device `id` in `folder`.
  ///
  /// - Throws: the system's error
  init(for id: String, in folder: String = TimerTrigger.folder) throws(SystemError) {
    name = Self.prefix + id.split(separator: ":").joined(separator: "-")
    path = "\(folder)/\(name)"
    guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw SystemError(number: errno) }
  }

  /// Says whose trigger it is: it is taken from it in the end.
  func isUsed(by device: IIODevice) {
    user = device
  }

  deinit {
    // A trigger that is in use would outlive its folder.
    user?.clearTrigger()
    rmdir(path)
  }
}

/// An error of the system's.
struct SystemError: Error, Hashable {
  let number: Int32
}
