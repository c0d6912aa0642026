package codex

import (
	"cmp"
	"context"
	"crypto/sha256"
	"slices"
	"strings"

	"steno/parser"
	"steno/parser/jsonl"
	"steno/parser/lazy"
	"steno/parser/raw"
	"steno/parser/source"
)

// heard is what the records of a file say, which is read before they are taken: items and events
// repeat each other, and either may come first.
type heard struct {
	twice     map[key]int  // what items say, for events that say it, too
	said      map[key]bool // texts of all items
	userTyped map[key]bool // what the user typed, by the events that report it
	events    map[key]bool // what older events say, which newer ones repeat
}

func newHeard() heard {
	return heard{twice: map[key]int{}, said: map[key]bool{}, userTyped: map[key]bool{}, events: map[key]bool{}}
}

// key condenses a text and who said it.
type key [16]byte

func keyOf(who, text string) key {
	if who == "user" {
		text = placeholder.ReplaceAllString(text, " ")
	}
	sum := sha256.Sum256([]byte(who + "\x00" + strings.Join(strings.Fields(said(text)), " ")))
	return key(sum[:16])
}

// placeholder matches what marks the place of a picture: in front of a prompt in one record, behind it in another.
var placeholder = lazy.MustCompile(`\[Image #\d+\]`)

// listen reads what the items of a file say, so that events which say the same are not shown
// again, whichever comes first.
func (h *heard) listen(ctx context.Context, f *source.File) {
	src, err := f.Open()
	if err != nil {
		return // which is said when it is read
	}
	defer src.Close()
	in := jsonl.NewReader(src)
	for in.Next() && ctx.Err() == nil {
		for _, object := range in.Line().Objects {
			o := raw.ParseObject(object)
			p := payload(o)
			switch nameOf(o) {
			case "response_item/message":
				text := textOf(p)
				h.note(cmp.Or(p.String("role"), "assistant"), text)
			case "event_msg/user_message":
				k := keyOf("user", p.Text("message"))
				h.userTyped[k], h.events[k] = true, true
			case "event_msg/agent_message":
				h.events[keyOf("assistant", p.Text("message"))] = true
			case "event_msg/item_completed":
				if item := p.Object("item"); item.String("type") == "UserMessage" {
					h.userTyped[keyOf("user", textOf(item))] = true
				}
			case "response_item/reasoning":
				for _, part := range append(p.Array("summary"), p.Array("content")...) {
					h.note("reasoning", raw.ParseObject(part).String("text"))
				}
			}
		}
	}
}

func (h *heard) note(who, text string) {
	k := keyOf(who, text)
	h.twice[k]++
	h.said[keyOf("", text)] = true
	if plan := planIn(text); plan != "" {
		h.said[keyOf("", plan)] = true
	}
}

// again reports whether an item says what an event says. Each item counts for one event.
func (h *heard) again(who, text string) bool {
	k := keyOf(who, text)
	if h.twice[k] == 0 {
		return false
	}
	h.twice[k]--
	return true
}

// notTyped reports whether the client wrote a message of the role user: the rollout has events for
// what the user typed, and none has a text of this message. Pictures that a tool looked at are such
// messages.
func (h *heard) notTyped(p raw.Object, own []parser.Block) bool {
	if len(h.userTyped) == 0 || h.userTyped[keyOf("user", textOf(p))] {
		return false
	}
	return !slices.ContainsFunc(own, func(b parser.Block) bool { return h.userTyped[keyOf("user", b.(*parser.Text).Text)] })
}
