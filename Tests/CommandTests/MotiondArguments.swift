// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandArguments
import CommandOptions
import Commands
import SensorArguments

@testable import motiond

extension BusChoice: ExpressibleByArgument {}
extension Scheduling: ExpressibleByArgument {}

/// The command line of motiond in ArgumentParser's words, made of the same table.
///
/// `MotiondOptionsTests` compares what the two understand.
struct MotiondArguments: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: OptionParser.motiond.command, abstract: OptionParser.motiond.abstract,
    discussion: OptionParser.motiond.discussion, version: motiondVersion)

  @Option(name: .of(.source), help: .of(.source))
  var sourceName = Settings().sourceName

  @Option(name: .of(.bus), help: .of(.bus))
  var bus = Settings().bus

  @Flag(name: .of(.wait), help: .of(.wait))
  var wait = false

  @Option(name: .of(.print), help: .of(.print))
  var chosenFormat: EventFormat?

  @Option(name: .of(.scheduling), help: .of(.scheduling))
  var scheduling = Settings().scheduling

  @Flag(name: .of(.chipEvents), inversion: .prefixedNo, help: .of(.chipEvents))
  var chipEvents = Settings().chipEvents

  @Flag(name: .of(.capture), inversion: .prefixedNo, help: .of(.capture))
  var capture = Settings().capture

  @Flag(name: .of(.stats), help: .of(.stats))
  var stats = false

  @OptionGroup var sensor: SensorOptions
  @OptionGroup var detection: MotionArguments

  @Option(name: .of(.optionsFile), help: .of(.optionsFile))
  var optionsFile: String?

  func validate() throws {
    try validating(try Source.check(sourceName, for: "| motiond --source -"))
  }

  /// The settings, as motiond has them.
  var settings: Settings {
    var settings = Settings()
    (settings.sourceName, settings.bus, settings.wait) = (sourceName, bus, wait)
    (settings.chosenFormat, settings.scheduling) = (chosenFormat, scheduling)
    (settings.chipEvents, settings.capture, settings.stats) = (chipEvents, capture, stats)
    (settings.sensor, settings.detection) = (sensor.choice, detection.choice)
    settings.optionsFile = optionsFile
    return settings
  }
}
