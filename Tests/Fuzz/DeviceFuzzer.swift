// SPDX-License-Identifier: Apache-2.0

import MotionCore

@testable import IIORelay
@testable import MotionSensors

/// What devices and servers say of themselves: all of it is refused, or makes sense.
func fuzzAttributes(_ input: Input) {
  var input = input
  switch input.number(below: 4) {
  case 0:
    let text = String(decoding: input.rest(), as: UTF8.self)
    if let matrix = MountMatrix(text) {
      let gravity = matrix.applied(to: SIMD3(0, 0, 9.8))
      precondition(gravity.x.isFinite || !gravity.x.isNaN, "a mount matrix that makes no numbers")
    }
  case 1: fuzzLayout(&input)
  case 2:
    guard let description = try? ServerDescription(input.rest()) else { return }
    let text = String(decoding: description.bytes, as: UTF8.self)
    precondition(
      !text.contains("SYSTEM") || !text.contains("<!ENTITY"), "a document outside is named")
    let body = text.components(before: "<context")
    precondition(!body.contains("<!") && !body.contains("<?"), "more than elements")
  default:
    switch ServerRequest(String(decoding: input.rest(), as: UTF8.self)) {
    case .scans(let count), .number(let count):
      precondition((0...ServerRequest.mostBytes).contains(count), "more than may be asked for")
    case .blank, .exit, .version, .description, .text, .refused: break
    }
  }
}

extension String {
  /// What follows the last document type, which ends before `mark`.
  fileprivate func components(before mark: String) -> Substring {
    guard let end = self.range(ofLast: "]>") else { return self[...] }
    return self[end...]
  }

  private func range(ofLast text: String) -> Index? {
    // The document type that is ours comes first, and has the first such end.
    var index = startIndex
    while index < endIndex {
      if self[index...].hasPrefix(text) { return self.index(index, offsetBy: text.count) }
      index = self.index(after: index)
    }
    return nil
  }
}

private func fuzzLayout(_ input: inout Input) {
  var elements: [ScanLayout.Element] = []
  for index in 0..<4 {
    guard
      let format = SampleFormat(
        input.byte() & 1 == 0 ? .little : .big, isSigned: input.byte() & 1 == 0,
        realBits: Int(input.byte()), storageBits: [8, 16, 32, 64, 24, 0][input.number(below: 6)],
        shift: Int(input.byte()) - 8)
    else { return }
    elements.append(
      ScanLayout.Element(
        format: format, index: index, offset: input.double(), scale: input.double())
    )
  }
  let layout = ScanLayout(
    axes: Array(elements[..<3]), timestamp: input.byte() & 1 == 0 ? elements[3] : nil)
  var bytes = input.rest()
  bytes += [UInt8](repeating: 0, count: max(0, layout.size - bytes.count))
  let last = bytes.count - layout.size
  bytes += [UInt8](repeating: 0, count: SampleFormat.decodedSize)
  for start in stride(from: 0, through: last, by: max(1, layout.size)) {
    _ = layout.acceleration(bytes.span, at: start)
    _ = layout.timestamp(bytes.span, at: start)
  }
}
