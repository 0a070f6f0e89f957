# What the scripts share. ARM_SDK is where all that they make is kept: 5 GB; delete it to begin anew.
set -eu
scripts=$(cd "$(dirname "$0")" && pwd)
project=$(cd "$scripts/../.." && pwd)
work=${ARM_SDK:-$project/.build/arm}
chroot=$work/sid
# Debian 13: the oldest release that the Swift of sid can do with; its static libraries need glibc 2.38.
suite=trixie
name=debian-$suite-arm64
bundle=$work/sdk/$name.artifactbundle
sysroot=$bundle/debian/sysroot
# What the virtual machine boots.
guest=$work/guest

say() { echo "Packaging/arm/${0##*/}: $*" >&2; }
die() { say "$2"; exit "$1"; }
