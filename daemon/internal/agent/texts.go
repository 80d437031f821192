package agent

import (
	"fmt"
	"unicode"
)

// texts are the sentences the agent itself says to a person, in the two
// languages of the house (design decision 10).
var texts = map[string][2]string{
	"provider":   {"No answer from the model: %s", "无法从模型得到回答：%s"},
	"no_key":     {"No key is set for %[1]s, so nothing was sent. Give it in the environment, as in `%[2]s=KEY ibid ask \"QUESTION\" --model %[1]s`, or in the plugin's settings under API key. A model on this machine needs none: `--model openai:NAME --base-url http://127.0.0.1:11434/v1`.", "没有设置 %[1]s 的密钥，因此什么也没有发送。请在环境变量里给出，例如 `%[2]s=密钥 ibid ask \"问题\" --model %[1]s`，或在插件设置的 API 密钥一项填写。本机上的模型不需要密钥：`--model openai:名称 --base-url http://127.0.0.1:11434/v1`。"},
	"budget":     {"The task is not finished: the limit of %[2]d %[1]s is used up. Ask to continue if it is worth more.", "任务尚未完成：已用完 %[2]d 次%[1]s的上限。需要的话可以让我继续。"},
	"decisions":  {"decisions", "决策"},
	"tool_calls": {"tool calls", "工具调用"},
	"cut":        {"The answer was cut off at the model's output limit.", "回答达到模型的输出上限，被截断。"},
	"parse":      {"The model gave no usable answer, three times in a row.", "模型连续三次没有给出可用的回答。"},
	"context":    {"The conversation no longer fits into the model: %s. Start a new conversation.", "对话已超出模型的容量：%s。请开始新的对话。"},
	"narrowed":   {"The model takes about %d tokens, fewer than was assumed: what did not fit was left out of what it read.", "模型只能读取约 %d 个 token，比预计的少：放不下的内容没有交给它。"},
	"too_long":   {"The question is too long for the model: it has about %d tokens, and %d of the model's %d are left for it. Ask a shorter one, or attach the text as a note.", "问题太长，超出模型的容量：约 %d 个 token，而模型的 %[3]d 个 token 中只剩 %[2]d 个可用。请缩短问题，或把文字存为笔记后附上。"},
	"refusal":    {"The model declined to answer.", "模型拒绝回答。"},
	"filtered":   {"The provider filtered the answer.", "模型服务方过滤了这次回答。"},
	"internal":   {"Ibid itself failed; nothing was changed. The particulars are in its log.", "Ibid 自身出错；没有改动任何内容。详情见日志。"},
	"suspended":  {"Nothing was changed yet: the question whether to go ahead still waits for your answer (%s).", "尚未改动任何内容：是否执行仍在等你答复（%s）。"},
	"unverified": {"Not verified: %s", "未能核实：%s"},
	"no_note":    {"It cites [[%s]], which is not in the vault.", "它引用了 [[%s]]，但库中没有这篇笔记。"},
	"unreadable": {"It cites [[%s]], which cannot be read.", "它引用了 [[%s]]，但该文件无法读取。"},
	"no_heading": {"It cites [[%s]], but that note has no such heading.", "它引用了 [[%s]]，但该笔记中没有这个标题。"},
	"no_effect":  {"It says “%s”, but nothing of that was done.", "它说“%s”，但实际并没有做这样的改动。"},
	"more":       {"And %d more.", "另有 %d 处。"},
	"no_quote":   {"It quotes “%s” from [[%s]], but those words are not in that note.", "它引用了 [[%[2]s]] 中的“%[1]s”，但该笔记中没有这些文字。"},
}

// say returns a sentence in the language of the prompt.
func say(prompt, key string, args ...any) string {
	form := texts[key][0]
	if isChinese(prompt) {
		form = texts[key][1]
	}
	if len(args) == 0 {
		return form
	}
	return fmt.Sprintf(form, args...)
}

// isChinese tells the language a person writes in: one Han character among
// English words is a quoted term, more Han than a quarter is Chinese.
func isChinese(text string) bool {
	han, words := 0, 0
	inWord := false
	for _, r := range text {
		switch {
		case unicode.Is(unicode.Han, r):
			han++
			inWord = false
		case unicode.IsLetter(r):
			if !inWord {
				words++
			}
			inWord = true
		default:
			inWord = false
		}
	}
	return han > words
}
