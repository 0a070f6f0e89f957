# SPDX-License-Identifier: Apache-2.0
"""Virtual chips on an I2C bus, read by their own kernel drivers: i2c-stub's registers, and chip-player."""
from dataclasses import dataclass

from shared.guest import Guest
from shared.sensor import Sensor


@dataclass(frozen=True)
class Model:
    """A chip: what it is called, how its driver knows it, and where its readings are."""

    name: str
    module: str
    address: int
    identity: dict[int, int]  # register: value
    registers: list[int]  # of the first axis, wherever the driver reads it
    scale: float  # m/s² an LSB, at the range that it starts with
    bits: int = 12
    shift: int = 4
    reads_words: bool = False  # of an axis read alone, in one word of the bus

    @property
    def ends(self) -> range:
        return range(-(1 << (self.bits - 1)), 1 << (self.bits - 1))


# ST's read several registers at once at their address with the highest bit set.
LIS2DH12 = Model("lis2dh12_accel", "st_accel_i2c", 0x18, {0x0F: 0x33, 0x8F: 0x33}, [0x28, 0xA8],
                 0.009806)
KXCJK1013 = Model("kxcjk1013", "kxcjk-1013", 0x0F, {0x0F: 0x11}, [0x06], 0.019163,
                  reads_words=True)

_LOAD = """
set -e
modprobe i2c-dev
modprobe i2c-stub chip_addr={address}
modprobe {module}
for bus in /sys/bus/i2c/devices/i2c-*; do
  read -r name < $bus/name
  case $name in *stub*) number=${{bus##*-}} ;; esac
done
{identity}
echo {name} {address} > /sys/bus/i2c/devices/i2c-$number/new_device
for turn in $(seq 500); do
  for device in /sys/bus/iio/devices/iio:device*; do
    [ -e /dev/${{device##*/}} ] || continue
    read -r name < $device/name
    [ "$name" = {name} ] && echo $number ${{device##*/}} && exit
  done
  usleep 10000
done
echo "no IIO device of {name} within 5 s" >&2
exit 1
"""


class Chip(Sensor):
    """A chip on the bus. It is loaded in `with`, and unloaded at the end of that.

    `held_ms` is how long it shows each reading; `words` as chip-player has it.
    """

    def __init__(self, guest: Guest, model: Model, held_ms: float, words: bool = False) -> None:
        self.model = model
        identity = "\n".join(f"i2cset -f -y $number {model.address:#x} {register:#x} {value:#x} b"
                             for register, value in model.identity.items())
        bus, device = guest.shell(_LOAD.format(
            name=model.name, module=model.module, address=hex(model.address), identity=identity)).split()
        self._bus = bus
        process = guest.start(
            "chip-player", bus, hex(model.address), str(int(held_ms * 1000)), str(model.shift),
            "words" if words else "block", *map(hex, model.registers))
        process.wait_line("^ready$")
        super().__init__(guest, process, device)

    def __enter__(self) -> "Chip":
        return self

    def __exit__(self, *_: object) -> None:
        self.guest.kill_all()  # a driver in use stays
        bus = f"/sys/bus/i2c/devices/i2c-{self._bus}"
        self.guest.shell(f"echo {self.model.address:#x} > {bus}/delete_device; "
                         f"rmmod {self.model.module.replace('-', '_')} i2c_stub")
