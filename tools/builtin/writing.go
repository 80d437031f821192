package builtin

import "github.com/ibid-notes/ibid/tools"

// Writing returns those of the thirteen tools that change the vault: write_file,
// create_note, update_note, edit_file, apply_patch and create_directory. They
// write nothing by themselves: each returns a set, which is to be handed to the
// gate before the result is shown (tools.Complete). Mount them only where there
// is one.
func Writing() []tools.Tool {
	return []tools.Tool{writeFile(), createNote(), updateNote(), editFile(), applyPatch(), createDirectory()}
}

// WritingExtra returns the tools beside the thirteen that change the vault:
// move_note, delete_note and update_properties. What is said of Writing holds of
// them.
func WritingExtra() []tools.Tool {
	return []tools.Tool{moveNote(), deleteNote(), updateProperties()}
}
