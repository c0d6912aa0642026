package generator

import (
	"context"
	"fmt"
	"os"

	"steno/generator/config"
	"steno/generator/leak"
)

// CheckSite looks for secrets in the files of a finished site: tokens of known forms,
// and what the configuration of the redaction names, whether it is enabled or not.
func CheckSite(ctx context.Context, c config.Redact, dir string) (*leak.Found, error) {
	e, err := NewEngine(c)
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("opening the site: %w", err)
	}
	defer root.Close()
	return leak.Scan(ctx, e, root.FS())
}
