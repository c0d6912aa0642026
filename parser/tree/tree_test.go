package tree

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// spec builds nodes from words like "a:p" (a root prompt), "b:r<a" (a reply below
// a), "c:e<a@5" (an event at time 5). Roles: h hidden, e event, b boundary, x
// result, r reply, c command, p prompt. "?" as parent is one that is not there,
// "-" none named.
func spec(t *testing.T, words string) ([]Node, []string) {
	t.Helper()
	roles := map[byte]Role{'h': Hidden, 'e': Event, 'b': Boundary, 'x': Result, 'r': Reply, 'c': Command, 'p': Prompt}
	var nodes []Node
	var names []string
	list := strings.Fields(words)
	for _, w := range list {
		name, _, _ := strings.Cut(w, ":")
		names = append(names, name)
	}
	for i, w := range list {
		w, at, timed := strings.Cut(w, "@")
		head, parent, linked := strings.Cut(w, "<")
		n := Node{Parent: None, Time: int64(i + 1), Role: roles[head[len(head)-1]], First: i == 0, Link: Root}
		if timed {
			fmt.Sscan(at, &n.Time)
		}
		if n.Role == Reply {
			n.Reply = int32(i + 1)
		}
		switch {
		case parent == "?":
			n.Link = Missing
		case parent == "-":
			n.Link = Follow
		case linked:
			n.Parent, n.Link = int32(slices.Index(names, parent)), Linked
		}
		nodes = append(nodes, n)
	}
	return nodes, names
}

func print(tr *Tree, names []string) []string {
	name := func(i int32) string {
		if i == None {
			return "-"
		}
		return names[i]
	}
	var lines []string
	for _, b := range tr.Branches {
		var turns []string
		for _, turn := range b.Turns {
			var ns []string
			for _, i := range turn {
				ns = append(ns, names[i])
			}
			turns = append(turns, strings.Join(ns, " "))
		}
		line := strings.Join(turns, " | ")
		if b.Start != None {
			line = fmt.Sprintf("%d after %s for %s: %s", b.Parent, name(b.Fork), name(b.Main), line)
		}
		lines = append(lines, line)
	}
	return lines
}

