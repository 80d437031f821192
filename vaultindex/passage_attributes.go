package vaultindex

import (
	"regexp"
	"strings"
)

// attribute is something that a question asks of a thing: who wrote it, when it
// began, what it costs. A passage that does not speak of it does not answer,
// however many words of the question it has.
type attribute struct {
	asks  *regexp.Regexp // a folded question that asks for it
	says  *regexp.Regexp // its own words in a question; with them taken out, the thing is left
	keys  []string       // properties that hold it, as keyName gives them, the best first
	signs *regexp.Regexp // what a folded text has that speaks of it; nil where words do not tell
	value bool           // signs are of its value, which stands for its words
}

// asksFor makes an attribute of expressions. Without asks it is said that it is
// asked for, without signs a text says it as the question does; "-" are none.
func asksFor(says, asks, keys, signs string) *attribute {
	a := &attribute{says: regexp.MustCompile(says), keys: strings.Fields(keys)}
	a.asks, a.signs = a.says, a.says
	if asks != "" {
		a.asks = regexp.MustCompile(asks)
	}
	if signs == "-" {
		a.signs = nil
	} else if signs != "" {
		a.signs = regexp.MustCompile(signs)
	}
	return a
}

// ofValue tells that signs are of an attribute's value.
func ofValue(a *attribute) *attribute {
	a.value = true
	return a
}

// Parts of expressions that several attributes share.
const (
	// askedWhen is how a time is asked for, up to what happened then.
	askedWhen = `(?:\b(?:when|(?:what|which) (?:date|day|year|month))\b.*|(?:什么时候|何时|哪天|哪一?[年月日天]|几几年|几年|几月).{0,8})`
	// journeySigns is what a text has that tells of going somewhere.
	journeySigns = `去[了过]|抵达|到达|飞往|飞到|旅行|旅游|出发|\b(?:went|visit\w*|travel\w*|flew|drove|stayed|arriv\w+|trips?|journey)\b`
	// placeSigns is what a text has that says where something is.
	placeSigns = `[在于位][^，。]|里面|上面|下面|旁边|隔壁|对面|[省市区县]|\b(?:in|at|on|under|behind|near|beside|inside|outside|above|below|between|next to|left|right|has|have|from|opposite|over)\b`
)

