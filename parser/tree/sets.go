package tree

// sets keeps track of which records hang together, as a union-find forest.
type sets []int32

func newSets(parent []int32) sets {
	s := make(sets, len(parent))
	for i, p := range parent {
		s[i] = p
		if p == None {
			s[i] = int32(i)
		}
	}
	return s
}

func (s sets) find(i int32) int32 {
	for s[i] != i {
		s[i] = s[s[i]]
		i = s[i]
	}
	return i
}

// union puts the set of root a below that of b.
func (s sets) union(a, b int32) { s[s.find(a)] = s.find(b) }

// before finds the last record before i that does not hang from i. It returns up
// after a while: records before their ancestors are few in any real file.
func (s sets) before(i int32) int32 {
	own := s.find(i)
	for j := i - 1; j >= max(0, i-256); j-- {
		if s.find(j) != own {
			return j
		}
	}
	return None
}