func TestBuild(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, nodes string
		want        []string
	}{
		{"nothing", "", []string{""}},
		{"a chain", "a:p b:r<a c:p<b d:r<c", []string{"a b | c d"}},
		{"children before parents", "b:r<a@2 a:p@1 d:r<c@4 c:p<b@3", []string{"a b | c d"}},
		{"time runs backwards along a chain", "a:p@9 b:r<a@5 c:p<b@1 d:r<c@2", []string{"a b | c d"}},
		{"siblings by time", "a:p@1 b:r<a@3 c:x<a@2", []string{"a c b"}},
		{"equal times keep file order", "a:p@1 b:x<a@1 c:r<a@1", []string{"a b c"}},
		{"no times", "a:p@0 b:r<a@0 c:p<b@0", []string{"a b | c"}},
		{"parallel calls", "a:p b:r<a c:r<b x:x<b y:x<c d:r<x e:p<d", []string{"a b c x y d | e"}},
		{"a rewind", "a:p b:r<a c:p<b d:r<c e:p<b f:r<e", []string{"a b | e f", "0 after b for e: c d"}},
		{"a rewind to the first", "a:p b:r<a c:p d:r<c", []string{"c d", "-1 after - for c: a b"}},
		{"a rewind with notices between", "a:p b:r<a s:e<b h:h<s c:p<h d:r<c e:p<b", []string{"a b s h | e", "0 after b for e: c d"}},
		{"a rewind in a rewind", "a:p b:r<a c:p<b d:r<c e:p<d h:r<e f:p<d g:p<b", []string{"a b | g", "0 after b for g: c d | f", "1 after d for f: e h"}},
		{"three versions", "a:p b:p<a e:r<b c:p<a f:r<c d:p<a", []string{"a | d", "0 after a for d: b e", "0 after a for d: c f"}},
		{"prompts that were taken back", "a:p b:p<a c:p<a d:p<a e:r<d", []string{"a | b | c | d e"}},
		{"a prompt that was taken back behind a rewind", "a:p b:r<a c:p<b d:r<c e:p<b f:p<b g:r<f", []string{"a b | e | f g", "0 after b for f: c d"}},
		{"a rewind that ends with its prompt", "a:p b:r<a c:p<b d:r<c e:p<b", []string{"a b | e", "0 after b for e: c d"}},
		{"the newest record decides", "a:p b:p<a@2 c:p<a@3 d:r<b@4", []string{"a | b d", "0 after a for b: c"}},
		{"of records of one time the last in the file decides", "a:p b:p<a@2 c:p<a@3 d:r<b@5 e:r<c@5", []string{"a | c e", "0 after a for c: b d"}},
		{"a hidden record decides nothing", "a:p b:p<a@2 e:r<b@2 c:p<a@3 d:h<e@4", []string{"a | c", "0 after a for c: b e d"}},
		{"a prompt beside a reply that led on", "a:p b:r<a c:p<b d:p<a", []string{"a | d", "0 after a for d: b | c"}},
		{"a reply that led nowhere", "a:p b:r<a c:r<a d:p<c", []string{"a b c | d"}},
		{"replies that both went on", "a:p b:r<a x:x<b c:r<x d:r<a y:x<d e:r<y", []string{"a d y e", "0 after a for d: b x c"}},
		{"replies that ran at the same time", "a:p b:r<a@2 x:x<b@4 c:r<x@6 d:r<a@3 y:x<d@5 e:r<y@7", []string{"a b d x y c e"}},
		{"a call's result and the next call, which both went on", "a:p b:r<a c:r<b x:x<b y:x<c d:r<x e:p<d f:r<y g:p<f", []string{"a b c x y d f | e | g"}},
		{"two compactions behind one record", "a:p b:r<a k:b<b c:p<k l:b<b d:p<l", []string{"a b l | d", "0 after b for l: k | c"}},
		{"a prompt called in, without an answer", "a:p b:r<a x:x<b q:p<b c:r<x d:p<c", []string{"a b x c | q | d"}},
		{"a prompt after what it was not called into", "a:p b:r<a x:x<b c:r<x d:p<c q:p<b", []string{"a b | q", "0 after b for q: x c | d"}},
		{"a prompt that was called in, and answered", "a:p b:r<a x:x<b q:p<b c:r<x d:p<c e:r<q", []string{"a b | q e", "0 after b for q: x c | d"}},
		{"a prompt called into a later turn, without an answer", "a:p b:r<a c:p<b d:r<c x:x<d q:p<b s:e<q e:r<x", []string{"a b | c d x e | q s"}},
		{"a prompt called into what a command began", "a:p b:r<a h:h<b k:c<h c:p<k d:r<c x:x<d q:p<b e:e<x f:r<e", []string{"a b h k | c d x e f | q"}},
		{"a prompt between two turns, without an answer", "a:p b:r<a c:p<b d:r<c q:p<b e:p<d f:r<e", []string{"a b | c d | e f", "0 after b for c: q"}},
		{"a prompt below notices of the work beside it", "a:p b:r<a x:x<b n:e<x@4 c:r<x@5 y:x<c@6 d:r<y@7 m:e<n@8 q:p<m@9 e:r<q@10", []string{"a b x n c y d m | q e"}},
		{"a prompt below a notice from before the work beside it", "a:p b:r<a x:x<b n:e<x@4 c:r<x@5 y:x<c@6 d:r<y@7 q:p<n@9 e:r<q@10", []string{"a b x n | q e", "0 after x for q: c y d"}},
		{"a first record of a later time", "s:e@9 a:p@1 b:r<a@2 c:p<b@3", []string{"s | a b | c"}},
		{"a replay at the same time", "a:p@1 b:r<a@2 c:p<b@3 d:r<c@4 e:p<b@3 f:r<e@5 g:p<f@9 h:p<d@8", []string{"a b | c d | e f | h | g"}},
		{"a replay on a branch that was left", "a:p@1 b:r<a@2 c:p<b@3 d:r<c@4 e:p<b@3 f:r<e@5 g:p<b@6", []string{"a b | g", "0 after b for g: c d | e f"}},
		{"an answered command is a version", "a:p b:r<a c:p<b f:r<c d:c<b e:r<d", []string{"a b d e", "0 after b for d: c f"}},
		{"a command nobody answers is none", "a:p b:r<a c:p<b d:c<b", []string{"a b d | c"}},
		{"a compaction belongs to its branch", "a:p b:r<a k:b<b c:p<k d:p<b", []string{"a b | d", "0 after b for d: k | c"}},
		{"an orphan", "a:p b:r<a c:p<? d:r<c", []string{"a b | c d"}},
		{"an orphan that is its parent's ancestor", "a:p b:r<c c:x<?", []string{"a c b"}},
		{"nothing is linked", "a:p b:r c:p d:r", []string{"a b | c d"}},
		{"followers", "a:p b:r<a c:e<- d:p<b", []string{"a b c | d"}},
		{"a cycle", "a:p<c b:r<a c:x<b", []string{"a b c"}},
		{"a cycle with a tail", "z:p t:r<c a:p<c b:r<a c:x<b", []string{"z | a b c t"}},
		{"a hook before the first prompt", "h:h a:p<h b:r<a i:h c:p<i", []string{"h i | c", "-1 after - for c: a b"}},
		{"a stray root", "a:p b:r<a s:e c:p<b", []string{"a b s | c"}},
		{"a reply as first record", "a:r b:x<a c:p<b", []string{"a b | c"}},
	}
	for _, test := range tests {
		nodes, names := spec(t, test.nodes)
		tr := Build(nodes, None, false)
		if diff := cmp.Diff(test.want, print(tr, names)); diff != "" {
			t.Errorf("%s: %s: -want +got:\n%s", test.name, test.nodes, diff)
		}
		whole(t, nodes, tr, false)
	}
}

