// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import LinuxSupport
import MotionCore

/// An input device as sysfs describes it to every user, so that no node is opened to find out.
struct InputFacts: Hashable, Sendable {
  /// The kernel's name for its node, such as `event7`.
  var id: String
  /// The driver's name for it.
  var name: String
  /// The address of a device that has one, such as a controller's on Bluetooth; it stays when the
  /// device comes back under another ``id``.
  var address: String?
  /// Its bus, vendor and product, as `linux/input.h` and the makers number them.
  var bus: UInt16 = 0
  var vendor: UInt16 = 0
  var product: UInt16 = 0
  /// A Boolean value that indicates whether it has the property `INPUT_PROP_ACCELEROMETER`.
  var isAccelerometer = false
  /// Its absolute axes.
  var axes = InputBits()
  /// A Boolean value that indicates whether it has any key or button.
  var hasKeys = false
  /// A Boolean value that indicates whether it sends `MSC_TIMESTAMP`, a clock of its own, with each
  /// report.
  var hasClock = false
}

extension InputFacts {
  /// The description of the node `id` in sysfs; nil if there is none, or if neither its properties
  /// nor its name are those of an accelerometer.
  ///
  /// - Parameters:
  ///   - id: such as `event7`
  ///   - folder: where the kernel shows the nodes
  init?(of id: String, in folder: String) {
    let device = "\(folder)/\(id)/device"
    func text(_ name: String) -> String? {
      (try? SmallFile.text(of: "\(device)/\(name)", "an attribute"))
        .map { $0.split(separator: "\n").first.map { String($0).printable } ?? "" }
    }
    func number(_ name: String) -> UInt16 {
      text("id/\(name)").flatMap { UInt16($0, radix: 16) } ?? 0
    }
    guard let name = text("name") else { return nil }
    self.init(id: id, name: name)
    isAccelerometer = InputBits(text("properties") ?? "").contains(INPUT_PROP_ACCELEROMETER)
    guard isAccelerometer || InputModel.names.contains(name) else { return nil }
    address = text("uniq").flatMap { $0.isEmpty ? nil : $0 }
    (bus, vendor, product) = (number("bustype"), number("vendor"), number("product"))
    axes = InputBits(text("capabilities/abs") ?? "")
    hasKeys = InputBits(text("capabilities/key") ?? "") != InputBits()
    hasClock = InputBits(text("capabilities/msc") ?? "").contains(MSC_TIMESTAMP)
  }

  /// All its names.
  var names: [String] { [name, id] + [address].compactMap { $0 } }
}

/// A set of numbers as the kernel has it, in words, and writes it in sysfs: as hexadecimal digits,
/// the highest word first.
struct InputBits: Hashable, Sendable {
  /// The lowest first, without zeros at the end.
  private(set) var words: [UInt] = []

  /// The empty set.
  init() {}

  /// The set that `text` has; words that are no numbers are passed over.
  init(_ text: String) {
    words = text.split(separator: " ").reversed().map { UInt($0, radix: 16) ?? 0 }
    while words.last == 0 { words.removeLast() }
  }

  /// The set of `numbers`.
  init(_ numbers: [Int32]) {
    for number in numbers {
      let (word, bit) = Int(number).quotientAndRemainder(dividingBy: UInt.bitWidth)
      while words.count <= word { words.append(0) }
      words[word] |= 1 << UInt(bit)
    }
  }

  /// Returns true if `number` is in it.
  func contains(_ number: Int32) -> Bool {
    let (word, bit) = Int(number).quotientAndRemainder(dividingBy: UInt.bitWidth)
    return words.indices.contains(word) && words[word] >> UInt(bit) & 1 == 1
  }
}
