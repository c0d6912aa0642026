package sitetest

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"steno/parser/picture"
)

func TestExampleHasAllImagesAndAgents(t *testing.T) {
	t.Parallel()
	checkMediaAndAgents(t, example)
}

func TestRealArchivesHaveAllImagesAndAgents(t *testing.T) {
	t.Parallel()
	needCorpus(t)
	checkMediaAndAgents(t, corpus)
}

// checkMediaAndAgents builds a source and looks for every image, without what is written beside its pixels, in the files
// of the site, and for a page of every agent that has an id.
func checkMediaAndAgents(t *testing.T, source string) {
	t.Helper()
	_, dir := builtOf(t, source)
	sums, pages := siteFiles(t, dir)
	images, agents := 0, map[string]bool{}
	for _, name := range transcripts(t, source) {
		if filepath.Base(filepath.Dir(name)) == "cache" {
			continue
		}
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		// A transcript of nothing but an agent's records is shown as the conversation.
		apart := strings.HasPrefix(filepath.Base(name), "agent-") || bytes.Contains(data, []byte(`"isSidechain":false`))
		for i, line := range bytes.Split(data, []byte("\n")) {
			var r struct {
				Type, AgentID string
				Message       struct{ Content json.RawMessage }
			}
			if json.Unmarshal(line, &r) != nil || r.Type != "user" && r.Type != "assistant" {
				continue
			}
			if apart && r.AgentID != "" && !agents[r.AgentID] {
				agents[r.AgentID] = true
				if !pages["agents/"+r.AgentID] {
					t.Errorf("%s:%d: agent %s has no page", name, i+1, r.AgentID)
				}
			}
			for _, image := range imagesIn(r.Message.Content) {
				images++
				if !sums[sha256.Sum256(picture.Bare(image))] {
					t.Errorf("%s:%d: an image of %d bytes is no file of the site", name, i+1, len(image))
				}
			}
		}
	}
	if len(agents) == 0 || source == corpus && images == 0 {
		t.Errorf("the source holds %d agents and %d images: nothing was tested", len(agents), images)
	}
}

// imagesIn are the bytes of the images in content blocks, at any depth.
func imagesIn(content json.RawMessage) (images [][]byte) {
	var blocks []struct {
		Type    string
		Source  struct{ Type, Data string }
		Content json.RawMessage
	}
	if json.Unmarshal(content, &blocks) != nil {
		return nil
	}
	for _, b := range blocks {
		if data, err := base64.StdEncoding.DecodeString(b.Source.Data); b.Type == "image" && b.Source.Type == "base64" && err == nil && len(data) > 0 {
			images = append(images, data)
		}
		images = append(images, imagesIn(b.Content)...)
	}
	return images
}

// siteFiles are the hashes of all files below sessions/, and the last two elements of the
// directories that hold an index.html.
func siteFiles(t *testing.T, dir string) (sums map[[32]byte]bool, pages map[string]bool) {
	t.Helper()
	sums, pages = map[[32]byte]bool{}, map[string]bool{}
	err := filepath.WalkDir(filepath.Join(dir, "sessions"), func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if d.Name() == "index.html" {
			elements := strings.Split(filepath.ToSlash(filepath.Dir(name)), "/")
			pages[strings.Join(elements[len(elements)-2:], "/")] = true
		}
		data, err := os.ReadFile(name)
		sums[sha256.Sum256(data)] = true
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return sums, pages
}
