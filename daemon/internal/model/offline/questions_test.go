package offline_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/ibid-notes/ibid/daemon/internal/agent"
	"github.com/ibid-notes/ibid/daemon/internal/model/offline"
	"github.com/ibid-notes/ibid/daemon/internal/runtime"
	"github.com/ibid-notes/ibid/tools"
)

// answerable are questions to the sample vault and the note that answers.
var answerable = []struct{ question, note string }{
	{"How long should a nap last?", "Cards/Naps.md"},
	{"What is the best time for a nap?", "Cards/Naps.md"},
	{"Who is Luhmann?", "Cards/Zettelkasten.md"},
	{"How many cards did Luhmann keep?", "Cards/Zettelkasten.md"},
	{"What is SRS?", "Cards/Spaced repetition.md"},                           // acronym, an alias
	{"What did Ebbinghaus measure?", "Cards/Spaced repetition.md"},           // name
	{"What does the rule of 72 say?", "Cards/Compound interest.md"},          // number
	{"How hot should the water for green tea be?", "Cards/Tea.md"},           // near the words
	{"How do I bleed a radiator?", "Projects/House handbook.md"},             //
	{"How do I bleed radiators?", "Projects/House handbook.md"},              // plural
	{"Where is the fuse box?", "Projects/House handbook.md"},                 //
	{"What is the European emergency number?", "Projects/House handbook.md"}, //
	{"Who gave me the sourdough starter?", "People/Tomas Reyes.md"},          // paraphrase
	{"When does the book club meet?", "Projects/Book club.md"},               //
	{"What do I do when I smell gas?", "Projects/House handbook.md"},         //
	{"How do you keep coffee beans?", "Cards/Coffee.md"},                     //
	{"How much flour for the pizza dough?", "Cards/Pizza dough v1.2.md"},     //
	{"What is an atomic note?", "Cards/Atomic notes.md"},                     // singular
	{"When are tomatoes planted out?", "Projects/Garden.md"},                 //
	{"How do I get rid of red wine stains?", "Projects/House handbook.md"},   //
	{"How do I make a note private?", "Guide/Using Ibid.md"},                 //
	{"What is a Zettelkastn?", "Cards/Zettelkasten.md"},                      // typo
	{"How does Mira drink her tea?", "People/Mira Lindqvist.md"},             //
	{"What is compost made of?", "Projects/Garden.md"},                       //
	{"How much sleep do adults need?", "Cards/Sleep.md"},                     //
	{"How cool should a bedroom be?", "Cards/Sleep.md"},                      //

	{"午睡多久合适？", "卡片/午睡.md"},
	{"睡午觉睡多长时间好？", "卡片/午睡.md"}, // paraphrase
	{"什么是卡片笔记法", "卡片/卡片笔记法.md"},
	{"卢曼写了多少张卡片？", "卡片/卡片笔记法.md"},
	{"绿茶用多少度的水泡？", "卡片/茶.md"},
	{"绿茶怎么存放？", "卡片/茶.md"},
	{"谁写了《茶经》？", "卡片/茶.md"},
	{"茶经是什么时候写的", "卡片/茶.md"},
	{"什么是费曼学习法？", "卡片/费曼学习法.md"},
	{"艾宾浩斯做了什么？", "卡片/间隔重复.md"},
	{"间隔重复的间隔是多长？", "卡片/间隔重复.md"},
	{"庖丁的刀用了多少年？", "读书/庄子.md"},
	{"庄子梦见了什么？", "读书/庄子.md"},
	{"《万历十五年》的作者是谁？", "读书/万历十五年.md"},
	{"万历十五年写的是哪一年？", "读书/万历十五年.md"},
	{"阅读有几个层次？", "读书/如何阅读一本书.md"},
	{"什么是检视阅读？", "读书/如何阅读一本书.md"},
	{"小雨老师什么时候上课？", "People/陈晓雨.md"},
	{"闪念笔记是什么？", "卡片/卡片笔记法.md"},
	{"怎样让笔记保密？", "Guide/使用 Ibid.md"},
	{"没有模型时 Ibid 能做什么？", "Guide/使用 Ibid.md"},
	{"标签里可以有空格吗？", "Guide/笔记规范.md"},

	// Asked once the rules stood.
	{"How long do naps last?", "Cards/Naps.md"},
	{"When is the right time of day to nap?", "Cards/Naps.md"},
	{"What happens if I nap too long?", "Cards/Naps.md"},
	{"Why do cabbages follow beans?", "Projects/Garden.md"},
	{"Which vegetables are planted in bed 2?", "Projects/Garden.md"},
	{"When do I sow garlic?", "Projects/Garden.md"},
	{"What should I do if the compost smells?", "Projects/Garden.md"},
	{"How do I shut off the electricity?", "Projects/House handbook.md"},
	{"Where do I find the first-aid box?", "Projects/House handbook.md"},
	{"How do I put out burning fat?", "Projects/House handbook.md"},
	{"What pressure does the boiler need?", "Projects/House handbook.md"},
	{"How often does the chimney sweep come?", "Projects/House handbook.md"},
	{"How do I wash wool?", "Projects/House handbook.md"},
	{"How do I sharpen the knives?", "Projects/House handbook.md"},
	{"What temperature should the fridge have?", "Projects/House handbook.md"},
	{"How do you make sourdough bread?", "Cards/Sourdough.md"},
	{"How often must the starter be fed?", "Cards/Sourdough.md"},
	{"How do I know that my starter is ready?", "Cards/Sourdough.md"},
	{"Who bakes for the April meeting?", "Projects/Book club.md"},
	{"Where does the book club meet?", "Projects/Book club.md"},
	{"Which book was chosen for March?", "Projects/Book club.md"},
	{"What did Mira bring to the book club?", "Projects/Book club.md"},
	{"How many people fit in the back room of Café Lumière?", "Places/Café Lumière.md"},
	{"When is the café closed?", "Places/Café Lumière.md"},
	{"Who is Hermann Ebbinghaus?", "Cards/Spaced repetition.md"},
	{"What is the forgetting curve formula?", "Cards/Spaced repetition.md"},
	{"After how many days is the third review?", "Cards/Spaced repetition.md"},
	{"Does caffeine keep me awake?", "Cards/Sleep.md"},
	{"How much coffee for a litre of water?", "Cards/Coffee.md"},
	{"How does interest compound?", "Cards/Compound interest.md"},
	{"Why should I write one idea per note?", "Cards/Atomic notes.md"},
	{"Which files does Ibid write?", "Guide/Using Ibid.md"},
	{"Does Ibid need an API key?", "Guide/Using Ibid.md"},
	{"What are the slash commands?", "Guide/Using Ibid.md"},
	{"How do I search for a tag?", "Guide/Note conventions.md"},
	{"How are tones spoken in Chinese?", "Projects/Learning Chinese.md"},
	{"What is Agatha?", "People/Tomas Reyes.md"},
	{"What do I need to pack?", "Cards/Packing list.md"},
	{"Why does bread smell better in the street?", "Inbox/Quick thought.md"},
	{"下午几点午睡最好？", "卡片/午睡.md"},
	{"午睡太久会怎样？", "卡片/午睡.md"},
	{"红茶要泡几分钟？", "卡片/茶.md"},
	{"乌龙茶是怎么发酵的？", "卡片/茶.md"},
	{"普洱茶能密封吗？", "卡片/茶.md"},
	{"《茶经》的作者是谁？", "卡片/茶.md"},
	{"什么是闪念笔记？", "卡片/卡片笔记法.md"},
	{"卡片笔记法有哪三种笔记？", "卡片/卡片笔记法.md"},
	{"怎么开始写卡片？", "卡片/卡片笔记法.md"},
	{"费曼学习法有哪些步骤？", "卡片/费曼学习法.md"},
	{"遗忘曲线是谁发现的？", "卡片/间隔重复.md"},
	{"复习的间隔是几天？", "卡片/间隔重复.md"},
	{"庄子今存多少篇？", "读书/庄子.md"},
	{"庖丁解牛讲的是什么？", "读书/庄子.md"},
	{"庄周梦蝶", "读书/庄子.md"},
	{"万历十五年有哪些人物？", "读书/万历十五年.md"},
	{"《如何阅读一本书》初版是哪一年？", "读书/如何阅读一本书.md"},
	{"主动的读者要问什么问题？", "读书/如何阅读一本书.md"},
	{"陈晓雨喜欢什么？", "People/陈晓雨.md"},
	{"中文课是星期几？", "People/陈晓雨.md"},
	{"怎么看答案的出处？", "Guide/使用 Ibid.md"},
	{"Ibid 会编造答案吗？", "Guide/使用 Ibid.md"},
	{"笔记的属性写在哪里？", "Guide/笔记规范.md"},
	{"别名可以作为链接目标吗？", "Guide/笔记规范.md"},
	{"私密笔记怎么设置？", "Guide/使用 Ibid.md"},

	// In a property, and in the other language.
	{"万历十五年的作者是谁？", "读书/万历十五年.md"},
	{"When is Mira's birthday?", "People/Mira Lindqvist.md"},
	{"Which tasks are still open in the garden?", "Projects/Garden.md"},
	{"今年我要读哪些书？", "Projects/2026/Reading plan.md"},
	{"读书会在哪里聚会？", "Projects/Book club.md"},
}

