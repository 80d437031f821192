package offline

import (
	"fmt"
	"regexp"
	"strings"
)

// A question about the vault itself is answered by a tool and not by a note:
// how many notes there are, which tags, what links to a note.
var vaultQuestions = []struct {
	form   *regexp.Regexp // what it names, if anything, is the first group with text
	answer func(t turn, named string) step
}{
	{regexp.MustCompile(`(?i)^(?:and |so |please )?how (?:many notes|big)(?: do i have| are there| have i(?: got)?| does (?:my|the|this) vault (?:have|hold|contain)| is| are)?(?: (?:in )?(?:my|the|this|our) (?:whole )?(?:vault|library))?(?: (?:in total|in all|altogether|now|currently))?$`), countNotes},
	{regexp.MustCompile(`^(?:请问)?我?的?(?:当前|现在|目前|这个|我的|整个)*(?:笔记库|仓库|库)?(?:里面|里|中)?(?:现在|目前)?(?:一共|总共|共)?有(?:多少|几)(?:篇|条|个|则)?笔记了?$`), countNotes},
	{regexp.MustCompile(`(?i)^(?:(?:what|which|how many)(?: are)?(?: (?:all )?(?:the|my))? tags(?: do i (?:have|use)| are there| have i used?| does (?:my|the|this) vault (?:have|use)| are)?(?: (?:used )?in (?:my|the|this) (?:vault|notes))?|(?:list|show)(?: me)?(?: all)?(?: of)?(?: my| the)? tags(?: in (?:my|the|this) vault)?)$`), vaultTags},
	{regexp.MustCompile(`^(?:请问)?我?的?(?:当前|现在|目前|这个|我的|整个)*(?:笔记库|仓库|库|笔记)?(?:里面|里|中)?(?:现在|目前)?(?:一共|总共|都)?(?:有|用了|用过)(?:哪些|什么|多少个?|几个)标签$|^(?:列出|显示)我?的?(?:所有|全部)?的?标签$`), vaultTags},
	{regexp.MustCompile(`(?i)^(?:what|which) tags (?:does|do) (?:the note )?(.+?) (?:have|use|carry)$|^(?:what|which) tags (?:are|is) (?:on|in) (?:the note )?(.+)$`), noteTags},
	{regexp.MustCompile(`^(.+?)(?:这篇笔记)?(?:有|用了)(?:哪些|什么)标签$`), noteTags},
	{regexp.MustCompile(`(?i)^(?:what|which (?:of my )?(?:other )?notes?|who|how many (?:notes|links))(?: (?:are|do|does))? (?:links?|linked|linking|points?|refers?) (?:back )?to (?:the note )?(.+)$|^what are (?:the|all) backlinks (?:of|to|for) (?:the note )?(.+)$`), backlinksOf},
	{regexp.MustCompile(`^(?:请问)?(?:有)?(?:哪些|什么|多少|几)(?:篇|个)?(?:其他|别的)?(?:笔记|文件|地方)?(?:会|都|有)?(?:链接|链|引用|指向|连接|连)(?:到|向|至|了|着)*(.+?)$|^(.+?)(?:这篇笔记)?被(?:哪些|什么|多少|几)(?:篇|个)?笔记(?:链接|引用|连接)(?:过|了|到)*$|^(.+?)(?:这篇笔记)?的(?:反链|反向链接|入链)(?:有哪些|是什么|是哪些|有什么)?$`), backlinksOf},
}

// aboutVault takes the next step for a question about the vault itself; false for
// any other. What it names has to be a note, else the notes are asked.
func aboutVault(t turn) (step, bool) {
	if len(t.text) > maxVaultQuestion {
		return step{}, false
	}
	asked := strings.TrimRight(t.text, " \t.!?。！？")
	for _, q := range vaultQuestions {
		at := q.form.FindStringSubmatch(asked)
		if at == nil {
			continue
		}
		named := strings.Trim(strings.Join(at[1:], ""), " \t[]“”\"'‘’《》「」")
		if s := q.answer(t, named); !s.unknown {
			return s, true
		}
	}
	return step{}, false
}

// maxVaultQuestion is how long, in bytes, a question may be that asks for a fact of
// the vault.
const maxVaultQuestion = 300

// thisNote calls the note that is open.
var thisNote = regexp.MustCompile(`(?i)^(?:this|the (?:open|current))(?: note| file| page)?$|^here$|^(?:这|当前|本)(?:篇|个)?(?:笔记|文件)?$|^这里$`)

// called is the note that a question names, "" for the one that is open.
func called(named string) string {
	if thisNote.MatchString(named) {
		return ""
	}
	return named
}

// missing reports whether a tool knew no note of the name that it was given.
func (t *turn) missing(tool string) bool {
	done := t.of(tool)
	return len(done) > 0 && (done[0].code == "NOTE_NOT_FOUND" || done[0].code == "FILE_NOT_FOUND")
}

// backlinksOf lists what links to a note. Where there is no such note, the question
// may be about something else.
func backlinksOf(t turn, named string) step {
	if t.missing("get_backlinks") {
		return step{unknown: true}
	}
	return runBacklinks(t, called(named))
}

func noteTags(t turn, named string) step {
	if t.missing("list_tags") {
		return step{unknown: true}
	}
	return runTags(t, called(named))
}

// vaultTags lists the tags of the vault, whichever note is open.
func vaultTags(t turn, _ string) step {
	t.attached = nil
	return runTags(t, "")
}

// shownFolders bounds the folders named beside the number of notes.
const shownFolders = 8

// countNotes says how many notes the vault has, and where most of them are.
func countNotes(t turn, _ string) step {
	done := t.of("find_files")
	if len(done) == 0 {
		return act(call("find_files", map[string]any{"type": "md", "head_limit": 1}))
	}
	if !done[0].ok() {
		return fail(t.failed(done[0], t.text))
	}
	data := decode[struct {
		Total    int `json:"total"`
		ByFolder []struct {
			Folder string `json:"folder"`
			Count  int    `json:"count"`
		} `json:"by_folder"`
		More int `json:"more_folders"`
	}](done[0])
	var b strings.Builder
	b.WriteString(t.pick("Your vault has ", "你的笔记库中有 ") + t.count(data.Total, "note", "notes", "%d 篇笔记"))
	if !t.private {
		b.WriteString(t.pick(", private ones not counted", "（私密笔记未计入）"))
	}
	b.WriteString(t.pick(".", "。"))
	for i, f := range data.ByFolder {
		if i == shownFolders {
			fmt.Fprintf(&b, t.pick("\n- and %d more folders", "\n- 另有 %d 个文件夹"), len(data.ByFolder)-shownFolders+data.More)
			break
		}
		fmt.Fprintf(&b, t.pick("\n- %s: %d", "\n- %s：%d"), "`"+inline(f.Folder)+"`", f.Count)
	}
	return say(b.String())
}
