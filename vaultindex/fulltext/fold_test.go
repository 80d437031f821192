package fulltext

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Folding what needs no tables by itself changes nothing.
func TestFoldIsTheSameInParts(t *testing.T) {
	marks := rapid.StringOf(rapid.SampledFrom([]rune("aeEzZ0 <中文、。「，Ａｚé\u0301\u0308\u0338\u3099がガｶﾞßſςİıŁﬁ①한글\u1100\u1161…\u3000\ufffd\u05bc\u20dd🍎")))
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(marks, rapid.String(), rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) })).Draw(t, "text")
		if got, want := Fold(text), foldWord(exactWord([]byte(text))); got != want {
			t.Fatalf("%q folds to %q, not %q", text, got, want)
		}
	})
}

func BenchmarkFold(b *testing.B) {
	text := strings.Repeat("负载均衡与请求路由，另有熔断。The quick brown Fox jumps. Café 2026\n", 1000)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Fold(text)
	}
}
