// SPDX-License-Identifier: Apache-2.0

import Foundation
import LinuxSupport
import MotionCore
import Testing

@testable import shake_to_undo

/// The settings: what a file may say, and what `set` changes in it.
@Suite struct SettingsTests {
  @Test("the file with its comments has the default settings")
  func defaults() throws {
    #expect(try Settings(text: SettingsFile.text(of: Settings())) == Settings())
  }

  @Test("all settings at once, with blanks, and again from the file that is written")
  func all() throws {
    let text = """
      # mine
        when = always
      enabled=no
      second-shake=yes
      ask=never
      shake=short
      window=1.5
      sensitivity=high
      question-seconds=20
      redo-seconds=0
      ignore=org.gnome.Nautilus, foot
      keys=gimp,
      """
    let settings = try Settings(text: text)
    #expect(settings.when == .always)
    #expect(!settings.isEnabled && settings.secondShake)
    #expect(settings.ask == .never)
    #expect(settings.shake == .short)
    #expect(settings.window == .seconds(1.5))
    #expect(settings.sensitivity == .high)
    #expect(settings.questionTime == .seconds(20))
    #expect(settings.redoTime == .zero)
    #expect(settings.ignored == ["org.gnome.Nautilus", "foot"])
    #expect(settings.keyed == ["gimp"])
    #expect(try Settings(text: SettingsFile.text(of: settings)) == settings)
  }

  @Test("the claim at motiond")
  func claim() throws {
    let usual = Settings().claim
    #expect(usual.motions == [.shake])
    #expect(usual.options.value(of: "window", of: .shake) == 1)
    #expect(usual.options.value(of: "long", of: .shake) == 1)
    #expect(usual.options.sensitivity == nil)
    let other = try Settings(text: "shake=short\nwindow=2.5\nsensitivity=0.1").claim
    #expect(other.options.value(of: "window", of: .shake) == 2.5)
    #expect(other.options.value(of: "long", of: .shake) == 0)
    #expect(other.options.sensitivity == 0.1)
  }

  @Test(
    "what cannot be taken is named with its line and with what would be",
    arguments: [
      ("colour=red", "line 1: there is no setting 'colour': there are enabled, "),
      ("\nwindow=20", "line 2: window must be a number from 0.5 to 10, not '20'"),
      ("window=nan", "line 1: window must be a number"), ("window=", "line 1: window must be"),
      ("#\nask", "line 2: expected KEY=VALUE, not 'ask'"),
      ("ask=maybe", "line 1: ask must be always or never, not 'maybe'"),
      ("sensitivity=2", "line 1: sensitivity must be low, medium, high, a number from 0 to 1"),
      ("enabled=true", "line 1: enabled must be yes or no, not 'true'"),
      ("redo-seconds=-1", "line 1: redo-seconds must be a number from 0 to 60, not '-1'"),
    ])
  func problems(_ text: String, _ message: String) {
    let error = #expect(throws: SettingsError.self) { try Settings(text: text) }
    #expect(error?.description.hasPrefix(message) == true, "\(String(describing: error))")
  }

  @Test("a long value is not repeated whole")
  func longValue() {
    let error = #expect(throws: SettingsError.self) {
      try Settings(text: "ask=" + String(repeating: "x", count: 1_000_000))
    }
    #expect((error?.description.count ?? .max) < 200)
  }

  @Test("set keeps comments, order and other lines")
  func set() throws {
    let folder = try TemporaryPlace()
    let path = folder.path + "/shake-to-undo/settings.conf"
    try SettingsFile.write(["ask=never"], to: path)
    #expect(try SettingsFile.settings(at: path).ask == .never)
    let first = try String(contentsOfFile: path, encoding: .utf8)
    #expect(first.contains("# always: a shake asks"))
    #expect(first.contains("\nask=never\n"))
    #expect(!first.contains("#ask="))
    try SettingsFile.write(["ask=always"], to: path)
    try SettingsFile.write(["window = 2"], to: path)
    let second = try String(contentsOfFile: path, encoding: .utf8)
    #expect(second.split(separator: "\n").count == first.split(separator: "\n").count)
    #expect(try SettingsFile.settings(at: path).window == .seconds(2))
    #expect(try SettingsFile.settings(at: path).ask == .always)
  }

  @Test("of a setting that stands there twice, the line that counts is changed")
  func twice() throws {
    let setting = try Setting.parse("ask=x").0
    let text = SettingsFile.replacing(setting, by: "never", in: "ask=never\nask=always\n")
    #expect(text == "ask=never\nask=never\n")
    #expect(SettingsFile.replacing(setting, by: "never", in: "") == "ask=never\n")
    #expect(SettingsFile.replacing(setting, by: "never", in: "a=1") == "a=1\nask=never\n")
  }

  @Test("a file with the line ends of Windows is read, and keeps them where nothing changes")
  func windows() throws {
    let text = "# mine\r\nask=never\r\nredo-seconds=5\r\n"
    #expect(try Settings(text: text) == Settings(text: "ask=never\nredo-seconds=5"))
    let changed = SettingsFile.replacing(try Setting.parse("ask=x").0, by: "always", in: text)
    #expect(changed == "# mine\r\nask=always\nredo-seconds=5\r\n")
  }

  @Test("a value that cannot be taken changes nothing; no file is the default")
  func nothingLost() throws {
    let folder = try TemporaryPlace()
    let path = folder.path + "/settings.conf"
    #expect(throws: Failure.self) { try SettingsFile.write(["window=2", "ask=maybe"], to: path) }
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(try SettingsFile.settings(at: path) == Settings())
    try "ask=?".write(toFile: path, atomically: true, encoding: .utf8)
    let error = #expect(throws: Failure.self) { try SettingsFile.settings(at: path) }
    #expect(error?.description.hasPrefix("\(path): line 1: ask must be") == true)
  }

  @Test("the path: XDG's variable, else the home directory")
  func path() {
    let file = "shake-to-undo/settings.conf"
    #expect(SettingsFile.path(["XDG_CONFIG_HOME": "/c", "HOME": "/h"]) == "/c/\(file)")
    #expect(SettingsFile.path(["XDG_CONFIG_HOME": "c", "HOME": "/h"]) == "/h/.config/\(file)")
    #expect(SettingsFile.path([:]) == nil)
  }

  @Test("a line that cannot be taken leaves its setting as it was, and no other")
  func keeping() {
    var former = Settings()
    (former.ask, former.ignored) = (.never, ["gimp"])
    let text = "ask=maybe\nenabled=no\ncolour=red\nwindow\nshake=short\n"
    let (settings, problem) = Settings.read(text, keeping: former)
    #expect(!settings.isEnabled)
    #expect(settings.ask == .never)
    #expect(settings.shake == .short)
    #expect(settings.ignored.isEmpty)
    #expect(problem?.description.hasPrefix("line 1: ask must be") == true)
    // What counts is the last of several.
    #expect(Settings.read("ask=maybe\nask=always", keeping: former).0.ask == .always)
    #expect(Settings.read("ask=always\nask=maybe", keeping: former).0.ask == .never)
    for setting in Setting.all {
      let broken = Settings.read("\(setting.name)=\u{1}", keeping: former).0
      guard !["ignore", "keys"].contains(setting.name) else { continue }
      #expect(setting.value(broken) == setting.value(former), "\(setting.name)")
    }
  }
}
