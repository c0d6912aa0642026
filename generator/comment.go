package generator

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"steno/generator/output"
	"steno/generator/pages"
	"steno/generator/twin"
)

// Comment sums sessions up in Markdown for a pull request, cleaned as a build does it.
func Comment(ctx context.Context, o Options, ids []string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "steno-comment-*")
	if err != nil {
		return nil, fmt.Errorf("making a folder to build in: %w", err)
	}
	defer os.RemoveAll(dir)
	o.Config.Destination, o.Cache, o.Comments, o.Config.Publish.Twins = dir, "", true, false
	o.Only = only(ids)
	_, look, err := build(ctx, o, seams{})
	if err != nil {
		return nil, err
	}
	var parts []string
	err = output.ReadAll(dir, func(name string, data []byte) error {
		if strings.HasSuffix(name, "/"+pages.CommentFile) {
			parts = append(parts, string(data))
		}
		return nil
	})
	if len(parts) == 0 && err == nil {
		return nil, ErrNoSession
	}
	text := twin.Join(parts)
	return text, errors.Join(err, look.Check(pages.CommentFile, text))
}
