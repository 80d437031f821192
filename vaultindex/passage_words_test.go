package vaultindex

import (
	"strings"
	"testing"
)

// A question finds what notes say in other words: by the name that a property
// gives, by a part of a name, by a value, by the line above a list.
func TestPassagesInOtherWords(t *testing.T) {
	s := shelfOf(t, map[string]string{
		"Films/盐与火.md":              "---\ntype: film\noriginalTitle: Salt and Fire\ndirector: 林白河\nrating: 4\nlastWatched: 2030-02-03\n---\n\n一部关于海边的电影。\n",
		"Films/Night Train 2049.md": "---\ntype: film\nrating: 6\nyear: 1957\n---\n\nA train that never arrives.\n",
		"Films/Night Train.md":      "---\ntype: film\nrating: 2\n---\n\nAn older train.\n",
		"Trips/2031 Norway Trip.md": "---\nstart: 2031-06-01\nend: 2031-06-20\nloc:\n  - Oslo\n---\n",
		"Recipes/Slow plum tart.md": "---\nservings: 10\n---\n# Slow plum tart\n\nRolling and pre-baking the base\n\n1. Heat the oven to 200C.\n2. Roll out the dough.\n3. Pre-bake 14 minutes.\n\n## Tips\n\n- Let the base cool for an hour before you slice, or the base breaks.\n",
		"Start.md":                  "# Start\n\nNotes about everything.\n\n## Get started\n\n1. Unpack the folder.\n2. Open it.\n",
		"选择.md":                     "# 方法\n\n## 为啥我要选 KANBAN + GTD 的方式\n\n- KANBAN 足够轻，GTD 足够全，适合懒人。\n",
		"膳食.md":                     "# 膳食\n\n### 多吃蔬果、奶类、大豆\n\n> 每天吃蔬菜 300g 以上。\n>\n> 吃各种奶制品，相当于每天 250ml 牛奶。\n",
		"灯塔模型.md":                   "# 灯塔模型\n\n灯塔模型让人看见远处的礁石，也看见自己。\n\n## 如何使用\n\n先写下目标，再写下挡路的事，最后划去不重要的。\n",
		"小说.md":                     "---\nauthor: 林白河\n---\n\n院长在楼下掏出钥匙，一块石头落了下来。\n",
		"公司.md":                     "# 公司\n\n白河公司每年淘汰 30 名以上的员工，公司发来一张 5 元的卡。\n",
		"规则.md":                     "# 规则\n\n河流路由的写法\n\n参考文章：《河流路由设置规则的写法》\n",
	})
	for _, tc := range []struct{ question, path, says string }{
		{"Who directed Salt and Fire?", "Films/盐与火.md", "director: 林白河"},
		{"谁导演了 Salt and Fire？", "Films/盐与火.md", "director: 林白河"},
		{"我什么时候看完盐与火？", "Films/盐与火.md", "lastWatched"},
		{"What rating did I give Night Train 2049?", "Films/Night Train 2049.md", "rating: 6"},
		{"What rating did I give Night Train 2077?", "", ""},
		{"What year was Night Train 2049 released?", "Films/Night Train 2049.md", "year: 1957"},
		{"When did I travel to Norway?", "Trips/2031 Norway Trip.md", "start: 2031-06-01"},
		{"When did I travel to Sweden?", "", ""},
		{"Where did I go in Norway?", "Trips/2031 Norway Trip.md", "Oslo"},
		{"Where did I go in Sweden?", "", ""},
		{"灯塔模型怎么用？", "灯塔模型.md", "先写下目标"},
		{"白河公司的工资是多少？", "", ""},
		{"How long should the plum tart bake?", "Recipes/Slow plum tart.md", "14 minutes"},
		{"How many servings does the tart make?", "Recipes/Slow plum tart.md", "servings: 10"},
		{"How many servings does the soup make?", "", ""},
		{"What oven temperature does the plum tart need?", "Recipes/Slow plum tart.md", "200C"},
		{"How long do I pre-bake the base?", "Recipes/Slow plum tart.md", "14 minutes"},
		{"How do I get started with this vault?", "Start.md", "Unpack"},
		{"我为什么选择 KANBAN 加 GTD？", "选择.md", "适合懒人"},
		{"奶类每天要喝多少？", "膳食.md", "250ml"},
		{"河流路由的作者是谁？", "", ""},
		{"房门钥匙在谁那里？", "", ""},
	} {
		all := quotes(t, s, tc.question)
		if tc.path == "" && len(all) > 0 {
			t.Errorf("%s is answered by %s: %q", tc.question, all[0].Path, all[0].Text)
		} else if tc.path != "" && (len(all) == 0 || string(all[0].Path) != tc.path || !strings.Contains(all[0].Text, tc.says)) {
			t.Errorf("%s: %+v, want %q of %s", tc.question, all, tc.says, tc.path)
		}
	}
}

// English questions for a length, a temperature or a time are answered from Chinese
// notes; what only has the words is not.
func TestChineseNotesAnswerInEnglish(t *testing.T) {
	s := shelfOf(t, map[string]string{
		"睡.md": "# 睡眠\n\n成人每晚睡眠七到九小时为宜。\n\n## 午睡\n\n午睡最好在下午一点以前开始。\n",
		"厨.md": "# 厨房\n\n烤箱要先热到 220 度。冰箱的门不要常开。\n",
		"茶.md": "# 茶\n\n茶是一种植物的叶子，朋友送的。\n",
	})
	for question, says := range map[string]string{
		"How long should I sleep?": "七到九小时", "When is the best time to nap?": "下午一点", "How hot should the oven be?": "220 度",
		"How hot should the fridge be?": "", "How long does tea keep?": "", "What is my tea?": "", "When did I sleep?": "", "How long is the garden?": "",
	} {
		all := quotes(t, s, question)
		if says == "" && len(all) > 0 || says != "" && (len(all) == 0 || !strings.Contains(all[0].Text, says)) {
			t.Errorf("%s: %+v, want %q", question, all, says)
		}
	}
}
