package files

import (
	"path"
	"strings"

	"steno/parser/lazy"
	"steno/parser/source"
)

const (
	indexName   = "sessions-index.json"
	historyName = "history.jsonl"
	journalName = "journal.jsonl"
	titleName   = "custom-title.json"
	jobName     = "timeline.jsonl" // states of a job in the background, whose session has its own transcript

	copiesFolder = "file-history"
	pastedFolder = "paste-cache"
)

// earlier matches the folders in which an archive of steno collect keeps what a
// transcript was before it became another, in the layout of what is beside them.
var earlier = lazy.MustCompile(`(/earlier/[0-9a-f]{16})+/`)

// original is the name of a file without such a folder: it is what it was, of the same
// project and session.
func original(name string) string {
	if !strings.Contains(name, "/earlier/") { // which is quicker to check
		return name
	}
	return earlier.ReplaceAllLiteralString(name, "/")
}

// skipped names folders of Claude Code that contain no transcripts.
var skipped = map[string]bool{
	"shell-snapshots": true, "statsig": true, "image-cache": true,
}

// isMemory reports whether a folder is what the agent remembers of a project.
func isMemory(dir string) bool {
	return path.Base(dir) == "memory" && isFolder(path.Base(path.Dir(dir)))
}

var uuidLike = lazy.MustCompile(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)

func isAgentName(base string) bool {
	return strings.HasPrefix(base, "agent-") && strings.HasSuffix(base, ".jsonl")
}

// fileCopy matches the name of a copy of a file: a hash of its path, and a number.
var fileCopy = lazy.MustCompile(`^[0-9A-Za-z_-]{1,128}@v[0-9]{1,9}$`)

// Owns reports whether a file may be of use, see [source.Format].
func Owns(name string) bool {
	dir, base := path.Split(name)
	switch above := path.Dir(path.Clean(dir)); {
	case path.Base(above) == copiesFolder:
		return fileCopy.MatchString(base)
	case strings.HasSuffix(dir, "/"+pastedFolder+"/"):
		return strings.HasSuffix(base, ".txt")
	case base == titleName:
		return uuidLike.MatchString(path.Base(path.Clean(dir)))
	case strings.HasSuffix(base, ".js"):
		return strings.HasSuffix(dir, "/workflows/scripts/")
	case isMemory(path.Clean(dir)):
		return strings.HasSuffix(base, ".md")
	case strings.HasSuffix(base, ".jsonl"), base == indexName:
		return true
	case strings.HasSuffix(base, ".meta.json"):
		return strings.Contains(dir, "/subagents/")
	case strings.HasSuffix(base, ".json"):
		return strings.HasSuffix(dir, "/workflows/")
	case strings.HasSuffix(base, ".md"):
		return strings.HasSuffix(dir, "/plans/") || strings.HasSuffix(dir, "/session-memory/")
	}
	return strings.Contains(dir, "/tool-results/")
}

// Claims reports whether a file is Claude Code's by its path alone, see [source.Format]: it is in a
// folder that is named after a directory.
func Claims(name string) bool {
	if !Owns(name) {
		return false
	}
	dir := original(name)
	for dir = path.Dir(dir); dir != "." && dir != "/"; dir = path.Dir(dir) {
		if base := path.Base(dir); isFolder(base) && !strings.HasPrefix(base, "--") {
			return true
		}
	}
	return false
}

// May reports whether a file may contain what a run in CI or with the SDK printed: any JSON file
// that is nothing else, see [source.Format].
func May(name string) bool { return strings.HasSuffix(name, ".json") && !Owns(name) }

// Layout is how Claude Code files its transcripts (format notes, sections 1 and A8).
func Layout() source.Layout {
	return source.Layout{
		Place:      place,
		Skip:       func(folder string) bool { return skipped[folder] },
		Copies:     func(folder string) bool { return folder == copiesFolder },
		Around:     []string{"plans", copiesFolder},
		Beside:     func(base string) bool { return isAgentName(base) || base == indexName },
		IsFolder:   isFolder,
		FolderOf:   folderOf,
		IsFolderOf: isFolderOf,
		Worktrees:  worktrees,
		Archive:    archive,
		Projects:   ownFolders,
		FirstDir:   firstDir,
		Run:        runSession,
	}
}

