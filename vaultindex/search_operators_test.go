package vaultindex

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// operated is a vault with something for every operator, in both languages.
var operated = map[string]string{
	"Roadmap.md": "---\nstatus: Draft\nrating: 9\ndue: 2024-05-01\nempty:\nblank: \"\"\nnone: []\npeople: [Ana, Bo Lee]\ndone: true\n---\n" +
		"# Plan\n\nThe Loan costs 4 percent.\nCall the bank.\n\nAnother block of the plan.\n\n## Details\n\nniklas wrote it. #work/now\n\n" +
		"# Rest\n\n- [ ] call Ana #urgent\n- [x] write the loan letter\n- [-] cancelled bank visit\n",
	"Projects/My plans/Budget.md": "---\nstatus: in progress\nrating: 3\n\"due date\": 2023-12-31\n---\nThe loan. See Roadmap.\r\nNiklas Luhmann.\r\n\r\n`#work/now` in code.\r\n",
	"Daily/2024-05-01.md":         "#work talk about gardening\n\nloan\n",
	"方法/卡片笔记法.md":                 "---\ntags: [方法/笔记]\n状态: 进行中\n评分: 5\n---\n# 好处\n\n容易复用，互相链接。\n第二行说流程。\n\n## 例子\n\n卢曼写了九万张卡片。\n\n- [ ] 整理卡片\n- [x] 写完计划 #任务/今天\n",
	"方法/空 格.md":                   "互相\n\n链接\n",
	"Board.canvas":                `{"nodes":[{"id":"1","type":"text","text":"loan timeline #work"}],"edges":[]}`,
	"pic one.png":                 "\x89PNG",
	"Excluded/Old.md":             "loan #work 卡片",
	"Secret.md":                   "---\nprivate: true\nstatus: Draft\n---\nloan #work 卡片 [ ] call\n- [ ] call\n",
}

const (
	roadmapNote = "Roadmap.md"
	budgetNote  = "Projects/My plans/Budget.md"
	dailyNote   = "Daily/2024-05-01.md"
	cardNote    = "方法/卡片笔记法.md"
	gapNote     = "方法/空 格.md"
	boardNote   = "Board.canvas"
	picNote     = "pic one.png"
)

