"""A RabbitMQ node in its own folder, for tests: it is started, killed and started again."""
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import time

SERVER = "/usr/lib/rabbitmq/bin/rabbitmq-server"


def is_installed():
    return os.path.exists(SERVER) and shutil.which("erl") is not None


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Broker:
    """One node on this machine, reached at `url`."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True)
        self.port, epmd = free_port(), free_port()
        self.url = f"amqp://guest:guest@127.0.0.1:{self.port}"
        (self.folder / "rabbitmq.conf").write_text(f"listeners.tcp.default = 127.0.0.1:{self.port}\n")
        (self.folder / "plugins").write_text("[].\n")
        self.environment = dict(
            os.environ, HOME=str(self.folder), RABBITMQ_NODENAME="docket@localhost",
            RABBITMQ_NODE_PORT=str(self.port), RABBITMQ_DIST_PORT=str(free_port()), ERL_EPMD_PORT=str(epmd),
            ERL_EPMD_ADDRESS="127.0.0.1", RABBITMQ_MNESIA_BASE=str(self.folder / "mnesia"),
            RABBITMQ_LOG_BASE=str(self.folder), RABBITMQ_LOGS=str(self.folder / "node.log"),
            RABBITMQ_CONFIG_FILE=str(self.folder / "rabbitmq.conf"), RABBITMQ_CONF_ENV_FILE="/dev/null",
            RABBITMQ_ENABLED_PLUGINS_FILE=str(self.folder / "plugins"),
            RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS="+S 1:1 +sbwt none")
        # Started here so that it ends with the test; one started by the node would go on running.
        self.names = subprocess.Popen(["epmd", "-port", str(epmd), "-address", "127.0.0.1"],
                                      stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.process = None

    def start(self, seconds=180):
        with open(self.folder / "out", "ab") as out:
            self.process = subprocess.Popen([SERVER], env=self.environment, stdout=out, stderr=out,
                                            stdin=subprocess.DEVNULL, start_new_session=True)
        until = time.time() + seconds
        while time.time() < until:
            if self.process.poll() is not None:
                break
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            except OSError:
                time.sleep(0.2)
        raise RuntimeError(f"the broker does not start: {(self.folder / 'out').read_text()[-2000:]}")

    def kill(self):
        """Like a power cut, except that the page cache survives. The node has its own session, which is killed."""
        if self.process is None:
            return
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.process = None

    def end(self):
        self.kill()
        self.names.kill()
        self.names.wait()
