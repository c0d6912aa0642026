package record

import (
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// The envelope is what records have beside their message: who, where, when, below
// which record, and what few of them say.

func (p *parse) envelope(name []byte) (known bool, err error) {
	r := p.r
	switch string(name) {
	case "type":
		r.Type, err = p.shared()
		p.typed = true
	case "uuid":
		r.UUID, err = p.str()
	case "parentUuid":
		r.Flags |= HasParent
		r.Parent, err = p.again(p.uuid)
	case "timestamp":
		r.Time, err = p.time()
	case "sessionId":
		p.context.Session, err = p.shared()
	case "agentId":
		p.context.Agent, err = p.shared()
	case "cwd":
		p.context.Cwd, err = p.shared()
	case "gitBranch":
		p.context.Branch, err = p.shared()
	case "version":
		p.context.Version, err = p.shared()
	case "slug":
		p.context.Slug, err = p.shared()
	case "teamName":
		p.context.Team, err = p.shared()
	case "requestId":
		p.request, err = p.again(p.Decoder.request)
	case "userType", "entrypoint", "promptId", "session_id", "rendered":
		err = p.dec.SkipValue()
	default:
		return false, nil
	}
	return true, err
}

func (p *parse) flag(name []byte) (known bool, err error) {
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
	default:
		return false, nil
	}
	v, err := p.dec.ReadValue()
	if len(v) > 0 && v.Kind() == 't' {
		p.r.Flags |= f
	}
	return true, err
}

func (p *parse) rare(name []byte) (known bool, err error) {
	r := p.r
	switch string(name) {
	case "permissionMode":
		err = p.ambiguous(name, func(s string) { r.user().PermissionMode = s })
	case "thinkingMetadata":
		var v jsontext.Value
		if v, err = p.dec.ReadValue(); err == nil {
			r.user().Thinking = thinking(ParseObject(v))
		}
	case "planContent":
		r.user().PlanContent, err = p.str()
	case "sourceToolUseID":
		r.user().SourceToolUse, err = p.str()
	case "sourceToolAssistantUUID":
		r.user().SourceAssistant, err = p.str()
	case "promptSource":
		r.user().PromptSource, err = p.shared()
	case "origin":
		var v jsontext.Value
		if v, err = p.dec.ReadValue(); err == nil {
			r.user().Origin = p.intern([]byte(ParseObject(v).String("kind")))
		}
	case "forkedFrom":
		var v jsontext.Value
		if v, err = p.dec.ReadValue(); err == nil {
			o := ParseObject(v)
			r.user().ForkSession, r.user().ForkUUID = o.String("sessionId"), o.String("messageUuid")
		}
	case "error":
		err = p.ambiguous(name, func(s string) { r.user().Error = s })
	case "apiError":
		err = p.ambiguous(name, func(s string) {
			if r.Rare().Error == "" {
				r.user().Error = s
			}
		})
	default:
		return false, nil
	}
	return true, err
}

// ambiguous reads a member that belongs to the envelope of a message, but is
// content in other records; the type may still be unknown.
func (p *parse) ambiguous(name []byte, set func(string)) error {
	key := string(name)
	v, err := p.dec.ReadValue()
	if err != nil {
		return err
	}
	if s := unquote(v); s != "" {
		set(p.intern([]byte(s)))
	}
	p.addExtra(key, v)
	return nil
}

func thinking(o Object) string {
	if o.Bool("disabled") {
		return "off"
	}
	if s := o.String("level"); s != "" {
		return s
	}
	if n := o.Int("maxThinkingTokens"); n != 0 {
		return strconv.Itoa(n) + " tokens"
	}
	return ""
}