// Rules section 8: every operator, alone, in groups and within others.
func TestEveryOperator(t *testing.T) {
	s := shelfOf(t, operated)
	for _, tc := range []struct {
		query string
		want  []string
	}{
		{`"the loan costs"`, []string{roadmapNote}},
		{`"oan costs"`, nil},
		{`loan -bank -path:Daily`, []string{budgetNote, boardNote}},
		{`-(loan OR 卡片 OR 互相)`, nil},
		{`"互相链接"`, []string{cardNote}},
		{`gardening OR 流程`, []string{dailyNote, cardNote}},
		{`gardening OR tag:方法`, []string{dailyNote, cardNote}},
		{`gardening OR [rating:>5]`, []string{dailyNote, roadmapNote}},
		{`流程 OR /lu+hmann/`, []string{cardNote, budgetNote}},
		{`"gardening" OR (bank "the loan costs")`, []string{dailyNote, roadmapNote}},
		// tag: nested, with and without #, case, not in code, notes only
		{`tag:work`, []string{roadmapNote, dailyNote}},
		{`tag:#work/now`, []string{roadmapNote}},
		{`TAG:#WORK/Now`, []string{roadmapNote}},
		{`tag:work/no`, nil},
		{`tag:"#work"`, []string{roadmapNote, dailyNote}},
		{`tag:方法`, []string{cardNote}},
		{`tag:#方法/笔记`, []string{cardNote}},
		{`tag:笔记`, nil},
		{`tag:(urgent OR 任务)`, []string{roadmapNote, cardNote}},
		{`tag:(work urgent)`, []string{roadmapNote}},
		{`tag:/^任/`, []string{cardNote}},
		{`tag:work -tag:urgent`, []string{dailyNote}},
		{`match-case:tag:WORK`, []string{roadmapNote, dailyNote}},
		// path: and file:
		{`path:"Projects/My plans"`, []string{budgetNote}},
		{`path:方法/`, []string{cardNote, gapNote}},
		{`path:"方法/空 格"`, []string{gapNote}},
		{`path:(projects OR daily)`, []string{budgetNote, dailyNote}},
		{`path:/^\w+\/\d{4}/`, []string{dailyNote}},
		{`path:(projects budget) loan`, []string{budgetNote}},
		{`file:oadma`, []string{roadmapNote}},
		{`file:"pic one"`, []string{picNote}},
		{`file:.png`, []string{picNote}},
		{`file:/^\d+-05/`, []string{dailyNote}},
		{`file:卡片`, []string{cardNote}},
		{`file:projects`, nil},
		{`file:(pic OR 空)`, []string{picNote, gapNote}},
		{`-file:/./`, nil},
		// content: and case
		{`content:roadmap`, []string{budgetNote}},
		{`loan -content:roadmap`, []string{roadmapNote, dailyNote, boardNote}},
		{`content:(loan -bank)`, []string{budgetNote, dailyNote, boardNote}},
		{`content:(互相 "流程")`, []string{cardNote}},
		{`content:/容易.{2}，/`, []string{cardNote}},
		{`match-case:Loan`, []string{roadmapNote}},
		{`loan -match-case:Loan -path:Daily`, []string{budgetNote, boardNote}},
		{`match-case:"Niklas Luhmann"`, []string{budgetNote}},
		{`match-case:"Niklas Luh"`, nil},
		{`match-case:/niklas/`, []string{roadmapNote}},
		{`match-case:file:Roadm`, []string{roadmapNote}},
		{`match-case:file:roadm`, nil},
		{`/niklas/`, []string{roadmapNote, budgetNote}},
		{`match-case:(Niklas OR Loan)`, []string{budgetNote, roadmapNote}},
		{`match-case:(Loan ignore-case:BANK)`, []string{roadmapNote}},
		{`ignore-case:LUHMANN`, []string{budgetNote}},
		// line:, block:, section:
		{`line:(loan percent)`, []string{roadmapNote}},
		{`line:(loan bank)`, nil},
		{`line:(互相 复用)`, []string{cardNote}},
		{`line:(复用 流程)`, nil},
		{`line:(loan -percent)`, []string{budgetNote, dailyNote, roadmapNote, boardNote}},
		{`line:/^niklas luhmann\.$/`, []string{budgetNote}},
		{`loan -line:(loan percent)`, []string{budgetNote, dailyNote, boardNote}},
		{`line:(match-case:Loan percent)`, []string{roadmapNote}},
		{`line:(match-case:loan percent)`, nil},
		{`line:(tag:urgent ana)`, []string{roadmapNote}},
		{`line:(tag:work ana)`, nil},
		{`block:(loan bank)`, []string{roadmapNote}},
		{`block:(loan another)`, nil},
		{`block:(复用 流程)`, []string{cardNote}},
		{`section:(loan another)`, []string{roadmapNote}},
		{`section:(loan niklas)`, []string{roadmapNote, budgetNote}},
		{`section:(percent urgent)`, nil},
		{`section:(复用 卢曼)`, []string{cardNote}},
		{`section:(another line:(loan percent))`, []string{roadmapNote}},
		{`section:(another line:(loan bank))`, nil},
		{`section:(plan section:(percent niklas))`, []string{roadmapNote}},
		{`section:(details -percent section:(niklas))`, []string{roadmapNote}},
		{`section:(details -percent section:(another))`, nil},
		{`section:(rest task-todo:call)`, []string{roadmapNote}},
		{`section:(details task-todo:call)`, nil},
		// tasks
		{`task:""`, []string{roadmapNote, cardNote}},
		{`task-todo:""`, []string{roadmapNote, cardNote}},
		{`task:call`, []string{roadmapNote}},
		{`task-todo:loan`, nil},
		{`task-done:loan`, []string{roadmapNote}},
		{`task-done:cancelled`, []string{roadmapNote}},
		{`task-todo:整理`, []string{cardNote}},
		{`task-done:(计划 OR letter)`, []string{roadmapNote, cardNote}},
		{`task:(call -ana)`, nil},
		{`task:/call|整理/`, []string{roadmapNote, cardNote}},
		{`task:"call Ana"`, []string{roadmapNote}},
		{`-task:"" loan`, []string{budgetNote, dailyNote, boardNote}},
		{`task-todo:(tag:urgent)`, []string{roadmapNote}},
		// properties
		{`[status]`, []string{roadmapNote, budgetNote}},
		{`[STATUS:draft]`, []string{roadmapNote}},
		{`[status:draft OR progress]`, []string{roadmapNote, budgetNote}},
		{`[status:(draft OR progress)]`, []string{roadmapNote, budgetNote}},
		{`[status:"in progress" OR nothing]`, []string{budgetNote}},
		{`[status:"n progress"]`, nil},
		{`[status:in progress]`, []string{budgetNote}},
		{`[status:/^dr.*t$/]`, []string{roadmapNote}},
		{`[status:/[x]|prog/]`, []string{budgetNote}},
		{`["status":draft]`, []string{roadmapNote}},
		{`["due date"]`, []string{budgetNote}},
		{`["due date":2023]`, []string{budgetNote}},
		{`[rating:>5]`, []string{roadmapNote}},
		{`[rating:<5]`, []string{budgetNote}},
		{`[rating:(>2 <5)]`, []string{budgetNote}},
		{`[rating:<4 OR >8]`, []string{roadmapNote, budgetNote}},
		{`[rating: > 5]`, []string{roadmapNote}},
		{`[due:>2024-04-30]`, []string{roadmapNote}},
		{`[due:<2024-04-30]`, nil},
		{`[empty:null]`, []string{roadmapNote}},
		{`[blank:null]`, nil},
		{`[none:null]`, nil},
		{`[status:null]`, nil},
		{`[blank:""]`, []string{roadmapNote}},
		{`[status:""]`, nil},
		{`[people:ana]`, []string{roadmapNote}},
		{`[people:(bo lee)]`, []string{roadmapNote}},
		{`[people:(ana lee)]`, nil},
		{`[done:TRUE]`, []string{roadmapNote}},
		{`[done:false]`, nil},
		{`[状态:进行中]`, []string{cardNote}},
		{`[状态:进行 OR 完成]`, []string{cardNote}},
		{`[评分:>4]`, []string{cardNote}},
		{`[tags:方法]`, []string{cardNote}},
		{`[status] -[status:draft]`, []string{budgetNote}},
		{`[status:-draft]`, []string{budgetNote}},
		{`loan [rating]`, []string{roadmapNote, budgetNote}},
		// expressions as in JavaScript
		{`/九万[\u4e00-\u9fff]卡片/`, []string{cardNote}},
		{`/\u{5361}片。$/`, []string{cardNote}},
		{`/percent\.$/`, []string{roadmapNote}},
		{`/roadmap\.$/`, []string{budgetNote}},
		{`/^loan$/`, []string{dailyNote}},
		{`/(?<who>luhmann)/`, []string{budgetNote}},
		// what the index leaves out of a text is text all the same
		{`"status: Draft"`, []string{roadmapNote}},
		{`line:("due date" 2023)`, []string{budgetNote}},
		// all at once
		{`(path:projects OR tag:work) -[rating:>5] (loan OR 卡片) -task:""`, []string{budgetNote, dailyNote}},
		{`path:方法 (task-todo:卡片 OR line:(互相 -链接)) -"没有"`, []string{cardNote, gapNote}},
	} {
		r, err := s.search(context.Background(), SearchRequest{Query: tc.query, Limit: 50})
		if err != nil {
			t.Errorf("%s: %v", tc.query, err)
			continue
		}
		got := strings.Split(hitPaths2(r), "\n")
		want := slices.Clone(tc.want)
		slices.Sort(want)
		if strings.Join(got, "|") != strings.Join(want, "|") {
			t.Errorf("%s finds %q, want %q", tc.query, got, want)
		}
	}
}

