# SPDX-License-Identifier: Apache-2.0

# What the scripts that build images have in common.
PATH=$PATH:/usr/sbin:/sbin

say() { echo "${0##*/}: $*" >&2; }
die() { say "$*"; exit 1; }

# install_packages PACKAGE...: installs those that are missing, if it may.
install_packages() {
  missing=
  for package in "$@"; do
    status=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$status" = installed ] || missing="$missing $package"
  done
  [ -n "$missing" ] || return 0
  if [ "$(id -u)" = 0 ]; then as_root=; else as_root="sudo -n"; fi
  [ -z "$as_root" ] || $as_root true 2>/dev/null || die "please run: sudo apt-get install$missing"
  say "installing$missing"
  install="$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $missing"
  # Only if that fails are the package lists missing or old.
  $install >&2 || { $as_root apt-get update -q >&2 && $install >&2; } || die "cannot install$missing"
}

# use_suite SUITE DIRECTORY: has the functions below ask another release of Debian than this machine's, whose package lists
# are kept in DIRECTORY. What is installed on this machine stays as it is.
use_suite() {
  lists=$2/lists-$1
  if [ ! -d "$lists" ]; then
    asked=$(mktemp -d "$2/asking.XXXXXX")
    mkdir -p "$asked/parts" "$asked/lists/partial"
    printf '%s\n' 'Types: deb' 'URIs: http://deb.debian.org/debian' "Suites: $1" 'Components: main' \
      'Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg' > "$asked/parts/debian.sources"
    # shellcheck disable=SC2046 # options without blanks
    apt-get $(options_of "$asked") update -q >"$asked/log" 2>&1 \
      || { cat "$asked/log" >&2; rm -rf "$asked"; die "no package lists of Debian $1"; }
    mv "$asked" "$lists"
  fi
  apt_options=$(options_of "$lists")
}
options_of() {
  echo "-o Dir::Etc::SourceList=/dev/null -o Dir::Etc::SourceParts=$1/parts -o Dir::State::Lists=$1/lists" \
    "-o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache="
}

