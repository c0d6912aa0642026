package archive

import (
	"slices"
	"strconv"
)

// result writes the record with the result of a call: the text that the model gets, and the
// structured form beside it, which repeats most of that text.
func (s *session) result(c *call) {
	failed := s.Float64() < c.tool.Failed
	n := c.tool.Result.draw(s.Rand)
	s.text, s.extra = s.text[:0], s.extra[:0]
	if failed {
		s.text = s.output(append(s.text, "Error: "...), min(n, 400))
		s.extra = append(append(append(s.extra, `"`...), s.text...), '"')
	} else {
		s.outcome(c, n)
	}
	s.open("user")
	s.add(`"message":{"role":"user","content":[{"tool_use_id":"`, c.id, `","type":"tool_result","content":`)
	if c.tool.isAgent() && !failed {
		s.add(`[{"type":"text","text":"`, s.text, `"}]`)
	} else {
		s.add(`"`, s.text, `"`)
	}
	if failed || c.tool.name == "Bash" {
		s.add(`,"is_error":`, failed)
	}
	s.add(`}]}`)
	if s.fields[s.detailField()] && len(s.extra) > 0 {
		s.add(`,"toolUseResult":`, s.extra)
	}
	if s.fields["sourceToolAssistantUUID"] {
		s.add(`,"sourceToolAssistantUUID":"`, c.uuid[:], `"`)
	}
	s.close(4_000)
}

// detailField is the field of the model that has how many results have a structured form.
func (s *session) detailField() string {
	if s.agent != "" {
		return "agent.toolUseResult"
	}
	return "toolUseResult"
}

// outcome writes the text of a result of about n bytes, and its structured form.
func (s *session) outcome(c *call, n int) {
	switch c.tool.name {
	case "Read", "NotebookRead":
		s.read(c, n)
	case "Edit", "MultiEdit":
		s.edited(c, n)
	case "Write":
		s.wrote(c, n)
	case "Bash", "BashOutput", "TaskOutput":
		s.text = s.output(s.text, n)
		s.detail(`{"stdout":"`, s.text)
		if more := c.tool.Detail.Mean/max(1, c.tool.Result.Mean) - 1.1; more > 0 { // what the model did not get
			s.extra = s.output(s.extra, int(more*float64(n)))
		}
		s.detail(`","stderr":"","interrupted":false,"isImage":false,"noOutputExpected":false}`)
	case "Grep", "Glob", "LS":
		s.text = s.hits(append(s.text, "Found 12 files\\n"...), n-16)
		s.detail(`{"mode":"content","filenames":[],"numFiles":0,"numLines":12,"content":"`, s.text, `"}`)
	case "TodoWrite":
		s.text = append(s.text,
			"Todos have been modified successfully. Ensure that you continue to use the todo list to track your progress."...)
		s.detail(`{"oldTodos":`, c.input[len(`{"todos":`):len(c.input)-1], `,"newTodos":`, c.input[len(`{"todos":`):])
	case "Task", "Agent":
		s.answered(c, n)
	default:
		s.text = s.prose(s.text, max(2, n))
		if c.tool.Detail.Mean > c.tool.Result.Mean/2 {
			s.detail(`[{"type":"text","text":"`, s.text, `"}]`)
		} else {
			s.detail(`{"durationMs":`, strconv.Itoa(s.IntN(4000)), `}`)
		}
	}
}

// detail appends to the structured form of a result.
func (s *session) detail(parts ...any) {
	for _, p := range parts {
		switch p := p.(type) {
		case string:
			s.extra = append(s.extra, p...)
		case []byte:
			s.extra = append(s.extra, p...)
		}
	}
}

func (s *session) read(c *call, n int) {
	lines := s.files.at(c.file, c.from, max(10, n*4/5))
	s.text = numbered(s.text, lines, c.from+1)
	count := strconv.Itoa(len(lines))
	s.detail(`{"type":"text","file":{"filePath":"`, s.path(c.file), `","content":"`)
	s.extra = join(s.extra, lines)
	s.detail(`","numLines":`, count, `,"startLine":`, strconv.Itoa(c.from+1), `,"totalLines":`, strconv.Itoa(c.from+len(lines)), `}}`)
}

// edited is the result of an edit: a few lines of the file, and for most the whole of it as
// it was.
func (s *session) edited(c *call, n int) {
	s.text = append(append(append(s.text, "The file "...), s.path(c.file)...), " has been updated successfully."...)
	if n > 400 {
		s.text = numbered(append(s.text, " Here's the result of running `cat -n` on a snippet of the edited file:\\n"...), c.new, c.from+1)
	}
	s.detail(`{"filePath":"`, s.path(c.file), `","oldString":"`)
	s.extra = join(s.extra, c.old)
	s.detail(`","newString":"`)
	s.extra = join(s.extra, c.new)
	s.detail(`","originalFile":`)
	if s.Float64() < s.era.Originals.PerCall {
		s.detail(`"`)
		s.extra = join(s.extra, s.files.at(c.file, 0, s.era.Originals.Bytes.draw(s.Rand)))
		s.detail(`"`)
	} else {
		s.detail("null")
	}
	s.detail(`,"structuredPatch":[{"oldStart":`, strconv.Itoa(c.from+1), `,"oldLines":`, strconv.Itoa(len(c.old)), `,"newStart":`,
		strconv.Itoa(c.from+1), `,"newLines":`, strconv.Itoa(len(c.new)), `,"lines":[`)
	s.patch("-", c.old)
	s.detail(",")
	s.patch("+", c.new)
	s.detail(`]}],"userModified":false,"replaceAll":false}`)
	c.file.lines = slices.Replace(c.file.lines, c.from, c.from+len(c.old), c.new...)
}

// wrote is the result of a file that was written, or written again: then it has the file as it was.
func (s *session) wrote(c *call, n int) {
	s.text = append(append(s.text, "File created successfully at: "...), s.path(c.file)...)
	if n > 400 {
		s.text = cut(numbered(append(s.text, newline...), c.new, 1), n)
	}
	s.detail(`{"type":"create","filePath":"`, s.path(c.file), `","content":"`)
	s.extra = append(join(s.extra, c.new), `","structuredPatch":[],"originalFile":`...)
	if t := c.tool; s.Float64() < t.Detail.Mean/max(1, t.Input.Mean)-1 {
		s.detail(`"`)
		s.extra = append(join(s.extra, c.new), '"')
	} else {
		s.detail("null")
	}
	s.detail("}")
}

func (s *session) patch(sign string, lines [][]byte) {
	for i, line := range lines {
		if i > 0 {
			s.extra = append(s.extra, ',')
		}
		s.detail(`"`, sign, line, `"`)
	}
}

// answered is the result of an agent, whose transcript is written when the session's is whole.
func (s *session) answered(c *call, n int) {
	id := string(hex(nil, s.Uint64(), 16))
	c.agent = id
	s.text = s.prose(s.text, max(20, n-80))
	s.detail(`{"status":"completed","prompt":"`, c.prompt, `","agentId":"`, id, `","content":[{"type":"text","text":"`, s.text,
		`"}],"totalDurationMs":81234,"totalTokens":41234,"totalToolUseCount":12}`)
	s.text = append(append(append(s.text, `\nagentId: `...), id...), " (use SendMessage to continue)"...)
	if s.Float64() < s.era.Agents.Kept {
		s.agents = append(s.agents, agentRun{id: id, prompt: string(c.prompt),
			size: s.era.Agents.Bytes.draw(s.Rand), seed: s.Uint64(), from: s.clock})
	}
}