// unanswerable are questions whose answer is nowhere in the sample vault,
// though many of their words are.
var unanswerable = []string{
	"What is crop rotation in medieval Europe?",
	"What is my PIN?",
	"What is the PIN of my bank card?",
	"What is quantum chromodynamics?",
	"Who is Marie Curie?",
	"What is the capital of France?",
	"How do I change a car tyre?",
	"What is my password?",
	"How tall is Mount Everest?",
	"When is Mira's wedding?",
	"What is Tomas's phone number?",
	"How do I install Linux on a laptop?",
	"What is the price of gold?",
	"Who won the world cup?",
	"What is photosynthesis?",
	"How do I grow bananas?",
	"What is the best time to visit Japan?",
	"What is a mortgage?",
	"How long should a marathon runner train?",
	"What is the book club in Berlin reading?",
	"How much does the cafe charge for a croissant?",
	"What does HTTP stand for?",
	"How many people live in Norway?",
	"What was my blood pressure?",
	"Why is the sky blue?",
	"How do I write a will?",
	"What is machine learning?",
	"How do I train a dog?",

	"量子色动力学是什么？",
	"我的银行卡密码是多少？",
	"什么是区块链？",
	"北京的天气怎么样？",
	"怎么修理自行车？",
	"红楼梦的作者是谁？",
	"《三体》写的是哪一年？",
	"孔子是谁？",
	"什么是相对论？",
	"小雨的电话号码是多少？",
	"怎么做红烧肉？",
	"珠穆朗玛峰有多高？",
	"世界杯是谁赢的？",
	"什么是番茄工作法？",
	"怎样给汽车换轮胎？",
	"咖啡馆的面包多少钱？",
	"机器学习是什么？",
	"猫一天睡多长时间？",
	"我的护照号码是多少？",
	"什么是光合作用？",
	"如何申请房贷？",
	"太极拳有几个招式？",
	"法国的首都是哪里？",
	"怎么训练小狗？",
	"围棋的规则是什么？",
	"李白是哪个朝代的诗人？",

	// Their words are in the vault, or most of them.
	"What is the boiling point of mercury?",
	"Who invented the telephone?",
	"What is my sister's birthday?",
	"How many calories are in a banana?",
	"What is the pressure of the car tyres?",
	"How do I sharpen a pencil?",
	"How long do I boil eggs?",
	"What is the Wi-Fi password?",
	"When is the dentist appointment?",
	"What time does the train leave?",
	"How often should I water the orchid?",
	"When did I buy the washing machine?",
	"How do I clean the chimney of a ship?",
	"What is spaced learning for dogs?",
	"What is the deadline of the tax return?",
	"Who is the president of the book club?",
	"What did Tomas say about Python?",
	"How much sleep does a cat need?",
	"What is the formula of caffeine?",
	"Which tea is best for cancer?",
	"What is the recipe for tiramisu?",
	"How do I make a sourdough pancake?",
	"What is simple interest?",
	"What are the rules of chess?",
	"How do I delete a note?",
	"Where was Luhmann born?",
	"What is the population of Paris?",
	"Does Mira have children?",
	"Is there a hotel near the cafe?",
	"What is the salary of a baker?",
	"What does the blue folder contain?",
	"What is my PIN code?",
	"Where is the PIN of the SIM card?",
	"What is AI?",
	"What is an API?",
	"What is RAG?",
	"Who is Agatha Christie?",
	"What is a bee?",
	"What happened in 1984?",
	"What happened on 14 July 1789?",
	"How many bones does a fish have?",
	"What is the red book?",
	"How do I read tarot cards?",
	"What is a garden gnome?",
	"红茶的产地在哪里？",
	"卢曼是哪一年出生的？",
	"庄子的出生地是哪里？",
	"怎么种番茄？",
	"咖啡因的化学式是什么？",
	"普洱茶多少钱一斤？",
	"明朝是哪一年建立的？",
	"张居正是哪里人？",
	"我的生日是哪天？",
	"费曼得了什么奖？",
	"猫的睡眠时间",
	"什么是卡片式设计？",
	"什么是复利？",
	"怎么治疗失眠？",
	"黄仁宇还写过什么书？",
	"洗衣机怎么用？",
	"我的医生叫什么名字？",
	"怎样学日语？",
	"唐代的首都在哪里？",
	"什么是微服务？",
	"什么是学习曲线？",
	"什么是遗忘症？",
	"梦的解析是谁写的？",
	"茶叶蛋怎么做？",
	"红茶菌是什么？",

	// Asked once the rules stood.
	"How long does a flight to Tokyo take?",
	"What is the nap room's door code?",
	"Who painted the Mona Lisa?",
	"How do I repair the dishwasher pump?",
	"What is the best restaurant in town?",
	"How much did the boiler cost?",
	"When does the supermarket open?",
	"How do I file taxes?",
	"What is the interest rate of my savings account?",
	"Which coffee machine should I buy?",
	"Where is my passport?",
	"What is the name of Mira's dog?",
	"Who is Tomas's wife?",
	"What is a black hole?",
	"What is Docker?",
	"What is my blood type?",
	"What is the speed of light?",
	"How do I cook rice?",
	"How many moons does Jupiter have?",
	"What is the chemical symbol of gold?",
	"Who wrote Hamlet?",
	"What is the plot of Dune?",
	"How do I play the guitar?",
	"What is GDPR?",
	"How do vaccines work?",
	"What are the side effects of aspirin?",
	"When was the house built?",
	"What is the address of the house?",
	"Where did Luhmann die?",
	"What is the garden's soil pH?",
	"How do I prune roses?",
	"How do I keep chickens?",
	"What is a sonnet?",
	"What is the tea ceremony?",
	"How do I get a visa?",
	"谁发明了电话？",
	"怎么做蛋糕？",
	"什么是黑洞？",
	"光速是多少？",
	"西游记的作者是谁？",
	"怎么养猫？",
	"房子是哪年建的？",
	"我的血型是什么？",
	"怎么学吉他？",
	"水星有几颗卫星？",
	"什么是通货膨胀？",
	"哈姆雷特是谁写的？",
	"苏轼是哪里人？",
	"绿茶的价格是多少？",
	"陈晓雨的地址在哪里？",
	"卢曼的妻子是谁？",
	"庄子的妻子叫什么？",
	"咖啡怎么拉花？",
	"怎么煮米饭？",
	"阿司匹林有什么副作用？",
	"万历皇帝活了多少岁？",
	"面包机怎么用？",
	"什么是十四行诗？",
	"签证怎么办？",
	"今天的股价是多少？",
	"什么是云计算？",
	"怎么钓鱼？",
	"玫瑰怎么修剪？",
	"书店几点开门？",
	"我的车牌号是多少？",
}

