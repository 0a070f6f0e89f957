// SPDX-License-Identifier: Apache-2.0

import CIIO
import SystemPackage

/// The ways of sampling an IIO device.
extension IIODevice {
  /// A Boolean value that indicates whether a buffer can stream all its axes.
  package var isStreamable: Bool {
    axisChannels?.allSatisfy(\.isScanElement) ?? false
  }

  /// A Boolean value that indicates whether each of its axes can be read alone.
  var isReadable: Bool {
    axisChannels?.allSatisfy(\.isReadable) ?? false
  }

  /// The watermarks that the sensor's own FIFO accepts, in scans; nil if it has none.
  var hardwareFifo: ClosedRange<Int>? {
    guard let most = bufferAttribute("hwfifo_watermark_max").flatMap({ Int($0) }), most > 0 else {
      return nil
    }
    let least = bufferAttribute("hwfifo_watermark_min").flatMap { Int($0) } ?? 1
    return min(max(least, 1), most)...most
  }

  /// Returns the plan with the ways of sampling the device.
  ///
  /// - Parameter canMakeTimer: true if the kernel can make a trigger for a reader
  /// - Returns: the plan
  package func samplingPlan(canMakeTimer: Bool = false) -> SamplingPlan {
    SamplingPlan(
      id: id, name: name, isStreamable: isStreamable, isReadable: isReadable,
      takesTrigger: takesTrigger, hasHardwareFifo: isStreamable && hardwareFifo != nil,
      trigger: trigger?.name, triggers: triggers.compactMap(\.name),
      canMakeTimer: canMakeTimer)
  }

  /// Gives the device the trigger called `name`, if it has another.
  ///
  /// - Returns: the trigger
  /// - Throws: an ``AccelerometerError``, with `EINVAL` if device and trigger do not fit
  package func use(triggerCalled name: String) throws(AccelerometerError) -> IIODevice {
    guard let trigger = triggers.first(where: { $0.name == name }) else {
      throw .unusable(device: title, reason: "its trigger \(name) is gone")
    }
    guard self.trigger?.name != name else { return trigger }
    let result = iio_device_set_trigger(pointer, trigger.pointer)
    guard result >= 0 else {
      throw .failed(
        action: "set the trigger of", device: title, error: Errno(rawValue: -result))
    }
    return trigger
  }
}