// hitPaths2 are the sorted paths of hits, one a line: they may have spaces.
func hitPaths2(r SearchResult) string {
	var all []string
	for _, h := range r.Hits {
		all = append(all, string(h.Path))
	}
	slices.Sort(all)
	return strings.Join(all, "\n")
}

// Point 7, C41: whatever operator found a note, the hit says so, and shows the
// place where there is one.
func TestOperatorsTellWhy(t *testing.T) {
	s := shelfOf(t, operated)
	for _, tc := range []struct{ query, path, why, excerpt string }{
		{`tag:#work/now`, roadmapNote, "tag: #work/now", "niklas wrote it. #work/now"},
		{`tag:方法`, cardNote, "tag: #方法/笔记", ""},
		{`tag:/^任/`, cardNote, "tag: #任务/今天", "写完计划"},
		{`/4\s+percent/`, roadmapNote, "expression: 4 percent", "The Loan costs 4 percent."},
		{`content:/九万./`, cardNote, "expression: 九万张", "卢曼写了九万张卡片。"},
		{`"互相链接"`, cardNote, "text: 互相链接", "容易复用，互相链接。"},
		{`"niklas luhmann"`, budgetNote, "phrase: niklas luhmann", "Niklas Luhmann."},
		{`match-case:Loan`, roadmapNote, "text: Loan", "The Loan costs 4 percent."},
		{`line:(match-case:Loan)`, roadmapNote, "text: Loan", "The Loan costs 4 percent."},
		{`path:"My plans"`, budgetNote, "path: Projects/My plans/Budget.md", ""},
		{`file:oadma`, roadmapNote, "file: Roadmap.md", ""},
		{`file:.png`, picNote, "file: pic one.png", ""},
		{`[status]`, roadmapNote, "property: status = Draft", ""},
		{`[people:bo]`, roadmapNote, "property: people = Ana, Bo Lee", ""},
		{`[empty:null]`, roadmapNote, "property: empty has no value", ""},
		{`[状态:进行]`, cardNote, "property: 状态 = 进行中", ""},
		{`task-done:""`, roadmapNote, "task: write the loan letter", "- [x] write the loan letter"},
		{`task-todo:/整./`, cardNote, "task: 整理卡片", "- [ ] 整理卡片"},
		{`path:方法 -流程`, gapNote, "without: 流程", ""},
		{`path:方法 -tag:方法`, gapNote, "without: tag:方法", ""},
		{`block:/loan[^!]*bank/`, roadmapNote, "expression: Loan costs 4 percent.", "The Loan costs 4 percent."},
	} {
		hits := find(t, s, tc.query).Hits
		at := slices.IndexFunc(hits, func(h Hit) bool { return string(h.Path) == tc.path })
		if at < 0 {
			t.Errorf("%s does not find %s", tc.query, tc.path)
			continue
		}
		if why := strings.Join(hits[at].Why, "; "); !strings.Contains(why, tc.why) {
			t.Errorf("%s: why is %q, want %q", tc.query, why, tc.why)
		}
		if !strings.Contains(hits[at].Excerpt, tc.excerpt) {
			t.Errorf("%s: the excerpt is %q, want %q", tc.query, hits[at].Excerpt, tc.excerpt)
		}
	}
}

