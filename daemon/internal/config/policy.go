package config

import "path/filepath"

// policyName is the file a person writes the rules for changes into.
const policyName = "policy.json"

// PolicyFiles names the files with a person's rules for changes of this vault: the
// one for all vaults, and its own. Neither need exist, and neither lies in the
// vault.
func (v Vault) PolicyFiles() []string {
	return []string{filepath.Join(filepath.Dir(filepath.Dir(v.State)), policyName), filepath.Join(v.State, policyName)}
}

// Journal is the folder of the journal of changes.
func (v Vault) Journal() string { return filepath.Join(v.State, "journal") }
