"""A Slurm on this machine alone: munged, slurmctld, and a slurmd for each of several virtual nodes, with configuration,
state and logs in one folder. Nothing outside of that folder is changed. Slurm runs as the user who starts it."""
import os
import pwd
import re
import shutil
import signal
import socket
import subprocess
import time
import typing

PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch", "scontrol", "squeue", "scancel")

CONFIGURATION = """
ClusterName=nsdbench
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={controller_port}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
# A job that is requeued may start again when the credentials of its former start have ended.
AuthInfo=socket={folder}/munge/socket,cred_expire=10
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool.%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.%n.log
# Neither cgroups nor a database are needed.
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MailProg=/bin/true
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
SchedulerParameters=sched_interval=2,bf_interval=2
# Virtual nodes share the processors: they may promise more of them than there are.
SlurmdParameters=config_overrides
SlurmctldTimeout=10
# A node that is not heard of for this long is down, and its jobs start elsewhere.
SlurmdTimeout=15
KillWait=5
ReturnToService=2
MaxArraySize=10001
{nodes}
PartitionName=all Nodes={names} Default=YES MaxTime=INFINITE State=UP
"""


def missing_programs():
    """Daemons stand where the PATH of an ordinary user does not lead."""
    os.environ["PATH"] += os.pathsep + "/usr/sbin" + os.pathsep + "/sbin"
    return [program for program in PROGRAMS if shutil.which(program) is None]


def version():
    text = subprocess.run(["slurmctld", "-V"], stdout=subprocess.PIPE, check=True, text=True).stdout
    return tuple(int(number) for number in re.findall(r"\d+", text))


