package tools

// Code names what went wrong, from a closed set (contracts 2.1.1 rule 5). Tests,
// skills and the loop control of the agent rely on the names.
type Code string

// The error codes. Each has a row in codeTable, which says what it means and
// what to do about it.
const (
	InvalidArgument      Code = "INVALID_ARGUMENT"
	UnknownTool          Code = "UNKNOWN_TOOL"
	ToolNotLoaded        Code = "TOOL_NOT_LOADED"
	WorkspacePathDenied  Code = "WORKSPACE_PATH_DENIED"
	FileNotFound         Code = "FILE_NOT_FOUND"
	NoteNotFound         Code = "NOTE_NOT_FOUND"
	NoteAmbiguous        Code = "NOTE_AMBIGUOUS"
	IsDirectory          Code = "IS_DIRECTORY"
	NotADirectory        Code = "NOT_A_DIRECTORY"
	TargetExists         Code = "TARGET_EXISTS"
	FileTooLarge         Code = "FILE_TOO_LARGE"
	BinaryFile           Code = "BINARY_FILE"
	ReadRequired         Code = "READ_REQUIRED"
	StaleRead            Code = "STALE_READ"
	NoMatch              Code = "NO_MATCH"
	AmbiguousMatch       Code = "AMBIGUOUS_MATCH"
	CountMismatch        Code = "COUNT_MISMATCH"
	NoChange             Code = "NO_CHANGE"
	OmissionSuspected    Code = "OMISSION_SUSPECTED"
	PatchSyntax          Code = "PATCH_SYNTAX"
	PatchContextNotFound Code = "PATCH_CONTEXT_NOT_FOUND"
	PatchAmbiguous       Code = "PATCH_AMBIGUOUS"
	PatchPrefixMissing   Code = "PATCH_PREFIX_MISSING"
	FrontmatterInvalid   Code = "FRONTMATTER_INVALID"
	SSRFBlocked          Code = "SSRF_BLOCKED"
	FetchStatus          Code = "FETCH_STATUS"
	FetchTimeout         Code = "FETCH_TIMEOUT"
	FetchTooLarge        Code = "FETCH_TOO_LARGE"
	FetchType            Code = "FETCH_TYPE"
	FetchDNS             Code = "FETCH_DNS"
	FetchRedirect        Code = "FETCH_REDIRECT"
	ApprovalDenied       Code = "APPROVAL_DENIED"
	ApprovalExpired      Code = "APPROVAL_EXPIRED"
	PolicyDenied         Code = "POLICY_DENIED"
	TaintBlocked         Code = "TAINT_BLOCKED"
	BudgetExhausted      Code = "BUDGET_EXHAUSTED"
	RepeatedFailure      Code = "REPEATED_FAILURE"
	TruncatedCall        Code = "TRUNCATED_CALL"
	Timeout              Code = "TIMEOUT"
	Cancelled            Code = "CANCELLED"
	OutcomeUnknown       Code = "OUTCOME_UNKNOWN"
	MCPUntrusted         Code = "MCP_UNTRUSTED"
	MCPDrift             Code = "MCP_DRIFT"
	VaultMissing         Code = "VAULT_MISSING"
	Internal             Code = "INTERNAL"
)

// CodeInfo is what there is to know about a code.
type CodeInfo struct {
	Code     Code
	Status   Status // the status of a result with this code
	Meaning  string // one sentence: what happened
	Recovery string // one sentence: what the caller does next
}

