# SPDX-License-Identifier: Apache-2.0

# What the scripts share. ARM_SDK is where all that they make is kept: 5 GB; delete it to begin anew.
# shellcheck disable=SC2034 # for the scripts that read this one
set -eu
scripts=${scripts:-$(cd "$(dirname "$0")" && pwd)}
project=$(cd "$scripts/../.." && pwd)
work=${ARM_SDK:-$project/.build/arm}
# What `enter` enters: Debian sid, or another.
chroot=${CHROOT:-$work/sid}
# Debian 13: the oldest release that the Swift of sid can do with; its static libraries need glibc 2.38.
suite=trixie
name=debian-$suite-arm64
bundle=$work/sdk/$name.artifactbundle
sysroot=$bundle/debian/sysroot
# What the virtual machine boots.
guest=$work/guest

say() { echo "${0##*/}: $*" >&2; }
die() { say "$2"; exit "$1"; }

# bootstrap FOLDER SUITE WHAT OPTION...: says what it does, and makes a Debian, as mmdebstrap does, out of the mirror of this machine's own release.
# What apt says here about the dates of lists holds there.
bootstrap() {
  root=$1
  release=$2
  what=$3
  shift 3
  mirror=$("$project/Packaging/bin/mirror") || exit
  mkdir -p "$work"
  {
    echo 'Acquire::Languages "none";'
    apt-config dump | grep -E '^Acquire::Check-(Valid-Until|Date) ' || :
  } > "$work/apt.conf"
  /usr/lib/apt/apt-helper -qq download-file "$mirror/dists/$release/InRelease" "$work/InRelease" > "$work/log" 2>&1 \
    || die 69 "$mirror has no Debian $release, or cannot be reached: name another release, or another mirror in apt's sources"
  say "$what"
  rm -rf "$root.new"
  mmdebstrap --quiet --aptopt="$work/apt.conf" "$@" "$release" "$root.new" "$mirror" \
    || die 69 "cannot make Debian $release out of $mirror: see what mmdebstrap says above"
  mv "$root.new" "$root"
}
