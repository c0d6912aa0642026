package redaction

import (
	"fmt"
	"os"

	"steno/generator/config"
	"steno/generator/redact"
)

// NewEngine makes what finds the secrets that a configuration names, whether redaction is
// enabled in it or not.
func NewEngine(c config.Redact) (*redact.Engine, error) {
	o, err := c.Options()
	if err != nil {
		return nil, err
	}
	if o.EnvFiles, err = readEnvFiles(c.EnvFiles); err != nil {
		return nil, err
	}
	if o.Key, err = ReviewKey(c); err != nil {
		return nil, err
	}
	if err := checkKeyFile(c); err != nil {
		return nil, err
	}
	return redact.New(o)
}

func readEnvFiles(names []string) ([]redact.EnvFile, error) {
	var files []redact.EnvFile
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("reading the values to redact: %w", err)
		}
		files = append(files, redact.EnvFile{Name: name, Vars: redact.ParseEnv(text)})
	}
	return files, nil
}
