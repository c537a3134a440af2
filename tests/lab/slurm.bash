# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
# slurm.bash - a Slurm cluster of two nodes on loopback, in one directory, and its end. Sourced.
#
# Everything is its own: munge key and socket, configuration, state, spool and ports. Nothing of a Slurm
# that the machine may have is used or changed. What was started is ended by its number.

# cluster_missing: the first tool that is not here.
cluster_missing()
{
	local tool
	for tool in munged slurmctld slurmd sbatch squeue scancel scontrol; do
		PATH=$PATH:/usr/sbin type -P $tool >/dev/null || {
			echo $tool
			return
		}
	done
}

# free_ports N: that many numbers of ports of 127.0.0.1 on which nobody listens now.
free_ports()
{
	python3 -c 'import socket, sys
sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(int(sys.argv[1]))]
print(*(s.getsockname()[1] for s in sockets))' "$1"
}

# write_conf ARRAY-SIZE: a task whose node has died starts again after cred_expire.
write_conf()
{
	local ports
	read -r -a ports < <(free_ports 3)
	cat >"$cluster/slurm.conf" <<-END
		ClusterName=loopback
		SlurmctldHost=$(hostname -s)(127.0.0.1)
		SlurmctldPort=${ports[0]}
		SlurmUser=$(id -un)
		SlurmdUser=$(id -un)
		AuthType=auth/munge
		CryptoType=crypto/munge
		AuthInfo=socket=$cluster/munge.socket,cred_expire=15
		StateSaveLocation=$cluster/state
		SlurmctldPidFile=$cluster/slurmctld.pid
		SlurmctldLogFile=$cluster/slurmctld.log
		SlurmdSpoolDir=$cluster/spool.%n
		SlurmdPidFile=$cluster/slurmd.%n.pid
		SlurmdLogFile=$cluster/slurmd.%n.log
		PlugStackConfig=$cluster/plugstack.conf
		ProctrackType=proctrack/linuxproc
		TaskPlugin=task/none
		MpiDefault=none
		SwitchType=switch/none
		JobAcctGatherType=jobacct_gather/none
		AccountingStorageType=accounting_storage/none
		SchedulerType=sched/builtin
		SchedulerParameters=sched_interval=1,sched_min_interval=0,batch_sched_delay=0
		SelectType=select/cons_tres
		SelectTypeParameters=CR_Core_Memory
		MaxArraySize=$1
		SlurmdTimeout=60
		KillWait=5
		ReturnToService=2
		NodeName=n1 NodeHostname=$(hostname -s) NodeAddr=127.0.0.1 Port=${ports[1]} CPUs=1 RealMemory=2000
		NodeName=n2 NodeHostname=$(hostname -s) NodeAddr=127.0.0.1 Port=${ports[2]} CPUs=1 RealMemory=2000
		PartitionName=all Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP
	END
}

# start NAME COMMAND...: in the background, its number in $cluster/NAME.number.
start()
{
	local name=$1
	shift
	# Not the descriptors of bats, which waits for them to be closed.
	setsid nice -n 19 "$@" </dev/null >"$cluster/$name.out" 2>&1 3>&- 4>&- &
	echo $! >"$cluster/$name.number"
	disown
}

start_node()
{
	start "$1" slurmd -D -N "$1" -f "$cluster/slurm.conf"
}

# end NAME [SIGNAL]
end()
{
	local pid tries
	[ -e "$cluster/$1.number" ] || return 0
	pid=$(<"$cluster/$1.number")
	rm "$cluster/$1.number"
	kill "-${2:-TERM}" "$pid" 2>/dev/null
	for ((tries = 0; tries < 100; tries++)); do
		kill -0 "$pid" 2>/dev/null || return 0
		sleep 0.1
	done
	kill -KILL "$pid"
}

# cluster_start DIR ARRAY-SIZE: and waits until both nodes are idle. DIR must be new. If we are killed before
# cluster_end, it happens all the same.
cluster_start()
{
	local tries
	cluster=$1
	export SLURM_CONF=$cluster/slurm.conf PATH=$PATH:/usr/sbin
	mkdir -p "$cluster"/{state,spool.n1,spool.n2}
	chmod 755 "$cluster"
	: >"$cluster/plugstack.conf"
	write_conf "$2"
	(umask 077 && head -c 1024 /dev/urandom >"$cluster/munge.key")
	start munged munged --foreground --force --key-file="$cluster/munge.key" --socket="$cluster/munge.socket" \
		--pid-file="$cluster/munged.pid" --log-file="$cluster/munged.log" --seed-file="$cluster/munged.seed"
	for ((tries = 0; tries < 100; tries++)); do
		[ ! -S "$cluster/munge.socket" ] || break
		sleep 0.1
	done
	# shellcheck disable=SC2016	# the inner shell's
	start watch bash -c 'while kill -0 $0; do sleep 1; done 2>/dev/null
		. "$1" && cluster=$2 && rm "$cluster/watch.number" && cluster_end' \
		$$ "${BASH_SOURCE[0]}" "$cluster"
	start slurmctld slurmctld -D -f "$cluster/slurm.conf"
	start_node n1
	start_node n2
	cluster_idle 2
}

# cluster_or_reason DIR ARRAY-SIZE: for setup_file, which cannot skip. Sets no_cluster: why there is none.
cluster_or_reason()
{
	no_cluster=$(cluster_missing)
	[ -z "$no_cluster" ] || no_cluster="needs $no_cluster (apt-get install slurmctld slurmd slurm-client munge)"
	[ -n "$no_cluster" ] || cluster_start "$@"
	export cluster no_cluster SLURM_CONF PATH
}

# cluster_idle N: waits until that many nodes are.
cluster_idle()
{
	local tries
	for ((tries = 0; tries < 300; tries++)); do
		[[ $(sinfo -h -N -t idle -o %N 2>/dev/null | wc -l) != "$1" ]] || return 0
		sleep 0.2
	done
	tail -n 20 "$cluster"/*.log "$cluster"/*.out
	return 1
}

# A job's own processes end with it; the daemons after that.
cluster_end()
{
	local name tries
	[ -e "${cluster:-}/slurm.conf" ] || return 0
	scancel -u "$(id -un)" 2>/dev/null
	for ((tries = 0; tries < 100; tries++)); do
		[[ $(squeue -h 2>/dev/null) ]] || break
		sleep 0.2
	done
	for name in watch n1 n2 slurmctld munged; do
		end $name
	done
}
