import CIIO

/// The libiio that this process runs with.
public enum IIOLibrary {
  /// Its version, such as `0.24`.
  public static var version: String {
    var major: UInt32 = 0
    var minor: UInt32 = 0
    // The tag names a commit of libiio's; it must have room, but tells users nothing.
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 8) { tag in
      iio_library_get_version(&major, &minor, tag.baseAddress)
    }
    return "\(major).\(minor)"
  }
}
