"""What the rigs share: a virtual machine and its guest, sensors in it, recordings, processes, reports."""
