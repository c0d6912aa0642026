#!/usr/bin/env bash
# Builds a site (STENO_MODE=pages), or exports the sessions of a pull request into one file
# and a comment (STENO_MODE=pr). Tells what it made in GITHUB_OUTPUT.
set -euo pipefail

flags=()
[ -z "${STENO_CONFIG:-}" ] || flags+=(--config "$STENO_CONFIG")
while IFS= read -r source; do
	[ -z "$source" ] || flags+=(--source "$source")
done <<<"${STENO_SOURCE:-}"
tell() { printf '%s=%s\n' "$1" "$2" >>"${GITHUB_OUTPUT:-/dev/stdout}"; }

case ${STENO_MODE:-pages} in
pages)
	steno build "${flags[@]}" --destination "$STENO_DESTINATION" ${STENO_BASE_URL:+--base-url "$STENO_BASE_URL"}
	steno check --site "$STENO_DESTINATION"
	tell path "$STENO_DESTINATION"
	;;
pr)
	mkdir -p "$STENO_DESTINATION"
	choice=(--pr "$STENO_PR")
	if ! steno export "${flags[@]}" "${choice[@]}" --format md --output "$STENO_DESTINATION/comment.md" --force; then
		choice=(--branch "${STENO_BRANCH:-}")
		if [ -z "${STENO_BRANCH:-}" ] || ! steno export "${flags[@]}" "${choice[@]}" --format md --output "$STENO_DESTINATION/comment.md" --force; then
			echo "no session belongs to pull request #$STENO_PR" >&2
			tell found false
			exit 0
		fi
	fi
	steno export "${flags[@]}" "${choice[@]}" --output "$STENO_DESTINATION/sessions.html" --force ${STENO_MAX_SIZE:+--max-size "$STENO_MAX_SIZE"}
	tell found true
	tell path "$STENO_DESTINATION/sessions.html"
	tell comment "$STENO_DESTINATION/comment.md"
	;;
*)
	echo "mode: \"$STENO_MODE\" is neither pages nor pr" >&2
	exit 2
	;;
esac
