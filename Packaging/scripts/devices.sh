# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh
# The devices that udev's rules here are about, and no others: at an event of a keyboard or a mouse an X server plugs that in
# anew, and forgets what was set for it.

# Those that 70-motiond.rules and 72-motiond-input.rules open.
# By hand: udevadm trigger --subsystem-match=iio
# By hand: udevadm trigger --subsystem-match=input --property-match=ID_INPUT_ACCELEROMETER=1
accelerometers() {
  for each in /sys/bus/iio/devices/iio:device*; do
    if [ -e "$each/in_accel_x_raw" ]; then echo "$each"; fi
  done
  for each in /sys/class/input/event*; do
    if [ "$(cat "$each/device/capabilities/key" 2> /dev/null)" != 0 ]; then continue; fi
    case "$(cat "$each/device/name")" in
      'Nintendo Wii Remote Accelerometer' | 'ST LIS3LV02DL Accelerometer') echo "$each"; continue ;;
    esac
    case "$(cat "$each/device/properties")" in *[4567cdef]?) echo "$each" ;; esac
  done
}

# Those that 72-motiond-touch.rules opens.
# By hand: udevadm trigger --subsystem-match=input --property-match=ID_INPUT_TOUCHSCREEN=1
touchscreens() {
  for each in /sys/class/input/event*; do
    if [ ! -e "$each" ]; then continue; fi
    case "$(udevadm info --query=property "$each" 2> /dev/null || true)" in
      *ID_INPUT_KEYBOARD=1*) ;;
      *ID_INPUT_TOUCHSCREEN=1*) echo "$each" ;;
    esac
  done
}

# Nodes that a rule has given to the group.
nodes_of() { # group
  find /dev -xdev -type c -group "$1" 2> /dev/null || true
}

# Has udev read its rules again, and apply them to the devices that standard input names. It may have read ours before there was
# the group, and reads them again only where a file of rules that is not empty has come, gone or changed since.
apply_rules() {
  if [ -S /run/udev/control ]; then
    mkdir -p /run/udev/rules.d || true
    echo '# Gone in a moment.' > /run/udev/rules.d/99-motiond.rules || true
    if udevadm control --reload; then
      # Of no device it would be an event of all.
      xargs --no-run-if-empty udevadm trigger || true
      udevadm settle --timeout=10 || true
    fi
    rm -f /run/udev/rules.d/99-motiond.rules
  fi
}

# Takes back what rules have given to the group: udev leaves nodes and attributes as they are.
give_back() { # group
  # Not through links, which may lead anywhere.
  find /dev /sys/bus/iio/devices/*/ -xdev ! -type l -group "$1" -exec chmod g-w {} + -exec chgrp root {} + 2> /dev/null || true
  for each in /dev/input/event*; do
    if getfacl -cp "$each" 2> /dev/null | grep -q "^group:$1:"; then setfacl -n -x "g:$1" "$each" || true; fi
  done
}

# Has the bus read its policies again: it may have read ours before there was the user whom it names.
reload_bus() {
  if [ -S /run/dbus/system_bus_socket ]; then
    dbus-send --system --print-reply --dest=org.freedesktop.DBus / org.freedesktop.DBus.ReloadConfig > /dev/null || true
  fi
}