def read(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


class Task(typing.NamedTuple):
    process: int
    keeper: int  # its slurmstepd
    node: str
    folder: str
    job: str
    index: typing.Optional[str]

    def __str__(self):
        return self.job if self.index is None else f"{self.job}_{self.index}"


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


class SlurmMachine:
    """with SlurmMachine(folder, nodes, cpus) as slurm: ... At the end all that was started is stopped."""

    def __init__(self, folder, nodes=3, cpus=1):
        self.folder = os.path.abspath(folder)
        self.nodes = [f"node{i + 1}" for i in range(nodes)]
        self.cpus = cpus
        self.user = pwd.getpwuid(os.getuid()).pw_name
        self.daemons = {}
        self.environment = {name: value for name, value in os.environ.items()
                            if not name.startswith(("SLURM_", "SBATCH_"))}
        self.environment["SLURM_CONF"] = os.path.join(self.folder, "slurm.conf")

    def __enter__(self):
        try:
            self._configure()
            self._start_munge()
            self._start("slurmctld", ["slurmctld", "-D"])
            for node in self.nodes:
                self.start_node(node)
            self.wait_for("the nodes are idle", 60, lambda: self.node_states() == {"IDLE"})
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_):
        self.stop()

    def _configure(self):
        for name in ("munge", "state"):
            os.makedirs(os.path.join(self.folder, name), mode=0o755)
        controller_port, *ports = free_ports(1 + len(self.nodes))
        host = socket.gethostname().split(".")[0]
        lines = [f"NodeName={node} NodeHostname={host} NodeAddr=127.0.0.1 Port={port} CPUs={self.cpus} RealMemory=1000"
                 for node, port in zip(self.nodes, ports)]
        with open(self.environment["SLURM_CONF"], "w", encoding="utf-8") as file:
            file.write(CONFIGURATION.format(host=host, controller_port=controller_port, user=self.user,
                                            folder=self.folder, nodes="\n".join(lines), names=",".join(self.nodes)))
        with open(os.path.join(self.folder, "cgroup.conf"), "w", encoding="utf-8") as file:
            # The word disabled came with 23.11. Before it, cgroups are not touched if no plugin above asks for them.
            file.write("CgroupPlugin=disabled\n" if version() >= (23, 11) else "")

    def _start_munge(self):
        """With a key, a socket and logs of its own."""
        folder = os.path.join(self.folder, "munge")
        key = os.path.join(folder, "key")
        with open(os.open(key, os.O_WRONLY | os.O_CREAT, 0o400), "wb") as file:
            file.write(os.urandom(128))
        socket_path = os.path.join(folder, "socket")
        # --force: the folder may stand under one that others may write, such as /tmp.
        self._start("munged", ["munged", "--foreground", "--force", "--key-file=" + key, "--socket=" + socket_path,
                               "--pid-file=" + os.path.join(folder, "pid"), "--seed-file=" + os.path.join(folder, "seed"),
                               "--log-file=" + os.path.join(folder, "log")])
        self.wait_for("munged answers", 20, lambda: os.path.exists(socket_path))

    def start_node(self, node):
        self._start(node, ["slurmd", "-D", "-N", node])

    def _start(self, name, command):
        with open(os.path.join(self.folder, name + ".output"), "ab") as output:
            self.daemons[name] = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                                                  env=self.environment, start_new_session=True)

    def kill_daemon(self, node):
        """SIGKILL of the node's daemon alone: the tasks that it has started run on."""
        daemon = self.daemons.pop(node)
        daemon.kill()
        daemon.wait()

    def kill_node(self, node):
        """SIGKILL of all that runs on the node, as if its power were cut."""
        self.kill_daemon(node)
        self._kill_tasks(node)

    def _kill_tasks(self, node=None):
        """Each together with the daemon that waits for it, which would tell slurmctld of its end."""
        for task in self.tasks():
            if node in (None, task.node):
                for process in (task.keeper, task.process):
                    try:
                        os.kill(process, signal.SIGKILL)
                    except ProcessLookupError:
                        pass

    def run(self, *command, check=True, **options):
        """The standard output of a command that knows this Slurm."""
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False, text=True,
                              env=self.environment, **options)
        if check and done.returncode != 0:
            raise RuntimeError(f"{' '.join(command)} ended with {done.returncode}: {done.stderr.strip()}")
        return done.stdout

    def node_states(self):
        lines = self.run("scontrol", "--oneliner", "show", "nodes", check=False).splitlines()
        return {re.search(r"State=([^ ]+)", line).group(1) for line in lines}

    def node_state(self, node):
        return re.search(r"State=([^ ]+)", self.run("scontrol", "--oneliner", "show", "node", node)).group(1)

    def tasks(self):
        """What slurmstepds of this Slurm have started and still runs."""
        wanted = "SLURM_CONF=" + self.environment["SLURM_CONF"]
        found = []
        for entry in os.listdir("/proc"):
            if not entry.isdigit():
                continue
            try:
                variables = read(f"/proc/{entry}/environ").split("\0")
                if wanted not in variables:
                    continue
                parent = int(re.search(r"^PPid:\s*(\d+)", read(f"/proc/{entry}/status"), re.MULTILINE).group(1))
                if read(f"/proc/{parent}/comm").strip() == "slurmstepd":
                    values = dict(one.split("=", 1) for one in variables if "=" in one)
                    found.append(Task(int(entry), parent, values["SLURMD_NODENAME"], os.readlink(f"/proc/{entry}/cwd"),
                                      values.get("SLURM_ARRAY_JOB_ID", values["SLURM_JOB_ID"]),
                                      values.get("SLURM_ARRAY_TASK_ID")))
            except OSError:
                continue  # It has just ended.
        return found

    @staticmethod
    def wait_for(what, seconds, condition):
        end = time.monotonic() + seconds
        while True:
            value = condition()
            if value:
                return value
            if time.monotonic() > end:
                raise TimeoutError(f"{seconds} s were not enough until {what}")
            time.sleep(0.1)

    def clear(self):
        """Ends all jobs. Those of a lost node end when it is back."""
        for node in self.nodes:
            if node not in self.daemons:
                self.start_node(node)
        self.run("scancel", "--full", "--user=" + self.user, check=False, timeout=30)
        self.wait_for("the queue is empty", 30, lambda: self.run("squeue", "--noheader").strip() == "")

    def stop(self):
        try:
            if "slurmctld" in self.daemons:
                self.clear()
        except (TimeoutError, RuntimeError, subprocess.TimeoutExpired):
            pass  # The tasks are killed below.
        for daemon in reversed(self.daemons.values()):
            daemon.terminate()
        for daemon in self.daemons.values():
            try:
                daemon.wait(timeout=10)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()
        self.daemons = {}
        self._kill_tasks()
