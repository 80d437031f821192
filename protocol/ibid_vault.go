package protocol

// Requests of the daemon to the plugin: changes made through Obsidian, so that an open
// editor keeps its cursor and its unsaved text. A client that takes them lists all four
// under clientCapabilities._meta.ibid.features of initialize; without one the daemon
// writes the files itself.
//
// Each is refused with an error whose data.code says why (STALE_READ where the file is
// not the one with the expected hash, or has unsaved text in an editor that does not
// apply the change; TARGET_EXISTS; FILE_NOT_FOUND), and then nothing was changed.
const (
	CallVaultApply  = "_ibid/vault/apply"
	CallVaultCreate = "_ibid/vault/create"
	CallVaultRename = "_ibid/vault/rename"
	CallVaultTrash  = "_ibid/vault/trash"
)

// ClientAnnouncement is clientCapabilities._meta.ibid: what of _ibid a client takes.
type ClientAnnouncement struct {
	Version  int      `json:"version"`
	Features []string `json:"features"` // method names without "_ibid/"
}

// VaultApplyParams gives a file another text. It is exact: line ends, a byte order mark
// and the final line break are part of it.
type VaultApplyParams struct {
	Path           string `json:"path"`
	ExpectedSha256 string `json:"expectedSha256"` // of the raw bytes the file must have
	Text           string `json:"text"`
	Base64         string `json:"base64,omitempty"` // in place of text, of bytes that are no text
}

// VaultApplyResult is empty: the daemon reads back.
type VaultApplyResult struct{}

// VaultCreateParams makes a file where nothing stands, or a folder.
type VaultCreateParams struct {
	Path   string `json:"path"`
	Folder bool   `json:"folder,omitempty"`
	Text   string `json:"text"`
	Base64 string `json:"base64,omitempty"`
}

// VaultCreateResult is empty.
type VaultCreateResult struct{}

// VaultRenameParams moves a file to a path where nothing stands, and changes no link.
type VaultRenameParams struct {
	Path           string `json:"path"`
	To             string `json:"to"`
	ExpectedSha256 string `json:"expectedSha256"`
}

// VaultRenameResult is empty.
type VaultRenameResult struct{}

// VaultTrashParams takes a file away, to the trash the vault is set to, or a folder if
// it is empty.
type VaultTrashParams struct {
	Path           string `json:"path"`
	ExpectedSha256 string `json:"expectedSha256,omitempty"` // of a file
	Folder         bool   `json:"folder,omitempty"`
	// Discard takes a file away for good: its text stands elsewhere already.
	Discard bool `json:"discard,omitempty"`
}

// VaultTrashResult is empty.
type VaultTrashResult struct{}
