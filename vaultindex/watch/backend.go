package watch

import "github.com/fsnotify/fsnotify"

// backend is what the watcher needs of fsnotify. Paths are absolute.
type backend interface {
	Add(path string) error
	Remove(path string) error
	WatchList() []string
	Close() error
	events() <-chan fsnotify.Event
	errors() <-chan error
}

type systemBackend struct{ *fsnotify.Watcher }

func (b systemBackend) events() <-chan fsnotify.Event { return b.Events }
func (b systemBackend) errors() <-chan error          { return b.Errors }

func newSystemBackend() (backend, error) {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, err
	}
	return systemBackend{w}, nil
}
