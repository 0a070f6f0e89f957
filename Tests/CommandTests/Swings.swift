// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A recording of swings of `amplitude` m/s² at 3 Hz, from 1 to 1.8 s.
func swings(_ amplitude: Double) -> String {
  (0..<300).reduce(into: "timestamp_ns,x,y,z\n") { text, index in
    let time = Double(index) / 100
    let x = (1..<1.8).contains(time) ? amplitude * sin(6 * .pi * (time - 1)) : 0
    text += "\(index * 10_000_000),\(x),0,9.8\n"
  }
}
