#!/usr/bin/python3
"""A file system (FUSE) whose power can be cut: then every file has only the bytes that were synced.

  power_cut_fs.py FOLDER MOUNTPOINT        in the foreground; as root, with Debian's python3-fuse

Names always survive (a journal of metadata). Bytes and lengths of a file survive only after fsync or fdatasync, if it was
opened with O_SYNC or O_DSYNC, or after 10 seconds without a write, when a kernel has written them back. FOLDER has two trees:
live, which programs see, and synced; while there is a file named lies, nothing is synced. PowerCutDisk mounts it in a
separate process and cuts the power.
"""
import errno
import os
import pathlib
import shutil
import stat
import subprocess
import sys
import time

try:
    import fuse
    fuse.fuse_python_api = (0, 2)
except ImportError:
    fuse = None

WRITTEN_BACK = 10  # seconds
PYTHON = "/usr/bin/python3"  # Debian's Python, for which python3-fuse is built


def is_possible():
    return os.path.exists("/dev/fuse") and os.geteuid() == 0 and subprocess.run(
        [PYTHON, "-c", "import fuse"], capture_output=True, check=False).returncode == 0


class PowerCutDisk:
    """The file system at `place`, with its data in a folder next to it."""

    def __init__(self, place):
        self.place = pathlib.Path(place)
        self.folder = self.place.with_name(self.place.name + ".disk")
        for tree in ("live", "synced"):
            (self.folder / tree).mkdir(parents=True, exist_ok=True)
        self.place.mkdir(exist_ok=True)
        self.running = None

    def mount(self):
        self.running = subprocess.Popen([PYTHON, __file__, str(self.folder), str(self.place)])
        until = time.time() + 30
        while not os.path.ismount(self.place):
            if self.running.poll() is not None or time.time() > until:
                raise RuntimeError(f"{self.place} is not mounted")
            time.sleep(0.05)

    def unmount(self):
        subprocess.run(["umount", "-l", str(self.place)], check=False, capture_output=True)
        if self.running is not None:
            self.running.kill()
            self.running.wait()
            self.running = None

    def lie(self):
        """From now on it claims to sync without doing so: for controls."""
        (self.folder / "lies").touch()

    def cut_power(self):
        """Called after the programs that use it were killed. Returns the number of files that lost bytes."""
        cut_at = time.time()
        self.unmount()
        live, synced = self.folder / "live", self.folder / "synced"
        lost = 0
        for file in live.rglob("*"):
            if file.is_file() and not file.is_symlink():
                other = synced / file.relative_to(live)
                if file.read_bytes() == other.read_bytes():
                    continue
                if cut_at - file.stat().st_mtime > WRITTEN_BACK:
                    shutil.copyfile(file, other)
                else:
                    lost += 1
        shutil.rmtree(live)
        shutil.copytree(synced, live, symlinks=True)
        for path in synced.rglob("*"):
            owner = path.lstat()
            os.chown(live / path.relative_to(synced), owner.st_uid, owner.st_gid, follow_symlinks=False)
        self.mount()
        return lost


def main():
    if fuse is None:
        sys.exit("there is no python3-fuse")
    folder, place = sys.argv[1:3]
    live_root, synced_root = os.path.join(folder, "live"), os.path.join(folder, "synced")
    dirty = {}  # by the number of the live file: what was written since its last sync

    def both(path):
        return live_root + path, synced_root + path

    class OpenFile:
        def __init__(self, path, flags, *mode):
            flags &= ~(os.O_APPEND | os.O_DIRECT)
            live, synced = both(path)
            self.live = os.open(live, (flags & ~os.O_WRONLY) | os.O_RDWR, *mode)
            self.synced = os.open(synced, os.O_RDWR | (flags & os.O_CREAT), *mode)
            self.number = os.fstat(self.live).st_ino
            self.is_sync = flags & (os.O_SYNC | os.O_DSYNC) != 0
            self.direct_io, self.keep_cache = False, False

        def read(self, length, offset):
            return os.pread(self.live, length, offset)

        def write(self, data, offset):
            done = os.pwrite(self.live, data, offset)
            dirty.setdefault(self.number, []).append((offset, done))
            if self.is_sync:
                self.fsync(True)
            return done

        def fsync(self, _):
            if os.path.exists(os.path.join(folder, "lies")):
                return
            for offset, length in dirty.pop(self.number, []):
                os.pwrite(self.synced, os.pread(self.live, length, offset), offset)
            os.ftruncate(self.synced, os.fstat(self.live).st_size)

        def ftruncate(self, length):
            os.ftruncate(self.live, length)

        def fgetattr(self):
            return os.fstat(self.live)

        def flush(self):
            pass

        def release(self, _):
            os.close(self.live)
            os.close(self.synced)

    class Files(fuse.Fuse):
        def getattr(self, path):
            return os.lstat(live_root + path)

        def readlink(self, path):
            return os.readlink(live_root + path)

        def readdir(self, path, _):
            for name in [".", ".."] + os.listdir(live_root + path):
                # Without types, RocksDB treats . and .. as files.
                yield fuse.Direntry(name, type=stat.S_IFMT(os.lstat(os.path.join(live_root + path, name)).st_mode))

        def unlink(self, path):
            for one in both(path):
                os.unlink(one)

        def rmdir(self, path):
            for one in both(path):
                os.rmdir(one)

        def symlink(self, target, path):
            for one in both(path):
                os.symlink(target, one)

        def rename(self, path, to):
            for one, other in zip(both(path), both(to)):
                os.rename(one, other)

        def link(self, path, to):
            for one, other in zip(both(path), both(to)):
                os.link(one, other)

        def chmod(self, path, mode):
            for one in both(path):
                os.chmod(one, mode)

        def chown(self, path, user, group):
            for one in both(path):
                os.chown(one, user, group, follow_symlinks=False)

        def truncate(self, path, length):
            os.truncate(live_root + path, length)

        def mknod(self, path, mode, device):
            if not stat.S_ISREG(mode):
                return -errno.EPERM
            for one in both(path):
                os.mknod(one, mode, device)
            return 0

        def mkdir(self, path, mode):
            for one in both(path):
                os.mkdir(one, mode)

        def utime(self, path, times):
            os.utime(live_root + path, times)

        def access(self, path, mode):
            return 0 if os.access(live_root + path, mode) else -errno.EACCES

        def statfs(self):
            return os.statvfs(live_root)

    server = Files(version="docket power cut", usage="", dash_s_do="setsingle")
    server.file_class = OpenFile
    server.parse([place, "-f", "-o", "allow_other,default_permissions"], errex=1)
    server.multithreaded = False
    server.main()


if __name__ == "__main__":
    main()
