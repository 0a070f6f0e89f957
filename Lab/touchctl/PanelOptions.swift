// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import LinuxSupport
import TouchInput

/// The options for reading touchscreens, the same in every command.
struct PanelOptions: ParsableArguments {
  @Option(help: "The seat whose touchscreens are read.")
  var seat = "seat0"

  @Option(
    help: ArgumentHelp(
      "Read this touchscreen alone, such as /dev/input/event3.", valueName: "node"),
    completion: .file())
  var device: String?

  @Option(help: ArgumentHelp("Turn the touches clockwise.", valueName: "degrees"))
  var rotation = QuarterTurn.none

  @Option(
    help: ArgumentHelp(
      "Six numbers of a matrix, in place of udev's LIBINPUT_CALIBRATION_MATRIX.",
      valueName: "a b c d e f"))
  var calibration: CalibrationMatrix?

  @Option(
    help: ArgumentHelp(
      "The size of the screen in pixels, for touchscreens that do not report theirs.",
      valueName: "width x height"))
  var screen: PixelSize?

  func validate() throws {
    if device != nil, seat != "seat0" {
      throw ValidationError("--device names one touchscreen: expected no --seat beside it")
    }
  }

  var options: TouchOptions {
    var options = TouchOptions()
    options.source = device.map { .device($0) } ?? .seat(seat)
    (options.rotation, options.calibration, options.screen) = (rotation, calibration, screen)
    options.readsMediaKeys = false
    return options
  }
}

extension QuarterTurn: ExpressibleByArgument {}

extension CalibrationMatrix: ExpressibleByArgument {
  /// Six numbers with blanks between them.
  public init?(argument: String) {
    self.init(argument)
  }
}

extension PixelSize: ExpressibleByArgument {
  /// A size such as `800x480`.
  public init?(argument: String) {
    let sides = argument.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1], width > 0, height > 0
    else { return nil }
    self.init(width: width, height: height)
  }
}

extension TouchInputError: ExitingError {
  /// Not permitted, or no touchscreen.
  public var status: ExitStatus { isNotPermitted ? .notPermitted : .unavailable }
}
