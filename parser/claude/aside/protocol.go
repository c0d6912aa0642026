package aside

import (
	"slices"
	"strings"

	"steno/parser/raw"
)

// protocolTexts are the members of protocol messages that contain words, best first.
var protocolTexts = strings.Fields("message content planContent reason failureReason feedback summary description")

// addressing are members that only the client needs: its own ids, and what the message says of itself elsewhere.
var addressing = strings.Fields(`type from timestamp requestId request_id agent_id agentId tool_use_id toolUseId paneId backendType color
	subject taskSubject tool_name toolName`)

// Protocol returns what a message says by which agents of a team coordinate: what it is about, its words, its figures.
func Protocol(o raw.Object) Said {
	s := Said{Name: o.First("subject", "taskSubject", "tool_name", "toolName")}
	if reason := o.String("idleReason"); reason != "available" {
		s.Name = reason + s.Name
	}
	taken := s.take(o, protocolTexts, addressing...)
	s.Text = strings.TrimSpace(o.First("subject", "taskSubject") + "\n\n" + s.Text)
	s.Fields = slices.Concat(scalars(o.Object("input"), nil, ""), scalars(o, append(taken, "idleReason"), ""))
	return s
}
