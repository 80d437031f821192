package cli

import (
	"io"
	"maps"
	"os"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"
	"golang.org/x/term"
)

// Help, failures and what doctor says are worded in English where they arise. These
// tables put them into Chinese for a person; what stands in none stays as it is, and
// JSON is never translated.

// helpWords are the texts of the grammar.
var helpWords = map[string]string{
	"The companion for your Obsidian vault: answers from your notes, with citations.": "Obsidian 笔记库的助手：根据你的笔记回答，并标明出处。",

	"Run the daemon on standard input and output (what the plugin starts).": "在标准输入和输出上运行服务（由插件启动）。",
	"Ask a question and get an answer with citations.":                      "提问，得到附出处的回答。",
	"Find notes.":                 "查找笔记。",
	"Bring the index up to date.": "更新索引。",
	"Print the vault's links and tags, each with how often it occurs. Private notes are shown too.": "输出笔记库的链接和标签，以及各自的次数。私密笔记也会显示。",
	"Show what the parser sees in a note, a private one too.":                                       "显示在一篇笔记里读到了什么，私密笔记也可以。",
	"List what Ibid changed in the vault, or take it back.":                                         "列出 Ibid 对笔记库的改动，或撤销它们。",
	"The change to take back, as ibid undo --list names it. Undoing an undo does the change again.": "要撤销的改动，名称见 ibid undo --list。撤销一次撤销，就是重新改动。",
	"List the changes that Ibid made, the latest first. So does ibid undo alone.":                   "列出 Ibid 的改动，最近的在前。只写 ibid undo 也一样。",
	"Take back all that one run did.":                                                               "撤销一次运行所做的全部改动。",
	"Take back the latest change that touched this file; with --list, list those that did.":         "撤销最近一次涉及这个文件的改动；加 --list 则列出这些改动。",
	"Do not ask before.": "不先询问。",
	"Make the change that the tool plans. Without it the plan is shown, and nothing is written.": "执行工具计划的改动。不加时只显示计划，什么也不写。",
	"Run one tool.": "运行一个工具。",
	"Check vault, index, settings and model. Changes no note; a missing index is made.": "检查笔记库、索引、设置和模型。不改动笔记；没有索引时会建立。",
	"Print version, commit and platform.":                                               "显示版本、提交和平台。",

	"The vault's folder. Default: $IBID_VAULT, else the vault around the current folder.": "笔记库的文件夹。默认是 $IBID_VAULT，否则是当前文件夹所在的笔记库。",
	"Print one JSON document on standard output, and nothing else there.":                 "在标准输出上只打印一个 JSON 文档。",
	"Log to standard error.":       "把日志写到标准错误。",
	"Show context-sensitive help.": "显示这里的帮助。",
	"The model, as PROVIDER:NAME: openai:…, anthropic:…, or offline.":                                         "模型，写作 服务商:名称：openai:…、anthropic:…，或 offline。",
	"The provider's address, as http://127.0.0.1:11434/v1.":                                                   "服务商的地址，如 http://127.0.0.1:11434/v1。",
	"Let the answer draw on private notes too.":                                                               "回答时也可以用到私密笔记。",
	"Most notes to show, 1 to 100. More than 100 is 100.":                                                     "最多显示几篇笔记，1 到 100；更大的数按 100。",
	"Show private notes too.":                                                                                 "也显示私密笔记。",
	"Read queries from standard input, one a line, and answer each with a line of JSON.":                      "从标准输入读取查询，每行一个，每个用一行 JSON 回答。",
	"Forget the index and build it anew.":                                                                     "丢弃索引，重新建立。",
	"Let the tool see private notes.":                                                                         "让工具看到私密笔记。",
	"Do not ask before erasing.":                                                                              "清除前不询问。",
	"Remove everything Ibid keeps about this vault: index, conversations, journal. The vault is not touched.": "删除 Ibid 为这个笔记库保存的一切：索引、对话、日志。笔记库本身不动。",
	"The question, or a command such as /summarize Note. Quotes are needed only around what the shell would take for itself.":                                             "问题，或 /总结 笔记 这样的命令。只有 shell 会自己解释的字符才需要引号。",
	"Words, a question, or a query in Obsidian's search language. word* finds all that begins so. Quotes around all of it keep the shell from taking signs of the query.": "词语、问题，或 Obsidian 搜索语法的查询。word* 找出所有这样开头的词。整个查询加引号，可以防止 shell 解释其中的符号。",
	"The note: its path in the vault, or a shorter form that can mean only one note.":                                                                                     "笔记：它在库中的路径，或不会有歧义的简短写法。",
	"The tool's name, such as knowledge_search. --help behind it shows its arguments.":                                                                                    "工具的名称，如 knowledge_search。后面加 --help 显示它的参数。",
	"Its arguments as a JSON object, or - to read them from standard input.":                                                                                              "参数，一个 JSON 对象；- 表示从标准输入读取。",
}

