// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestTraits
import Testing

@testable import phone_accelerometer

/// What draws a code, and what is said where a program is missing.
@Suite(.waits) struct PageToolTests {
  @Test("a program that is missing is said with its package")
  func missing() {
    let error = #expect(throws: (any Error).self) {
      try Tool.run(["no-such-program"], from: "openssl")
    }
    #expect(
      error.map { "\($0)" } == "the program no-such-program is missing: apt-get install openssl")
    #expect(QRCode.text(of: "a", by: ["no-such-program"]) == nil)
    #expect(QRCode.text(of: "a", by: ["false"]) == nil)
  }

  @Test("the text of a code is its standard input, and no argument")
  func input() {
    let script = ["sh", "-c", "echo \"$@\"; cat", "draw"]
    #expect(QRCode.text(of: "https://a/token", by: script) == "-t UTF8\nhttps://a/token")
  }

  @Test("a program gets more than any pipe holds, and may not say or wait without end")
  func bounds() throws {
    let text = [UInt8](repeating: 97, count: 200_000)
    #expect(try Tool.run(["cat"], from: "coreutils", input: text).output == text)
    for (words, why) in [
      (["yes"], "cannot run yes: it says more than"),
      (["sleep", "1000"], "sleep did not end within"),
    ] {
      let error = #expect(throws: (any Error).self) {
        try Tool.run(words, from: "coreutils", within: .seconds(words == ["yes"] ? 30 : 0))
      }
      #expect(error.map { "\($0)" }?.hasPrefix(why) == true)
    }
  }

  @Test(
    "a code of characters",
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: "/usr/bin/qrencode"),
      "apt-get install qrencode"))
  func code() throws {
    let code = try #require(QRCode.text(of: "https://192.0.2.2:8443/\(UUID().uuidString)"))
    let lines = code.split(separator: "\n")
    // Two rows a line, of a square with a margin.
    #expect(lines.count > 15 && lines.allSatisfy { $0.count == lines[0].count })
    #expect(Set(code).isSubset(of: ["█", "▀", "▄", " ", "\n"]))
  }
}