// TestLeaf: a named leaf decides as long as nothing was said behind it.
func TestLeaf(t *testing.T) {
	t.Parallel()
	nodes, names := spec(t, "a:p b:p<a c:r<b d:p<a e:r<d f:e<c")
	for leaf, want := range map[int]string{None: "a | b c f", 2: "a | b c f", 3: "a | b c f", 4: "a | d e", 99: "a | b c f"} {
		if got := print(Build(nodes, leaf, false), names)[0]; got != want {
			t.Errorf("leaf %d: %q, want %q", leaf, got, want)
		}
	}
}

// TestBack: what follows the record that the user went back to is on other branches.
func TestBack(t *testing.T) {
	t.Parallel()
	nodes, names := spec(t, "a:p b:r<a c:e<b d:p<c e:r<d f:p<e g:r<f")
	for leaf, want := range map[int]string{1: "a b c | d e f g", 4: "a b c d e | f g", 6: "a b c d e f g", None: "a b c d e f g", 99: "a b c d e f g"} {
		tr := Build(nodes, leaf, true)
		var got []string
		for _, branch := range tr.Branches {
			var said []string
			for _, turn := range branch.Turns {
				for _, i := range turn {
					said = append(said, names[i])
				}
			}
			got = append(got, strings.Join(said, " "))
		}
		if got := strings.Join(got, " | "); got != want {
			t.Errorf("back to %d: %q, want %q", leaf, got, want)
		}
		whole(t, nodes, tr, true)
	}
}

// whole tests what must hold for any input: each node in one branch and turn,
// parents before children, branches that hang from their parents.
func whole(t *testing.T, nodes []Node, tr *Tree, back bool) {
	t.Helper()
	seen := make([]int, len(nodes))
	for k, b := range tr.Branches {
		place := make(map[int32]int)
		for _, turn := range b.Turns {
			if len(turn) == 0 {
				t.Error("an empty turn")
			}
			for _, i := range turn {
				seen[i]++
				place[i] = len(place)
				if tr.Of[i] != int32(k) {
					t.Errorf("node %d is told to be in branch %d and stands in %d", i, tr.Of[i], k)
				}
			}
		}
		for i, at := range place {
			if p := tr.Parent[i]; p != None {
				if up, same := place[p]; same && up > at {
					t.Errorf("node %d stands before its parent %d", i, p)
				}
			}
		}
		if k > 0 && (b.Parent >= len(tr.Branches) || b.Start == None || b.Main == None && !back || b.Parent == k) {
			t.Errorf("branch %d: %+v", k, b)
		}
	}
	for i, n := range seen {
		if n != 1 {
			t.Errorf("node %d stands in %d places", i, n)
		}
	}
	if len(tr.Order) != len(nodes) {
		t.Errorf("%d of %d nodes are in order", len(tr.Order), len(nodes))
	}
}