// Point 7: no hit of any query is without a reason.
func TestEveryHitHasAReason(t *testing.T) {
	s := shelfOf(t, operated)
	for _, query := range []string{"loan", "卡片", "-loan", "-[rating]", "loan OR tag:方法", "/./", "file:.", "[rating:>0]", `task:""`, "line:(loan -percent)", "section:(plan)", "-task:\"\"", "gardning"} {
		hits := find(t, s, query).Hits
		if len(hits) == 0 {
			t.Errorf("%s finds nothing", query)
		}
		for _, h := range hits {
			if len(h.Why) == 0 || slices.Contains(h.Why, "") {
				t.Errorf("%s: %s is found for %q", query, h.Path, h.Why)
			}
		}
	}
}

// Point 5: a wrong query says where, counted in characters, and why.
func TestWrongQueriesSayWhere(t *testing.T) {
	for _, tc := range []struct {
		in     string
		at     int
		reason string
	}{
		{`"loan`, 1, "the quotation mark is not closed"},
		{`卡片 "互相 链接`, 4, "the quotation mark is not closed"},
		{`path:"Daily notes`, 6, "the quotation mark is not closed"},
		{`tag:(a OR "b)`, 11, "the quotation mark is not closed"},
		{`卡片 line:(a "b c`, 9, "the parenthesis is not closed"},
		{`标签 /[a/`, 4, "missing closing ]"},
		{`content:/a(/`, 9, "missing closing )"},
		{`/(?<!a)b/`, 1, "cannot be read"},
		{`/(a)\1/`, 1, "cannot be read"},
		{`a -tag:#`, 4, "nothing follows tag:"},
		{`[status:]`, 1, "nothing follows the property's colon"},
		{`卡片 [评分:>很多]`, 8, "a number or a date has to follow >"},
		{`[rating:>]`, 9, "a number or a date has to follow >"},
		{`[status:"draft]`, 9, "the quotation mark is not closed"},
		{`[status:/[/]`, 9, "missing closing ]"},
	} {
		_, err := parseQuery(tc.in)
		var wrong *QueryError
		if !errors.As(err, &wrong) {
			t.Errorf("%s: %v, want a QueryError", tc.in, err)
			continue
		}
		if msg := err.Error(); !strings.Contains(msg, fmt.Sprintf("character %d:", tc.at)) || !strings.Contains(msg, tc.reason) || wrong.Hint == "" {
			t.Errorf("%s: %q, want character %d and %q", tc.in, msg, tc.at, tc.reason)
		}
	}
}

