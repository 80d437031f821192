package agent

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/ibid-notes/ibid/daemon/internal/gate"
	"github.com/ibid-notes/ibid/daemon/internal/model"
	"github.com/ibid-notes/ibid/tools"
	"github.com/ibid-notes/ibid/tools/edit"
	"github.com/ibid-notes/ibid/vaultindex/vaultpath"
)

// lies say that something was changed. The prompt asks for nothing.
var lies = []string{
	"I have updated the note.",
	"I've updated [[Plan]] with the new dates.",
	"I updated your note.",
	"I just added the tag #garden to [[Plan]].",
	"I have created a new note called [[Bees]].",
	"I've created `Bees.md` in the folder Cards.",
	"I deleted the old draft from the folder.",
	"I have deleted it.",
	"I moved [[Plan]] to the folder Archive.",
	"I have renamed [[Plan]] to [[Old plan]].",
	"I went ahead and removed the property.",
	"We have now changed three notes.",
	"I read the note and updated it.",
	"I found the section, fixed the typos, and saved the file.",
	"I've made the following changes to [[Plan]]:",
	"I have made the changes you asked for.",
	"Sure! I have successfully added a link to [[Plan]].",
	"I wrote a summary into the note.",
	"I added a summary to [[Plan]].",
	"The note has been updated.",
	"The note [[Plan]] has now been updated.",
	"Your note has been moved to the folder Archive.",
	"The tag #garden has been added to [[Plan]].",
	"All changes have been saved.",
	"Both files were deleted.",
	"The heading was successfully renamed.",
	"The file is now deleted.",
	"**Done!** The tags have been removed.",
	"- Added the tag #garden to [[Plan]]",
	"✅ Updated the note",
	"Note updated.",
	"> [!success] Updated the note",
	"Earlier I updated the note.",
	"I've updated the note, anything else?",

	"已经修改了笔记。",
	"我已经修改了这篇笔记。",
	"我已将 [[计划]] 移动到归档文件夹。",
	"我把标签 #园艺 加上了。",
	"我修改了 [[计划]]。",
	"我刚刚删除了那个文件。",
	"我为你创建了新笔记 [[蜜蜂]]。",
	"我帮您把笔记更新了。",
	"已更新。",
	"好的，已更新。",
	"已为您添加标签。",
	"笔记已更新。",
	"会议笔记已更新。",
	"你的笔记已更新。",
	"标签已添加到 [[计划]]。",
	"已更新 [[计划]]。",
	"已在 [[计划]] 中添加了标签。",
	"笔记更新完成。",
	"文件删除成功！",
	"这篇笔记被我重命名了。",
	"我读了笔记，并把标题改成了“新标题”。",
	"我找到了那篇笔记并更新了它。",
	"我查看了内容，然后更新了笔记。",
	"- 新建了笔记 [[蜜蜂]]",
	"已按你的要求，把任务删除了。",
}

