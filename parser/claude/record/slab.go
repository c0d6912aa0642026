package record

import "unsafe"

// Slab makes values in groups, of what a session has many of that go at about the same time. Records, which
// are needed until their thread was rebuilt, leave whole stretches of memory free then; made one by one they
// would leave gaps between what stays. What stays is found faster by the garbage collector: it looks at a
// group as a whole.
type Slab[T any] struct {
	spare []T
	made  int
}

// largest is how many bytes a group has at most: the runtime keeps sizes up to 32 KiB, and needs a word of it. The first groups
// are smaller, as many sessions have few values.
const largest = 32<<10 - 8

// some returns n values next to each other.
func (s *Slab[T]) some(n int) []T {
	if n > len(s.spare) {
		group := min(1+s.made/2, int(largest/unsafe.Sizeof(*new(T))))
		s.spare = make([]T, max(n, group))
	}
	values := s.spare[:n:n]
	s.spare, s.made = s.spare[n:], s.made+n
	return values
}

func (s *Slab[T]) one() *T { return &s.some(1)[0] }

// Of returns a pointer to a copy of a value.
func (s *Slab[T]) Of(value T) *T {
	p := s.one()
	*p = value
	return p
}
