package autotag

import "math"

// fusion makes one number of the evidence for a tag, by logistic regression.
type fusion [evidences]float64

// shipped are the weights before a vault was learned from: what was learned from
// several, between them.
var shipped = fusion{xBias: -2.4, xNearest: 1.5, xClosest: 1, xLead: 1.2, xMean: 2, xAlikeNearest: 2, xFolderOdds: 0.6,
	xPropertyOdds: 0.6, xShapeOdds: 0.4, xMarkOdds: 0.6, xLinkOdds: 0.3, xLinked: 0, xSaidOdds: 1, xNamesTag: 0.4, xPriorOdds: -1.2,
	xBesideOdds: 0.6, xSignsBayes: 0.1, xRival: -1}

const (
	held    = 1  // how strongly the shipped weights are held to
	rounds  = 25 // of Newton's method; it stands still after about ten
	settled = 1e-7
)

// example is the evidence for a tag, and whether the note has it.
type example struct {
	x   *[evidences]float64
	has bool
}

// of returns the log odds of the evidence.
func (f *fusion) of(x *[evidences]float64) float64 {
	sum := 0.0
	for i := range x {
		sum += f[i] * x[i]
	}
	return sum
}

func sigmoid(z float64) float64 { return 1 / (1 + math.Exp(-z)) }

// learn returns the weights that fit the examples best among those near what is
// held to.
func learn(prior fusion, examples []example) fusion {
	f := prior
	for range rounds {
		gradient, curve := f.slope(prior, examples)
		step := solve(curve, gradient)
		longest := 0.0
		for i := range f {
			longest = max(longest, math.Abs(step[i]))
		}
		scale := min(1, 2/max(longest, settled))
		for i := range f {
			f[i] += scale * step[i]
		}
		if longest < settled {
			break
		}
	}
	return f
}

// slope is the gradient of the examples' log likelihood, and its curvature.
func (f *fusion) slope(prior fusion, examples []example) (g [evidences]float64, h [evidences][evidences]float64) {
	for i := range g {
		g[i] = -held * (f[i] - prior[i])
		h[i][i] = held
	}
	for k := range examples {
		x := examples[k].x
		p := sigmoid(f.of(x))
		miss := -p
		if examples[k].has {
			miss = 1 - p
		}
		for i := range x {
			if x[i] == 0 {
				continue
			}
			g[i] += miss * x[i]
			for j := 0; j <= i; j++ {
				h[i][j] += p * (1 - p) * x[i] * x[j]
			}
		}
	}
	for i := range h {
		for j := range i {
			h[j][i] = h[i][j]
		}
	}
	return g, h
}

// solve returns s with h·s = g, for a symmetric h with a positive diagonal.
func solve(h [evidences][evidences]float64, g [evidences]float64) [evidences]float64 {
	for i := range h {
		for k := i + 1; k < evidences; k++ {
			by := h[k][i] / h[i][i]
			for j := i; j < evidences; j++ {
				h[k][j] -= by * h[i][j]
			}
			g[k] -= by * g[i]
		}
	}
	for i := evidences - 1; i >= 0; i-- {
		for j := i + 1; j < evidences; j++ {
			g[i] -= h[i][j] * g[j]
		}
		g[i] /= h[i][i]
	}
	return g
}
