# SPDX-License-Identifier: Apache-2.0
"""The host's side of the acceptance rig: see README.md beside it."""
