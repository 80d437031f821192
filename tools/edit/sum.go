package edit

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

// Sum is the SHA-256 of a file's raw bytes. The zero Sum means "not known".
type Sum [sha256.Size]byte

// SumOf returns the sum of b.
func SumOf(b []byte) Sum { return sha256.Sum256(b) }

// Known reports that s is the sum of something.
func (s Sum) Known() bool { return s != Sum{} }

// String returns 64 hexadecimal digits, "" when the sum is not known.
func (s Sum) String() string {
	if !s.Known() {
		return ""
	}
	return hex.EncodeToString(s[:])
}

// MarshalText writes what String returns.
func (s Sum) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads what MarshalText wrote.
func (s *Sum) UnmarshalText(text []byte) error {
	*s = Sum{}
	if len(text) == 0 {
		return nil
	}
	if len(text) != 2*len(s) {
		return fmt.Errorf("a SHA-256 sum has 64 hexadecimal digits, not %d", len(text))
	}
	_, err := hex.Decode(s[:], text)
	return err
}
