/// Which accelerometer is wanted, as users write it.
public struct AccelerometerChoice: Hashable, Sendable {
  /// The libiio context that has it: `local:`, or any other, such as `ip:host` or `ip:host:port`.
  public var uri: String
  /// Its name, label or id; nil for the best there is.
  public var name: String?

  /// The best accelerometer of this machine.
  public static let automatic = AccelerometerChoice(uri: "local:", name: nil)

  /// An accelerometer of the context at `uri`.
  ///
  /// - Parameters:
  ///   - uri: of a libiio context
  ///   - name: its name, label or id; nil for the best there is
  public init(uri: String, name: String?) {
    self.uri = uri
    self.name = name
  }

  /// Reads `auto`, `iio:NAME` or a URI of libiio's; nil for anything else, such as a file's name.
  public init?(_ text: String) {
    let schemes = ["local:", "ip:", "usb:", "serial:"]
    if text == "auto" {
      self = .automatic
    } else if text.hasPrefix("iio:"), text != "iio:" {
      self.init(uri: "local:", name: String(text.dropFirst("iio:".count)))
    } else if schemes.contains(where: text.hasPrefix) {
      self.init(uri: text, name: nil)
    } else {
      return nil
    }
  }

  /// Whether reading it blocks: only the local backend has a descriptor to poll.
  public var isRemote: Bool {
    !uri.hasPrefix("local:")
  }
}
