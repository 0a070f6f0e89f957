// SPDX-License-Identifier: Apache-2.0

#pragma once
// Qt's headers are C++, and only QtText includes them: this module has the flags of pkg-config.
