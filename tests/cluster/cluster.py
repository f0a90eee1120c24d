"""Three RabbitMQ nodes on one machine, each in its own network namespace, whose links can be cut. Needs root."""
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import time

import broker as brokers

NET = "10.77.41"  # the bridge is .1, the nodes are .11, .12, ...


def is_possible():
    return brokers.is_installed() and shutil.which("ip") is not None and os.geteuid() == 0


def ip(*words, check=True):
    subprocess.run(["ip", *words], check=check, capture_output=True)


class Node:
    def __init__(self, folder, number, names):
        self.folder, self.number = pathlib.Path(folder), number
        self.address = f"{NET}.{10 + number}"
        self.space, self.link = f"docket{number}", f"docketv{number}"
        self.url = f"amqp://guest:guest@{self.address}:5672"
        self.process = None
        self.folder.mkdir(parents=True)
        (self.folder / "rabbitmq.conf").write_text(
            "loopback_users.guest = false\nnet_ticktime = 10\n"
            "cluster_formation.peer_discovery_backend = classic_config\n"
            + "".join(f"cluster_formation.classic_config.nodes.{i} = {name}\n" for i, name in enumerate(names, 1)))
        (self.folder / "plugins").write_text("[].\n")
        cookie = self.folder / ".erlang.cookie"
        cookie.write_text("docket-test-cluster")
        cookie.chmod(0o400)
        self.environment = dict(
            os.environ, HOME=str(self.folder), RABBITMQ_NODENAME=names[number - 1], RABBITMQ_USE_LONGNAME="true",
            RABBITMQ_MNESIA_BASE=str(self.folder / "mnesia"), RABBITMQ_LOG_BASE=str(self.folder),
            RABBITMQ_LOGS=str(self.folder / "node.log"), RABBITMQ_CONFIG_FILE=str(self.folder / "rabbitmq.conf"),
            RABBITMQ_CONF_ENV_FILE="/dev/null", RABBITMQ_ENABLED_PLUGINS_FILE=str(self.folder / "plugins"),
            RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS="+S 1:1 +sbwt none")

    def in_space(self, *words):
        return ["ip", "netns", "exec", self.space, *words]

    def add_network(self):
        ip("netns", "add", self.space)
        ip("link", "add", self.link, "type", "veth", "peer", "name", "eth0", "netns", self.space)
        ip("link", "set", self.link, "master", "docketbr", "up")
        for words in (("addr", "add", f"{self.address}/24", "dev", "eth0"), ("link", "set", "eth0", "up"),
                      ("link", "set", "lo", "up")):
            ip("-n", self.space, *words)
        self.names = subprocess.Popen(self.in_space("epmd"), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def start(self):
        with open(self.folder / "out", "ab") as out:
            self.process = subprocess.Popen(self.in_space(brokers.SERVER), env=self.environment, stdout=out,
                                            stderr=out, stdin=subprocess.DEVNULL, start_new_session=True)

    def wait(self, seconds=300):
        until = time.time() + seconds
        while time.time() < until:
            if self.process.poll() is not None:
                break
            try:
                socket.create_connection((self.address, 5672), timeout=1).close()
                return
            except OSError:
                time.sleep(0.3)
        raise RuntimeError(f"node {self.number} does not start: {(self.folder / 'out').read_text()[-2000:]}")

    def kill(self):
        if self.process is not None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None

    def cut(self):
        ip("link", "set", self.link, "down")

    def mend(self):
        ip("link", "set", self.link, "up")

    def memory(self):
        """The node's memory in MiB."""
        pid = pathlib.Path(self.folder / "mnesia").glob("*.pid")
        for file in pid:
            try:
                for line in pathlib.Path(f"/proc/{file.read_text().strip()}/status").read_text().splitlines():
                    if line.startswith("VmRSS"):
                        return int(line.split()[1]) // 1024
            except OSError:
                pass
        return None


class Cluster:
    def __init__(self, folder, count=3):
        names = [f"docket@{NET}.{10 + number}" for number in range(1, count + 1)]
        self.remove_network(count)  # left by a run that was killed
        self.nodes = [Node(pathlib.Path(folder) / f"node-{number}", number, names) for number in range(1, count + 1)]
        ip("link", "add", "docketbr", "type", "bridge")
        ip("addr", "add", f"{NET}.1/24", "dev", "docketbr")
        ip("link", "set", "docketbr", "up")
        for node in self.nodes:
            node.add_network()

    def start(self):
        for node in self.nodes:
            node.start()
        for node in self.nodes:
            node.wait()

    def urls(self):
        return [node.url for node in self.nodes]

    def end(self):
        for node in self.nodes:
            node.kill()
            node.names.kill()
            node.names.wait()
        self.remove_network(len(self.nodes))

    @staticmethod
    def remove_network(count):
        for number in range(1, count + 1):
            ip("netns", "del", f"docket{number}", check=False)
            ip("link", "del", f"docketv{number}", check=False)
        ip("link", "del", "docketbr", check=False)
