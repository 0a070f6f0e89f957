# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh
# The accounts and groups of services are the system's, whose numbers are 1 to 999. A person's of that name would get a
# service's rights, and be gone when its package is.

# The line of a name, in the system that a script of dpkg's works on.
line_of() { # passwd or group, name
  if [ -n "${DPKG_ROOT:-}" ]; then grep "^$2:" "$DPKG_ROOT/etc/$1" || true; else getent "$1" "$2" || true; fi
}

# The first number of the account, of its group or of the group of that name that is not the system's.
persons_number() { # name
  line_of passwd "$1" | awk -F : '$3 < 1 || $3 > 999 { print "account", $1, "(uid " $3 ")" }
    $4 < 1 || $4 > 999 { print "account", $1, "(gid " $4 ")" }'
  line_of group "$1" | awk -F : '$3 < 1 || $3 > 999 { print "group", $1, "(gid " $3 ")" }'
}

# Fails, and says what to do, if one is a person's.
refuse_persons() { # names
  for each in "$@"; do
    found=$(persons_number "$each" | head -n 1)
    if [ -n "$found" ]; then
      echo "the $found is not one of the system's, whose numbers are 1 to 999: a service would run as that person." \
        "Rename it (usermod -l NEW $each; groupmod -n NEW $each), and install again" >&2
      return 1
    fi
  done
}

# Removes the system's, and leaves a person's.
remove_accounts() { # names
  for each in "$@"; do
    if [ -n "$(persons_number "$each")" ]; then continue; fi
    if [ -n "$(line_of passwd "$each")" ]; then userdel ${DPKG_ROOT:+--prefix "$DPKG_ROOT"} "$each" || true; fi
    # It outlives its user if it has other members.
    if [ -n "$(line_of group "$each")" ]; then groupdel ${DPKG_ROOT:+--prefix "$DPKG_ROOT"} "$each" || true; fi
  done
}

# Removes the pipe of a service, also where its user has got another number, and leaves whatever else somebody has put there.
remove_pipe() { # path, owner
  find "${DPKG_ROOT:-}$1" -maxdepth 0 -type p \( -user "$2" -o -nouser \) -delete 2> /dev/null || true
}
