# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154,SC2034	# variables are shared among the parts of scripts/lab
# shellcheck disable=SC2015		# "this && that || die": die does not return
#
# machine.sh - the guest's CPUs, nodes and memory, as arguments for QEMU.
#
# A machine is described by two arrays with one entry a node: node_cpus (ranges joined by commas, empty
# for none) and node_mem (MiB, 0 for none).

# parse_size TEXT WHAT: sets mib.
parse_size()
{
	[[ $1 =~ ^([1-9][0-9]{0,6})([MG])$ ]] || usage "run: $2: '$1' is not a size such as 512M or 2G"
	mib=${BASH_REMATCH[1]}
	[ "${BASH_REMATCH[2]}" = M ] || mib=$((mib * 1024))
}

# divide NODES CPUS MIB: an equal share each, the first nodes taking what is left over.
divide()
{
	local nodes=$1 cpus=$2 mem=$3 node first=0 share

	for ((node = 0; node < nodes; node++)); do
		share=$((cpus / nodes + (node < cpus % nodes)))
		node_cpus[node]=
		[ $share -eq 0 ] || node_cpus[node]=$first-$((first + share - 1))
		first=$((first + share))
		node_mem[node]=$((mem / nodes + (node < mem % nodes)))
		[ "${node_mem[node]}" -gt 0 ] || usage "run: --mem: too little for $nodes nodes"
	done
}

# parse_node ENTRY NODE
parse_node()
{
	local field fields

	node_cpus[$2]=
	node_mem[$2]=0
	IFS=, read -r -a fields <<<"$1"
	[ ${#fields[@]} -gt 0 ] || usage "run: --node-spec: node $2 has neither cpus nor mem"
	for field in "${fields[@]}"; do
		if [[ $field =~ ^cpus=([0-9]{1,3})(-([0-9]{1,3}))?$ ]]; then
			node_cpus[$2]+=${node_cpus[$2]:+,}${BASH_REMATCH[1]}-${BASH_REMATCH[3]:-${BASH_REMATCH[1]}}
		elif [[ $field == mem=* ]]; then
			parse_size "${field#mem=}" "--node-spec: mem"
			node_mem[$2]=$mib
		else
			usage "run: --node-spec: '$field' is neither cpus=A[-B] nor mem=SIZE"
		fi
	done
}

# parse_node_spec SPEC
parse_node_spec()
{
	local entries node

	IFS=';' read -r -a entries <<<"$1"
	[ ${#entries[@]} -gt 0 ] || usage "run: --node-spec is empty"
	for node in "${!entries[@]}"; do
		parse_node "${entries[node]}" "$node"
	done
}

# Every CPU from 0 up must be in exactly one node. Sets: cpus, mem, even (the nodes that have CPUs have
# the same number each, in one piece and in order, so that a node can be a socket), populated.
check_nodes()
{
	local node range cpu first last size=0 next=0 owner=()

	cpus=0 mem=0 even=yes populated=0
	for node in "${!node_cpus[@]}"; do
		mem=$((mem + node_mem[node]))
		[ -n "${node_cpus[node]}" ] || continue
		populated=$((populated + 1))
		[[ ${node_cpus[node]} != *,* ]] || even=no
		for range in ${node_cpus[node]//,/ }; do
			first=$((10#${range%-*})) last=$((10#${range#*-}))
			[ $first -le $last ] || usage "run: --node-spec: $range is no range of CPUs"
			[ $first -eq $next ] || even=no
			next=$((last + 1))
			[ $size -ne 0 ] || size=$((next - first))
			[ $((next - first)) -eq $size ] || even=no
			for ((cpu = first; cpu <= last; cpu++)); do
				[ -z "${owner[cpu]-}" ] || usage "run: --node-spec: CPU $cpu is in two nodes"
				owner[cpu]=$node
				cpus=$((cpus + 1))
			done
		done
	done
	[ $cpus -gt 0 ] || usage "run: --node-spec: no node has a CPU"
	[ $mem -gt 0 ] || usage "run: --node-spec: no node has memory"
	for ((cpu = 0; cpu < cpus; cpu++)); do
		[ -n "${owner[cpu]-}" ] || usage "run: --node-spec: CPU $cpu is in no node"
	done
}

# machine_args THREADS: sets machine.
machine_args()
{
	local threads=$1 sockets node range numa

	check_nodes
	sockets=$populated
	[ $even = yes ] || sockets=$((cpus / threads))
	[ $((cpus % (sockets * threads))) -eq 0 ] || usage "run: --smt: a node must have an even number of CPUs"
	machine=(-m "${mem}M"
		-smp "$cpus,sockets=$sockets,cores=$((cpus / sockets / threads)),threads=$threads")
	for node in "${!node_cpus[@]}"; do
		numa=node,nodeid=$node
		for range in ${node_cpus[node]//,/ }; do
			numa+=,cpus=$range
		done
		if [ "${node_mem[node]}" -gt 0 ]; then
			machine+=(-object "memory-backend-ram,id=mem$node,size=${node_mem[node]}M")
			numa+=,memdev=mem$node
		fi
		machine+=(-numa "$numa")
	done
}