// helpFrame is what kong itself says around them.
var helpFrame = strings.NewReplacer("Usage: ", "用法：", "\nFlags:\n", "\n选项：\n", "\nArguments:\n", "\n参数：\n", "\nCommands:\n", "\n命令：\n",
	`Run "ibid <command> --help" for more information on a command.`, "ibid <命令> --help 显示一个命令的详情。",
	`" for more information.`, `" 显示详情。`, `Run "ibid`, `运行 "ibid`)

// translateHelp puts the texts of a command and all below it into the person's language.
func (l language) translateHelp(node *kong.Node) {
	if l != chinese {
		return
	}
	node.Help = inChinese(helpWords, node.Help)
	for _, f := range node.Flags {
		f.Help = inChinese(helpWords, f.Help)
	}
	for _, p := range node.Positional {
		p.Help = inChinese(helpWords, p.Help)
	}
	for _, child := range node.Children {
		l.translateHelp(child)
	}
}

func inChinese(words map[string]string, text string) string {
	if said := words[text]; said != "" {
		return said
	}
	return text
}

// printHelp prints kong's help in the person's language.
func (l language) printHelp(options kong.HelpOptions, ctx *kong.Context) error {
	if l != chinese {
		return kong.DefaultHelpPrinter(options, ctx)
	}
	var b strings.Builder
	screen := ctx.Stdout
	ctx.Stdout = &b
	err := kong.DefaultHelpPrinter(options, ctx)
	ctx.Stdout = screen
	if err != nil {
		return err
	}
	_, err = io.WriteString(screen, helpFrame.Replace(b.String()))
	return err
}

// tellWidth has kong's help as wide as the terminal: it does not see it behind a screen.
func tellWidth(w any) {
	s, ok := w.(screen)
	if !ok || os.Getenv("COLUMNS") != "" {
		return
	}
	if f, ok := s.w.(*os.File); ok {
		if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 0 {
			_ = os.Setenv("COLUMNS", strconv.Itoa(width))
		}
	}
}

// said is a failure, or a sentence of doctor's, as a person reads it.
func (l language) said(text string) string {
	if l != chinese || text == "" {
		return text
	}
	if whole, ok := saidForms.translate(text); ok {
		return whole
	}
	return text
}

var saidForms = func() forms {
	all := maps.Clone(failureWords)
	maps.Copy(all, doctorWords)
	return sentences(all)
}()