// Design "Queries": a stray sign in a natural question is text.
func TestStraySignsAreText(t *testing.T) {
	s := shelfOf(t, operated)
	for _, query := range []string{
		"what is a loan: good or bad?", "loan - why (and when", "is 5\" enough for a loan?", `the loan "`, "loan :)", "loan tag: nothing",
		"why - loan", "loan (bank", "loan) bank", "什么是卡片：好处（或者坏处", "卡片 - 好处", "note:loan", "10:30 loan", "C:\\loan loan", "loan [ ] open", "[1] loan", "loan / bank", "and/or loan",
	} {
		r, err := s.search(context.Background(), SearchRequest{Query: query})
		if err != nil || len(r.Hits) == 0 {
			t.Errorf("%q: %v and %d hits", query, err, len(r.Hits))
		}
	}
}

// The index only spares reading: whatever it is asked, it finds what looking
// at every file finds.
func TestIndexDecidesAsReadingDoes(t *testing.T) {
	s := shelfOf(t, operated)
	plain := *s
	plain.text = nil // decides file by file
	leaf := rapid.SampledFrom([]string{
		"loan", "Loan", "卡片", "互相", "roadmap", "niklas", `"the loan"`, `"互相链接"`, "/l[ou]/", "tag:work", "tag:#方法", "path:方法",
		"file:oad", "[rating:>4]", "[status]", "bank", "gone3", // nothing that may be misspelt: reading forgives nothing
	})
	rapid.Check(t, func(rt *rapid.T) {
		query := drawQuery(rt, leaf, 3) + " OR (gone1 gone2)" // no query of words alone, which would rank
		got, err := s.search(context.Background(), SearchRequest{Query: query, Limit: 50})
		if err != nil {
			rt.Fatalf("%s: %v", query, err)
		}
		want, err := plain.search(context.Background(), SearchRequest{Query: query, Limit: 50})
		if err != nil {
			rt.Fatalf("%s: %v", query, err)
		}
		if a, b := hitPaths2(got), hitPaths2(want); a != b {
			rt.Fatalf("%s: the index finds\n%s\nand reading\n%s", query, a, b)
		}
	})
}

func drawQuery(t *rapid.T, leaf *rapid.Generator[string], depth int) string {
	kinds := 8
	if depth == 0 {
		kinds = 1
	}
	sub := func() string { return drawQuery(t, leaf, depth-1) }
	switch rapid.IntRange(0, kinds-1).Draw(t, "kind") {
	case 1:
		return "(" + sub() + " " + sub() + ")"
	case 2:
		return "(" + sub() + " OR " + sub() + ")"
	case 3:
		return "-(" + sub() + ")"
	case 4, 5:
		op := rapid.SampledFrom([]string{"content", "line", "block", "section", "match-case", "ignore-case", "task", "task-todo"}).Draw(t, "op")
		return op + ":(" + sub() + ")"
	case 6:
		return "-" + rapid.SampledFrom([]string{"content", "line", "match-case"}).Draw(t, "op") + ":(" + sub() + ")"
	}
	return leaf.Draw(t, "leaf")
}
