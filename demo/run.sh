#!/bin/sh
# The demo: a project with two commits. The second one passes the project's tests, and breaks it.
set -eu
patchlight=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
demo=$(cd "$(dirname "$0")" && pwd)
project=${DEMO_DIR:-$(mktemp -d)/fields}
mkdir -p "$(dirname "$project")"
rm -rf "$project"
cp -r "$demo/fields" "$project"
cd "$project"

git() {
	command git -c user.name=Demo -c user.email=demo@example.org -c init.defaultBranch=main "$@"
}

echo "== A project with two commits: $project"
git init --quiet
git add .
git commit --quiet --message "fields: print fields of lines"
git apply "$demo/fields.patch"
git commit --quiet --all --message "fields: keep the selection in a bit set"
git --no-pager log --oneline --reverse

echo
echo "== Its own tests pass before and after"
make --silent check

echo
echo "== patchlight init"
"$patchlight" init

echo
echo "== patchlight test HEAD~1..HEAD"
status=0
"$patchlight" test HEAD~1..HEAD --budget "${DEMO_BUDGET:-30s}" || status=$?
if [ "$status" -ne 2 ]; then
	echo "demo: expected a regression to be found (exit code 2), got $status" >&2
	exit 1
fi