// TestShuffle: the order of records in a file is not that of the conversation.
func TestShuffle(t *testing.T) {
	t.Parallel()
	nodes, names := spec(t, "a:p b:r<a c:r<b x:x<b y:x<c d:r<x e:p<d f:r<e g:p<d h:r<g k:b<h l:b<k m:p<l n:r<m o:p<h")
	want := print(Build(nodes, None, false), names)
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		perm := random.Perm(len(nodes))
		to := make([]int32, len(nodes))
		for at, from := range perm {
			to[from] = int32(at)
		}
		mixed, labels := make([]Node, len(nodes)), make([]string, len(nodes))
		for from, n := range nodes {
			n.First = to[from] == 0
			if n.Parent != None {
				n.Parent = to[n.Parent]
			}
			mixed[to[from]], labels[to[from]] = n, names[from]
		}
		got := print(Build(mixed, None, false), labels)
		slices.Sort(got[1:])
		sorted := slices.Clone(want)
		slices.Sort(sorted[1:])
		if diff := cmp.Diff(strip(sorted), strip(got)); diff != "" {
			t.Fatalf("order %v: -want +got:\n%s", labels, diff)
		}
	}
}

// strip leaves the numbers of branches out: they follow the order of the file.
func strip(lines []string) []string {
	var out []string
	for _, l := range lines {
		if _, rest, ok := strings.Cut(l, " after "); ok {
			l = rest
		}
		out = append(out, l)
	}
	slices.Sort(out[1:])
	return out
}

// TestDeep: chains, combs and cycles of 200,000 records neither recurse nor take
// more than linear time.
func TestDeep(t *testing.T) {
	t.Parallel()
	const n = 200_000
	shapes := map[string]func(i int32) int32{
		"chain":    func(i int32) int32 { return i - 1 },
		"star":     func(i int32) int32 { return min(0, i-1) },
		"comb":     func(i int32) int32 { return i - 1 - i%2 },
		"cycle":    func(i int32) int32 { return (i + 1) % n },
		"backward": func(i int32) int32 { return i + 1 },
		"two":      func(i int32) int32 { return i - 2 },
	}
	for name, parent := range shapes {
		nodes := make([]Node, n)
		for i := range int32(n) {
			nodes[i] = Node{Parent: parent(i), Role: Role(i % 7), Reply: i % 5, Time: int64(i % 1000), Link: Linked, First: i == 0}
			if p := nodes[i].Parent; p < 0 || p >= n {
				nodes[i].Parent, nodes[i].Link = None, Root
			}
		}
		tr := Build(nodes, None, false)
		if len(tr.Order) != n {
			t.Errorf("%s: %d nodes", name, len(tr.Order))
		}
	}
}

// FuzzBuild: whatever the links, each node has one place.
func FuzzBuild(f *testing.F) {
	f.Add([]byte{0, 6, 0, 1, 4, 0, 2, 6, 1, 2, 6, 1})
	f.Add([]byte{3, 6, 0, 1, 4, 3, 2, 6, 1, 200, 1, 0})
	f.Fuzz(func(t *testing.T, data []byte) {
		var nodes []Node
		for i := 0; i+2 < len(data); i += 3 {
			n := Node{Parent: int32(data[i]), Role: Role(data[i+1] % 7), Time: int64(data[i+2] & 15), Reply: int32(data[i+2] >> 4), First: i == 0, Link: Linked}
			if int(n.Parent) >= len(data)/3 {
				n.Parent, n.Link = None, Link(data[i]%4)
			}
			nodes = append(nodes, n)
		}
		leaf := None
		if len(data) > 0 {
			leaf = int(data[0])
		}
		for _, back := range []bool{false, true} {
			whole(t, nodes, Build(nodes, leaf, back), back)
		}
	})
}
