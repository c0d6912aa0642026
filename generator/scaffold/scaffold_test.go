package scaffold

import (
	"os"
	"path/filepath"
	"testing"

	"steno/generator/config"
)

// The workflows are those that the documentation shows.
func TestWorkflowsAreDocumented(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{"pages.yml": pages, "pull-request.yml": pullRequest} {
		data, err := os.ReadFile(filepath.Join("..", "..", "docs", "github", name))
		if err != nil {
			t.Fatal(err)
		}
		if string(data) != text {
			t.Errorf("docs/github/%s is another", name)
		}
	}
}

func TestConfigurationIsValid(t *testing.T) {
	t.Parallel()
	for _, owner := range []string{"", "Ada"} {
		dir := t.TempDir()
		if _, _, err := Write(dir, Files(owner, "engine"), false); err != nil {
			t.Fatal(err)
		}
		c, err := config.Load(filepath.Join(dir, "steno.yaml"))
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Validate(); err != nil {
			t.Error(err)
		}
		if want := map[string]string{"": "", "Ada": "https://ada.github.io/engine/"}[owner]; c.BaseURL != want {
			t.Errorf("baseURL is %q, want %q", c.BaseURL, want)
		}
	}
}

func TestRepository(t *testing.T) {
	t.Parallel()
	for url, want := range map[string]string{
		"git@github.com:ada/engine.git": "ada/engine", "https://github.com/ada/engine": "ada/engine",
		"https://token@github.com/ada/my.engine.git": "ada/my.engine", "https://example.org/ada/engine": "/",
	} {
		dir := t.TempDir()
		if err := os.Mkdir(filepath.Join(dir, ".git"), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, ".git", "config"), []byte("[remote \"origin\"]\n\turl = "+url+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if owner, name := Repository(dir); owner+"/"+name != want {
			t.Errorf("%s: %s/%s", url, owner, name)
		}
	}
}
