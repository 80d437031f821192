package main

import "context"

func measureQuality(_ context.Context, _ *config, _ *report, _ string) error { return nil }
