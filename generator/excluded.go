package generator

import (
	"context"
	"fmt"

	"steno/generator/collect"
	"steno/generator/config"
	"steno/parser/source"
)

// Excluded lists the files of sessions that the configuration or a control file of the sources
// excludes, and of those that repeat records of them; if there are any, the typed prompts of all
// sessions, too. A transcript is listed even if other sessions have records in it; other files that
// they share are not.
func Excluded(ctx context.Context, o Options) (map[string]bool, error) {
	conf := o.Config.Select
	o.Config.Select = config.Select{Exclude: conf.Exclude, Level: conf.Level} // what is merely not asked for is not excluded
	found, err := find(ctx, o, o.job(), nil, nil)
	if err != nil {
		return nil, fmt.Errorf("reading the sources: %w", err)
	}
	defer found.Close()
	files, excluded := map[string]bool{}, found.Aside
	for _, s := range found.Archive.Sessions() {
		if repeats(s) {
			excluded = append(excluded, s)
			continue
		}
		for _, f := range collect.FilesOf(s) {
			files[f.Path] = false
		}
	}
	if len(excluded) == 0 {
		return nil, nil
	}
	for _, s := range excluded {
		if s.Pieces != nil {
			return nil, fmt.Errorf("session %s is excluded, but its files in the storage of %s do not say whose they are, so they would be copied",
				s.ID, s.Format.Name)
		}
		for _, f := range collect.FilesOf(s) {
			if _, shared := files[f.Path]; !shared {
				files[f.Path] = true
			}
		}
		for _, f := range transcripts(s) {
			files[f.Path] = true
		}
	}
	for _, h := range found.Archive.History {
		files[h.Path] = true
	}
	return files, nil
}

// repeats reports whether a session has records of an excluded one.
func repeats(s *source.Session) bool {
	for _, f := range transcripts(s) {
		if f.Part != nil && len(f.Part.Withheld) > 0 {
			return true
		}
	}
	return false
}

// transcripts lists the files of a session that contain records.
func transcripts(s *source.Session) []*source.File {
	files := s.Main[:len(s.Main):len(s.Main)]
	for _, a := range s.Agents {
		if a.File != nil {
			files = append(files, a.File)
		}
	}
	return files
}
