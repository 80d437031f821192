package vaultindex

import (
	"slices"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// sampleView is the sample vault as anybody but its owner sees it.
func sampleView(t *testing.T) *View {
	t.Helper()
	ix := openReadyT(t, "testdata/vault")
	snap := ix.Acquire()
	t.Cleanup(snap.Release)
	return snap.View(false)
}

// openReadyT opens a vault and waits until all of it is searchable.
func openReadyT(t *testing.T, vault string) *Index {
	t.Helper()
	ix, err := Open(t.Context(), Options{Vault: vault, CacheDir: t.TempDir(), Private: DefaultPrivateRules()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ix.Close() })
	if err := ix.WaitReady(t.Context()); err != nil {
		t.Fatal(err)
	}
	return ix
}

// answers are questions to the sample vault and the passage that has to come
// first: where it stands and a part of what it says. No path means that the
// vault has no answer.
var answers = []struct{ question, path, leaf, says string }{
	// The words of the question are not those of the note.
	{"谁推荐我读庄子？", "People/陈晓雨.md", "陈晓雨", "她推荐我读 [[庄子]]"},
	{"万历十五年写的是哪一年？", "读书/万历十五年.md", "万历十五年", "黄仁宇写的是 1587 年"},
	{"普洱茶怎么存放？", "卡片/茶.md", "怎么存放", "普洱要通风"},
	{"怎样开始写卡片？", "卡片/卡片笔记法.md", "怎么开始", "从今天读到的一个想法开始"},
	{"怎么写属性？", "Guide/笔记规范.md", "属性", "属性写在文件最开头"},
	{"How do I get rid of limescale?", "Projects/House handbook.md", "Limescale", "Vinegar or citric acid"},
	{"What did the book club decide in February 2026?", "Projects/Book club.md", "Decisions", "The book for March"},
	{"What is the ratio of coffee to water?", "Cards/Coffee.md", "Pour over", "60 grams of coffee for a litre"},
	// People and things by their names.
	{"Who is Tomas?", "People/Tomas Reyes.md", "Tomas Reyes", "A baker for twenty years"},
	{"小雨是谁", "People/陈晓雨.md", "陈晓雨", "我的中文老师"},
	{"Who is Mira?", "People/Mira Lindqvist.md", "Mira Lindqvist", "A retired surveyor"},
	// The right one of several passages.
	{"Who gave me the sourdough starter?", "People/Tomas Reyes.md", "Tomas Reyes", "He gave me my [[Sourdough|sourdough]] starter"},
	{"How often do I feed the starter?", "Cards/Sourdough.md", "Sourdough", "Feed it with equal weights"},
	{"What open tasks do I have in the garden?", "Projects/Garden.md", "Tasks", "- [ ] Mend the fence"},
	{"Can I put a space into a tag?", "Guide/Note conventions.md", "Tags", "but no spaces"},
	{"What is a good title for a note?", "Cards/Atomic notes.md", "Atomic notes", "title"},
	{"Does Ibid change my notes?", "Guide/Using Ibid.md", "Does it change notes?", "Ibid does not change your notes."},
	{"庄子有多少篇？", "读书/庄子.md", "庄子", "今存三十三篇"},
	// What was right stays right.
	{"什么是卡片笔记法", "卡片/卡片笔记法.md", "卡片笔记法", "卡片笔记法是一种做笔记的方法"},
	{"午睡多久合适？", "卡片/午睡.md", "多久合适", "午睡以十到二十分钟为宜"},
	{"绿茶用多少度的水泡？", "卡片/茶.md", "茶", "绿茶用七十五到八十度的水泡"},
	{"庖丁的刀用了多少年？", "读书/庄子.md", "庖丁解牛", "庖丁的刀用了十九年"},
	{"费曼学习法是什么", "卡片/费曼学习法.md", "费曼学习法", "费曼学习法就是"},
	{"我的中文老师什么时候上课？", "People/陈晓雨.md", "陈晓雨", "每周二晚上七点上课"},
	{"怎么让一篇笔记保密？", "Guide/使用 Ibid.md", "私密笔记", "要让一篇笔记保密"},
	{"How do I ask Ibid a question?", "Guide/Using Ibid.md", "Asking a question", "To ask Ibid a question"},
	{"How long should a nap be?", "Cards/Naps.md", "How long", "ten to twenty minutes"},
	{"Who introduced me to Zettelkasten?", "People/Mira Lindqvist.md", "Mira Lindqvist", "She introduced me to Zettelkasten"},
	{"How do I bleed a radiator?", "Projects/House handbook.md", "Bleeding a radiator", "To bleed a radiator"},
	{"Where is the spare key?", "Projects/House handbook.md", "Spare key", "Mira has the spare key"},
	{"What leaves my machine?", "Guide/Using Ibid.md", "What leaves your machine", "Nothing leaves your computer"},
	{"What is the rule of 72?", "Cards/Compound interest.md", "Compound interest", "The rule of 72 says"},
	{"When does the book club meet?", "Projects/Book club.md", "Book club", "We meet on the third Thursday"},
	{"What should I do if it smells of gas?", "Projects/House handbook.md", "Gas", "If it smells of gas"},
	{"How many hours of sleep do adults need?", "Cards/Sleep.md", "Sleep", "seven to nine hours"},
	{"How long do I steep black tea?", "Cards/Tea.md", "Tea", "three to five minutes"},
	{"Where is the water valve?", "Projects/House handbook.md", "Water", "The main water valve is in the cellar"},
	{"How do I keep moths away?", "Projects/House handbook.md", "Moths", "Two weeks in the freezer"},
	{"When is the boiler serviced?", "Projects/House handbook.md", "Service", "serviced every September"},
	{"What is an atomic note?", "Cards/Atomic notes.md", "Atomic notes", "An atomic note says one thing"},
	{"What is a coffee nap?", "Cards/Naps.md", "A coffee nap", "Drink a cup of [[Coffee]]"},
	{"Tell me about Zettelkasten", "Cards/Zettelkasten.md", "Zettelkasten", "A Zettelkasten is a collection"},
	{"How can I make a note private?", "Guide/Using Ibid.md", "Private notes", "To keep a note private"},
	{"红茶泡多久？", "卡片/茶.md", "茶", "红茶用沸水，三到五分钟"},
	{"《庄子》有几篇内篇？", "读书/庄子.md", "庄子", "分内篇七"},
	{"卢曼有多少张卡片？", "卡片/卡片笔记法.md", "卡片笔记法", "积累了大约九万张卡片"},
	{"读者要问哪些问题？", "读书/如何阅读一本书.md", "主动的读者要问的四个问题", "1. 整本书在谈什么？"},
	{"标签里可以有空格吗？", "Guide/笔记规范.md", "标签", "不能有空格"},
	// Nothing is the answer.
	{"What is the capital of Australia?", "", "", ""},
	{"What is my blood pressure?", "", "", ""},
	{"What did I promise myself this year?", "", "", ""},
	{"How do I knit a sweater?", "", "", ""},
	{"我的血压是多少？", "", "", ""},
	{"什么是量子纠缠？", "", "", ""},
	{"怎么做红烧肉？", "", "", ""},
}

func TestSampleVaultAnswers(t *testing.T) {
	v := sampleView(t)
	for _, tc := range answers {
		t.Run(tc.question, func(t *testing.T) {
			all, err := v.Passages(t.Context(), PassageRequest{Query: tc.question, Limit: 4})
			if err != nil {
				t.Fatal(err)
			}
			switch {
			case tc.path == "" && len(all) > 0:
				t.Errorf("%q is answered with %q", tc.question, all[0].Text)
			case tc.path == "":
			case len(all) == 0:
				t.Error("no passage")
			case string(all[0].Path) != tc.path || all[0].Leaf != tc.leaf || !strings.Contains(all[0].Text, tc.says):
				t.Errorf("first is %s#%s %q; want %s#%s %q", all[0].Path, all[0].Leaf, all[0].Text, tc.path, tc.leaf, tc.says)
			}
		})
	}
}

// One good quote is better than four: where one passage answers, it stands
// alone.
func TestSampleVaultAnswersWithoutNoise(t *testing.T) {
	v := sampleView(t)
	for _, question := range []string{
		"How long should a nap be?", "什么是卡片笔记法", "庄子有多少篇？", "Does Ibid change my notes?", "Who is Tomas?",
		"小雨是谁", "费曼学习法是什么", "Where is the spare key?", "谁推荐我读庄子？", "What is an atomic note?",
	} {
		all, err := v.Passages(t.Context(), PassageRequest{Query: question, Limit: 4})
		if err != nil || len(all) != 1 {
			t.Errorf("%q has %d passages, %v; want 1", question, len(all), err)
		}
	}
}

// F3: the line a task operator asks for is the one shown.
func TestTaskOperatorShowsTheTask(t *testing.T) {
	r, err := sampleView(t).Search(t.Context(), SearchRequest{Query: "task-todo:peas"})
	if err != nil || len(r.Hits) == 0 || !strings.HasPrefix(r.Hits[0].Excerpt, "- [ ] Sow peas") {
		t.Errorf("task-todo:peas shows %+v, %v", r.Hits, err)
	}
}

// Templates are forms to fill in: they are found by name, and are no answer.
func TestTemplatesAnswerNothing(t *testing.T) {
	v := sampleView(t)
	for _, query := range []string{"the idea in one sentence", "why it matters"} {
		r, err := v.Search(t.Context(), SearchRequest{Query: query})
		if err != nil || strings.Contains(hitPaths(r), "Templates/") || slices.ContainsFunc(r.Near, v.Settings().Template) {
			t.Errorf("%q finds %q near %q, %v", query, hitPaths(r), r.Near, err)
		}
		all, err := v.Passages(t.Context(), PassageRequest{Query: query})
		if err != nil || slices.ContainsFunc(all, func(p Passage) bool { return v.Settings().Template(p.Path) }) {
			t.Errorf("%q is answered by a template: %+v, %v", query, all, err)
		}
	}
	r, err := v.Search(t.Context(), SearchRequest{Query: "path:Templates"})
	if err != nil || len(r.Hits) != 2 {
		t.Errorf("path:Templates finds %q, %v", hitPaths(r), err)
	}
}

// Reasons for kinship are words that set notes apart, never common ones, and
// never a table of contents that links to everything.
func TestRelatedReasons(t *testing.T) {
	v := sampleView(t)
	for f := range v.Files() {
		related, err := v.Related(t.Context(), RelatedRequest{Path: f.Path, Limit: 5})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range related {
			if v.Settings().Template(r.Path) {
				t.Errorf("the template %s is related to %s", r.Path, f.Path)
			}
			for _, why := range r.Why {
				checkReason(t, f.Path, why)
			}
		}
	}
}

func checkReason(t *testing.T, of vaultpath.Path, why string) {
	t.Helper()
	if strings.HasPrefix(why, "both linked from") && strings.Contains(why, "Home") {
		t.Errorf("%s: %q", of, why)
	}
	words, ok := strings.CutPrefix(why, "both speak of ")
	for word := range strings.SplitSeq(words, ", ") {
		if w := strings.ToLower(word); ok && (stopWords[w] || commonWords[w] || commonPairs[w]) {
			t.Errorf("%s: %q", of, why)
		}
	}
}
