//go:build unix && !darwin && !ios && !android

package trash

func systemDir() (string, error) { return homeTrash() }
