"""Archives of Debian packages, upstream's and Debian's own, by name and pinned hash.

apt works on a configuration and state of its own, so that the machine needs no `deb-src` entry
and keeps none. It brings its key ring and its proxy settings; the pinned hash decides in any case.
"""

import hashlib
import os
import pathlib
import shutil
import subprocess

MIRROR = os.environ.get("DEBIAN_MIRROR", "http://deb.debian.org/debian")
SUITE = "bookworm"
KEYRING = pathlib.Path("/usr/share/keyrings/debian-archive-keyring.gpg")


class FetchError(Exception):
    pass


class Archives:
    """A directory of archives that were fetched and checked.

    `kinds` are those of packages: of sources, and where programs themselves are wanted `deb`.
    """

    def __init__(self, directory, suite=SUITE, kinds=("deb-src",)):
        self.directory = directory
        self.suite = suite
        self.kinds = kinds
        self.apt = directory / ("apt" if suite == SUITE else f"apt-{suite}")
        self.updated = False

    def get(self, package, archive, sha256):
        """An archive of a source package."""
        return self._get(package, archive, sha256, ["source", "--download-only"])

    def get_binary(self, package, archive, sha256):
        """A package as it is installed, which it is not."""
        return self._get(package, archive, sha256, ["download"])

    def _get(self, package, archive, sha256, how):
        path = self.directory / archive
        if not path.exists():
            try:
                self._download(package, how)
            except FetchError:
                # Of an old release, other files of the package may be gone.
                if not path.exists():
                    raise
        if not path.exists():
            raise FetchError(f"the package {package} of {self.suite} has no {archive}")
        found = hashlib.sha256(path.read_bytes()).hexdigest()
        if found != sha256:
            path.unlink()
            raise FetchError(f"{archive} has the hash {found}, pinned is {sha256}")
        return path

    def _download(self, package, how):
        self.directory.mkdir(parents=True, exist_ok=True)
        if not self.updated:
            self._write_configuration()
            self._apt("update")
            self.updated = True
        self._apt(*how, package)

    def _write_configuration(self):
        if not shutil.which("apt-get"):
            raise FetchError("apt-get is needed to get Debian's packages")
        (self.apt / "lists" / "partial").mkdir(parents=True, exist_ok=True)
        (self.apt / "archives" / "partial").mkdir(parents=True, exist_ok=True)
        signed = f" [signed-by={KEYRING}]" if KEYRING.exists() else ""
        lines = [f"{kind}{signed} {MIRROR} {self.suite} main\n" for kind in self.kinds]
        (self.apt / "sources.list").write_text("".join(lines))

    def _apt(self, *words):
        settings = {
            "Dir::Etc::SourceList": self.apt / "sources.list",
            "Dir::Etc::SourceParts": "-",
            "Dir::State::Lists": self.apt / "lists",
            "Dir::Cache": self.apt,
            "APT::Sandbox::User": "",
        }
        options = [word for key, value in settings.items() for word in ("-o", f"{key}={value}")]
        command = ["apt-get", "--quiet=2", *options, *words]
        result = subprocess.run(command, cwd=self.directory, capture_output=True, text=True)
        if result.returncode != 0:
            raise FetchError(f"apt-get {' '.join(words)}: {result.stderr.strip()}")
