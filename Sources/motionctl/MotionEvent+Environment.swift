import MotionBus
import MotionCore

extension MotionEvent {
  /// What it tells, as variables of an environment: the keys of the JSON line after `MOTION_`, with
  /// blanks between the numbers of a vector.
  var environment: [(String, String)] {
    let phase =
      switch phase {
      case .began: "began"
      case .ended: "ended"
      case .cancelled: "cancelled"
      }
    var facts = [
      ("MOTION_MOTION", motion.rawValue), ("MOTION_PHASE", phase),
      ("MOTION_TIMESTAMP_NS", "\(timestamp.nanoseconds)"),
    ]
    for (key, value) in details.sorted(by: { $0.key < $1.key }) {
      facts.append(("MOTION_\(key.uppercased())", value.text))
    }
    return facts
  }
}

extension BusValue {
  fileprivate var text: String {
    switch self {
    case .bool(let value): "\(value)"
    case .int32(let value): "\(value)"
    case .uint32(let value): "\(value)"
    case .int64(let value): "\(value)"
    case .uint64(let value): "\(value)"
    case .double(let value): "\(value)"
    case .string(let text): text
    case .strings(let texts): texts.joined(separator: " ")
    case .doubles(let values): values.map { "\($0)" }.joined(separator: " ")
    case .descriptor, .dictionary, .texts, .structure, .other: ""
    }
  }
}
