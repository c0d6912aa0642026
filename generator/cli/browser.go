package cli

import (
	"os/exec"
	"runtime"
)

// openBrowser opens an address in the user's browser, and does not wait for it.
func openBrowser(address string) error {
	name, args := "xdg-open", []string{address}
	switch runtime.GOOS {
	case "darwin":
		name = "open"
	case "windows":
		name, args = "rundll32", []string{"url.dll,FileProtocolHandler", address}
	}
	c := exec.Command(name, args...)
	if err := c.Start(); err != nil {
		return err
	}
	go c.Wait() // it may live as long as the browser
	return nil
}
