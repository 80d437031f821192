package offline_test

import (
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/daemon/internal/model/offline"
)

// What is asked of the vault itself is answered with the fact, in both languages.
func TestQuestionsAboutTheVault(t *testing.T) {
	l := openLibrary(t, sampleVault)
	for _, e := range []expectation{
		{prompt: "How many notes do I have?", says: []string{"Your vault has 4", " notes", "`Cards`: "}, none: true},
		{prompt: "How many notes are in my vault?", says: []string{" notes"}, none: true},
		{prompt: "当前笔记库有多少篇笔记？", says: []string{"篇笔记", "`Cards`："}, none: true},
		{prompt: "我的笔记库里一共有多少篇笔记？", says: []string{"篇笔记"}, none: true},
		{prompt: "What tags do I have?", attached: []string{"Cards/Naps.md"}, says: []string{"most used first", "#garden"}, none: true},
		{prompt: "How many tags are there?", says: []string{"most used first"}, none: true},
		{prompt: "有哪些标签？", says: []string{"按使用次数排列"}, none: true},
		{prompt: "我的笔记库里有哪些标签？", says: []string{"按使用次数排列"}, none: true},
		{prompt: "What tags does Naps have?", says: []string{"#health/sleep"}, silent: []string{"#garden"}, none: true},
		{prompt: "午睡有哪些标签？", says: []string{"#健康/睡眠"}, silent: []string{"#garden"}, none: true},
		{prompt: "What links to Naps?", says: []string{"to [[Cards/Naps]]"}, cites: []string{"卡片/午睡.md"}},
		{prompt: "Which notes link to [[Naps]]?", says: []string{"to [[Cards/Naps]]"}, cites: []string{"卡片/午睡.md"}},
		{prompt: "What links to this note?", attached: []string{"Cards/Naps.md"}, says: []string{"to [[Cards/Naps]]"}},
		{prompt: "哪些笔记链接到午睡？", says: []string{"[[卡片/午睡]]"}, cites: []string{"Cards/Naps.md"}},
		{prompt: "午睡被哪些笔记引用了？", says: []string{"[[卡片/午睡]]"}, cites: []string{"Cards/Naps.md"}},
		{prompt: "午睡的反链有哪些？", says: []string{"[[卡片/午睡]]"}},

		// What only sounds like it is asked of the notes.
		{prompt: "How many notes did Luhmann write?", silent: []string{"Your vault has 4"}},
		{prompt: "How many beds does the garden have?", silent: []string{"Your vault has"}},
	} {
		t.Run(e.prompt, func(t *testing.T) { e.check(t, l.ask(l.session(), offline.New(), e.prompt, e.attached...)) })
	}
}

// What links to something that is no note may be asked of the notes: the call that
// finds no note of the name is not the end.
func TestLinksToWhatIsNoNote(t *testing.T) {
	l := openLibrary(t, sampleVault)
	for prompt, says := range map[string]string{"What links to the nearest galaxy?": "nothing that answers", "哪些笔记引用了量子力学？": "没有能回答"} {
		if out := l.ask(l.session(), offline.New(), prompt); !strings.Contains(out.Answer, says) || len(out.Citations) > 0 {
			t.Errorf("%s: %s", prompt, out.Answer)
		}
	}
}
