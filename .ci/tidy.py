#!/usr/bin/env python3
# Runs clang-tidy over the tree's sources on all cores, and remembers which were clean: a file is checked again only if
# it, one of our headers that it includes, its command, .clang-tidy or clang-tidy itself changed.
#   .ci/tidy.py BUILD_DIR [SECONDS]
# After SECONDS no further file is started; the number of unchecked files is reported, and the next run checks them.
# Exit status: 0 no findings, 1 findings or a file that clang-tidy could not read.
import concurrent.futures, hashlib, json, os, pathlib, re, subprocess, sys, time

INCLUDE = re.compile(rb'^\s*#\s*include\s+"([^"]+)"', re.M)


def closure(path, root, seen):
    """`path` and our files that it includes, directly or not. For a generated header: the schemas."""
    if path in seen:
        return
    seen.append(path)
    for name in INCLUDE.findall(path.read_bytes()):
        name = name.decode()
        target = root / (name.removesuffix(".h") if name.endswith(".capnp.h") else name)
        if target.suffix == ".capnp":
            for schema in sorted(root.glob("schemas/*.capnp")):
                if schema not in seen:
                    seen.append(schema)
        elif target.is_file():
            closure(target, root, seen)


def key_of(entry, root, salt):
    digest = hashlib.sha256(salt)
    digest.update(entry["command"].replace(str(root), ".").encode())
    files = []
    closure(pathlib.Path(entry["file"]), root, files)
    for path in files:
        digest.update(str(path.relative_to(root)).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def main():
    build, seconds = sys.argv[1], float(sys.argv[2]) if len(sys.argv) > 2 else float("inf")
    begun = time.monotonic()
    root = pathlib.Path(__file__).resolve().parent.parent
    cache = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "docket" / "clang-tidy"
    cache.mkdir(parents=True, exist_ok=True)
    version = subprocess.run(["clang-tidy", "--version"], capture_output=True, check=True).stdout
    salt = version + (root / ".clang-tidy").read_bytes()

    database = json.loads((root / build / "compile_commands.json").read_text())
    ours = [one for one in database if one["file"].startswith(str(root)) and one["file"].endswith(".cpp")
            and not one["file"].startswith(str(root / "build"))]
    if not ours:
        print("no sources in", build)
        return 1
    keys = {one["file"]: key_of(one, root, salt) for one in ours}
    due = sorted((file for file in keys if not (cache / keys[file]).exists()),
                 key=lambda file: -os.stat(file).st_mtime)

    def look(file):
        if time.monotonic() - begun > seconds:
            return None
        run = subprocess.run(["clang-tidy", "-p", build, "--quiet", file], cwd=root, capture_output=True, text=True)
        if run.returncode == 0:
            (cache / keys[file]).touch()
        return run

    found, looked, left = 0, 0, 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for run in pool.map(look, due):
            if run is None:
                left += 1
            else:
                looked += 1
                if run.returncode != 0:
                    found += 1
                    print(run.stdout.strip() or run.stderr.strip(), flush=True)
    print(f"clang-tidy: {len(keys)} files, {len(keys) - len(due)} still clean, {looked} checked now, "
          f"{found} with findings")
    if left:
        print(f"ATTENTION: {left} files were not checked within {seconds:.0f} s; run it again to continue")
    return 1 if found else 0


sys.exit(main())
