package cli

import (
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// freeWords are the commands whose words are a person's own: a question, a query, a name.
var freeWords = []string{"ask", "search", "note"}

// asTyped puts the arguments into the order that kong reads as people mean them: in a
// command of free words, what begins with a minus sign behind a word, as -coffee in
// "search tea -coffee", is a word too, unless it is a flag of the command. Behind --
// all are words. "ibid help X" is "ibid X --help".
func asTyped(model *kong.Application, args []string) []string {
	if args[0] == "help" {
		return append(slices.Clone(args[1:]), "--help")
	}
	known := map[string]*kong.Flag{}
	learn(known, model.Flags)
	at := commandAt(known, args)
	if at < 0 || !slices.Contains(freeWords, args[at]) {
		return args
	}
	for _, command := range model.Children {
		if command.Name == args[at] {
			learn(known, command.Flags)
		}
	}
	flags, words := sorted(known, args[at+1:])
	if len(words) == 0 {
		return args
	}
	return slices.Concat(args[:at+1], flags, []string{"--"}, words)
}

func learn(known map[string]*kong.Flag, flags []*kong.Flag) {
	for _, f := range flags {
		known["--"+f.Name] = f
		if f.Short != 0 {
			known["-"+string(f.Short)] = f
		}
	}
}

// commandAt finds the command's name among the arguments, -1 for none.
func commandAt(known map[string]*kong.Flag, args []string) int {
	for i := 0; i < len(args); i++ {
		switch {
		case !strings.HasPrefix(args[i], "-"):
			return i
		case takesNext(known, args[i]):
			i++
		}
	}
	return -1
}

// takesNext tells whether the next argument is the value of this one.
func takesNext(known map[string]*kong.Flag, arg string) bool {
	f := known[arg]
	return f != nil && !f.IsBool() && !f.IsCounter()
}

// sorted parts the flags of a command from its words.
func sorted(known map[string]*kong.Flag, args []string) (flags, words []string) {
	for i := 0; i < len(args); i++ {
		arg := args[i]
		name, _, _ := strings.Cut(arg, "=")
		switch {
		case arg == "--":
			return flags, append(words, args[i+1:]...)
		case takesNext(known, arg) && i+1 < len(args):
			flags = append(flags, arg, args[i+1])
			i++
		case known[name] != nil, strings.HasPrefix(arg, "--"), len(words) == 0 && strings.HasPrefix(arg, "-"):
			flags = append(flags, arg) // also those that are none: kong says so
		default:
			words = append(words, arg)
		}
	}
	return flags, words
}
