// SPDX-License-Identifier: Apache-2.0

/// The version of the daemon and its tools.
///
/// Changelog, Debian package and manual pages name it too; `VersionTests` compares them.
public let version = "0.1.0"