// place decides what a file is by its path.
func place(name string, has func(string) bool) source.Place {
	elems := strings.Split(original(name), "/")
	dirs, base := elems[:len(elems)-1], elems[len(elems)-1]
	if at := sessionAt(dirs, has); at >= 0 {
		return placePart(name, dirs, at)
	}
	if base == titleName && len(dirs) > 0 {
		return source.Place{Role: source.SessionTitle, Session: dirs[len(dirs)-1], Folder: strings.Join(dirs[:len(dirs)-1], "/")}
	}
	in := source.Place{Folder: strings.Join(dirs, "/")}
	switch {
	case base == jobName && len(dirs) > 1 && dirs[len(dirs)-2] == "jobs":
	case len(dirs) > 1 && dirs[len(dirs)-2] == copiesFolder:
		in.Role, in.Session, in.Folder = source.FileCopy, dirs[len(dirs)-1], ""
	case len(dirs) > 0 && dirs[len(dirs)-1] == pastedFolder:
		in.Role, in.Folder = source.PastedText, strings.Join(dirs[:len(dirs)-1], "/")
	case base == indexName:
		in.Role = source.IndexFile
	case isMemory(in.Folder):
		in.Role, in.Folder = source.ProjectMemory, path.Dir(in.Folder)
	case base == historyName:
		in.Role = source.HistoryFile
	case base == jobName && len(dirs) > 1 && dirs[len(dirs)-2] == "jobs":
		in.Role = source.Ignored
	case isAgentName(base):
		in.Role, in.Agent = source.AgentTranscript, agentID(base)
	case strings.HasSuffix(base, ".jsonl"):
		in.Role = source.Transcript
		if stem := strings.TrimSuffix(base, ".jsonl"); uuidLike.MatchString(stem) {
			in.Session = stem
		}
	case strings.HasSuffix(base, ".json"):
		in.Role = source.Transcript // for its content, see May
	case strings.HasSuffix(base, ".md"):
		in.Role = source.PlanFile
	}
	return in
}

// sessionAt returns the index in dirs of the folder that belongs to a session, -1
// if there is none. A folder is a session's when it has its name, or when the
// session's transcript is beside it, or when agents are in it.
func sessionAt(dirs []string, has func(string) bool) int {
	for i := 1; i < len(dirs); i++ {
		switch dirs[i] {
		case "subagents":
			return i - 1
		case "workflows", "tool-results", "session-memory":
			if uuidLike.MatchString(dirs[i-1]) || has(strings.Join(dirs[:i], "/")+".jsonl") {
				return i - 1
			}
		}
	}
	return -1
}

// placePart decides what a file below the folder of the session dirs[at] is.
func placePart(name string, dirs []string, at int) source.Place {
	base := path.Base(name)
	kind, rest := dirs[at+1], dirs[at+2:]
	in := source.Place{Session: dirs[at], Folder: strings.Join(dirs[:at], "/")}
	switch {
	case kind == "tool-results":
		in.Role = source.ToolResult
	case kind == "session-memory":
		in.Role = source.SessionMemory
	case kind == "workflows" && strings.HasSuffix(base, ".js"):
		in.Role = source.WorkflowScript
	case kind == "workflows" && len(rest) == 0 && strings.HasSuffix(base, ".json"):
		in.Role, in.Run = source.WorkflowSummary, strings.TrimSuffix(base, ".json")
	case kind == "subagents" && strings.HasSuffix(base, ".jsonl"):
		if len(rest) > 1 && rest[0] == "workflows" {
			in.Run = rest[1]
		}
		if base == journalName && in.Run != "" {
			in.Role = source.Journal
			break
		}
		in.Role, in.Agent = source.AgentTranscript, agentID(base)
		in.Meta = strings.TrimSuffix(original(name), ".jsonl") + ".meta.json"
	}
	return in
}

func agentID(base string) string {
	return strings.TrimPrefix(strings.TrimSuffix(base, ".jsonl"), "agent-")
}