// attributes are looked through in order, and the first that a question asks for
// is what it asks: what is special comes before what is general.
var attributes = []*attribute{
	// People.
	asksFor(`哪里人|哪儿人|什么地方人|哪国人|出生地|籍贯|出生在|\bborn\b|birthplace|\bcomes? from\b|nationality`,
		`哪里人|哪儿人|什么地方人|哪国人|出生地|籍贯|出生在哪|\bwhere (?:was|were|is) .*\bborn\b|birthplace|\bwhere do(?:es)? .*\bcomes? from\b|nationality`,
		`birthplace born hometown nationality country 出生地 籍贯 国籍`,
		`出生于|(?:^|[^诞产发])生于|籍贯|出生在|出生地|老家|[是系为][^，。]{0,8}[省市县国镇村州京海港]人|\bborn in\b|native|grew up|\bcomes? from\b|nationality`),
	asksFor(`生日|birthday|date of birth|出生(?:日期|年份|年月)?|\bborn\b`,
		`生日|birthday|date of birth|哪一?年(?:出)?生|什么时候(?:出)?生|何时出生|\bwhen (?:was|were|is) .*\bborn\b|出生(?:日期|年份|年月)`,
		`birthday birthdate dateofbirth dob born 生日 出生日期 出生`,
		`生日|出生|生于|birthday|\bborn\b|[(（]\d{3,4} ?[-–—]`),
	asksFor(`多少岁|几岁|多大年[纪龄]|多大了|\d 多大|\bold\b|活了|年龄|寿命|\blived?\b`,
		`多少岁|几岁|多大年[纪龄]|多大了|(?:今年|现在|\d) ?多大|\bhow old\b|活了多[少久]|年龄|寿命`,
		`age 年龄 birthday birthdate born 生日`,
		`岁|享年|\byears? old\b|\baged?\b|年龄|出生|\bborn\b|birthday|生日`),
	asksFor(`去世|逝世|死于|死的|\bdied?\b`, `去世|逝世|死于|什么时候死|哪一?年死|\b(?:when|how|where) did .*\bdie\b`,
		`died death dateofdeath 去世 逝世`, `去世|逝世|死|卒|\bdied\b|\bdeath\b`),
	asksFor(`电话号码|电话|手机号码?|\b(?:phone|telephone|mobile)(?: number)?\b`, `电话号码|电话是|手机号|\b(?:phone|telephone|mobile) number\b|\bphone of\b|'s phone\b`,
		`phone tel telephone mobile 电话 手机`, `\d{3}|\d[- ]\d`),
	asksFor(`(?:号码|[证卡账]号|密码|\bnumber\b|\bpassword\b)`, `(?:号码|[证卡账]号|密码)(?:是|为)?(?:多少|什么|几)|\b(?:id|passport|account|card|policy) number\b|\bpassword\b`,
		`number 号码 密码 password`, `\d{4}|密码(?:是|为|[:：])|password(?: is|[:：])`),
	asksFor(`地址|住在?哪里?|\baddress\b|\blive\b`, `地址|住在?哪|\baddress\b|\bwhere (?:do|does|did) .*\blive\b`,
		`address 地址 住址`, `地址|住|\b(?:address|lives?|lived|living)\b`),

	// Works, and who made them.
	asksFor(`译者|翻译|译|\btranslators?\b|\btranslated\b`, `译者|翻译者|谁翻译|谁译|\btranslators?\b|\bwho translated\b`,
		`translator translators 译者`, `译|translat`),
	asksFor(`写[过了的]*|著|\bwritten\b|\bwrite\b`, `写[过了]*(?:什么|哪些|几本|多少)(?:书|小说|作品|文章)|\b(?:did|has) .* writ(?:e|ten)\b`,
		`author authors writer writers by creator 作者 著者`, `《[^》]+》|小说|作品|著有|\bwrote\b|\bbooks?\b|\bnovels?\b`),
	asksFor(`作者|写[过了的]*|著|\bauthors?\b|\bwrote\b|\bwritten\b|\bwriters?\b`,
		`作者|谁写|谁著|\bauthors?\b|\bwho (?:wrote|has written)\b|\bwritten by\b`,
		`author authors writer writers by creator 作者 著者`,
		`作者\s*(?:[是为叫:：]|\[\[)|的作者|写(?:[了的于过就成《“]|$)|所写|著|\bby\b|author|wrote|written|writer|——`),
	asksFor(`导演|执导|\bdirect(?:s|ed|ors?|ing)?\b`, `导演|执导|\bdirect(?:s|ed|ors?)\b|\bdirect\W*$`,
		`director directors directedby 导演`, `导演|执导|direct(?:s|ed|or)`),
	asksFor(`作曲|编曲|配乐|谱曲|\bcompos(?:er|ed|es)\b`, ``, `composer composers music 作曲 配乐`, ``),
	asksFor(`主演|演员|谁演|出演|\bcast\b|\bactors?\b|\bactress(?:es)?\b|\b(?:plays?|played|stars?|starred) in\b|starring`, ``,
		`cast actors actor starring 主演 演员`, `主演|演员|饰|演|\bcast\b|actor|actress|\bplay|\bstar`),
	asksFor(`唱|歌手|演唱|\bartists?\b|\bsingers?\b|\b(?:sings?|sang|recorded|painted|made)\b`, `谁唱|歌手|演唱|\bartists?\b|\bsingers?\b|\bwho (?:sings?|sang|recorded|painted)\b`,
		`artist artists singer musician painter 歌手 艺术家`, `唱|歌手|\bartist|singer|sings?\b|sang|recorded|painted|album`),
	asksFor(`主持人?|\bhost(?:s|ed)?\b`, `主持|\bhost of\b|'s host\b|\bwho .*\bhost(?:s|ed)?\b`, `host hosts 主持人`, ``),
	asksFor(`嘉宾|\bguests?\b`, ``, `guests guest 嘉宾`, ``),
	asksFor(`(?:哪个|哪家|什么)?出版社(?:出版)?(?:的)?|\bpublishers?\b`, ``, `publisher publishers press 出版社`, `出版社|出版公司|书局|\bpress\b|publish`),
	asksFor(`制造商|开发商|厂商|哪家公司|开发|制造|\b(?:made|makes|makers?|developed|develops|developers?|built|produced|manufactur\w+|company)\b`,
		`制造商|开发商|厂商|哪家公司|\b(?:who|which company|what company) (?:made|makes|developed|develops|built|produced|manufactures)\b|\bmakers?\b|\bdevelopers?\b|\bmanufacturers?\b`,
		`maker makers developer manufacturer brand studio artist producer 开发商 制造商 厂商 品牌`,
		`\b(?:made|makes?|maker|develop\w*|built|produced|manufactur\w*)\b|制造|开发|出品|生产`),
	asksFor(`发明|发现|创立|创建|创办|提出|创造|发起|\b(?:invented|discovered|founded|created|proposed|coined|established)\b`,
		`(?:是谁|谁)的?(?:最[先早])?(?:发明|发现|创立|创建|创办|提出|创造|发起)|\bwho (?:invented|discovered|founded|created|proposed|coined|established)\b`,
		`inventor founder founders creator 创始人`,
		`发明|(?:^|[^究验们明])发现|创立|创建|创办|(?:^|[^您你我])提出(?:$|[^的问])|提出的[概理观学法定]|创造|发起|得到了|开创|\b(?:invent|discover|found(?:ed|er)|creat|propos|coined|establish|measur)`),
	asksFor(`说[了过]?|建议|嘱咐|\b(?:say|said|tell|told|advised?|recommend(?:ed)?)\b`,
		`\bwhat did (?:the |my |our )?[\p{L} ]+ (?:say|tell|advise|recommend)\b|\p{Han}(?:都|还)?(?:说|嘱咐)[了过]?(?:什么|哪些|啥)`, ``,
		`\b(?:sa(?:ys?|id|ying)|t(?:ells?|old)|advis\w+|recommend\w*|suggest\w*|according to)\b|说|建议我|嘱咐|告诉|叮嘱`),
	asksFor(`赢[的得了]?|获胜|胜|\bwon\b|\bwinners?\b|冠军`, `谁[获]?[赢胜]|\bwho won\b|\bwinners?\b|冠军`,
		`winner winners champion 冠军`, `赢了|赢得|获胜|冠军|夺冠|\bwon\b|winner|champion`),

	// Times.
	asksFor(`出版|发表|发布|上映|发行|首播|播出|publication|\bpublish\w*|\breleas\w*|\bc[ao]me out\b|\bpremier\w*`,
		askedWhen+`(?:出版|发表|发布|上映|发行|首播|播出|\bpublish\w*|\breleas\w*|\bc[ao]me out\b|\bpremier\w*)|(?:出版|发表|发布|上映|发行|首播)(?:时间|日期|年份|于哪|于何|是哪)|(?:publication|release) date`,
		`published datepublished publicationdate released releasedate release year 出版日期 出版时间 出版年 上映日期 上映 发布日期 年份`,
		`出版|发表|发布|上映|发行|首播|播出|初版|问世|publish|releas|\bcame out\b|premier|edition`),
	asksFor(`截止日?期?|到期日?|\bdue\b|\bdeadline\b`, ``, `due deadline duedate until 截止 截止日期 到期 到期日`, ``),
	asksFor(`结束|\bend(?:s|ed)?\b|\bover\b`, askedWhen+`(?:结束|\bend(?:s|ed)?\b|\bover\b)|结束(?:日期|时间)`,
		`end ended enddate finished until 结束 结束日期 结束时间`, `结束|\bend(?:s|ed)?\b|\bover\b|until|finish`),
	asksFor(`开始|出发|启动|\bstart\w*|\bbeg[aiu]n\w*`, askedWhen+`(?:开始|出发|启动|\bstart\w*|\bbeg[aiu]n\w*)|(?:开始|出发)(?:日期|时间)`,
		`start started startdate begin began 开始 开始日期 开始时间`, `-`),

	asksFor(`读完|看完|读过|看过|读的|看的|\b(?:finish(?:ed)?|read|watch(?:ed)?)\b`, askedWhen+`(?:读完|看完|读过|看过|读的|看的)|\bwhen did i (?:finish|read|watch)\b`,
		`finished dateread datefinished finishdate read lastread lastreaddate readingdate watched datewatched lastwatched last collectiondate 读完 读完日期 看完`, `读完|看完|读过|看过|finish|\bread\b|watched`),
	asksFor(`去[了过的]?|旅行|旅游|出发|\b(?:travel(?:l?ed)?|trips?|go|going|went|visit(?:ed)?|fly|flew|to|in)\b`, askedWhen+`(?:去[了过的]?|旅行|旅游)|\bwhen (?:did|was|were) (?:i|we|my|our) (?:travel|trip|go|visit|fly)\b`,
		`start startdate started begin from departure 开始 开始日期 出发 date`, journeySigns),
	asksFor(`去[了过的]?|旅行|旅游|\b(?:travel(?:l?ed)?|go|going|went|stay(?:ed)?|fly|flew|trip|to|in|on)\b`, `去[了过]?(?:哪|什么地方)|\bwhere did (?:i|we) (?:go|travel|stay|fly)\b`,
		`loc location locations place places where city country 地点 目的地`, journeySigns),
	asksFor(`营业时间|营业|开门|关门|休息|\b(?:opening (?:hours|times)|open(?:s|ed)?|close[sd]?|shut)\b`, `营业时间|(?:什么时候|何时|几点|哪天|周几|星期几).{0,4}(?:营业|开门|关门|休息)|\b(?:when|what time|which days?) (?:is|are|does|do) .*\b(?:open|closed?|shut)\b|\bopening (?:hours|times)\b`,
		`open openinghours hours openingtimes closed 营业时间 开放时间`, `营业|开门|关门|休息|\bopen|\bclose|\bshut`),

	// What kind of thing it is.
	asksFor(`评分|打了?多少分|打了?几分|几分|几颗星|[给打]|\brat(?:ing|e|ed)\b|\bscore\b|\bstars\b`,
		`评分|打了?多少分|打了?几分|几分|几颗星|\brating\b|\brated?\b|\bscore\b|\bhow many stars\b`,
		`rating score myrating stars 评分`, `分|评|星|\brat(?:ing|ed?)\b|score|stars?\b`),
	asksFor(`片长|时长|播放时间|\bruntime\b|\brunning time\b|\bduration\b`, ``, `runtime duration time length 片长 时长`, `分钟|小时|\bmin(?:ute)?s?\b|\bhours?\b`),
	asksFor(`多少页|几页|页数|\bpages\b|\bpage count\b`, `多少页|几页|页数|\bhow many pages\b|\bpage count\b|\bnumber of pages\b`,
		`pages page pagecount 页数`, `[\d一二三四五六七八九十百千] ?页|页数|\bpages\b`),
	asksFor(`多少钱|价格|价钱|售价|票价|\b(?:price|costs?|expensive|charges?|pay|paid)\b`,
		`多少钱|价格|价钱|售价|票价|\b(?:price|costs?)\b|\bhow (?:expensive|much (?:is|are|was|were))\b|\bhow much .*\b(?:charge|pay|paid)\b`,
		`price cost 价格 售价 金额`,
		`\d ?[元块]|[¥￥$€£]|价|块钱|免费|\b(?:euros?|dollars?|prices?|costs?|free|cheap\w*|expensive)\b`),
	asksFor(`工资|薪水|薪资|月薪|年薪|收入|\b(?:salary|wages?|income|earn)\b`, `(?:工资|薪水|薪资|月薪|年薪|收入).{0,4}(?:多少|几)|\b(?:salary|wages?|income)\b|\bhow much do i earn\b`,
		`salary income wage 工资 月薪 年薪 收入`, `(?:工资|薪|收入|salary|wages?|income|earn).{0,30}(?:\d|[二三四五六七八九十两几][百千万])|(?:\d|[二三四五六七八九十两几][百千万]).{0,20}(?:工资|薪|收入|salary|wage|income)`),
	ofValue(asksFor(`\b(?:oven|baking|bake[ds]?|temperature)\b|烤箱?|温度`, `\b(?:oven|baking) temperature\b|烤箱?的?温度|\b(?:what|which) temperature .*\b(?:baked?|oven)\b`,
		`oventemperature temperature 烤箱温度 温度`, `\b(?:oven|bak\w+|preheat\w*|bake)\b.{0,40}\d ?(?:°|º|℃|℉|[cf]\b)|烤.{0,40}\d ?(?:°|℃|度)`)),
	ofValue(asksFor(`温度|多少度|几度|\b(?:temperatures?|degrees|hot|warm|cold|cool)\b`, `(?:温度|多少度|几度)|\bhow (?:hot|warm|cold|cool)\b|\b(?:what|which) (?:[\p{L}-]+ )?temperature\b|\btemperature (?:of|should|do|does|is)\b`,
		`temperature temp 温度`, `\d ?(?:°|º|℃|℉|[cf]\b|度)|\bdegrees\b|[十百] ?[多几]?度|[一二三四五六七八九]度|室温|\broom temperature\b|lukewarm`)),
	asksFor(`网址|官网|网站|\b(?:urls?|website|homepage|web (?:site|page|address))\b`, ``,
		`url website site homepage link source 网址 官网 链接`, `https?://|www\.|网址|官网|\.com\b`),
	asksFor(`有?多[高宽深重]|身高|体重|\b(?:tall|high|deep|wide|thick|heavy|weigh\w*|height|width|depth|weight)\b`, `有多[高宽深重]|\bhow (?:tall|high|deep|wide|thick|heavy)\b`,
		`height width depth weight 高度 身高 宽度 深度 重量 体重`,
		`[\d一二三四五六七八九十百千万两半] ?(?:多|余)?(?:公里|千米|厘米|毫米|米|里|尺|寸|公斤|千克|克|斤|吨)|`+
			`\d ?(?:[cmk]?m|k?g|ft|in|lbs?)\b|\b(?:met(?:re|er)s?|feet|foot|inch(?:es)?|miles?|kilos?|kilograms?|pounds?|tons?|tall|high|deep|wide|thick|heavy|weighs?)\b`),
	asksFor(`有?多[长远]`, `有多[长远]`, `length distance duration 长度 距离 时长`,
		`[\d一二三四五六七八九十百千万两半] ?(?:多|余)?(?:公里|千米|厘米|毫米|米|里|尺|寸|分钟|小时|天|周|个?月|年|页|字)`),
	asksFor(`面积|多大|\b(?:big|large|size)\b`, `面积|多大|\bhow (?:big|large)\b|\bsize of\b`, `size area 面积 大小`, `\d|[一二两三四五六七八九十百千]|\b(?:metres?|meters?|square|acres?)\b`),
	asksFor(`类型|体裁|题材|流派|\bgenres?\b|\b(?:kind|type|sort)s?\b`, `类型|体裁|题材|流派|\bgenres?\b|\b(?:kind|type|sort) of\b|\btypes?\b`,
		`genre genres type types kind category categories 类型 分类`, `-`),
	asksFor(`状态|进展|\bstatus\b|\bstate\b`, `状态|进展|\bstatus\b|\bstate of\b`, `status state progress stage 状态 进度`,
		`状态|进展|进行|完成|\bstatus\b|\bstate\b|active|done|finished|draft`),
	asksFor(`什么语言|哪种语言|哪些语言|语言|\blanguages?\b`, `什么语言|哪种语言|哪些语言|语言[是有]|\b(?:what|which) languages?\b|\blanguages? of\b`, `language languages lang 语言`, `-`),
	asksFor(`哪个国家|哪国|国家|\bcountr(?:y|ies)\b`, `哪个国家|哪国的?|国家是|\b(?:what|which) countr(?:y|ies)\b`, `country countries nation 国家 loc location`, `-`),
	asksFor(`组织|单位|公司|工作|上班|\b(?:organi[sz]ations?|compan(?:y|ies)|employers?|belongs?|works?)\b`,
		`在(?:哪|什么)(?:里|儿|家公司|个公司|个单位)?(?:工作|上班)|\b(?:which|what) (?:organi[sz]ation|company)\b.*\b(?:belong|work)|\bwh(?:ere|o) does .* work\b`,
		`org organization organisation company employer 组织 公司 单位`, `工作|上班|就职|公司|\b(?:works?|worked|working|employ\w*|jobs?|company)\b`),
	asksFor(`区别|不同|差异|差别|对比|\bdiffer\w*|\bcompar\w*`, `区别|不同之处|有[何什么哪些]*不同|差异|差别|\bdifferences?\b|\bdiffers?\b|\bdifferent from\b`, ``,
		`区别|不同|差异|差别|相比|对比|比较|相反|前者|后者|更|\bvs\b|differ|unlike|whereas|while|\bthan\b|compar|instead|opposite`),
	asksFor(`\b(?:system|platform|console)\b|平台`, `\b(?:what|which) (?:system|platform|console)\b|\b(?:system|platform|console) of\b|什么平台|哪个平台`, `system platform console 平台`, `-`),
	asksFor(`叫什么|什么名字|名字|\bnames?\b|\bcalled\b`, `叫什么|什么名字|\bnames? of\b|'s name\b|\bcalled\?`, ``, `叫|名|\bcall(?:s|ed)?\b|\bnamed?s?\b`),

	asksFor(`最好|最佳|\bbest\b`, `最[好佳]的?\p{Han}{1,6}是(?:什么|哪)|\bwhat(?:'s| is| are) the best [\p{L}-]+\W*$`, ``,
		`最|推荐|首选|\b(?:best|favou?rite|recommend\w*|perfect|ideal|prefer\w*)\b`),

	// Where and when at all.
	asksFor(`上一?次|最近一次|最后一次|\blast (?:time )?(?:[\p{L}]+ ?(?:to|at)?)\b`, `(?:上一?次|最[近后]一次).{0,12}(?:什么时候|何时|哪天)|什么时候.{0,4}(?:上一?次|最[近后]一次)|\bwhen (?:did|have) (?:i|we) last\b|\bwhen was the last time\b`,
		`last lastplayed lastwatched lastread lastvisited lastseen 上次 最近`, `上一?次|最近|\blast\b`),
	asksFor(`在哪里|在哪儿|在哪|位于|什么地方|\blocation\b`, `在哪里|在哪儿|在哪|位于|什么地方|\bwhere(?:'s| is| are| was| were)\b|\blocation\b`,
		`loc location place venue where city country address 地点 位置 地址`, placeSigns),
	asksFor(`\byear\b|哪一?年|几几年|年份`, `\b(?:what|which) year\b|哪一?年|几几年|年份`, `year date published datepublished released 年份`, `-`),
	asksFor(`\bdate\b|\bday\b|什么时候|哪一?[天日]|何时|日期`, `\bwhen(?:'s| is| was| are| were)\b|\b(?:what|which) (?:date|day)\b|什么时候|哪一?[天日]|何时|日期`,
		`date when start due 日期 时间`, `-`),
}

