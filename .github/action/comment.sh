#!/usr/bin/env bash
# Creates the comment of a pull request, or updates the one that it created before: a comment of
# its own author that begins with its marker. Anybody can write the marker.
# GITHUB_API_URL, GITHUB_REPOSITORY and GITHUB_TOKEN are GitHub's; STENO_ACTION_PR is the number
# of the pull request, STENO_ACTION_BODY the file with the comment, STENO_ACTION_AUTHOR the login that the token
# writes as, if it is known. Without permission to write, as for pull requests from forks, the
# comment goes to the summary of the job. STENO_ACTION_ARTIFACT is the address of the page of a run, whose
# comment is another one (STENO_ACTION_MODE=run). Runs in bash 3.2.
set -euo pipefail

marker='<!-- steno -->'
[ "${STENO_ACTION_MODE:-}" != run ] || marker='<!-- steno run -->'
api="${GITHUB_API_URL:-https://api.github.com}/repos/${GITHUB_REPOSITORY}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A comment may have 65,536 characters; the marker comes first, so that it is never cut.
{
	printf '%s\n' "$marker"
	[ -z "${STENO_ACTION_ARTIFACT:-}" ] || printf '[Open the session](%s)\n\n' "$STENO_ACTION_ARTIFACT"
	cat "$STENO_ACTION_BODY"
} | jq -Rs '{body: .[0:65000]}' >"$work/body.json"

summarize() {
	echo "the comment goes to the summary of the job: $1" >&2
	[ "${STENO_ACTION_MODE:-}" = run ] || cat "$STENO_ACTION_BODY" >>"${GITHUB_STEP_SUMMARY:-/dev/stdout}" # a run's is there
	exit 0
}

# call METHOD URL [FILE]: answers are in $work/answer, the status is printed. What failed on
# the server's side is tried again.
call() {
	local status=000 try
	for try in 1 2 3 4; do
		status=$(curl -sS -o "$work/answer" -w '%{http_code}' -X "$1" ${3:+--data-binary "@$3"} \
			-H "Authorization: Bearer ${GITHUB_TOKEN:-}" -H 'Accept: application/vnd.github+json' \
			-H 'Content-Type: application/json' -H 'X-GitHub-Api-Version: 2022-11-28' "$2") || status=000
		case $status in
		5?? | 000) sleep "${STENO_RETRY_SECONDS:-2}" ;;
		*) break ;;
		esac
	done
	printf '%s' "$status"
}

# failed WHAT STATUS: the end of the step, with what the API says about it, if it does.
failed() {
	local why
	why=$(jq -r '.message // empty' "$work/answer" 2>/dev/null | head -c 300) || why=
	echo "$1 the comment of #$STENO_ACTION_PR at ${GITHUB_API_URL:-https://api.github.com}: status $2${why:+, $why}" >&2
	exit 1
}

[ -n "${GITHUB_TOKEN:-}" ] || summarize 'there is no token'

# The token of a job cannot ask who it is; it writes as github-actions[bot].
author=${STENO_ACTION_AUTHOR:-}
if [ -z "$author" ]; then
	author='github-actions[bot]'
	[ "$(call GET "${GITHUB_API_URL:-https://api.github.com}/user")" != 200 ] || author=$(jq -r '.login // empty' "$work/answer" 2>/dev/null) || author=
fi

id=
for ((page = 1; page <= 100; page++)); do
	status=$(call GET "$api/issues/$STENO_ACTION_PR/comments?per_page=100&page=$page")
	case $status in
	200) ;;
	401 | 403 | 404) summarize "comments cannot be read (status $status)" ;;
	*) failed reading "$status" ;;
	esac
	jq -e 'type == "array"' "$work/answer" >/dev/null 2>&1 || failed reading "$status, but the answer is no list of comments"
	id=$(jq -r --arg marker "$marker" --arg author "$author" \
		'map(select(.user.login == $author and ((.body // "") | startswith($marker)))) | .[0].id // empty' "$work/answer")
	[ -n "$id" ] && break
	[ "$(jq length "$work/answer")" -lt 100 ] && break
done

if [ -n "$id" ]; then
	status=$(call PATCH "$api/issues/comments/$id" "$work/body.json")
else
	status=$(call POST "$api/issues/$STENO_ACTION_PR/comments" "$work/body.json")
fi
case $status in
200 | 201) echo "the comment of #$STENO_ACTION_PR is up to date" >&2 ;;
401 | 403 | 404) summarize "comments cannot be written (status $status)" ;;
*) failed writing "$status" ;;
esac