// truths claim no change of this run.
var truths = []string{
	"You updated your plan in [[Plan#Dates]].",
	"The note was created on 2020-01-01 [[Plan#Dates]].",
	"The note has been updated twice [[Plan#History]].",
	"The plan was changed in March 2025. [[Plan#History]]",
	"According to [[Plan]], the list was updated by Mira.",
	"You have updated the note since [[Plan]].",
	"Mira created the note [[Plan]].",
	"I can update the note for you.",
	"I could have updated the note, but there is no tool for it.",
	"I would add the tag #garden to [[Plan]].",
	"I will create a note if you like.",
	"I'd have moved the file.",
	"Shall I update the note?",
	"Should I have updated the note?",
	"I have not changed anything.",
	"I haven't updated the note.",
	"I never changed the file.",
	"I changed nothing in the note.",
	"I have made no changes to the note.",
	"Nothing has been changed in the vault.",
	"No note has been deleted.",
	"The note has not been updated.",
	"Once the note has been updated, ask again.",
	"If I updated the note, the link would break.",
	"“I have updated the note.” [[Plan#History]]",
	"Your note says \"I have updated the note\" [[Plan]].",
	"> I have deleted the file.\n\n— [[Plan#History]]",
	"```\nI have updated the note.\n```",
	"Write `I have updated the note` there.",
	"I have made a table of your notes:",
	"I created a short summary of the notes below.",
	"I have written a list of the links for you.",
	"I added up the hours.",
	"I have updated my answer.",
	"I looked at three notes and found two tags.",
	"I searched the vault; the note [[Plan]] fits best.",
	"I set out what the notes say.",
	"The bridge was moved in 1932 [[Plan]].",
	"To rename a note, press F2.",
	"Links were added in 2020.",
	"The task is already marked as done in [[Garden#Tasks]].",
	"[[Plan]] is already linked to [[Garden]].",
	"These files were modified recently:",
	"According to your note, the fence has been moved.",
	"It was set in Paris.",
	"They were made of wood and moved to the garden.",
	"I have linked the relevant notes below.",
	"I have put the links in order.",
	"I've marked what is uncertain.",
	"I converted the list into a table:",
	"I changed the search to tag:#health.",
	"We moved to a new house [[Journal]].",
	"Deleted files go to the trash.",
	"Notes that were deleted can be restored.",
	"Updated: 2020-01-01 [[Plan]]",
	"Added sugar is bad for bees [[Plan]].",
	"The journal says that I updated the note.",
	"Did you want me to update the note?",

	"你更新了 [[计划]] 中的日期。",
	"你已经更新了计划 [[计划#日期]]。",
	"该笔记创建于 2020 年 1 月 1 日 [[计划#日期]]。",
	"笔记已于 2020 年更新（[[计划#历史]]）。",
	"计划已更新两次（[[计划#历史]]）。",
	"我可以修改这篇笔记。",
	"我可以帮你更新笔记。",
	"我没有修改任何内容。",
	"我未修改笔记。",
	"我不能删除文件。",
	"我会把笔记移动到归档文件夹。",
	"我将更新这篇笔记。",
	"需要我更新笔记吗？",
	"要不要我把标签加上？",
	"如果我修改了笔记，链接会断。",
	"没有任何笔记被修改。",
	"笔记尚未更新。",
	"“我已经修改了笔记。”[[计划#历史]]",
	"「笔记已更新」（[[计划]]）",
	"> 我已经删除了文件。\n\n— [[计划#历史]]",
	"```\n我已经修改了笔记。\n```",
	"作者已经修改了这篇文章 [[计划]]。",
	"小雨已把课程移到星期三 [[计划]]。",
	"我查看了三篇笔记，没有找到答案。",
	"修改笔记时，先打开它。",
	"我找到的笔记里记录了三次会议 [[计划]]。",
	"你的笔记已经记录了这些内容：",
	"已有笔记补充了这一点 [[计划]]。",
	"已归档的笔记不会显示。",
	"已删除的文件会进入回收站。",
	"任务已标记为完成（[[计划#任务]]）。",
	"以下文件最近被修改过：",
	"我在 [[计划]] 中找到了三处更新。",
	"卡片笔记法强调把想法写成卡片 [[计划]]。",
}

func TestClaimsOfChange(t *testing.T) { // design section 5, "Citations"; contracts 2.20 check 1
	for _, s := range lies {
		if len(claims("What is in it?", s)) == 0 {
			t.Errorf("no claim found: %s", s)
		}
	}
	for _, s := range truths {
		if c := claims("What is in it?", s); len(c) > 0 {
			t.Errorf("a claim where there is none: %s\n%+v", s, c)
		}
	}
	t.Logf("%d claims, %d sentences without one", len(lies), len(truths))
}

func TestPromptDecidesWhatACitedPassiveMeans(t *testing.T) {
	for _, s := range []string{"The note has been updated [[Plan]].", "笔记已更新（[[计划]]）。"} {
		if len(claims("What happened to the note?", s)) != 0 {
			t.Errorf("cited, and no change was asked for: %s", s)
		}
		if len(claims("Please update the note", s)) == 0 || len(claims("请更新笔记", s)) == 0 {
			t.Errorf("a change was asked for: %s", s)
		}
	}
}

func TestDoneIsAClaimWhereAChangeWasAskedFor(t *testing.T) {
	for _, s := range []string{"Done.", "All done!", "OK, done.", "已完成。", "好的，搞定！"} {
		if len(claims("Rename [[Plan]] to Old", s)) == 0 || len(claims("把 [[计划]] 重命名", s)) == 0 {
			t.Errorf("a change was asked for: %s", s)
		}
		if len(claims("Are you there?", s)) != 0 {
			t.Errorf("nothing was asked for: %s", s)
		}
	}
}

