# SPDX-License-Identifier: Apache-2.0

# Where the project lives, and who answers. All are unset: a name that ends in .invalid leads nowhere. They are here
# alone to be changed, by `Packaging/addresses set NAME=VALUE`, which changes them in all files that name them too.
REPOSITORY = https://motiond.invalid/motiond.git
CONTACT = maintainers@motiond.invalid
TRY = https://motiond.invalid/try/