# find_kernel: sets `kernel` and `version`. linux-image-amd64 is empty; it depends on the kernel of the
# day, such as "linux-image-6.1.0-56-amd64 (= 6.1.192-2)". Asked of the package lists, so offline too.
find_kernel() {
  # shellcheck disable=SC2086 # options without blanks
  kernel_and_version=$(apt-cache ${apt_options:-} show --no-all-versions linux-image-amd64 2>/dev/null \
    | sed -n 's/^Depends: \(linux-image-[^ ]*\) (= \([^)]*\)).*/\1 \2/p')
  [ -n "$kernel_and_version" ] || die "no Debian kernel in the package lists: run apt-get update"
  kernel=${kernel_and_version% *}
  version=${kernel_and_version#* }
  release=${kernel#linux-image-}
}

# fetch_package PACKAGE VERSION DIRECTORY: sets `deb` to its file in DIRECTORY. It stays there: after a
# change to our sources alone it need not be fetched again.
fetch_package() {
  deb=$3/$1-$(echo "$2" | tr : _).deb
  [ ! -s "$deb" ] || return 0
  fetched=$(mktemp -d "$3/fetching.XXXXXX")
  # shellcheck disable=SC2086 # options without blanks
  (cd "$fetched" && apt-get ${apt_options:-} download -q "$1=$2" >download.log 2>&1) \
    || { cat "$fetched/download.log" >&2; rm -rf "$fetched"; die "cannot download $1: run apt-get update"; }
  mv "$fetched/$1"_*.deb "$deb"
  rm -rf "$fetched"
}

# fetch_triggers DIRECTORY: sets `triggers` to a folder with the modules of the hrtimer and the sysfs trigger, and
# of software triggers in configfs, which the hrtimer trigger is one of. Debian's kernel leaves them out: they are
# built from Debian's source of it, and kept in DIRECTORY.
fetch_triggers() {
  triggers=$1/triggers-$release-$(echo "$version" | tr : _)
  [ ! -d "$triggers" ] || return 0
  install_packages make gcc xz-utils "linux-headers-$release"
  fetch_package linux-source-6.1 "$version" "$1"
  building=$(mktemp -d "$1/building-triggers.XXXXXX")
  dpkg-deb --fsys-tarfile "$deb" | tar -xO ./usr/src/linux-source-6.1.tar.xz \
    | tar -xJ -C "$building" linux-source-6.1/drivers/iio
  iio=$building/linux-source-6.1/drivers/iio
  mkdir "$building/made" "$building/modules"
  cp "$iio"/trigger/iio-trig-hrtimer.c "$iio"/trigger/iio-trig-sysfs.c "$iio"/industrialio-configfs.c \
    "$iio"/industrialio-sw-trigger.c "$building/made/"
  cat > "$building/made/Makefile" <<'MAKE'
ccflags-y += -DCONFIG_IIO_CONFIGFS=1 -DCONFIG_IIO_SW_TRIGGER=1
obj-m := iio-trig-hrtimer.o iio-trig-sysfs.o industrialio-configfs.o industrialio-sw-trigger.o
MAKE
  make -C "/lib/modules/$release/build" M="$building/made" modules >"$building/log" 2>&1 \
    || { cat "$building/log" >&2; rm -rf "$building"; die "cannot build the triggers"; }
  mv "$building/made"/*.ko "$building/modules/"
  mv "$building/modules" "$triggers"
  rm -rf "$building"
}

# fetch_kernel DIRECTORY INTO: unpacks the kernel's package, kept in DIRECTORY, into a new folder INTO, where its
# modules are in lib/modules.
fetch_kernel() {
  fetch_package "$kernel" "$version" "$1"
  dpkg -x "$deb" "$2"
  [ -d "$2/lib/modules" ] || ln -s usr/lib "$2/lib"
}

# insmod_order TREE MODULE...: the files of these modules and of those they need, in the order of loading.
insmod_order() {
  tree=$1
  shift
  for module in "$@"; do modprobe -d "$tree" -S "$release" --show-depends "$module"; done \
    | awk '$1 == "insmod" && !seen[$2]++ { print $2 }'
}

# pack_modules TREE FOLDER MODULE...: copies these modules there, uncompressed, with a file `order`.
pack_modules() {
  folder=$2
  tree=$1
  shift 2
  insmod_order "$tree" "$@" | while read -r file; do
    cp "$file" "$folder/"
    name=$(basename "$file")
    case $name in *.xz) xz -d "$folder/$name"; name=${name%.xz} ;; esac
    echo "$name" >> "$folder/order"
  done
}

# libraries_of PROGRAM...: the libraries that they are linked against, and the loader; those of Debian for 64-bit ARM
# where `arm` names a folder of it, in which they are.
libraries_of() {
  if [ -z "${arm:-}" ]; then
    ldd "$@"
  else
    for program in "$@"; do
      qemu-aarch64-static -L "$arm" "$arm/lib/ld-linux-aarch64.so.1" --list "$arm$program" | sed "s,$arm,,g"
    done
  fi 2>/dev/null | grep -o '/[^ ():]*\.so[^ ():]*' | sort -u
}

# compile OUT SOURCE...: a program for the guest.
compile() {
  program=$1
  shift
  ${compiler:-gcc} -std=gnu17 -O2 -Wall -Wextra -Werror -static -o "$program" "$@"
}

# compile_pads DIRECTORY: the players of input devices, into it.
compile_pads() {
  compile "$1/pad-player" "$shared/pad-player.c" "$shared/pads-sony.c" "$shared/pad-joycon.c" "$shared/pad-wiimote.c" \
    "$shared/player.c"
  compile "$1/event-player" "$shared/event-player.c" "$shared/player.c"
}

# pack ROOT OUT: writes OUT.cpio, an archive of what is in ROOT, and OUT.files, the paths in it.
pack() {
  (cd "$1" && find . -mindepth 1 | sed 's,^\./,,' | sort) > "$2.files"
  (cd "$1" && cpio -o -H newc -R 0:0 --quiet) < "$2.files" > "$2.cpio"
}