// codeTable lists every code once.
var codeTable = []CodeInfo{
	{InvalidArgument, StatusError, "An argument is unknown, missing, of the wrong type or out of range.", "Correct the argument the message names and call once more."},
	{UnknownTool, StatusError, "No tool has this name.", "Use one of the names listed."},
	{ToolNotLoaded, StatusError, "The tool exists but is not mounted in this run.", "Use a mounted tool or ask for the skill that mounts it."},
	{WorkspacePathDenied, StatusError, "The path is absolute, leaves the vault, or names a place no tool may touch.", "Use a path relative to the vault; do not retry a real escape."},
	{FileNotFound, StatusError, "Nothing is at this path.", "Try one of the suggestions, or search with find_files."},
	{NoteNotFound, StatusError, "No note has this slug.", "Try one of the suggestions, or search with knowledge_search."},
	{NoteAmbiguous, StatusError, "Several notes could be meant.", "Use the full slug of one of the candidates."},
	{IsDirectory, StatusError, "The path is a folder where a file is needed.", "List it with list_dir."},
	{NotADirectory, StatusError, "The path is a file where a folder is needed.", "Read it with read_file, or name its folder."},
	{TargetExists, StatusError, "Something is already at the target.", "Choose another name, or edit what is there."},
	{FileTooLarge, StatusError, "The file is over 2 MiB.", "Find the part that matters with knowledge_search, or split the file."},
	{BinaryFile, StatusError, "The file is not UTF-8 text.", "Link or list it; its bytes are never read into the conversation."},
	{ReadRequired, StatusError, "The text to be changed was not read in this session.", "Read it first, then edit."},
	{StaleRead, StatusError, "The file changed since it was read.", "Read it again and decide anew."},
	{NoMatch, StatusError, "The text or section looked for does not occur.", "Copy it exactly from a fresh read."},
	{AmbiguousMatch, StatusError, "The text looked for occurs more than once.", "Add surrounding text until it is unique."},
	{CountMismatch, StatusError, "The number of occurrences is not the number expected.", "Check the occurrences and give their number."},
	{NoChange, StatusError, "The edit would change nothing.", "Nothing is left to do."},
	{OmissionSuspected, StatusError, "The new text seems to leave out what it should keep.", "Give the text in full, or edit the part only."},
	{PatchSyntax, StatusError, "The patch does not follow the grammar.", "Correct the line the message names."},
	{PatchContextNotFound, StatusError, "The context lines of a chunk are not in the file.", "Copy the context exactly from a fresh read."},
	{PatchAmbiguous, StatusError, "A chunk fits in more than one place.", "Add context lines or an anchor."},
	{PatchPrefixMissing, StatusError, "A context line lacks its leading space.", "Begin every context line with a space."},
	{FrontmatterInvalid, StatusError, "The properties would no longer be valid YAML.", "Correct the property block."},
	{SSRFBlocked, StatusDenied, "The address is local, private or reserved.", "Do not retry; only public addresses can be fetched."},
	{FetchStatus, StatusError, "The server answered with an error status, or gave no answer.", "Tell the user what it answered."},
	{FetchTimeout, StatusTimeout, "The server did not answer in time.", "Tell the user; do not retry by yourself."},
	{FetchTooLarge, StatusError, "The page is over the size limit.", "Tell the user, or fetch a smaller page."},
	{FetchType, StatusError, "The content is of a type that cannot be read as text.", "Tell the user."},
	{FetchDNS, StatusError, "The host name does not resolve.", "Check the spelling of the host."},
	{FetchRedirect, StatusError, "The redirects are too many or lead where they may not.", "Fetch the final address, if it is known."},
	{ApprovalDenied, StatusDenied, "The user said no.", "Do not ask again for the same; explain or offer another way."},
	{ApprovalExpired, StatusDenied, "Nobody answered in time.", "Say that the change still waits for an answer."},
	{PolicyDenied, StatusDenied, "A rule of the user's or of this session forbids it.", "Do not retry; name the rule to the user."},
	{TaintBlocked, StatusDenied, "Text from outside steered the call towards a place it may not reach.", "Do not retry; tell the user."},
	{BudgetExhausted, StatusError, "A limit of this run is used up.", "Finish with what is known and say what is missing."},
	{RepeatedFailure, StatusError, "The same call failed twice and was not run again.", "Stop and explain what is in the way."},
	{TruncatedCall, StatusError, "The call was cut off before its arguments were complete.", "Send it again, shorter."},
	{Timeout, StatusTimeout, "The tool did not finish in time.", "Narrow the call."},
	{Cancelled, StatusCancelled, "The call was cancelled before it finished.", "Nothing; the user or the run stopped it."},
	{OutcomeUnknown, StatusOutcomeUnknown, "Whether the change was made is not known.", "Read the file before doing anything else."},
	{MCPUntrusted, StatusDenied, "The server offering the tool is not trusted.", "Ask the user to trust it first."},
	{MCPDrift, StatusDenied, "The tool is no longer what was approved.", "Ask the user to look at it again."},
	{VaultMissing, StatusError, "The vault's folder is gone: deleted, moved away, or on a drive that is not mounted.", "Tell the user; search and listings answer from what was indexed before, and everything works again once it is back."},
	{Internal, StatusError, "Ibid itself failed.", "Tell the user; a retry seldom helps."},
}

// Codes lists every code with its meaning, in a fixed order. The caller owns
// the slice.
func Codes() []CodeInfo { return append([]CodeInfo(nil), codeTable...) }

// Info returns the row of the code, or false when it is none of the set.
func (c Code) Info() (CodeInfo, bool) {
	for _, info := range codeTable {
		if info.Code == c {
			return info, true
		}
	}
	return CodeInfo{}, false
}

// status is the status of a result with this code.
func (c Code) status() Status {
	if info, ok := c.Info(); ok {
		return info.Status
	}
	return StatusError
}
