# SPDX-License-Identifier: Apache-2.0
"""The cases of an installed motiond on a whole Debian: see README.md beside this folder."""