// attributeOf is what a folded question asks of a thing, nil for nothing known.
func attributeOf(question string) *attribute {
	for _, a := range attributes {
		if a.asks.MatchString(question) {
			return a
		}
	}
	return nil
}

// kindOfThing is a kind of note that a question may ask for: its words, and what
// in the folder, the tags and the properties of a note says that it is one.
type kindOfThing struct{ words, marks *regexp.Regexp }

// kindsOfThings are kinds that people keep notes of, in both languages.
var kindsOfThings = []kindOfThing{
	{regexp.MustCompile(`图书|书籍|小说|书|\b(?:books?|novels?)\b`), regexp.MustCompile(`book|novel|书`)},
	{regexp.MustCompile(`电影|影片|\b(?:movies?|films?)\b`), regexp.MustCompile(`movie|film|电影|影`)},
	{regexp.MustCompile(`电视剧|剧集|\b(?:shows?|series)\b`), regexp.MustCompile(`show|series|tv|剧`)},
	{regexp.MustCompile(`专辑|唱片|歌曲|歌|\b(?:albums?|songs?|records?)\b`), regexp.MustCompile(`album|song|music|专辑|音乐|歌`)},
	{regexp.MustCompile(`游戏|\bgames?\b`), regexp.MustCompile(`game|游戏`)},
	{regexp.MustCompile(`播客|\b(?:podcasts?|episodes?)\b`), regexp.MustCompile(`podcast|episode|播客`)},
	{regexp.MustCompile(`菜谱|食谱|\brecipes?\b`), regexp.MustCompile(`recipe|菜谱|食谱`)},
	{regexp.MustCompile(`文章|论文|帖子|\b(?:articles?|papers?|posts?|essays?|clippings?)\b`), regexp.MustCompile(`article|paper|post|essay|clipping|文章|论文`)},
	{regexp.MustCompile(`项目|\bprojects?\b`), regexp.MustCompile(`project|项目`)},
	{regexp.MustCompile(`会议|\bmeetings?\b`), regexp.MustCompile(`meeting|会议`)},
	{regexp.MustCompile(`旅行|\btrips?\b`), regexp.MustCompile(`trip|travel|旅行`)},
	{regexp.MustCompile(`地方|地点|\bplaces?\b`), regexp.MustCompile(`place|地点`)},
	{regexp.MustCompile(`人物|\b(?:people|persons?)\b`), regexp.MustCompile(`people|person|人物`)},
	{regexp.MustCompile(`笔记|\bnotes?\b`), regexp.MustCompile(``)},
}
