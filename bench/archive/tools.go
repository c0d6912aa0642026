package archive

import "strconv"

// call is a tool call on its way to its result.
type call struct {
	tool   *tool
	id     string
	uuid   [36]byte // of its record
	input  []byte   // JSON
	file   *file
	from   int      // first line that is read or changed
	old    [][]byte // lines before and after an edit
	new    [][]byte
	prompt []byte // for an agent
	agent  string // its id
}

// tool is a tool of an era.
type tool struct {
	Tool
	name string
}

// newCall draws a tool and writes its input.
func (s *session) newCall() call {
	c := call{tool: s.era.tools[s.era.toolNames.draw(s.Rand)], id: "toolu_01"}
	c.id += string(hex(hex(nil, s.Uint64(), 16), s.Uint64(), 6))
	if s.agent != "" && c.tool.isAgent() {
		c.tool = s.era.tools["Bash"]
	}
	n := c.tool.Input.draw(s.Rand)
	b := make([]byte, 0, n+200)
	text := func(before string, n int, after string) {
		b = append(s.prose(append(b, before...), max(8, n)), after...)
	}
	switch name := c.tool.name; name {
	case "Read", "NotebookRead":
		c.file = s.files.touch()
		c.from = 0
		b = append(append(append(b, `{"file_path":"`...), s.path(c.file)...), '"')
		if s.IntN(3) == 0 {
			c.from = s.IntN(200)
			b = append(strconv.AppendInt(append(b, `,"offset":`...), int64(c.from+1), 10), `,"limit":200`...)
		}
		b = append(b, '}')
	case "Edit", "MultiEdit":
		b = s.edit(b, &c, n)
	case "Write":
		c.file = s.files.fresh()
		c.new = s.files.at(c.file, 0, n-100)
		b = append(append(append(b, `{"file_path":"`...), s.path(c.file)...), `","content":"`...)
		b = append(join(b, c.new), `"}`...)
	case "Bash":
		b = s.command(append(b, `{"command":"`...), n*3/4)
		text(`","description":"`, n/4-20, `"}`)
	case "Grep", "Glob":
		b = append(s.word(append(b, `{"pattern":"`...), s.kinds["code"]), `","path":"`+s.dir+`"}`...)
	case "TodoWrite":
		b = s.todos(append(b, `{"todos":`...), n-10, "pending")
		b = append(b, '}')
	case "Task", "Agent":
		text(`{"description":"`, 30, `","subagent_type":"general-purpose","prompt":"`)
		start := len(b)
		b = s.prose(b, max(20, n-100))
		c.prompt = b[start:]
		b = append(b, `"}`...)
	default:
		text(`{"query":"`, n-20, `"}`)
	}
	c.input = b
	return c
}

func (t *tool) isAgent() bool { return t.name == "Task" || t.name == "Agent" }

func (s *session) path(f *file) string { return s.dir + "/" + f.path }

// command appends a shell command of about n bytes.
func (s *session) command(b []byte, n int) []byte {
	end := len(b) + max(8, n)
	for first := true; len(b) < end; first = false {
		if !first {
			b = append(b, " && "...)
		}
		b = s.fill(b, commands[s.IntN(len(commands))], s.kinds["code"])
	}
	return cut(b, end)
}

var commands = templates("git diff --stat § | head -№", "go test ./~/... -run ~ 2>&1 | tail -№",
	"grep -rn \\\"~\\\" § | head -№", "npm run ~ -- --~", "sed -n '№,№p' §", "cd ~ && ls -la", "cat §",
	"git log --oneline -№")

// edit draws lines of a file and writes the input that changes them. The session remembers
// the change.
func (s *session) edit(b []byte, c *call, n int) []byte {
	c.file = s.files.touch()
	whole := s.files.at(c.file, 0, 600+s.IntN(3000))
	c.from = s.IntN(max(1, len(whole)-3))
	c.old = s.files.at(c.file, c.from, max(20, n/3-50))
	for _, line := range c.old {
		if s.IntN(3) == 0 {
			line = s.line(nil, c.file, 1+s.IntN(3))
		}
		c.new = append(c.new, line)
		if s.IntN(4) > 0 {
			c.new = append(c.new, s.line(nil, c.file, 1+s.IntN(3)))
		}
	}
	before, after := `","old_string":"`, `","replace_all":false}`
	b = append(append(b, `{"file_path":"`...), s.path(c.file)...)
	if c.tool.name == "MultiEdit" {
		before, after = `","edits":[{"old_string":"`, `"}]}`
	}
	c.old = append([][]byte(nil), c.old...)
	b = join(append(b, before...), c.old)
	b = join(append(b, `","new_string":"`...), c.new)
	if c.tool.name == "Edit" {
		b = append(b, '"')
		after = after[1:]
	}
	return append(b, after...)
}

// todos appends a list of tasks of about n bytes.
func (s *session) todos(b []byte, n int, status string) []byte {
	end := len(b) + n
	b = append(b, '[')
	for i := 0; i == 0 || len(b) < end; i++ {
		if i > 0 {
			b = append(b, ',')
		}
		b = s.prose(append(b, `{"content":"`...), 50)
		b = append(b, `","status":"`+status+`","id":"`...)
		b = append(strconv.AppendInt(b, int64(i+1), 10), `","priority":"high"}`...)
	}
	return append(b, ']')
}
