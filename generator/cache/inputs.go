package cache

import (
	"slices"
	"strings"

	"steno/generator/config"
	"steno/parser/formats"
	"steno/parser/source"
)

// Inputs lists the files and folders that a build with a configuration reads, whether
// they exist or not. Of a folder everything in it may matter. A transcript that is named
// by itself comes with the folder of its name and the agents beside it.
func Inputs(c config.Config) []string {
	q := Request{Config: c}
	var names []string
	for _, s := range c.Sources {
		names = append(names, s)
		names = append(names, source.Around(formats.All(), s)...)
		if stem, ok := strings.CutSuffix(source.Plain(s), ".jsonl"); ok {
			names = append(names, source.Companions(formats.All(), s)...)
			names = append(names, stem)
		}
	}
	names = append(names, q.filesNamed()...)
	names = append(names, c.Sessions, c.Theme.Dir)
	return slices.DeleteFunc(names, func(name string) bool { return name == "" })
}

// Outputs lists the files and folders that a build with a configuration writes, and that
// therefore say nothing about whether another build is due.
func Outputs(c config.Config, cache string) []string {
	return slices.DeleteFunc([]string{c.Destination, cache, c.Redact.Report}, func(name string) bool { return name == "" })
}
