package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/pprof"
)

// profileName is where a part's profiles go, without their ending; "" when
// none are wanted.
func (s *size) profileName(part string) string {
	if s.profile == "" {
		return ""
	}
	return filepath.Join(s.profile, fmt.Sprintf("%s-%d", part, s.notes))
}

// startProfile begins a profile of the processor; what it returns ends it and
// writes one of the heap too.
func startProfile(name string) (stop func() error, err error) {
	if name == "" {
		return func() error { return nil }, nil
	}
	cpu, err := os.Create(name + ".cpu")
	if err != nil {
		return nil, err
	}
	if err := pprof.StartCPUProfile(cpu); err != nil {
		return nil, errors.Join(err, cpu.Close())
	}
	return func() error {
		pprof.StopCPUProfile()
		return errors.Join(cpu.Close(), writeHeap(name+".heap"))
	}, nil
}

func writeHeap(name string) error {
	heap, err := os.Create(name)
	if err != nil {
		return err
	}
	return errors.Join(pprof.Lookup("heap").WriteTo(heap, 0), heap.Close())
}