// writing makes a tool that changes the file it is given, or makes one of its name.
func writing(name string, kind tools.Kind) tools.Tool {
	return tools.Define(tools.Spec{Name: name, Version: "1", Kind: kind, Effect: tools.EffectLocalReversible, Description: "Writes."},
		func(_ context.Context, env *tools.Env, args struct {
			Path string `json:"path" jsonschema:"which file"`
		}) (tools.Result, error) {
			p, err := vaultpath.Parse(args.Path)
			if err != nil {
				return tools.Result{}, err
			}
			raw, err := env.View.ReadFile(p)
			if err != nil {
				return tools.Result{}, err
			}
			effect := edit.Effect{Op: edit.Replace, Path: p, Before: edit.SumOf(raw), After: append(raw, "more\n"...)}
			if kind == tools.KindCreate {
				into, _ := vaultpath.Parse("New/" + args.Path)
				effect = edit.Effect{Op: edit.Create, Path: into, After: raw}
			}
			set, err := edit.NewSet(effect)
			if err != nil {
				return tools.Result{}, err
			}
			return tools.Proposal{Set: set, Before: func(vaultpath.Path) ([]byte, bool) { return raw, true }, Did: "So it is"}.Propose(nil), nil
		})
}

func TestClaimsAgainstTheEffectLog(t *testing.T) {
	edits, creates := writing("fake_edit", tools.KindEdit), writing("fake_create", tools.KindCreate)
	for name, tc := range map[string]struct {
		tool, path, answer string
		want               string
	}{
		"done":              {"fake_edit", "Pond.md", "I have updated [[Pond]].", OutcomeFinal},
		"done, no name":     {"fake_edit", "Pond.md", "I have updated the note.", OutcomeFinal},
		"another note":      {"fake_edit", "Pond.md", "I have updated [[Heron]].", OutcomeUnverified},
		"one of two":        {"fake_edit", "Pond.md", "I have updated [[Pond]] and [[Heron]].", OutcomeUnverified},
		"another change":    {"fake_create", "Pond.md", "I have deleted [[Pond]].", OutcomeUnverified},
		"created":           {"fake_create", "Pond.md", "I have created [[Pond]], as [[Heron]] is.", OutcomeFinal},
		"denied":            {"fake_edit", "Secret.md", "I have updated [[Secret]].", OutcomeUnverified},
		"a dry run":         {"move_note", "Pond.md", "I have moved [[Pond]].", OutcomeUnverified},
		"in Chinese":        {"fake_edit", "Pond.md", "我已更新 [[Pond]]。", OutcomeFinal},
		"Chinese, wrong":    {"fake_edit", "Pond.md", "我已更新 [[Heron]]。", OutcomeUnverified},
		"reading is no act": {"read_file", "Pond.md", "I have updated [[Pond]].", OutcomeUnverified},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, pond, edits, creates)
			w.write("Secret.md", "# Secret\n")
			w.touch("Secret.md")
			secret := []string{"Secret.md"}
			w.policy.Rules = append(w.policy.Rules, gate.Rule{Do: gate.Deny, Folders: secret})
			args := `{"path":"` + tc.path + `"}`
			if tc.tool == "move_note" {
				args = `{"slug":"Pond","name":"Pool","dry_run":true}`
			}
			lie := says(tc.answer)
			out := w.run("Go on", acts(call("a", tc.tool, args)), lie, lie, lie)
			wantOutcome(t, out, tc.want, "end_turn")
		})
	}
}

func TestFalseClaimsAreToldAndMarked(t *testing.T) {
	for name, tc := range map[string]struct{ prompt, lie, mark string }{
		"English": {"Tag it", "I have added the tag #pond to [[Pond]].", "> [!warning] Not verified: It says “I have added the tag #pond to [[Pond]].”, but nothing of that was done."},
		"Chinese": {"给它打标签", "已给 [[Pond]] 添加标签 #池塘。", "> [!warning] 未能核实：它说“已给 [[Pond]] 添加标签 #池塘。”，但实际并没有做这样的改动。"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, pond)
			lie := says(tc.lie)
			out := w.run(tc.prompt, lie, lie, lie, says("too late"))
			wantOutcome(t, out, OutcomeUnverified, "end_turn")
			if !strings.HasSuffix(out.Answer, tc.mark) || len(w.requests) != 3 {
				t.Errorf("%d requests, the answer is\n%s", len(w.requests), out.Answer)
			}
			last := w.requests[1].Messages
			if told := last[len(last)-1].Text(); !strings.Contains(told, tc.lie) || !strings.Contains(told, "say that it was not done") {
				t.Errorf("the model is told %q", told)
			}
		})
	}
}

