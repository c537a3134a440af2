// SPDX-License-Identifier: GPL-2.0-only
/*
 * start.c - main() of every workload, linked into its program, also where the library is shared.
 *
 * It is compiled with the workload's header, so it says how large a descriptor that one has.
 */
#include "workload.h"

int main(int argc, char **argv)
{
	return cg_workload_main(&cg_workload, sizeof(cg_workload), argc, argv);
}
