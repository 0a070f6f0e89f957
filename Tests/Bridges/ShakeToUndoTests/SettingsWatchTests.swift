// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import TestTraits
import Testing

@testable import shake_to_undo

/// The watch of the file of settings, also where links lead to it.
@Suite(.waits) struct SettingsWatchTests {
  @Test("the watch sees each way to change the file, and nothing beside it")
  func watch() throws {
    let folder = try TemporaryPlace()
    let path = folder.path + "/shake-to-undo/settings.conf"
    let watch = try SettingsWatch(path)
    #expect(!watch.drain())
    #expect(try watch.sees(["ask=never"], in: path))
    try folder.write("x", to: "shake-to-undo/other")
    #expect(!watch.drain())
    try "ask=always".write(toFile: path, atomically: false, encoding: .utf8)
    #expect(settles { watch.drain() })
    try FileManager.default.removeItem(atPath: path)
    #expect(watch.drain())
    try FileManager.default.removeItem(atPath: folder.path + "/shake-to-undo")
    // The kernel tells it once a program that another test starts has let go of the folder.
    var told = pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0)
    #expect(poll(&told, 1, Deadline.milliseconds) == 1 && watch.drain())
    // The folder is there again, and watched.
    #expect(try watch.sees(["ask=never"], in: path))
  }

  @Test("a file that is a link, as of stow: its target, and the link")
  func linkedFile() throws {
    let folder = try TemporaryPlace()
    let path = folder.path + "/shake-to-undo/settings.conf"
    try folder.make("shake-to-undo", "dotfiles", "others")
    // Never opened: a child that another test starts would close it later.
    try #require(mknod(folder.path + "/dotfiles/undo.conf", S_IFREG | 0o600, 0) == 0)
    try folder.link("shake-to-undo/settings.conf", to: "../dotfiles/undo.conf")
    let watch = try SettingsWatch(path)
    #expect(!watch.drain())
    // It replaces what the link names.
    #expect(try watch.sees(["enabled=no"], in: path))
    try folder.write("x", to: "dotfiles/vimrc")
    #expect(!watch.drain())
    // As home-manager does: another link takes its place.
    try folder.write("ask=always", to: "others/new.conf")
    try folder.link("part", to: folder.path + "/others/new.conf")
    #expect(rename(folder.path + "/part", path) == 0)
    #expect(watch.drain())
    try folder.write("enabled=no", to: "others/new.conf")
    // A child that another test starts may close it later.
    #expect(settles { watch.drain() })
    try folder.write("enabled=no", to: "dotfiles/undo.conf")
    #expect(!watch.drain())
  }

  @Test("a folder that is a link, unlinked and linked again")
  func linkedFolder() throws {
    let folder = try TemporaryPlace()
    let path = folder.path + "/shake-to-undo/settings.conf"
    try folder.make("dotfiles", "others")
    try folder.link("shake-to-undo", to: "dotfiles")
    let watch = try SettingsWatch(path)
    #expect(try watch.sees(["enabled=no"], in: path))
    #expect(unlink(folder.path + "/shake-to-undo") == 0)
    #expect(watch.drain())
    // The agent makes no folder in the way of the one who links it again.
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/shake-to-undo"))
    try folder.link("shake-to-undo", to: "others")
    #expect(watch.drain())
    #expect(try watch.sees(["enabled=no"], in: path))
  }

  @Test("a folder that is moved and made anew, and links in a circle")
  func movedFolder() throws {
    let folder = try TemporaryPlace()
    let path = folder.path + "/config/shake-to-undo/settings.conf"
    try folder.make("config")
    let watch = try SettingsWatch(path)
    for name in ["config/shake-to-undo", "config"] {
      #expect(rename(folder.path + "/" + name, folder.path + "/old") == 0)
      #expect(watch.drain())
      try FileManager.default.removeItem(atPath: folder.path + "/old")
      try folder.make("config")
      #expect(try watch.sees(["enabled=no"], in: path))
      #expect(try watch.sees(["enabled=yes"], in: path))
    }
    try FileManager.default.removeItem(atPath: path)
    try folder.link("config/shake-to-undo/settings.conf", to: "settings.conf")
    #expect(watch.drain())
    #expect(unlink(path) == 0)
    #expect(watch.drain())
    #expect(try watch.sees(["enabled=no"], in: path))
  }
}

extension SettingsWatch {
  /// Whether it sees that these settings are written.
  fileprivate func sees(_ lines: [String], in path: String) throws -> Bool {
    try SettingsFile.write(lines, to: path)
    return drain()
  }
}

/// A folder for one test.
final class TemporaryPlace {
  let path: String

  init() throws {
    let place = FileManager.default.temporaryDirectory.appending(path: "undo-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    path = place.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

extension TemporaryPlace {
  fileprivate func make(_ names: String...) throws {
    for name in names {
      try FileManager.default.createDirectory(
        atPath: path + "/" + name, withIntermediateDirectories: true)
    }
  }

  fileprivate func write(_ text: String, to name: String) throws {
    try text.write(toFile: path + "/" + name, atomically: false, encoding: .utf8)
  }

  fileprivate func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: path + "/" + name, withDestinationPath: target)
  }
}
