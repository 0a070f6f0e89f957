import Glibc

/// What udev knows of devices: a file for each, named by the kind and number of its node.
///
/// Read as systemd's `sd-device` does it; libudev would be one more library for one line of text.
package struct UdevDatabase {
  private let directory: String

  /// The database in `directory`.
  package init(directory: String = "/run/udev/data") {
    self.directory = directory
  }

  /// The property `name` of the character device `number`; nil if there is none.
  ///
  /// - Parameters:
  ///   - name: such as `ACCEL_MOUNT_MATRIX`
  ///   - number: as `major:minor`
  /// - Returns: the value
  package func property(_ name: String, ofCharacterDevice number: String) -> String? {
    let prefix = "E:\(name)="
    return firstLine(of: "\(directory)/c\(number)") { $0.hasPrefix(prefix) }.map {
      String($0.dropFirst(prefix.count))
    }
  }
}

/// The first line of the file at `path` that is wanted, without its newline; nil if there is none.
func firstLine(of path: String, _ isWanted: (String) -> Bool = { _ in true }) -> String? {
  guard let file = fopen(path, "re") else { return nil }
  defer { fclose(file) }
  var line: UnsafeMutablePointer<CChar>?
  var size = 0
  defer { free(line) }
  while getline(&line, &size, file) >= 0, let start = line {
    let text = String(cString: start).filter { $0 != "\n" }
    if isWanted(text) { return text }
  }
  return nil
}