// A question leaves under the checks of an answer: what it says was done, what it
// cites, and what is said beside it.
func TestQuestionsAreCheckedAsAnswersAre(t *testing.T) { // contracts 2.20
	for name, tc := range map[string]struct{ prompt, beside, question, told string }{
		"a change":        {"Tidy up", "", "I have deleted [[Pond]]. Which one next?", "nothing of that was done"},
		"a change beside": {"Tidy up", "I have deleted [[Pond]].", "Which one next?", "nothing of that was done"},
		"in Chinese":      {"整理一下", "", "我已删除 [[Pond]]。接下来删哪一篇？", "并没有做这样的改动"},
		"a citation":      {"Tidy up", "", "As [[Lagoon]] says, which one?", "not in the vault"},
		"a quotation":     {"Tidy up", "", "“Frogs sing opera” [[Pond]]. Which one?", "not in that note"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, pond)
			args, err := json.Marshal(map[string]string{"question": tc.question})
			if err != nil {
				t.Fatal(err)
			}
			lie := func(id string) move { return stops(model.StopToolCalls, tc.beside, call(id, AskTool, string(args))) }
			out := w.run(tc.prompt, lie("1"), lie("2"), lie("3"), says("too late"))
			wantOutcome(t, out, OutcomeAsk, "end_turn")
			if !strings.Contains(out.Answer, tc.told) || len(out.Failed) == 0 || len(w.requests) != 3 {
				t.Errorf("%d requests, failed %v, the question is\n%s", len(w.requests), out.Failed, out.Answer)
			}
			if res := resultOf(t, results(t, w.requests[1])[0]); res.Code != tools.InvalidArgument || !strings.Contains(res.Summary, tc.told) {
				t.Errorf("the model is told %+v", res)
			}
		})
	}
}

// A question that was refused may be asked again in honest words, and a plain one
// leaves at once.
func TestHonestQuestionsLeave(t *testing.T) { // R415
	w := newWorld(t, pond)
	lie := acts(call("q", AskTool, `{"question":"I have deleted [[Pond]]. Which next?"}`))
	out := w.run("Tidy up", lie, acts(call("r", AskTool, `{"question":"Shall I delete [[Pond]]?"}`)))
	wantOutcome(t, out, OutcomeAsk, "end_turn")
	if out.Answer != "Shall I delete [[Pond]]?" || len(out.Failed) > 0 || len(out.Citations) != 1 {
		t.Errorf("the question is %q, failed %v, citations %v", out.Answer, out.Failed, out.Citations)
	}
}

func TestEarlierEffectsCountWhereTheyAreCalledSo(t *testing.T) {
	w := newWorld(t, pond, writing("fake_edit", tools.KindEdit))
	w.run("Update it", acts(call("a", "fake_edit", `{"path":"Pond.md"}`)), says("I have updated [[Pond]]."))
	wantOutcome(t, w.run("Sure?", says("Yes, I updated [[Pond]] earlier.")), OutcomeFinal, "end_turn")
	lie := says("Yes, I have updated [[Pond]] again.")
	wantOutcome(t, w.run("Do it again", lie, lie, lie), OutcomeUnverified, "end_turn")
}

func FuzzClaims(f *testing.F) {
	for _, s := range append(lies, truths...) {
		f.Add("Update it", s)
	}
	f.Fuzz(func(_ *testing.T, prompt, answer string) { claims(prompt, answer) })
}

func TestOnlyTheEdgesOfAPromptAreRead(t *testing.T) {
	filler := strings.Repeat("roof ", 200_000)
	for prompt, want := range map[string]bool{
		"Please update the note. " + filler: true,
		filler + "Please update the note.":  true,
		filler + "更新笔记":                     true,
		filler + " update " + filler:        false, // what stands so deep is pasted text
		strings.Repeat("屋", 400_000):        false,
	} {
		if got := asksChange(prompt); got != want {
			t.Errorf("%q… of %d bytes asks for a change: %v, want %v", prompt[:24], len(prompt), got, want)
		}
		if read := edges(prompt); len(read) > 3*maxEdge || !utf8.ValidString(read) {
			t.Errorf("%d of %d bytes are read, valid: %v", len(read), len(prompt), utf8.ValidString(read))
		}
	}
	if short := "What of it?"; edges(short) != short {
		t.Errorf("a short prompt is read as %q", edges(short))
	}
}
