/// The version of the daemon and its tools. Changelog and Debian package name the same (`VersionTests`).
public let version = "0.1.0"
