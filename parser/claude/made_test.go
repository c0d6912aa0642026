package claude

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"time"
)

// madeSession writes a session as Claude Code would: prompts, replies in pieces,
// calls with their results told twice, hooks, progress, snapshots, compactions and
// rewinds. A record has about 1,000 bytes. The same seed writes the same bytes.
type madeSession struct {
	w       *bufio.Writer
	random  *rand.Rand
	written int
	records int
	parent  string   // uuid of the last record
	before  []string // parents of the prompts since the last compaction
}

// makeSession writes a session of about size bytes and returns how many records
// and bytes it has.
func makeSession(w io.Writer, size int) (records, bytes int, err error) {
	s := &madeSession{w: bufio.NewWriterSize(w, 1<<20), random: rand.New(rand.NewPCG(7, 9))}
	for turn := 1; s.written < size; turn++ {
		switch {
		case turn%400 == 0:
			s.compact()
		case turn%40 == 0 && len(s.before) > 3:
			s.parent = s.before[len(s.before)-3] // the user went back three prompts
		}
		s.turn()
	}
	return s.records, s.written, s.w.Flush()
}

// line writes a line and counts it.
func (s *madeSession) line(text string) {
	s.w.WriteString(text)
	s.w.WriteByte('\n')
	s.written += len(text) + 1
	s.records++
}

// record writes a record that hangs from the last one.
func (s *madeSession) record(kind, rest string) {
	parent := "null"
	if s.parent != "" {
		parent = `"` + s.parent + `"`
	}
	s.parent = s.uuid()
	at := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(s.records) * 700 * time.Millisecond)
	s.line(fmt.Sprintf(`{"parentUuid":%s,"isSidechain":false,"userType":"external","cwd":"/home/mira/code/steep","sessionId":"5e550000-0000-4000-8000-000000000001","version":"2.1.114","gitBranch":"main","type":"%s",%s,"uuid":"%s","timestamp":"%s"}`,
		parent, kind, rest, s.parent, at.Format("2006-01-02T15:04:05.000Z")))
}

func (s *madeSession) uuid() string {
	a, b := s.random.Uint64(), s.random.Uint64()
	return fmt.Sprintf("%08x-%04x-4%03x-8%03x-%012x", uint32(a>>32), uint16(a>>16), a&0xfff, b>>52, b&0xffffffffffff)
}

func (s *madeSession) turn() {
	s.before = append(s.before, s.parent)
	s.line(fmt.Sprintf(`{"type":"file-history-snapshot","messageId":"%s","snapshot":{"trackedFileBackups":{},"timestamp":"2026-03-01T00:00:00.000Z"},"isSnapshotUpdate":false}`, s.uuid()))
	s.record("user", fmt.Sprintf(`"message":{"role":"user","content":"%s"},"permissionMode":"default"`, s.prose(300)))
	for range 2 + s.random.IntN(5) {
		s.step()
	}
	s.reply(s.uuid(), fmt.Sprintf(`{"type":"text","text":"%s"}`, s.prose(400)))
	s.record("system", fmt.Sprintf(`"subtype":"turn_duration","durationMs":%d,"isMeta":false`, s.random.IntN(100_000)))
}

// step is a thought, a call, what the harness notes of it, and the result.
func (s *madeSession) step() {
	message, call := s.uuid(), "toolu_"+s.uuid()
	s.reply(message, fmt.Sprintf(`{"type":"thinking","thinking":"%s","signature":"%s"}`, s.prose(210), strings.ReplaceAll(s.prose(300), " ", "")))
	tool, input, result := s.call()
	s.reply(message, fmt.Sprintf(`{"type":"tool_use","id":"%s","name":"%s","input":%s}`, call, tool, input))
	if s.random.IntN(3) == 0 {
		s.record("progress", fmt.Sprintf(`"data":{"type":"hook_progress","hookEvent":"PreToolUse","hookName":"PreToolUse:%s","command":"callback"},"toolUseID":"%s","parentToolUseID":"%s"`, tool, call, call))
	}
	s.record("user", fmt.Sprintf(`"message":{"role":"user","content":[{"tool_use_id":"%s","type":"tool_result","content":"%s","is_error":false}]},%s`, call, s.prose(100), result))
	if s.random.IntN(4) == 0 {
		s.record("attachment", fmt.Sprintf(`"attachment":{"type":"hook_success","hookName":"PostToolUse:%s","toolUseID":"%s","hookEvent":"PostToolUse","content":"%s","stdout":"","stderr":"","exitCode":0}`, tool, call, s.prose(60)))
	}
}

func (s *madeSession) reply(message, block string) {
	s.record("assistant", fmt.Sprintf(`"message":{"model":"claude-opus-4-7","id":"msg_%s","type":"message","role":"assistant","content":[%s],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":4,"cache_creation_input_tokens":1234,"cache_read_input_tokens":%d,"output_tokens":%d,"service_tier":"standard"}},"requestId":"req_%s"`,
		message, block, s.random.IntN(100_000), s.random.IntN(900), message))
}

// call makes a call: its tool, its input and the member that holds its structured result.
func (s *madeSession) call() (tool, input, result string) {
	lines := s.prose(420)
	switch s.random.IntN(3) {
	case 0:
		return "Bash", fmt.Sprintf(`{"command":"make %s","description":"%s"}`, s.prose(20), s.prose(40)),
			fmt.Sprintf(`"toolUseResult":{"stdout":"%s","stderr":"","interrupted":false,"isImage":false}`, lines)
	case 1:
		return "Read", fmt.Sprintf(`{"file_path":"/home/mira/code/steep/%d.go"}`, s.random.IntN(1000)),
			fmt.Sprintf(`"toolUseResult":{"type":"text","file":{"filePath":"/home/mira/code/steep/x.go","content":"%s","numLines":20,"startLine":1,"totalLines":20}}`, lines)
	}
	before, after := s.prose(200), s.prose(200)
	return "Edit", fmt.Sprintf(`{"file_path":"/home/mira/code/steep/x.go","old_string":"%s","new_string":"%s"}`, before, after),
		fmt.Sprintf(`"toolUseResult":{"filePath":"/home/mira/code/steep/x.go","oldString":"%s","newString":"%s","originalFile":"%s%s","structuredPatch":[{"oldStart":1,"oldLines":1,"newStart":1,"newLines":1,"lines":["-%s","+%s"]}],"userModified":false,"replaceAll":false}`,
			before, after, lines, lines, before, after)
}

func (s *madeSession) compact() {
	last := s.parent
	s.parent, s.before = "", nil
	s.record("system", fmt.Sprintf(`"subtype":"compact_boundary","logicalParentUuid":"%s","content":"Conversation compacted","compactMetadata":{"trigger":"auto","preTokens":160000}`, last))
	s.record("user", fmt.Sprintf(`"isCompactSummary":true,"isVisibleInTranscriptOnly":true,"message":{"role":"user","content":"This session is being continued from a previous conversation. %s"}`, s.prose(6000)))
}

const vocabulary = `kettle teapot timer steep leaves filter boil cup pour minute degree server handler struct return config parse writes \"quoted\" naïve → test fails because the path\n`

// prose makes about n bytes of text, as it stands in a JSON string.
func (s *madeSession) prose(n int) string {
	words := strings.Split(vocabulary, " ")
	var b strings.Builder
	for b.Len() < n {
		b.WriteString(words[s.random.IntN(len(words))])
		b.WriteByte(' ')
	}
	return b.String()
}
