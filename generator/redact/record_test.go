package redact

import (
	"strings"
	"testing"
)

// Identifiers of records stay, whatever is known; the same text elsewhere goes.
func TestRecordsKeepTheirIDs(t *testing.T) {
	t.Parallel()
	const id = "b7fb94d8-dcd1-49e7-9e59-ef0309fed80f"
	e, err := New(Options{Literals: []string{id, "toolu_01izbsr5iDXR", "a11a97032d6c5b4f8"}})
	if err != nil {
		t.Fatal(err)
	}
	record := `{"uuid":"` + id + `","parentUuid":"` + id + `","sessionId":"` + id + `","agentId":"a11a97032d6c5b4f8",` +
		`"message":{"content":[{"type":"tool_use","id":"toolu_01izbsr5iDXR","input":{"text":"` + id + ` toolu_01izbsr5iDXR"}}]}}`
	c := e.Collect()
	c.Record([]byte(record))
	got, found := e.Freeze(c.Values()).Record([]byte(record))
	if want := strings.Replace(record, id+" toolu_01izbsr5iDXR", "[redacted:literal#1] [redacted:literal#2]", 1); string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if len(found) != 2 {
		t.Errorf("%d findings", len(found))
	}
	if got, _ := e.Freeze().Record([]byte(`{"id":"msg_x [redacted] ` + id + `"}`)); strings.Contains(string(got), id) {
		t.Errorf("text in the place of an identifier stays: %s", got)
	}
}

// What only the rest of something tells to be a secret goes, and takes no number.
func TestFreezeBeside(t *testing.T) {
	t.Parallel()
	e, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	values := func(text string) []Value {
		c := e.Collect()
		c.Text(text)
		return c.Values()
	}
	rest := values("export DB_PASSWORD=qP7xLm29Zt4vRb\ncd /home/rarotonga/x")
	own := values("API_TOKEN=Zx81kQw7mNc52LpV\n")
	if len(rest) != 2 || len(own) != 1 {
		t.Fatalf("values: %v, %v", rest, own)
	}
	text := "API_TOKEN=Zx81kQw7mNc52LpV psql qP7xLm29Zt4vRb -home-rarotonga-x"
	got, _ := e.FreezeBeside(rest, own).Text(text)
	again, _ := e.FreezeBeside(append(values("OTHER_TOKEN=Hh72mVx91QaLz0Tt"), rest...), own).Text(text)
	if strings.Contains(got, "qP7") || strings.Contains(got, "Zx81") || strings.Contains(got, "rarotonga") || !strings.Contains(got, "#1]") || strings.Contains(got, "#2]") {
		t.Errorf("got %q", got)
	}
	if got != again {
		t.Errorf("the rest grew: %q, then %q", got, again)
	}
}
