/// The version of the daemon and its tools.
public let version = "0.1.0-dev"