// failureWords are failures and what to do about them.
var failureWords = map[string]string{
	"ibid --help shows how.":                   "ibid --help 说明怎样写。",
	"unexpected argument %s, did you mean %s?": "多余的参数 %s，是不是 %s？",
	"unexpected argument %s":                   "多余的参数 %s",
	"unknown flag %s, did you mean %s?":        "没有选项 %s，是不是 %s？",
	"unknown flag %s":                          "没有选项 %s",
	"unknown flag %s; a query that begins with - stands last, behind --: %s": "没有选项 %s；以 - 开头的查询放在最后，前面加 --：%s",
	"expected one of %s": "应当是下列之一：%s",
	"expected %s":        "缺少 %s",
	"%s: expected a valid 64 bit int but got %s":                                              "%s：应当是整数，而不是 %s",
	"%s: missing value, expecting %s":                                                         "%s：缺少值，应当是 %s",
	"no vault here: name one with --vault DIR":                                                "这里不是笔记库：请用 --vault 文件夹 指定一个",
	"ask a question, as in: ibid ask \"What did I write about sleep?\"":                       "请写出问题，例如：ibid ask \"关于睡眠我写过什么？\"",
	"give a query, as in: ibid search \"sleep\", or --batch and queries on standard input":    "请写出查询，例如：ibid search \"睡眠\"；或用 --batch 从标准输入读取查询",
	"--limit %s is out of range: give 1 to 100":                                               "--limit %s 超出范围：应当在 1 到 100 之间",
	"erasing asks first; give --yes where nobody can answer":                                  "清除前会先询问；无人应答的地方请加 --yes",
	"ended before it was done":                                                                "还没有完成就结束了",
	"read the arguments: %s":                                                                  "读取参数时：%s",
	"read the settings file: %s":                                                              "读取设置文件时：%s",
	"the vault is in use by a running Ibid; close Obsidian, or end the daemon, and try again": "笔记库正由运行中的 Ibid 使用；请关闭 Obsidian，或结束那个进程，然后重试",

	"undo asks first; give --yes where nobody can answer":                        "撤销前会先询问；无人应答的地方请加 --yes",
	"say one thing to undo: an id, --run or --file":                              "请只写出一样要撤销的：编号、--run 或 --file",
	"The journal has no entry %s; list those there are, as in ibid undo --list.": "日志里没有编号 %s；ibid undo --list 列出已有的。",
	"The journal has no change to undo there; list all, as in ibid undo --list.": "日志里没有可以撤销的改动；ibid undo --list 列出全部。",
	"The entry %s was never made, so there is nothing to undo.":                  "编号 %s 的改动没有执行，不需要撤销。",
	"The entry %s was undone already, by %s; undo that one to do it again.":      "编号 %s 的改动已由 %s 撤销；撤销后者即可重新执行。",
	"The change of %s cannot be undone: %s. Nothing was changed.":                "无法撤销对 %s 的改动：%s。没有改动任何内容。",
	"Notes cannot be changed: %s.":                                               "现在不能改动笔记：%s。",
	"ibid doctor says what to do.":                                               "ibid doctor 会说明怎么办。",

	"vault “%s” does not exist":                                    "笔记库“%s”不存在",
	"vault “%s” may not be read":                                   "笔记库“%s”不允许读取",
	"vault “%s” is too long a path":                                "笔记库“%s”的路径太长",
	"vault “%s” cannot be opened":                                  "笔记库“%s”无法打开",
	"vault “%s” is a file, and a vault is a folder":                "“%s”是文件，而笔记库是文件夹",
	"vault “%s” has a broken link in its path":                     "笔记库“%s”的路径里有失效的链接",
	"vault “%s” lies in Ibid's own state folder":                   "笔记库“%s”在 Ibid 自己的数据文件夹里",
	"vault “%s” holds Ibid's own state folder":                     "笔记库“%s”里面有 Ibid 自己的数据文件夹",
	"name the folder that holds your notes, as in --vault ~/Notes": "请写出存放笔记的文件夹，如 --vault ~/Notes",
	"name an existing folder, as in --vault ~/Notes":               "请写出一个存在的文件夹，如 --vault ~/Notes",
	"name an existing folder":                                      "请写出一个存在的文件夹",
	"allow this user to read the folder":                           "请允许当前用户读取这个文件夹",
	"use --vault %s":                                               "请用 --vault %s",
	"name the folder itself":                                       "请写出文件夹本身",
	"move the notes to a folder of your own":                       "请把笔记移到你自己的文件夹",
	"set IBID_HOME to a folder outside the vault":                  "请把 IBID_HOME 设为笔记库之外的文件夹",
	"set IBID_HOME to a folder that can be written":                "请把 IBID_HOME 设为可以写入的文件夹",
	"set IBID_HOME to a folder that can be written, or to nothing": "请把 IBID_HOME 设为可以写入的文件夹，或清空它",
	"“%s” may not be written by this user":                         "当前用户不能写入“%s”",
	"“%s” is on a disk that cannot be written":                     "“%s”所在的磁盘不能写入",
	"“%s” has a file where a folder must be":                       "“%s”处应当是文件夹，却是文件",
	"“%s” cannot be used: %s":                                      "“%s”不能使用：%s",
	"“%s” is a file, or lies in one, and Ibid's home is a folder":  "“%s”是文件或在文件里，而 Ibid 的数据应当放在文件夹里",

	"“%s” is not in the vault.":                                         "库中没有“%s”。",
	"“%s” could be several notes: %s.":                                  "“%s”可能是几篇笔记：%s。",
	"Give the whole path.":                                              "请写出完整路径。",
	"Give a path relative to the vault's folder.":                       "请写出相对于笔记库文件夹的路径。",
	"Did you mean %s?":                                                  "是不是 %s？",
	"“%s” is a folder; it holds %s.":                                    "“%s”是文件夹，里面有 %s。",
	"“%s” is an empty folder.":                                          "“%s”是空文件夹。",
	"Name one of its notes.":                                            "请写出其中的一篇笔记。",
	"“%s” is not text that Ibid reads.":                                 "“%s”不是 Ibid 能读的文字。",
	"This works on notes, canvases and bases.":                          "这个命令用于笔记、白板和数据库。",
	"“%s”: it cannot be read.":                                          "“%s”无法读取。",
	"“%s”: this user may not read it.":                                  "“%s”：当前用户不能读取。",
	"“%s”: it is a folder, a link or a device, and not a file of text.": "“%s”：是文件夹、链接或设备，不是文本文件。",
	"“%s”: it is larger than 32 MiB.":                                   "“%s”：超过 32 MiB。",
	"Look at the file's permissions, kind and size.":                    "请检查文件的权限、类型和大小。",
	"The process that served this vault ended before it answered.":      "为这个笔记库服务的进程在回答之前结束了。",
	"Ask again.":                     "请再问一次。",
	"Ibid ended before it answered.": "Ibid 在回答之前结束了。",
	"Indexing is paused.":            "索引已暂停。",
	"Resume it first, as with the command Resume indexing in Obsidian.":                   "请先恢复索引，例如用 Obsidian 里的命令“恢复索引”。",
	"The vault %s is held by %s that does not answer.":                                    "笔记库 %s 由 %s 占用，而它没有应答。",
	"The vault %s is held by another Ibid, process %s, that found no place for a socket.": "笔记库 %s 由另一个 Ibid（进程 %s）占用，而它没有地方放置套接字。",
	"End that process, or let it go on if it is stopped, and try again.":                  "请结束那个进程；如果它被暂停了，让它继续，然后重试。",
	"It may be stopped or stuck: let it go on (%s) or end it (%s), and try again.":        "它可能被暂停或卡住了：让它继续（%s），或结束它（%s），然后重试。",

	"model %s names no provider; the form is PROVIDER:NAME, as in %s":       "模型 %s 没有写明服务商；写法是 服务商:名称，如 %s",
	"%s names no provider; the form is PROVIDER:NAME, as in %s":             "%s 没有写明服务商；写法是 服务商:名称，如 %s",
	"provider %s is not known; use offline, openai or anthropic, as in %s":  "没有服务商 %s；可用 offline、openai 或 anthropic，如 %s",
	"provider %s needs a model, as in %s":                                   "服务商 %s 需要写明模型，如 %s",
	"base URL %s is not an http(s) URL, as in %s":                           "地址 %s 不是 http(s) 地址，正确的如 %s",
	"base URL %s is of use to a model, and none is named; add it, as in %s": "地址 %s 只对模型有用，而没有指定模型；请加上，如 %s",
}

