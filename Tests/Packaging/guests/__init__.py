# SPDX-License-Identifier: Apache-2.0
"""What Tests/Packaging/guest is made of."""
