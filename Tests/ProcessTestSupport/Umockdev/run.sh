#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs a command on the accelerometer that umockdev-run has made, with a pipe for its device node.
#
# The first line of output is the folder of the mock and the process to signal; the last one is what the
# command has left of the accelerometer, which is gone when this script is.
set -u
node="$UMOCKDEV_DIR/dev/iio:device0"
rm -f "$node"
# MOCK_NODE is another node in place of the pipe.
if [ -n "${MOCK_NODE:-}" ]; then ln -s "$MOCK_NODE" "$node"; else mkfifo "$node"; fi || exit 70
# MOCK_STUCK is an attribute that keeps its reader waiting.
stuck="$UMOCKDEV_DIR/sys/bus/iio/devices/iio:device0/${MOCK_STUCK:-}"
if [ -n "${MOCK_STUCK:-}" ]; then rm "$stuck" && mkfifo "$stuck" || exit 70; fi

# A command that hangs is ended: killing umockdev-run would leave it behind.
timeout "$MOCK_LIMIT" sh -c 'echo "$UMOCKDEV_DIR $$"; exec "$@"' sh "$@"
status=$?

cd "$UMOCKDEV_DIR/sys/bus/iio/devices/iio:device0" || exit 70
for name in buffer/enable current_timestamp_clock; do
  printf '%s=%s ' "$name" "$(tr -d '\000\n' < "$name")"
done
echo
exit "$status"
