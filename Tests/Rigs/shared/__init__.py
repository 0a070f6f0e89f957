# SPDX-License-Identifier: Apache-2.0
"""What the rigs share: a virtual machine and its guest, sensors in it, recordings, processes, reports."""
