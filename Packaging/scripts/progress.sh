# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh
# What goes on goes to a log; a terminal shows its last step, and how long it takes.
log=${log:?}
mkdir -p "${log%/*}"
: > "$log"
terminal=
[ ! -t 1 ] || terminal=yes
progress=
begun=$(date +%s)

# Ends the line of progress. A shell that was forked just now may miss any other signal.
still() {
  [ -z "$progress" ] || { kill -KILL "$progress" 2> /dev/null; wait "$progress" 2> /dev/null; } || :
  progress=
}
trap still EXIT
interrupted() { still; echo; exit 130; }
trap interrupted INT
trap 'exit 143' TERM

over() { [ -z "$terminal" ] || printf '\r\033[K'; } # Writes over that line.
elapsed() { took=$(($(date +%s) - begun)); printf '%d:%02d' $((took / 60)) $((took % 60)); }

# Shows what is done from now on.
show() { # word
  if [ "$terminal" ]; then
    while :; do
      over
      printf '%s %s  %.60s' "$1" "$(elapsed)" "$(grep -a '^[[A-Z]' "$log" | tail -n 1)"
      sleep 1
    done 2> /dev/null &
    progress=$!
  else
    echo "$1; the log is $log"
  fi
}

failed() { # whose, what, its status
  still
  over
  echo "$1: $2 failed; the end of $log:"
  tail -n 30 "$log"
  echo "All of it: $PWD/$log"
  exit "$3"
}
