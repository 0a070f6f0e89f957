/// What the service's properties show.
struct ServiceProperties: Hashable {
  /// The accelerometer that there is; nil if there is none.
  var device: String?
  /// Its rate in Hz; nil if it is not known.
  var rate: Double?
  /// Whether anybody has claimed motions.
  var isClaimed = false

  /// All of them by name.
  var values: [String: BusValue] {
    [
      "HasAccelerometer": .bool(device != nil),
      "Device": .string(device ?? ""),
      "SampleRate": .double(device == nil ? 0 : rate ?? 0),
      "Claimed": .bool(isClaimed),
    ]
  }

  /// Those that `earlier` showed otherwise.
  func changes(since earlier: ServiceProperties) -> [String: BusValue] {
    let old = earlier.values
    return values.filter { old[$0.key] != $0.value }
  }
}