// TestAnswersOrNothing measures both kinds over the sample vault: an answer
// where there is none is an invention (promise 2), a plain "nothing" where
// there is one is a loss.
func TestAnswersOrNothing(t *testing.T) {
	l := openLibrary(t, sampleVault)
	right, lost, wrong, invented := 0, 0, 0, 0
	for _, q := range answerable {
		out := l.ask(l.session(), offline.New(), q.question)
		switch {
		case len(out.Citations) == 0:
			lost++
			t.Logf("lost: %s", q.question)
		case !slices.Contains(cited(out), q.note):
			wrong++
			t.Logf("wrong note: %s: %v", q.question, cited(out))
		default:
			right++
		}
	}
	for _, q := range unanswerable {
		out := l.ask(l.session(), offline.New(), q)
		if len(out.Citations) > 0 || out.Outcome != agent.OutcomeFinal {
			invented++
			t.Logf("invented: %s\n%s", q, out.Answer)
		} else if !strings.Contains(out.Answer, "nothing") && !strings.Contains(out.Answer, "没有") {
			t.Errorf("%s: it does not say that there is nothing:\n%s", q, out.Answer)
		}
	}
	precision, recall := float64(right)/float64(right+wrong+invented), float64(right)/float64(len(answerable))
	t.Logf("answered %d of %d (wrong note %d, lost %d); said nothing %d of %d", right, len(answerable), wrong, lost, len(unanswerable)-invented, len(unanswerable))
	t.Logf("precision %.3f, recall %.3f", precision, recall)
	if precision < minPrecision || recall < minRecall || invented > maxInvented {
		t.Errorf("want precision %.2f and recall %.2f at least, and %d inventions at most", minPrecision, minRecall, maxInvented)
	}
}

// Measured when this was written: precision 1.000, recall 0.966, no invention.
// Before a question's attribute and thing had to be in the passage they were
// 0.953, 0.902 and 3; with the coverage of words alone 0.847, 0.893 and 16.
const (
	minPrecision = 0.97
	minRecall    = 0.93
	maxInvented  = 0
)

// What somebody said is quoted from a private note where the run may see it, and not
// the line that says the note is private.
func TestWhatAPrivateNoteSays(t *testing.T) {
	l := openLibrary(t, sampleVault)
	for _, private := range []bool{true, false} {
		out, err := l.agent.Run(t.Context(), agent.Task{Session: l.session(), Prompt: runtime.Prompt{Text: "What did the doctor say?"},
			Controller: offline.Controller{IncludePrivate: private}, Reads: tools.NewReads(), Sink: deaf{}, Window: agent.NoWindow, IncludePrivate: private})
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(out.Answer, "He too says") != private || strings.Contains(out.Answer, "This note is private") {
			t.Errorf("private notes %v: %s", private, out.Answer)
		}
	}
}
