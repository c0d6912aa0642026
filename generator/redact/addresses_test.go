package redact

import (
	"strings"
	"testing"
)

// TestAddressesStay has the id of a session under the name of a key. It is removed there, and stays where it is the address of a page.
func TestAddressesStay(t *testing.T) {
	t.Parallel()
	const id, other = "3f0c5b7e-9d21-4a86-b1c4-7e5a2d9f6c03", "8a1e4c6d-2b7f-4d95-9e30-5c8b1f7a2d64"
	e := mustNew(t, Options{})
	c := e.Collect()
	c.Addresses([]string{id})
	c.Text("API_KEY=" + id + "\nAPI_KEY=" + other + "\napi_key: \"" + id[:22] + "...")
	r := e.Freeze(c.Values())
	for text, stays := range map[string]bool{"sessions/" + id + "/index.html": true, "sessions/" + other: false, "API_KEY=" + id: false} {
		if got, _ := r.Text(text); (got == text) != stays {
			t.Errorf("%q became %q", text, got)
		}
	}
	if got, _ := r.Text("api_key: \"" + id[:22] + "..."); strings.Contains(got, id[9:22]) {
		t.Errorf("the beginning of the id is left where it is a key's: %q", got)
	}
}
