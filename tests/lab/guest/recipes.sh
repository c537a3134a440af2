# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0-only
# recipes.sh RECIPES - verdicts of the running kernel, and the geometry of its stocks.

# shellcheck source=/dev/null
# shellcheck source=tests/lab/guest/common.sh
. ./common.sh

try verdicts cgpong run --recipe "$(cat recipes)" -q -o /out/verdicts.json
try geometry cgpong geometry --json
mv /out/geometry.out /out/geometry.json
