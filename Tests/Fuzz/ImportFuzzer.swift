// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionImport

/// An export is read to the same in any pieces, and what is imported of it is a whole recording.
///
/// The first byte is the choices of the user, the second the place of the cut.
func fuzzExports(_ bytes: [UInt8]) {
  guard bytes.count > 2 else { return }
  let (choices, text) = (bytes[0], Array(bytes[2...]))
  var options = ImportOptions()
  if choices & 1 != 0 { options.isRepairing = true }
  if choices & 2 != 0 { options.rate = 50 }
  if choices & 4 != 0 { options.gravity = choices & 8 != 0 ? .included : .absent }
  if choices & 16 != 0 { options.unit = .gravities }
  if choices & 32 != 0 { options.columns = ["time", "x", "y", "z"] }
  if choices & 64 != 0 { options.isInverted = true }
  let cut = Int(bytes[1]) % text.count
  let whole = imported([text], options)
  precondition(
    whole == imported([Array(text[..<cut]), Array(text[cut...])], options),
    "an export depends on its pieces")
  guard case .success(let recording) = whole else { return }
  precondition(!recording.readings.isEmpty || options.isRepairing, "an empty recording")
  guard let again = try? Recording(parsing: Array(recording.text.utf8).span) else {
    preconditionFailure("what was imported is refused")
  }
  precondition(again.readings == recording.readings, "what was imported is another recording")
}

private func imported(
  _ pieces: [[UInt8]], _ options: ImportOptions
) -> Result<Recording, ImportError> {
  do throws(ImportError) {
    var reader = ExportReader("Accelerometer.csv", options)
    for piece in pieces { try reader.parse(piece.span) }
    return .success(try ImportedRecording(try reader.finish(), options).recording)
  } catch { return .failure(error) }
}
