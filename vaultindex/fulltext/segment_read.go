package fulltext

import (
	"encoding/binary"
	"errors"
	"fmt"
	"sync"

	segment "github.com/blevesearch/scorch_segment_api/v2"
	"github.com/blevesearch/vellum"
	zap "github.com/blevesearch/zapx/v17"
)

// errDamaged says that a segment is not what zap writes.
var errDamaged = errors.New("a segment of the full-text index is damaged")

// leaf is a segment whose terms are read from its bytes, past zap's iterators:
// those take ten times as long for every document. Merging and storing remain
// zap's.
type leaf interface {
	segment.Segment
	// dictionary is that of a field, nil for none. It may be used by several
	// goroutines, as long as the segment is open.
	dictionary(field string) (*vellum.FST, error)
	bytes() []byte
}

// fresh is a segment that no file has yet.
type fresh struct {
	*zap.SegmentBase
	lexicon
}

// mapped is a segment in a file.
type mapped struct {
	*zap.Segment
	lexicon
}

// lexicon keeps the dictionaries of a segment that were opened.
type lexicon struct {
	raw  []byte
	addr func(field string) uint64 // 0 where there is none

	mu    sync.Mutex
	dicts map[string]*vellum.FST
}

func (s *lexicon) bytes() []byte { return s.raw }

func (s *lexicon) dictionary(field string) (*vellum.FST, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if dict, ok := s.dicts[field]; ok {
		return dict, nil
	}
	dict, err := openDictionary(s.raw, s.addr(field))
	if err != nil {
		return nil, fmt.Errorf("read the words of field %s: %w", field, err)
	}
	if s.dicts == nil {
		s.dicts = make(map[string]*vellum.FST)
	}
	s.dicts[field] = dict
	return dict, nil
}

// openDictionary reads one where it begins with its length.
func openDictionary(raw []byte, addr uint64) (*vellum.FST, error) {
	if addr == 0 {
		return nil, nil //nolint:nilnil // no document has the field
	}
	if addr >= uint64(len(raw)) {
		return nil, errDamaged
	}
	size, n := binary.Uvarint(raw[addr:])
	rest := raw[addr+uint64(max(n, 0)):]
	if n <= 0 || size > uint64(len(rest)) {
		return nil, errDamaged
	}
	return vellum.Load(rest[:size])
}

// OpenUsing opens a segment's file.
func (p plugin) OpenUsing(path string, config map[string]any) (segment.Segment, error) {
	opened, err := p.ZapPlugin.OpenUsing(path, config)
	if err != nil {
		return nil, err
	}
	s, ok := opened.(*zap.Segment)
	if !ok {
		return nil, fmt.Errorf("open a segment: unexpected %T", opened)
	}
	return &mapped{Segment: s, lexicon: lexicon{raw: s.Data(), addr: func(field string) uint64 {
		addr, err := s.DictAddr(field)
		if err != nil {
			return 0 // no document has the field
		}
		return addr
	}}}, nil
}

// Open is OpenUsing without a configuration.
func (p plugin) Open(path string) (segment.Segment, error) { return p.OpenUsing(path, nil) }

// zaps are segments as zap knows them.
func zaps(segments []segment.Segment) []segment.Segment {
	all := make([]segment.Segment, len(segments))
	for i, s := range segments {
		switch s := s.(type) {
		case *mapped:
			all[i] = s.Segment
		case *fresh:
			all[i] = s.SegmentBase
		default:
			all[i] = s
		}
	}
	return all
}
