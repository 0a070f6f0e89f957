// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The screen of a bare console: a framebuffer of Linux, `/dev/fb0`.
struct Framebuffer {
  let width: Int
  let height: Int
  private let bytesPerPixel: Int
  private let stride: Int
  private let descriptor: Int32

  /// The reason why it cannot be used.
  struct Problem: Error, CustomStringConvertible {
    let description: String
  }

  /// Opens the framebuffer with that node, of 16 or 32 bits a pixel.
  ///
  /// - Throws: a ``Problem``
  init(_ path: String) throws {
    let folder = "/sys/class/graphics/\(URL(fileURLWithPath: path).lastPathComponent)"
    func numbers(_ name: String) throws -> [Int] {
      guard let text = try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8) else {
        throw Problem(description: "\(path) is no framebuffer: there is no \(folder)/\(name)")
      }
      return text.split { !$0.isNumber }.compactMap { Int($0) }
    }
    let (size, bits) = (try numbers("virtual_size"), try numbers("bits_per_pixel"))
    guard size.count == 2, bits == [32] || bits == [16] else {
      throw Problem(description: "\(path) has \(bits) bits a pixel: expected 16 or 32")
    }
    (width, height, bytesPerPixel) = (size[0], size[1], bits[0] / 8)
    stride = try numbers("stride").first ?? width * bytesPerPixel
    descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw Problem(description: "cannot open \(path): \(String(cString: strerror(errno)))")
    }
  }

  /// Shows a picture of the size of the screen.
  func show(_ canvas: Canvas) {
    let colors = Color.palette.map { bytes(of: $0) }
    var line: [UInt8] = []
    for row in 0..<min(height, canvas.height) {
      line.removeAll(keepingCapacity: true)
      for column in 0..<min(width, canvas.width) {
        line += colors[Int(canvas[column, row].index)]
      }
      pwrite(descriptor, line, line.count, row * stride)
    }
  }

  /// A pixel of that color.
  private func bytes(of rgb: UInt32) -> [UInt8] {
    let (red, green, blue) = (rgb >> 16, rgb >> 8 & 0xFF, rgb & 0xFF)
    guard bytesPerPixel == 2 else { return [UInt8(blue), UInt8(green), UInt8(red), 0] }
    let pixel = UInt16(red >> 3) << 11 | UInt16(green >> 2) << 5 | UInt16(blue >> 3)
    return [UInt8(pixel & 0xFF), UInt8(pixel >> 8)]
  }
}
