// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import LinuxSupport
import MotionCore

/// The facts about an input device that sysfs and udev show to every user, without opening a node.
struct InputFacts: Hashable, Sendable {
  /// The kernel's name for the device's node, such as `event7`.
  var id: String
  /// The driver's name for the device.
  var name: String
  /// The address of a device that has one, such as a Bluetooth controller; it stays when the device
  /// comes back under another ``id``.
  var address: String?
  /// The bus, vendor and product, as `linux/input.h` and the makers number them.
  var bus: UInt16 = 0
  var vendor: UInt16 = 0
  var product: UInt16 = 0
  /// A Boolean value that indicates whether the device has the property `INPUT_PROP_ACCELEROMETER`.
  var isAccelerometer = false
  /// The absolute axes of the device.
  var axes = InputBits()
  /// A Boolean value that indicates whether the device has any key or button.
  var hasKeys = false
  /// A Boolean value that indicates whether the device sends `MSC_TIMESTAMP`, its clock, with each
  /// report.
  var hasClock = false
  /// The mounting by udev, instead of the directions that its driver gives the axes; nil if udev
  /// has none.
  var mounting: Mounting?
  /// The place by udev; nil if it has none.
  var location: String?
}

extension InputFacts {
  /// The description of the node `id` in sysfs; nil if there is none, or if neither its properties
  /// nor its name belong to an accelerometer.
  ///
  /// - Parameters:
  ///   - id: such as `event7`
  ///   - folder: the folder where the kernel shows the nodes
  init?(of id: String, in folder: String) {
    let device = "\(folder)/\(id)/device"
    func text(_ name: String) -> String? {
      SmallFile.attribute(at: "\(device)/\(name)")?.printable
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

  /// All names of the device.
  var names: [String] { [name, id] + [address].compactMap { $0 } }
}

/// A set of numbers in words, as in the kernel, which writes it to sysfs as hexadecimal digits, the
/// highest word first.
struct InputBits: Hashable, Sendable {
  /// The words, the lowest first, without zeros at the end.
  private(set) var words: [UInt] = []

  /// The empty set.
  init() {}

  /// The set in `text`; a word that is no number counts as zero.
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

  /// Returns whether `number` is in the set.
  func contains(_ number: Int32) -> Bool {
    let (word, bit) = Int(number).quotientAndRemainder(dividingBy: UInt.bitWidth)
    return words.indices.contains(word) && words[word] >> UInt(bit) & 1 == 1
  }
}
