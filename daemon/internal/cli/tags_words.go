package cli

import "maps"

// What ibid tags says joins the house's catalogue and its Chinese help; it stands
// here because it is much, and of one command.
func init() {
	maps.Copy(catalogue, tagWords)
	maps.Copy(helpWords, tagHelp)
}

var tagWords = map[string][2]string{
	"abstained not_sure":    {"nothing is sure enough to be proposed", "没有足够把握的建议"},
	"abstained no_tags_yet": {"no note has tags to learn from", "还没有带标签的笔记可供学习"},
	"abstained not_a_note":  {"this is no note", "这不是笔记"},
	"abstained excluded":    {"Obsidian's settings exclude this file", "Obsidian 的设置排除了这个文件"},
	"abstained template":    {"templates are not tagged", "模板不加标签"},
	"new tag":               {" (new: no note has it yet)", "（新标签：还没有笔记使用）"},
	"no proposals":          {"nothing is sure enough to be applied", "没有足够把握可以应用的建议"},
	"tags left out":         {"%d more notes are left out; name fewer at once", "另有 %d 篇笔记略去；请一次少指定一些"},

	"tags spellings": {"one tag, written in several ways", "同一标签，写法不同"},
	"tags twins":     {"the same but for signs or number", "只差连接符或单复数"},
	"tags alike":     {"one letter apart", "只差一个字母"},
	"tags places":    {"one name at two places", "同名而位置不同"},
	"tags nest":      {"could be nested", "可以归为层级"},
	"tags once":      {"used once", "只用过一次"},
	"tags unused":    {"named by a rule, used by no note", "规则里有，但没有笔记使用"},
	"tags in all":    {"%d tags, %d findings", "%d 个标签，%d 项发现"},
}

var tagHelp = map[string]string{
	"Propose tags, apply or rename them, and look after the vocabulary.":          "建议、应用或重命名标签，并整理标签词表。",
	"Propose tags for notes, each with how sure it is and why.":                   "为笔记建议标签，并给出把握和理由。",
	"Give notes the tags that are proposed for them, or others.":                  "给笔记加上建议的标签，或指定的标签。",
	"Rename a tag, and all below it, in every note.":                              "在所有笔记里重命名一个标签及其下级。",
	"Look over the tags: twins, slips, tags used once, and what could be nested.": "检查标签：重复、笔误、只用过一次的，以及可以归为层级的。",
	"Measure the proposals: guess the tags of each note from the others.":         "评测建议：根据其他笔记猜每篇笔记的标签。",
	"The notes: their paths, or shorter forms that can mean only one note.":       "笔记：它们的路径，或不会有歧义的简短写法。",
	"All notes of the vault.":                                                            "库中的所有笔记。",
	"Most tags to propose for a note. Your rules add to them.":                           "每篇笔记最多建议几个标签；你的规则另计。",
	"Let private notes be seen, and give evidence.":                                      "也看私密笔记，并以它们为依据。",
	"Give the notes this tag, not those that are proposed. May stand several times.":     "给笔记加上这个标签，而不是建议的标签。可以写多次。",
	"Apply only what is at least so sure, from 0 to 1.":                                  "只应用把握不低于此值的建议，0 到 1。",
	"Make the change. Without it the plan is shown, and nothing is written.":             "执行改动。不加时只显示计划，什么也不写。",
	"The tag, with or without #.":                                                        "标签，可以带 #，也可以不带。",
	"Its new name. One that is in use becomes one with it.":                              "新名称。如果已在使用，两个标签就合为一个。",
	"Rename it in private notes too.":                                                    "私密笔记里也重命名。",
	"Count private notes too.":                                                           "私密笔记也计算在内。",
	"What share of the proposals shall be right; the bound is tuned for it.":             "建议中应有多大比例正确；界限据此调整。",
	"Leave out what properties say, where a program writes them together with the tags.": "不看属性，用于属性与标签由程序一起写入的库。",
}
