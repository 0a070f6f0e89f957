// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import MotionCore
import MotionSensors

extension AccelerometerInfo.Place {
  /// The place in words; nil if it is unknown.
  fileprivate var text: String? {
    switch self {
    case .display: "with the display"
    case .unknown: nil
    case .base: "in the base, with the keyboard"
    }
  }
}

extension AccelerometerInfo {
  /// The properties as lines for people, with the name above them.
  public var text: String {
    let rows = subsystem == .iio ? rowsOfIIO : rowsOfInput
    var text = "\(name ?? id)\n"
    for (name, value) in rows {
      let blanks = String(repeating: " ", count: 12 - name.count)
      text += "  \(name):\(blanks)\(value ?? "unknown")\n"
    }
    return text
  }

  /// The way of sampling it, in words; nil if there is none.
  package var samplingText: String? {
    guard subsystem == .input else { return sampling.map { "\($0)" } }
    return "by its events"
      + (isChecked == false ? ", unchecked: it was not calm for a second yet" : "")
  }

  private var rowsOfIIO: [(String, String?)] {
    let known = rates.map { "\($0)" }.joined(separator: ", ")
    return [
      ("id", id), ("label", label), ("location", location), ("place", place.text),
      ("axes", axes.joined(separator: ", ")),
      ("rate", rate.map { "\($0) Hz" }),
      (
        "rates",
        rateRange.map { "\($0.lowerBound) to \($0.upperBound) Hz" }
          ?? (known.isEmpty ? nil : "\(known) Hz")
      ),
      ("range", range.map { "±\($0.text(decimals: 1)) m/s²" }),
      ("resolution", scale.map { "\($0) m/s²" }),
      ("mounted", mountProblem ?? mountMatrix.map { "\($0) (\(mountText))" }),
      ("trigger", trigger),
      ("sampling", sampling.map { "\($0)" }),
      ("events", events.isEmpty ? "none" : events.map(\.rawValue).joined(separator: ", ")),
      ("|a| now", magnitude.map { "\($0.text(decimals: 2)) m/s²\(plausibility)" }),
      ("problem", problem ?? "none"),
    ]
  }

  /// The properties that an input device has, and its address.
  private var rowsOfInput: [(String, String?)] {
    [
      ("id", "\(id), an input device"), ("address", address ?? "none"), ("place", place.text),
      ("axes", axes.joined(separator: ", ")),
      ("rate", rate.map { "\($0) Hz, as its driver has it" }),
      ("range", range.map { "±\($0.text(decimals: 1)) m/s²" }),
      ("resolution", scale.map { "\($0) m/s²" }),
      ("clock", "boottime"),
      (
        "mounted",
        mountProblem
          ?? (mountMatrixSource == .device
            ? "as its driver says" : mountMatrix.map { "\($0) (\(mountText))" })
      ),
      ("|a| now", magnitude.map { "\($0.text(decimals: 2)) m/s²\(plausibility)" }),
      ("problem", problem ?? "none"),
    ]
  }

  /// The properties as one JSON object, without a newline, as its `Encodable` has them.
  package var json: String {
    jsonObject([
      "id": id.jsonString, "subsystem": subsystem.rawValue.jsonString,
      "address": address?.jsonString, "name": name?.jsonString, "label": label?.jsonString,
      "location": location?.jsonString, "place": place.rawValue.jsonString,
      "axes": jsonArray(axes.map(\.jsonString)),
      "rate": rate?.jsonNumber, "rates": jsonArray(rates.map(\.jsonNumber)),
      "rateRange": rateRange.map {
        jsonArray([$0.lowerBound.jsonNumber, $0.upperBound.jsonNumber])
      },
      "scale": scale?.jsonNumber, "range": range?.jsonNumber,
      "mountMatrix": mountMatrix?.description.jsonString,
      "mountMatrixSource": mountMatrixSource?.rawValue.jsonString,
      "mountProblem": mountProblem?.jsonString, "trigger": trigger?.jsonString,
      "hasBuffer": "\(hasBuffer)", "sampling": sampling?.word.jsonString,
      "events": jsonArray(events.map(\.rawValue.jsonString)),
      "enabledEvents": enabledEvents.map { jsonArray($0.map(\.rawValue.jsonString)) },
      "magnitude": magnitude?.jsonNumber, "isChecked": isChecked.map { "\($0)" },
      "isUncalibrated": "\(isUncalibrated)", "isDriveGuard": "\(isDriveGuard)",
      "isPermissionProblem": "\(isPermissionProblem)",
      "problem": problem?.jsonString,
      "clock": clock?.rawValue.jsonString,
    ])
  }

  private var mountText: String {
    switch mountMatrixSource {
    case .udev: "from udev"
    case .device: "from the device"
    case .channel: "from a channel"
    case .option: "as given"
    case .assumed, nil: "assumed"
    }
  }

  private var plausibility: String {
    switch isPlausible {
    case true?: ", as at rest"
    case false?: ", which is not gravity: it moves, or its scale is wrong"
    case nil: ""
    }
  }
}
