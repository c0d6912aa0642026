package redact

import (
	"strings"
	"testing"
)

// TestTokensBehindLetters has tokens with nothing between them and the word before.
func TestTokensBehindLetters(t *testing.T) {
	t.Parallel()
	e := mustNew(t, Options{})
	body := "k8Zq2Xw7Rt5Yw1PmBd3Vn9Rk4Sj6Tg1Hf5Lp"
	for text, want := range map[string]string{
		"keyAI" + "za" + body[:35]:                                          "key[redacted:google-key#1]",
		"tokenhf" + "_" + body[:34] + ";":                                   "token[redacted:huggingface-token#1];",
		"userKeySG" + "." + body[:22] + "." + body + body[:7]:               "userKey[redacted:sendgrid-key#1]",
		"passdop" + "_v1_" + strings.Repeat("4f1c9a0e7b1e4a53", 4):          "pass[redacted:digitalocean-token#1]",
		"tokeney" + "JhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0." + body + body[:7]: "token[redacted:jwt#1]",
	} {
		if got, _ := e.Text(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
	for _, text := range []string{
		"keyAIzaExample", "monkeyAKIA_TABLE", "shelf_and_half_of_the_features_list_in_here_again", "tokensk-live-region-names",
		"self.tokenhf_transformers_model_for_sequences_and_more",
		"iVBORw0KGgoAAAANSUhEUgAAkeyAI" + "za" + body[:35] + "/+/A9b8C7", strings.Repeat("keyeyJ", 1<<16),
	} {
		if got, _ := e.Text(text); got != text {
			t.Errorf("harmless: %.80q became %.80q", text, got)
		}
	}
}
