# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0-only
# recipes.sh - verdicts of the running kernel by the recipes that the file `recipes` names, and, if that says
# so, the geometry of its stocks.

# shellcheck source=/dev/null
# shellcheck source=tests/lab/guest/common.sh
. ./common.sh

read -r names geometry <recipes
try verdicts cgpong run --recipe "$names" -q -o /out/verdicts.json
if [ -n "$geometry" ]; then
	try geometry cgpong geometry --json
	mv /out/geometry.out /out/geometry.json
fi
