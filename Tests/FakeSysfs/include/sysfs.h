// SPDX-License-Identifier: Apache-2.0

/// Shows libiio, and everything else in this process, the folder ROOT in place of the kernel's IIO
/// devices: ROOT/sys/bus/iio, ROOT/sys/kernel/config/iio and ROOT/dev/iio:*. NULL shows the real
/// ones again.
///
/// A symbolic link ROOT/refused/PATH to a number refuses to open PATH for writing with that error.
void fake_sysfs_show(const char *root);
