/// The file in which Sensor Logger describes a recording, beside those of the sensors.
package enum ExportMetadata {
  /// Its name.
  package static let file = "Metadata.csv"

  /// True if the values point as those of iOS do: the phone runs it, and the app does not turn them round.
  package static func isFromIOS(_ text: [UInt8]) -> Bool {
    let lines = text.split(separator: UInt8(ascii: "\n"))
    guard lines.count >= 2 else { return false }
    let names = ExportLine(lines[0], separator: UInt8(ascii: ",")).texts
    let values = ExportLine(lines[1], separator: UInt8(ascii: ","))
    func value(_ name: String) -> String? {
      names.firstIndex { $0.lowercased() == name }.map { values.text($0).lowercased() }
    }
    return value("platform") == "ios" && value("standardization") != "true"
  }
}
