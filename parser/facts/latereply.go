package facts

import (
	"slices"
	"strings"
	"time"

	"steno/parser"
)

// lateReplies finds the last reply to the user among all replies of a conversation. Once the model
// has answered, a command that it had started in the background may end, and what it says to that
// is not its answer.
type lateReplies struct {
	replies []*parser.Message
	asked   int         // the first reply after the last prompt
	ended   []time.Time // when notifications came that a task ended of which they say nothing more
}

// note keeps the time of notifications. One with a result, as agents have it, may be what the user waits for.
func (l *lateReplies) note(messages ...*parser.Message) {
	for _, m := range messages {
		for _, b := range m.Blocks {
			if e, ok := b.(*parser.Event); ok && e.Type == "task-notification" && strings.TrimSpace(e.Text) == "" && !m.Time.IsZero() {
				l.ended = append(l.ended, m.Time)
			}
		}
	}
}

// last returns the index of the last reply with words, -1 if there is none. It is a former one if a
// notification followed that, after which the model did no more than look, and said less.
func (l *lateReplies) last() int {
	at := len(l.replies) - 1
	for at >= 0 && !hasWords(l.replies[at]) { // to look at the texts of all would read all of a large session
		at--
	}
	if at < 0 {
		return -1
	}
	slices.SortFunc(l.ended, time.Time.Compare)
	for i := at - 1; i >= l.asked && len(l.ended) > 0 && onlyLooks(l.replies[i+1]); i-- {
		m, next := l.replies[i], l.replies[i+1]
		if endOfReply(m) == EndedReply && l.between(m, next) && wordsOf(m) > wordsOf(l.replies[at]) {
			at = i
		}
	}
	return at
}

// between reports whether a notification came between two replies. They are in order.
func (l *lateReplies) between(m, next *parser.Message) bool {
	i, _ := slices.BinarySearchFunc(l.ended, m.Time, time.Time.Compare)
	return i < len(l.ended) && !l.ended[i].After(next.Time)
}

// onlyLooks reports whether the calls of a reply only read.
func onlyLooks(m *parser.Message) bool {
	for _, b := range m.Blocks {
		if c, ok := b.(*parser.ToolCall); ok {
			switch c.Action.Kind {
			case parser.ActionRead, parser.ActionSearch, parser.ActionPoll, parser.ActionTodo:
			default:
				return false
			}
		}
	}
	return true
}

// wordsOf is how many bytes of text a reply has.
func wordsOf(m *parser.Message) (n int) {
	for _, b := range m.Blocks {
		if t, ok := b.(*parser.Text); ok {
			n += len(t.Text)
		}
	}
	return n
}
