/// The text that a function of the C library writes.
///
/// - Parameters:
///   - capacity: the room for it, its zero included
///   - write: writes at most so many bytes at the pointer, of which all are zero; false if it fails
/// - Returns: the text; nil if it failed
func textFromC(
  capacity: Int = 4096, _ write: (UnsafeMutablePointer<CChar>, Int) -> Bool
) -> String? {
  withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { buffer in
    buffer.initialize(repeating: 0)
    guard let start = buffer.baseAddress, write(start, capacity) else { return nil }
    return String(cString: start)
  }
}
