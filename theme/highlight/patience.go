package highlight

import (
	"sync"
	"time"

	"github.com/dlclark/regexp2/v2"
)

// patience is how long a regular expression of chroma's may run before it is taken for one
// that does not match. Chroma allows 250 ms by the clock, which a busy machine takes away
// from a process now and then: the same code was then coloured in two ways. A period of the
// clock is added to what chroma allows, and only that can be set. It still ends expressions
// that would backtrack for hours over 8 KB of hostile text.
const patience = 2 * time.Second

// setPatience sets a variable of regexp2, which chroma alone uses here. It runs before the
// first lexer does.
var setPatience = sync.OnceFunc(func() { regexp2.SetTimeoutCheckPeriod(patience) })
