#!/usr/bin/env bash
# Puts the program of a release on the PATH, or says that it has to be built (output build=true).
#
# Only a tag such as v1.2.3 has a release: who pins the action by a commit gets what that commit's source
# makes. A release without the file for this system, or without any answer, is built from source too, unless
# STENO_ACTION_INSTALL is "release". A file that differs from the release's checksums fails the job.
#
# STENO_ACTION_REPOSITORY and STENO_ACTION_REF say which action this is; GITHUB_SERVER_URL, RUNNER_OS,
# RUNNER_ARCH and RUNNER_TEMP are GitHub's. Runs in bash 3.2.
set -euo pipefail

tell() { printf '%s=%s\n' "$1" "$2" >>"${GITHUB_OUTPUT:-/dev/stdout}"; }
fail() {
	echo "$1" >&2
	exit 1
}

# build leaves it to the next steps.
build() {
	[ "${STENO_ACTION_INSTALL:-auto}" != release ] || fail "install: release: $1"
	echo "building Steno from source: $1" >&2
	tell build true
	exit 0
}

case ${STENO_ACTION_INSTALL:-auto} in
auto | release) ;;
build) build "the input install says so" ;;
*) fail "install: \"$STENO_ACTION_INSTALL\" is none of auto, release and build" ;;
esac
[[ ${STENO_ACTION_REF:-} =~ ^v[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?$ ]] || build "\"${STENO_ACTION_REF:-}\" is no tag of a release"
[[ ${STENO_ACTION_REPOSITORY:-} =~ ^[A-Za-z0-9._-]+/[A-Za-z0-9._-]+$ ]] || build "the repository of the action is not known"

ending=tar.gz
case ${RUNNER_OS:-} in
Linux) os=linux ;;
macOS) os=darwin ;;
Windows) os=windows ending=zip ;;
*) build "there are no releases for \"${RUNNER_OS:-}\"" ;;
esac
case ${RUNNER_ARCH:-} in
X64) arch=amd64 ;;
ARM64) arch=arm64 ;;
*) build "there are no releases for \"${RUNNER_ARCH:-}\"" ;;
esac

file=steno_${STENO_ACTION_REF#v}_${os}_$arch.$ending
from=${GITHUB_SERVER_URL:-https://github.com}/$STENO_ACTION_REPOSITORY/releases/download/$STENO_ACTION_REF
to=${RUNNER_TEMP:?}/steno-bin
rm -rf "$to"
mkdir -p "$to"
cd "$to"

# fetch NAME
fetch() {
	curl -fsSL --retry "${STENO_RETRIES:-3}" --retry-delay "${STENO_RETRY_SECONDS:-2}" --max-time 120 -o "$1" "$from/$1" || build "$from/$1 cannot be downloaded"
}
fetch checksums.txt
want=$(awk -v file="$file" '$2 == file || $2 == "*" file { print $1 }' checksums.txt)
[[ $want =~ ^[0-9a-f]{64}$ ]] || build "the release has no $file"
fetch "$file"

if command -v sha256sum >/dev/null; then
	sum=$(sha256sum "$file")
else
	sum=$(shasum -a 256 "$file")
fi
sum=${sum#\\} # of names with backslashes
[ "${sum%% *}" = "$want" ] || fail "$file has the checksum ${sum%% *}; the release says $want"

case $ending in
zip) unzip -q "$file" steno.exe ;;
*) tar -xzf "$file" steno ;;
esac
rm -f "$file" checksums.txt
echo "$to" >>"${GITHUB_PATH:-/dev/stdout}"
echo "installed $file" >&2
tell build false
