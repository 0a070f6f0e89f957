// SPDX-License-Identifier: Apache-2.0

import Commands
import Foundation
import LinuxSupport
import MotionBus
import Testing

@testable import MotionSensors
@testable import motionctl

/// What `list`, `status` and `doctor` print as JSON, to the byte.
@Suite struct JSONOutputTests {
  @Test("a status, with values of each type")
  func status() {
    let status: [String: BusValue] = [
      "Version": .string("0.1.0"), "Device": .string("bmi\"1\\60/\n"), "Capture": .bool(true),
      "SampleRate": .double(100), "MeasuredRate": .double(99.96), "Small": .double(-1e-9),
      "Readings": .uint64(.max), "int64": .int64(.min), "User": .uint32(1000),
      "int32": .int32(-1), "byte": .byte(7), "h": .descriptor(3), "path": .path("/a"),
      "Events": .strings(["shake began", "x\ty"]), "doubles": .doubles([0.5, 2, -0.0]),
      "none": .strings([]), "Defaults": .dictionary([:]),
      "texts": .texts(["b": "2", "a": "\u{1}"]),
      "Clients": .dictionary(["2": .dictionary(["flip.x": .double(1)])]),
      "array": .array("u", [.uint32(1), .uint32(2)]),
      "structure": .structure([.string("ß²🙂"), .bool(false)]), "later": .other("v"),
    ]
    let json = BusValue.dictionary(status).json
    #expect(
      json == #"{"Capture":true,"Clients":{"2":{"flip.x":1}},"Defaults":{},"#
        + #""Device":"bmi\"1\\60/\n","Events":["shake began","x\ty"],"MeasuredRate":99.96,"#
        + #""Readings":18446744073709551615,"SampleRate":100,"Small":-1e-09,"User":1000,"#
        + #""Version":"0.1.0","array":[1,2],"byte":7,"doubles":[0.5,2,-0],"h":3,"int32":-1,"#
        + #""int64":-9223372036854775808,"later":"v","none":[],"path":"/a","#
        + #""structure":["ß²🙂",false],"texts":{"a":"\u0001","b":"2"}}"#)
  }

  @Test("a finding of the doctor, with and without a remedy")
  func finding() {
    let findings: [Finding] = [.wrong("bus", "it says \"no\"", "mend /it"), .fine("driver", "ß\n")]
    #expect(
      findings.map(\.json) == [
        #"{"remedy":"mend /it","subject":"bus","text":"it says \"no\"","verdict":"wrong"}"#,
        #"{"subject":"driver","text":"ß\n","verdict":"fine"}"#,
      ])
  }

  @Test("an accelerometer, as Foundation encodes it")
  func accelerometer() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var info = AccelerometerInfo(id: "iio:device0", axes: ["x", "y"], rates: [], hasBuffer: false)
    func check() throws {
      #expect(try info.json == String(decoding: encoder.encode(info), as: UTF8.self))
    }
    try check()
    (info.name, info.label, info.location) = ("bmi160", "a/\"b\"", "lid")
    (info.rate, info.rates, info.scale, info.range) = (100, [12.5, 100], 0.0191536, 39.2265728)
    (info.mountMatrix, info.mountMatrixSource) = (.identity, .udev)
    (info.trigger, info.hasBuffer, info.magnitude) = ("sysfstrig0", true, 9.81)
    (info.problem, info.clock) = ("it has no z", .monotonic)
    (info.events, info.enabledEvents) = ([.tap, .freeFall], [])
    for way in [SamplingWay.buffer, .trigger("sysfstrig0"), .timer, .poll] {
      info.sampling = way
      try check()
    }
    for source in [MountMatrixSource.device, .channel, .assumed] {
      info.mountMatrixSource = source
      try check()
    }
  }
}
