package fulltext

import (
	"slices"
	"strings"
)

// irregular holds, for each form of an irregular English word, the others.
var irregular = families(`
	be is are was were been being; become became; begin began begun; bend bent; bind bound; bite bit bitten;
	bleed bled; blow blew blown; break broke broken; breed bred; bring brought; build built; burn burnt;
	buy bought; catch caught; choose chose chosen; come came; creep crept; deal dealt; dig dug; do did done does;
	draw drew drawn; dream dreamt; drink drank drunk; drive drove driven; eat ate eaten; fall fell fallen;
	feed fed; feel felt; fight fought; find found; fly flew flown; forbid forbade forbidden; forget forgot forgotten;
	forgive forgave forgiven; freeze froze frozen; get got gotten; give gave given; go went gone goes; grind ground;
	grow grew grown; hang hung; have has had; hear heard; hide hid hidden; hold held; keep kept; know knew known;
	lay laid; lead led; lean leant; learn learnt; leave left; lend lent; lie lay lain; light lit; lose lost;
	make made; mean meant; meet met; mistake mistook mistaken; pay paid; prove proven; ride rode ridden;
	ring rang rung; rise rose risen; run ran; say said; see saw seen; seek sought; sell sold; send sent;
	sew sewn; shake shook shaken; shine shone; shoot shot; show shown; shrink shrank shrunk; sing sang sung;
	sink sank sunk; sit sat; sleep slept; slide slid; smell smelt; sow sown; speak spoke spoken; spell spelt;
	spend spent; spill spilt; spin spun; spring sprang sprung; stand stood; steal stole stolen; stick stuck;
	sting stung; strike struck; swear swore sworn; sweep swept; swell swollen; swim swam swum; swing swung;
	take took taken; teach taught; tear tore torn; tell told; think thought; throw threw thrown;
	understand understood; wake woke woken; wear wore worn; weave wove woven; win won; write wrote written;
	child children; foot feet; goose geese; half halves; knife knives; leaf leaves; life lives; loaf loaves;
	man men; mouse mice; person people; shelf shelves; thief thieves; tooth teeth; wife wives; wolf wolves; woman women;
	analysis analyses; criterion criteria; hypothesis hypotheses; index indices; thesis theses;
	good better best; bad worse worst; far farther further; many more most; little less least`)

func families(list string) map[string][]string {
	forms := make(map[string][]string)
	for family := range strings.SplitSeq(list, ";") {
		words := strings.Fields(family)
		for _, w := range words {
			for _, other := range words {
				if other != w && !slices.Contains(forms[w], other) {
					forms[w] = append(forms[w], other)
				}
			}
		}
	}
	return forms
}

// derivedFields are where words of the same family count.
var derivedFields = Only(FieldName, FieldAliases, FieldHeadings, FieldBody)

// minDerived is the length of the shortest stem words are derived from.
const minDerived = 4

// suffixes turn a verb into a noun, by what the verb ends in; the first that
// fits is used.
var suffixes = []struct {
	verb  string
	nouns []string
}{
	{"ide", []string{"ision"}},              // decide, divide
	{"ude", []string{"usion"}},              // conclude
	{"ate", []string{"ation", "ator"}},      // rotate
	{"ize", []string{"ization", "izer"}},    // organize
	{"ise", []string{"ision", "isation"}},   // revise, organise
	{"ify", []string{"ification"}},          // classify
	{"ibe", []string{"iption"}},             // describe
	{"uce", []string{"uction"}},             // introduce
	{"eive", []string{"eption"}},            // receive
	{"olve", []string{"olution"}},           // solve
	{"ose", []string{"osition", "osure"}},   // compose, expose
	{"ute", []string{"ution"}},              // contribute
	{"ete", []string{"etion"}},              // complete
	{"ire", []string{"irement", "iration"}}, // require
	{"ain", []string{"anation", "ainment"}}, // explain
	{"nd", []string{"nsion", "ndation"}},    // extend, recommend
	{"mit", []string{"mission"}},            // permit
	{"ct", []string{"ction", "ctor"}},       // collect
	{"ess", []string{"ession"}},             // express
	{"ply", []string{"plication"}},          // apply
	{"e", []string{"ation", "ement", "er"}}, // explore, agree, bake
	{"", []string{"ation", "ment", "er"}},   // inform, treat, teach
}

// derivations are the nouns of a verb's family, and the verbs of a noun's:
// decisions for decide, and the other way round.
func derivations(word string) []string {
	if len(word) < minDerived || strings.IndexFunc(word, notLower) >= 0 {
		return nil
	}
	var forms []string
	add := func(form string) {
		if form != word && !slices.Contains(forms, form) {
			forms = append(forms, form)
		}
	}
	for _, stem := range stems(word) {
		for _, noun := range nounsOf(stem) {
			add(noun)
			add(noun + "s")
		}
		for _, verb := range verbsOf(stem) {
			add(verb)
			for _, form := range endings(verb) {
				add(form)
			}
		}
	}
	return forms
}

func nounsOf(verb string) []string {
	for _, s := range suffixes {
		stem, ok := strings.CutSuffix(verb, s.verb)
		if !ok || len(verb) < minDerived {
			continue
		}
		nouns := make([]string, len(s.nouns))
		for i, n := range s.nouns {
			nouns[i] = stem + n
		}
		return nouns
	}
	return nil
}

// verbsOf undoes suffixes of at least four letters: shorter ones end too many
// other words.
func verbsOf(noun string) []string {
	var verbs []string
	for _, s := range suffixes {
		for _, n := range s.nouns {
			if stem, ok := strings.CutSuffix(noun, n); ok && len(n) >= 4 && len(stem)+len(s.verb) >= minDerived {
				verbs = append(verbs, stem+s.verb)
			}
		}
	}
	return verbs
}
