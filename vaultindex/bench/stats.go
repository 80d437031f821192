package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// resamples is how often a set is drawn anew for its interval.
const resamples = 2000

func reciprocalRank(hits, relevant []string) float64 {
	for i, hit := range hits {
		if slices.Contains(relevant, hit) {
			return 1 / float64(i+1)
		}
	}
	return 0
}

// recall is the share of the relevant notes among the first recallAt hits; of
// more than recallAt relevant ones, that many are all there can be.
func recall(hits, relevant []string) float64 {
	found := 0
	for _, hit := range hits[:min(len(hits), recallAt)] {
		if slices.Contains(relevant, hit) {
			found++
		}
	}
	return float64(found) / float64(min(len(relevant), recallAt))
}

func mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(max(len(values), 1))
}

// bootstrap is the interval that holds the mean in 95 of 100 resamples.
func bootstrap(values []float64, seed uint64) (low, high float64) {
	r := rand.New(rand.NewPCG(seed, 0xb007))
	means := make([]float64, resamples)
	for i := range means {
		sum := 0.0
		for range values {
			sum += values[r.IntN(len(values))]
		}
		means[i] = sum / float64(len(values))
	}
	slices.Sort(means)
	return means[resamples*25/1000], means[resamples*975/1000-1]
}

func interval(values []float64, seed uint64) string {
	low, high := bootstrap(values, seed)
	return fmt.Sprintf("%.3f (%.3f–%.3f)", mean(values), low, high)
}

func signed(values []float64, seed uint64) string {
	low, high := bootstrap(values, seed)
	return fmt.Sprintf("%+.3f (%+.3f to %+.3f)", mean(values), low, high)
}