// doctorWords are what doctor finds, and what to do about it.
var doctorWords = map[string]string{
	"version": "版本", "vault": "笔记库", "state": "状态", "cache": "缓存", "journal": "改动日志", "settings": "设置", "index": "索引", "watching": "监视", "skipped files": "跳过", "sharing": "共用", "model": "模型", "changes": "改动",
	"ok": "正常", "warn": "注意", "fail": "失败",
	"ready: %s notes, %s files, %s links, %s unresolved":                "就绪：%s 篇笔记，%s 个文件，%s 个链接，%s 个未解析",
	"paused: %s notes, %s files, %s links, %s unresolved":               "已暂停：%s 篇笔记，%s 个文件，%s 个链接，%s 个未解析",
	"vault_missing: %s notes, %s files, %s links, %s unresolved":        "笔记库不见了：%s 篇笔记，%s 个文件，%s 个链接，%s 个未解析",
	"%s: %s notes, %s files, %s links, %s unresolved":                   "%s：%s 篇笔记，%s 个文件，%s 个链接，%s 个未解析",
	"changes are noticed by events":                                     "由系统通知改动",
	"changes are noticed by polling":                                    "定时查看改动",
	"changes are noticed by off":                                        "没有监视改动",
	"changes are noticed by %s":                                         "发现改动的方式：%s",
	"Resume indexing, as with the command Resume indexing in Obsidian.": "请恢复索引，例如用 Obsidian 里的命令“恢复索引”。",
	"none":                              "无",
	"%s, the first: %s (%s)":            "%s 个，第一个：%s（%s）",
	"ibid index --json lists them all.": "ibid index --json 列出全部。",
	"notes can be changed, each time after asking; %s can be undone, %s wait for an answer": "可以改动笔记，每次都会先询问；%s 项可以撤销，%s 项在等答复",
	"notes cannot be changed: %s":                               "不能改动笔记：%s",
	"the policy cannot be read, so every change is refused: %s": "无法读取改动规则，因此拒绝一切改动：%s",
	"Reading works. Mend what is named, and start Ibid again.":  "读取不受影响。请解决上述问题，然后重新启动 Ibid。",
	"Correct the file.":                                         "请更正这个文件。",
	"other processes can attach":                                "其他进程可以连接",
	"no place for a socket: %s":                                 "没有地方放置套接字：%s",
	"none configured: answers are quoted from your notes":       "没有配置模型：直接引用笔记原文回答",
	"%s has no key":                                             "%s 没有密钥",
	"%s answers":                                                "%s 有应答",
	"%s: Cannot reach %s: nothing listens there. Start the program that serves the model, such as Ollama with `ollama serve`, or correct the address.": "%s：无法连接 %s：那里没有程序在监听。请启动提供模型的程序，例如用 `ollama serve` 启动 Ollama，或更正地址。",
	"%s: Cannot reach %s: %s.":                        "%s：无法连接 %s（%s）。",
	"%s: The key is missing or was refused (%s): %s":  "%s：没有密钥，或密钥被拒绝（%s）：%s",
	"%s: The key is missing or was refused (%s).":     "%s：没有密钥，或密钥被拒绝（%s）。",
	"%s: %s answers, and does not list the model %s.": "%s：%s 有应答，但没有模型 %s。",
	"%s: %s did not answer within %s seconds.":        "%s：%s 在 %s 秒内没有应答。",
	"Correct the settings.":                           "请更正设置。",
	"Correct the address with --base-url or in the plugin's settings, and see that the provider runs.":                        "请用 --base-url 或在插件设置里更正地址，并确认服务正在运行。",
	"Correct the model's name, or ask again in a while.":                                                                      "请更正模型的名称，或过一会儿再试。",
	"Set %s to a key that the provider takes, or give it in the plugin's settings.":                                           "请把 %s 设为有效的密钥，或在插件设置里填写。",
	"Set %s, or give the key in the plugin's settings. A model on this machine needs none: give its address with --base-url.": "请设置 %s，或在插件设置里填写密钥。本机上的模型不需要密钥：用 --base-url 写出它的地址。",
}
