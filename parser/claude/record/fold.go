package record

import (
	"encoding/binary"
	"unsafe"

	"github.com/go-json-experiment/json/jsontext"

	"steno/parser/offheap"
)

// All records of a session are read before the first is presented. Their messages would then take
// more memory than all that is made of them. So those of a large session are folded: written down
// as bytes beside the texts, in which texts that are there already are named by their places.

// Folder folds the messages of the records of one session. Nil folds nothing.
type Folder struct {
	texts   *offheap.Texts
	strings pool
	buffer  []byte
}

// Folder returns a folder for the records that a decoder makes, nil if their texts are on the heap.
func (d *Decoder) Folder() *Folder {
	if d.Texts == nil {
		return nil
	}
	return &Folder{texts: d.Texts, strings: d.strings}
}

// Fold takes the message of a record away, and what few records have beside it. [Folder.Open] brings both back.
func (f *Folder) Fold(r *Record) {
	if f == nil || r.Message == nil {
		return
	}
	p := packing{Folder: f, bytes: f.buffer[:0]}
	p.message(r.Message)
	if user := r.User; user.folds() && p.has(user != nil) {
		p.user(user)
		r.User = nil
	}
	f.buffer = p.bytes
	r.Folded, r.Message = Folded(f.texts.Aside(string(p.bytes))), nil
}

// Folded is a folded message, "" for none.
type Folded string

// Open brings back what [Folder.Fold] took away.
func (f *Folder) Open(r *Record) {
	if r.Folded == "" {
		return
	}
	p := packing{Folder: f, reads: true, bytes: unsafe.Slice(unsafe.StringData(string(r.Folded)), len(r.Folded))}
	r.Message, r.Folded = new(Message), ""
	p.message(r.Message)
	if r.User == nil && p.has(false) {
		r.User = new(User)
		p.user(r.User)
	}
}

// Message returns a folded message.
func (f *Folder) Message(folded Folded) *Message {
	r := Record{Folded: folded}
	f.Open(&r)
	return r.Message
}

// folds reports whether nothing of the record's rare members is asked for before it is presented,
// and none is a list.
func (u *User) folds() bool {
	return u == nil || u.NotRun == nil && u.Supersedes == nil && u.Images == nil && u.ForkSession == "" &&
		u.ForkUUID == "" && u.AgentType == "" && u.AgentTask == ""
}

// packing writes values, or reads them in the same order.
type packing struct {
	*Folder
	reads bool
	bytes []byte // written, or left to read
}

func (p *packing) message(m *Message) {
	p.text(&m.ID)
	p.text(&m.RequestID)
	for _, s := range []*string{&m.Role, &m.Model, &m.StopReason, &m.Effort} {
		p.shared(s)
	}
	p.raw(&m.Result)
	p.blocks(&m.Content)
	if p.has(m.Usage != nil) {
		if p.reads {
			m.Usage = new(Usage)
		}
		u := m.Usage
		for _, n := range []*int{&u.Input, &u.Output, &u.CacheRead, &u.CacheWrite, &u.CacheWrite1h, &u.Thinking} {
			p.int(n)
		}
	}
}

func (p *packing) user(u *User) {
	for _, s := range []*string{&u.PlanContent, &u.Feedback, &u.Stacked, &u.SourceToolUse, &u.SourceAssistant} {
		p.text(s)
	}
	for _, s := range []*string{&u.PermissionMode, &u.Thinking, &u.Origin, &u.TurnOrigin, &u.PromptSource, &u.Error, &u.Denial} {
		p.shared(s)
	}
	p.raw(&u.Todos)
}

func (p *packing) blocks(list *[]Block) {
	n := len(*list)
	p.int(&n)
	if p.reads && n > 0 {
		*list = make([]Block, n)
	}
	for i := range *list {
		b := &(*list)[i]
		p.shared(&b.Type)
		p.shared(&b.Name)
		p.text(&b.Text)
		p.text(&b.ID)
		p.raw(&b.Raw)
		p.raw(&b.Cited)
		flags := int(b.Flags)
		p.int(&flags)
		b.Flags = BlockFlags(flags)
		p.blocks(&b.Content)
		if p.has(b.Source != nil) {
			if p.reads {
				b.Source = new(Source)
			}
			for _, s := range []*string{&b.Source.MediaType, &b.Source.Title, &b.Source.Data, &b.Source.Text, &b.Source.Ref} {
				p.text(s)
			}
		}
	}
}

// has writes whether something follows, or reads it.
func (p *packing) has(is bool) bool {
	n := 0
	if is {
		n = 1
	}
	p.int(&n)
	return n == 1
}

func (p *packing) int(n *int) {
	if !p.reads {
		p.bytes = binary.AppendVarint(p.bytes, int64(*n))
		return
	}
	v, size := binary.Varint(p.bytes)
	*n, p.bytes = int(v), p.bytes[size:]
}

// some writes bytes or, of what is in the file, where these are. It reads them without a copy.
func (p *packing) some(b []byte) []byte {
	n, at := len(b), -1
	if place, held := p.texts.PlaceOf(b); held && !p.reads {
		at = int(place)
	}
	p.int(&n)
	p.int(&at)
	switch {
	case at >= 0 && p.reads:
		b = p.texts.At(int64(at), n)
	case p.reads:
		b, p.bytes = p.bytes[:n:n], p.bytes[n:]
	case at < 0:
		p.bytes = append(p.bytes, b...)
	}
	return b
}

func (p *packing) text(s *string) {
	b := p.some(unsafe.Slice(unsafe.StringData(*s), len(*s)))
	if p.reads {
		*s = unsafe.String(unsafe.SliceData(b), len(b))
	}
}

// shared is text for what many records have in common.
func (p *packing) shared(s *string) {
	b := p.some(unsafe.Slice(unsafe.StringData(*s), len(*s)))
	if p.reads {
		*s = p.strings.intern(b)
	}
}

func (p *packing) raw(v *jsontext.Value) {
	if p.has(*v != nil) {
		b := p.some(*v)
		if p.reads {
			*v = b
		}
	}
}
