"""What is in a directory, from the host or from what `patchlight run --out` says."""

import os
import pathlib
import stat

# The clock under Patchlight starts here; what is dated in the day after it is dated "now".
CLOCK_START = 1_700_000_000
DAY = 86_400
NOW = "now"
TYPES = {"file": stat.S_IFREG, "directory": stat.S_IFDIR, "link": stat.S_IFLNK}


def snapshot(directory, started):
    """Every path below `directory`; times of modification since `started` are "now"."""
    found, names_of = {}, {}
    for parent, subdirectories, files in os.walk(directory):
        for name in sorted(subdirectories) + sorted(files):
            path = os.path.join(parent, name)
            info = os.lstat(path)
            key = os.path.relpath(path, directory)
            date = NOW if info.st_mtime >= started else info.st_mtime_ns
            found[key] = entry(info.st_mode, f"{info.st_uid}:{info.st_gid}", date)
            if stat.S_ISREG(info.st_mode):
                found[key]["contents"] = pathlib.Path(path).read_bytes()
                names_of.setdefault(info.st_ino, set()).add(key)
            elif stat.S_ISLNK(info.st_mode):
                found[key]["target"] = os.readlink(path)
    note_names(found, names_of.values())
    return found


def entry(mode, owner, date):
    return {"mode": oct(mode), "owner": owner, "date": date}


def note_names(found, groups):
    """Notes which names are those of one file."""
    for group in groups:
        for name in group:
            if len(group) > 1:
                found[name]["names"] = sorted(group)


def with_changes(found, started, out, directory):
    """The snapshot `found` of `directory`, changed as `out` says."""
    listing = out / "changes.txt"
    if not listing.exists():
        return found
    groups = [set(entry["names"]) for entry in found.values() if "names" in entry]
    for line in listing.read_text().splitlines():
        verb, rest = line.split(" ", 1)
        if verb == "removed":
            remove(found, relative(rest, directory))
        else:
            change(found, rest, started, out, directory, groups)
    merge_names(found, groups)
    return found


def remove(found, key):
    for name in [name for name in found if name == key or name.startswith(f"{key}/")]:
        del found[name]


def change(found, description, started, out, directory, groups):
    kind, mode, owner, date, rest = description.split(" ", 4)
    path, _, target = rest.partition(" -> ") if kind == "link" else (rest, "", "")
    path, _, first = path.partition(" = ") if kind == "file" else (path, "", "")
    key = relative(path, directory)
    if key is None:
        return
    seconds, _, nanoseconds = date.partition(".")
    is_now = CLOCK_START <= int(seconds) < CLOCK_START + DAY or int(seconds) >= started - 1
    date = NOW if is_now else int(seconds) * 10**9 + int(nanoseconds)
    if key in found and kind != "directory":
        for group in groups:
            group.discard(key)
    found[key] = entry(TYPES.get(kind, stat.S_IFIFO) | int(mode, 8), owner, date)
    if kind == "file":
        copy = out / "files" / os.path.relpath(unescape(path), "/")
        found[key]["contents"] = copy.read_bytes()
    elif kind == "link":
        found[key]["target"] = unescape(target)
    if first:
        groups.append({key, relative(first, directory)})


def merge_names(found, groups):
    merged = []
    for group in groups:
        group = {name for name in group if name in found}
        for other in [other for other in merged if other & group]:
            merged.remove(other)
            group |= other
        merged.append(group)
    for description in found.values():
        description.pop("names", None)
    note_names(found, merged)


def unescape(text):
    return os.fsdecode(text.encode().decode("unicode_escape").encode("latin-1"))


def relative(escaped, directory):
    """The path below the directory, or None for what lies elsewhere."""
    path = os.path.relpath(unescape(escaped), directory)
    return None if path == "." or path.startswith("..") else path
