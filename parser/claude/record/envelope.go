package record

import (
	"bytes"
	"cmp"
	"strconv"
	"strings"

	"steno/parser/raw"
)

// The envelope is what records have beside their message: who, where, when, below
// which record, and what few of them say.

func (p *parse) envelope(name []byte) (known bool) {
	r := p.r
	switch string(name) {
	case "type":
		r.Type = p.shared()
		p.typed = true
	case "uuid":
		r.UUID = p.str()
	case "parentUuid":
		r.Flags |= HasParent
		r.Parent = p.again(p.uuid)
	case "timestamp":
		r.Time = p.time()
	case "sessionId":
		p.context.Session = p.shared()
	case "agentId":
		p.context.Agent = p.shared()
	case "cwd":
		p.context.Cwd = p.shared()
	case "gitBranch":
		p.context.Branch = p.shared()
	case "version":
		p.context.Version = p.shared()
	case "slug":
		p.context.Slug = p.shared()
	case "requestId":
		p.request = p.again(p.Decoder.request)
	case "entrypoint":
		if strings.HasPrefix(p.shared(), "sdk-") {
			p.r.Flags |= Driven
		}
	case "userType", "promptId", "session_id", "rendered", "teamName":
		p.in.Value()
	default:
		return false
	}
	return true
}

func (p *parse) flag(name []byte) (known bool) {
	var f Flags
	switch string(name) {
	case "isSidechain":
		f = Sidechain
	case "isMeta":
		f = Meta
	case "isCompactSummary":
		f = CompactSummary
	case "isVisibleInTranscriptOnly":
		f = TranscriptOnly
	case "isApiErrorMessage":
		f = APIError
	case "isAbortedMidStream", "aborted":
		f = Aborted
	case "interruptedByShutdown":
		f = Shutdown
	case "stackedExpansion":
		f = Stacked
	default:
		return false
	}
	if string(p.in.Value()) == "true" {
		p.r.Flags |= f
	}
	return true
}

func (p *parse) rare(name []byte) (known bool) {
	r := p.r
	switch string(name) {
	case "permissionMode":
		p.ambiguous(name, func(s string) { r.user().PermissionMode = s })
	case "thinkingMetadata":
		r.user().Thinking = thinking(raw.ParseObject(p.in.Value()))
	case "effort":
		if s := p.shared(); p.effort == "" {
			p.effort = s
		}
	case "perTurnEffort": // that of the turn alone
		if s := p.shared(); s != "" {
			p.effort = s
		}
	case "thinking_tokens":
		p.thought = raw.Int(p.in.Value())
	case "supersedesUuids", "supersedes":
		for _, v := range raw.ParseArray(p.in.Value()) {
			r.user().Supersedes = append(r.user().Supersedes, raw.String(v))
		}
	case "todos":
		if v := p.in.Value(); len(v) > len("[]") {
			r.user().Todos = bytes.Clone(v)
		}
	case "imagePasteIds":
		for _, v := range raw.ParseArray(p.in.Value()) {
			r.user().Images = append(r.user().Images, raw.Int(v))
		}
	case "planContent":
		r.user().PlanContent = p.str()
	case "userFeedback":
		r.user().Feedback = p.str()
	case "sourceToolUseID":
		r.user().SourceToolUse = p.str()
	case "sourceToolAssistantUUID":
		r.user().SourceAssistant = p.str()
	case "toolDenialKind":
		r.user().Denial = p.shared()
	case "tool_result_meta":
		r.notRun(p.in.Value())
	case "subagent_type":
		p.ambiguous(name, func(s string) { r.user().AgentType = s })
	case "task_description":
		p.ambiguous(name, func(s string) { r.user().AgentTask = s })
	case "stackedOriginalInput":
		r.user().Stacked = p.str()
	case "promptSource":
		r.user().PromptSource = p.shared()
	case "turnOrigin":
		r.user().TurnOrigin = p.shared()
	case "origin":
		r.user().Origin = p.strings.intern([]byte(OriginOf(raw.ParseObject(p.in.Value()))))
	case "forkedFrom":
		v := p.in.Value() // some versions name only the session
		o := raw.ParseObject(v)
		r.user().ForkSession, r.user().ForkUUID = cmp.Or(o.String("sessionId"), raw.String(v)), o.String("messageUuid")
	case "error":
		p.ambiguous(name, func(s string) { r.user().Error = s })
	case "apiError":
		p.ambiguous(name, func(s string) {
			if r.Rare().Error == "" {
				r.user().Error = s
			}
		})
	default:
		return false
	}
	return true
}

// notRun reads why calls were not run.
func (r *Record) notRun(list []byte) {
	for _, v := range raw.ParseArray(list) {
		if o := raw.ParseObject(v); o.String("non_execution_kind") != "" {
			r.user().NotRun = append(r.user().NotRun, NotRun{o.String("id"), o.String("non_execution_kind")})
		}
	}
}

// ambiguous reads a member that belongs to the envelope of a message, but is
// content in other records; the type may still be unknown.
func (p *parse) ambiguous(name []byte, set func(string)) {
	v := p.in.Value()
	if s := raw.String(v); s != "" {
		set(p.strings.intern([]byte(s)))
	}
	p.addExtra(name, v)
}

func thinking(o raw.Object) string {
	if o.Bool("disabled") {
		return "off"
	}
	asked := o.String("level")
	if n := o.Int("maxThinkingTokens"); asked == "" && n != 0 {
		asked = strconv.Itoa(n) + " tokens"
	}
	for _, v := range o.Array("triggers") { // the words that asked for it
		if word := raw.ParseObject(v).String("text"); word != "" {
			return strings.TrimSpace(asked + " (" + word + ")")
		}
	}
	return asked
}

// OriginOf returns who or what a message is from, by its origin: origin.kind, Scheduled or Handback, "" where it does not say.
func OriginOf(origin raw.Object) string {
	kind, handback := origin.String("kind"), string(origin.Raw("handback"))
	switch {
	case handback != "" && handback != "false" && handback != "null" && kind != "task-notification":
		return Handback
	case origin.String("subkind") == Scheduled:
		return Scheduled
	}
	return kind
}
