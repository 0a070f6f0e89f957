// SPDX-License-Identifier: Apache-2.0

import FakeSensor

extension FakeDevice {
  /// The description of `devices` that a client asks for first.
  static func context(_ devices: [FakeDevice]) -> String {
    let version = #"<?xml version="1.0" encoding="utf-8"?>"#
    let devices = devices.map(\.xml).joined()
    return version + #"<context name="network" description="fake">"# + devices + "</context>"
  }

  private var xml: String {
    let name = name.map { #" name="\#($0)""# } ?? ""
    let label = label.map { #" label="\#($0)""# } ?? ""
    let attributes = attributes.keys.sorted().filter { !$0.contains(" ") }
      .map { #"<attribute name="\#($0)"/>"# }.joined()
    return #"<device id="\#(id)"\#(name)\#(label)>"# + channels.map(xml).joined() + attributes
      + #"<buffer-attribute name="enable"/></device>"#
  }

  private func xml(_ channel: Channel) -> String {
    let attributes = attributes.keys.sorted().filter { $0.hasPrefix(channel.id + " ") }
      .map { $0.dropFirst(channel.id.count + 1) }
      .map { #"<attribute name="\#($0)" filename="in_\#(channel.id)_\#($0)"/>"# }.joined()
    let element = channel.place.map { index, format in
      let format = format.split(separator: ">>").joined(separator: "&gt;&gt;")
      return #"<scan-element index="\#(index)" format="\#(format)"/>"#
    }
    return #"<channel id="\#(channel.id)" type="input">"# + (element ?? "") + attributes
      + "</channel>"
  }
}
