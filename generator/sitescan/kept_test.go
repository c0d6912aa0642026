package sitescan

import (
	"fmt"
	"testing"
	"unsafe"
)

func TestFingerprintsAreKept(t *testing.T) {
	t.Parallel()
	taken := NewTaken(nil)
	taken.Name(idOf("Contoso1"), "literal", "Contoso1")
	for i := range 200 {
		v := fmt.Sprintf("Value-%d-of-many", i)
		taken.Add(idOf(v), "token", v, true)
	}
	taken.Add(idOf("short"), "password", "short", true)
	taken.Add(idOf("common words"), "password", "common words", false)
	look := taken.Look()
	data, err := look.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	if most := 128 + 202*64; len(data) > most {
		t.Errorf("%d bytes for 202 values, want at most %d", len(data), most)
	}
	kept, err := ReadKept(data)
	if err != nil {
		t.Fatal(err)
	}
	next := NewTaken(kept)
	next.Name(idOf("Contoso1"), "literal", "Contoso1")
	if next.Carry(idOf("unknown"), "token") || !next.Carry(idOf("Value-7-of-many"), "token") {
		t.Error("what is carried is not what was kept")
	}
	if !next.Look().CoveredBy(kept) {
		t.Error("fewer values are not covered by more")
	}
	next.CarryAll()
	if got, want := next.Look().Counts(), look.Counts(); got != want || got != (Counts{Covered: 201, Short: 1, Common: 1}) {
		t.Errorf("carried %+v, want %+v", got, want)
	}
	for text, want := range map[string]int{"Value-7-of-many": 1, "Value-200-of-many": 0, "short": 0, "xContoso1x": 1} {
		if leaks := next.Look().File("a.txt", []byte("a "+text+" b")); len(leaks) != want {
			t.Errorf("%s: %+v, want %d", text, leaks, want)
		}
	}
	if !next.Look().CoveredBy(kept) || next.Look("of Contoso1").CoveredBy(kept) {
		t.Error("whether a look is covered does not depend on what is public")
	}
	next.Add(idOf("new value"), "token", "new value", true)
	if next.Look().CoveredBy(kept) {
		t.Error("a new value is covered")
	}
	named := NewTaken(kept)
	named.Name(idOf("Fabrikam"), "literal", "Fabrikam")
	if named.Look().CoveredBy(kept) {
		t.Error("a new literal is covered")
	}
}

func TestDamagedFingerprints(t *testing.T) {
	t.Parallel()
	data, err := lookFor("Value-1-of-many", "Value-2-of-many").MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	for n := range data {
		if _, err := ReadKept(data[:n]); err == nil {
			t.Errorf("%d of %d bytes were read", n, len(data))
		}
	}
	for i := range data {
		bad := append([]byte(nil), data...)
		bad[i] ^= 0xFF
		if _, err := ReadKept(bad); err == nil {
			t.Errorf("with byte %d changed they were read", i)
		}
	}
}

// TestLookMemory bounds what a value costs while a site is built.
func TestLookMemory(t *testing.T) {
	t.Parallel()
	for _, n := range []int{1100, 5000, 9000} { // just above and below powers of two
		taken := NewTaken(nil)
		for i := range n {
			v := fmt.Sprintf("Value-%d-of-many", i)
			taken.Add(idOf(v), "token", v, true)
		}
		look := taken.Look()
		if bytes := len(look.list)*int(unsafe.Sizeof(fingerprint{})) + 8*len(look.filter); bytes > 64*n+1<<13 {
			t.Errorf("%d values take %d bytes, %d each", n, bytes, bytes/n)
		}
	}
}
