#!/bin/sh
# Puts the build systems that the capture tests use (CMake, Meson, Ninja) into a directory of the
# cache, once, and prints a PATH entry and a PYTHONPATH entry for them, one a line.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
requirements=$root/tests/projects/requirements.txt
cache=${PATCHLIGHT_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/patchlight}
key=$(cat "$0" "$requirements" | cksum | cut -d" " -f1)
dir=$cache/test-env-$key
if [ ! -d "$dir" ]; then
    mkdir -p "$cache"
    scratch=$cache/tmp-$$-test-env
    trap 'rm -rf "$scratch" "$scratch-venv"' EXIT
    python=python3
    if ! python3 -m pip --version > /dev/null 2>&1; then
        python3 -m venv "$scratch-venv" > /dev/null 2>&1 ||
            { apt-get install --yes --quiet python3-venv > /dev/null &&
              python3 -m venv "$scratch-venv" > /dev/null; }
        python=$scratch-venv/bin/python3
    fi
    "$python" -m pip install --quiet --root-user-action=ignore --disable-pip-version-check --no-cache-dir --no-deps \
        --only-binary=:all: --require-hashes --target "$scratch" --requirement "$requirements" >&2
    # The scripts that pip makes name the Python that made them; these name the user's.
    mkdir -p "$scratch/tools"
    ln -s ../cmake/data/bin/cmake ../cmake/data/bin/ctest ../bin/ninja "$scratch/tools"
    printf '#!/bin/sh\nexec python3 -m mesonbuild.mesonmain "$@"\n' > "$scratch/tools/meson"
    chmod +x "$scratch/tools/meson"
    mv "$scratch" "$dir" 2> /dev/null || [ -d "$dir" ]
fi
echo "$dir/tools"
echo "$dir"
