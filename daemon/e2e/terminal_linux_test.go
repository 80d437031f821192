package e2e

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// onTerminal runs the program on a terminal of its own. Whenever it has printed what
// a step waits for, the step's keys are typed; first stands before everything.
func (w *world) onTerminal(first string, steps [][2]string, args ...string) (code int, printed string) {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	keys, tty := openTerminal(w.t)
	cmd := w.command(ctx, append(args, "--vault", w.vault)...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = tty, tty, tty
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	must(w.t, cmd.Start())
	must(w.t, tty.Close())
	_, err := keys.WriteString(first)
	must(w.t, err)
	var out bytes.Buffer
	buf := make([]byte, 4096)
	for {
		n, err := keys.Read(buf)
		out.Write(buf[:n])
		if err != nil {
			break // the program has ended
		}
		if len(steps) > 0 && bytes.Contains(out.Bytes(), []byte(steps[0][0])) {
			_, err := keys.WriteString(steps[0][1])
			must(w.t, err)
			steps = steps[1:]
		}
	}
	_ = cmd.Wait()
	if ctx.Err() != nil || len(steps) > 0 {
		w.t.Fatalf("ibid %v did not come to its end (%d steps left): %q", args, len(steps), out.String())
	}
	return cmd.ProcessState.ExitCode(), out.String()
}

// openTerminal opens both ends of a terminal.
func openTerminal(t *testing.T) (keys, tty *os.File) {
	t.Helper()
	keys, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip("no terminals here: ", err)
	}
	t.Cleanup(func() { _ = keys.Close() })
	fd := int(keys.Fd())
	must(t, unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0))
	number, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	must(t, err)
	tty, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	must(t, err)
	return keys, tty
}

// Ctrl-C at a question ends it with nothing done, whatever is typed behind it; the same
// question takes a yes.
func TestQuestionsOnATerminal(t *testing.T) {
	w := newWorld(t, map[string]string{"a.md": "apple\n"})
	w.run("index")
	kept := func() bool {
		left, _ := filepath.Glob(filepath.Join(w.home, "state", "vaults", "*"))
		return len(left) > 0
	}
	for _, keys := range []string{"\x03y\n", "\x03", "n\n", "\x04", "\n"} {
		if code, printed := w.onTerminal("", [][2]string{{"[y/N", keys}}, "doctor", "--erase"); code != 1 || !kept() {
			t.Errorf("%q: exit %d, kept %v: %q", keys, code, kept(), printed)
		}
	}
	w.env = append(w.env, "LC_ALL=zh_CN.UTF-8")
	if code, printed := w.onTerminal("", [][2]string{{"[y/N", "否\n"}}, "doctor", "--erase"); code != 1 || !bytes.Contains([]byte(printed), []byte("没有删除")) {
		t.Errorf("否: exit %d, %q", code, printed)
	}
	if code, printed := w.onTerminal("", [][2]string{{"[y/N", "是\n"}}, "doctor", "--erase"); code != 0 || kept() {
		t.Errorf("是: exit %d, %q", code, printed)
	}
}

// Ctrl-C ends a command that waits for its input.
func TestInterruptWhileReading(t *testing.T) {
	w := newWorld(t, map[string]string{"apple pie.md": "apple\n", ".obsidian/app.json": "{}"})
	if code, printed := w.onTerminal("apple\n", [][2]string{{"apple pie.md", "\x03"}}, "search", "--batch"); code != 1 {
		t.Errorf("exit %d, %q", code, printed)
	}
}
