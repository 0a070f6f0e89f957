/// The version of motiond, the daemon and its tools alike.
public let version = "0.1.0-dev"
