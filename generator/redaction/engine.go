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
	if o.EnvVars, err = readEnvFiles(c.EnvFiles); err != nil {
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

func readEnvFiles(names []string) ([]redact.EnvVar, error) {
	var vars []redact.EnvVar
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("reading the values to redact: %w", err)
		}
		vars = append(vars, redact.ParseEnv(text)...)
	}
	return vars, nil
}
