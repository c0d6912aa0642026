package twin

import (
	"strings"
	"testing"
)

// Most replies are prose with some code in fences.
func BenchmarkSafe(b *testing.B) {
	text := strings.Repeat("The engine *turns* again: `Vec<T>` was the cause, see [the page](https://example.org/).\n\n```go\nif a < b {\n\treturn\n}\n```\n\n- one\n- two\n\n", 20)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Safe(text)
	}
}
