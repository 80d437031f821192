package fetch_test

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"

	"github.com/ibid-notes/ibid/tools/fetch"
)

func read(t *testing.T, source, contentType string, mode fetch.Mode) fetch.Document {
	t.Helper()
	doc, err := fetch.Read([]byte(source), contentType, mode, 0)
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

const (
	chinese  = "知识花园里的每一条笔记都有出处，读者可以随时回到原文去核对它。我们相信这样的记录才可靠。"
	trad     = "知識花園裡的每一條筆記都有出處，讀者可以隨時回到原文去核對它。我們相信這樣的記錄才可靠。"
	jp       = "庭のすべてのノートには出典があり、読者はいつでも原文に戻って確かめることができます。"
	kr       = "정원의 모든 메모에는 출처가 있으며 독자는 언제든지 원문으로 돌아가 확인할 수 있습니다."
	western  = "Ça fait déjà très longtemps que l’élève espérait être reçu à l’école."
	cyrillic = "Каждая заметка в саду имеет источник, и читатель может вернуться к нему."
)

func TestCharsets(t *testing.T) { // contracts 2.1.4: charset to UTF-8; design decision 10
	for _, c := range []struct {
		label, want, text string
		enc               encoding.Encoding
	}{
		{"utf-8", "utf-8", chinese, encoding.Nop},
		{"gb2312", "gbk", chinese, simplifiedchinese.GBK}, {"GBK", "gbk", chinese, simplifiedchinese.GBK}, {"gb18030", "gb18030", chinese + "𠀀", simplifiedchinese.GB18030},
		{"big5", "big5", trad, traditionalchinese.Big5}, {"shift_jis", "shift_jis", jp, japanese.ShiftJIS}, {"euc-jp", "euc-jp", jp, japanese.EUCJP}, {"iso-2022-jp", "iso-2022-jp", jp, japanese.ISO2022JP},
		{"euc-kr", "euc-kr", kr, korean.EUCKR}, {"iso-8859-1", "windows-1252", western, charmap.Windows1252}, {"windows-1251", "windows-1251", cyrillic, charmap.Windows1251}, {"koi8-r", "koi8-r", cyrillic, charmap.KOI8R},
		{"utf-16le", "utf-16le", chinese, unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)},
	} {
		encode := func(s string) string {
			out, err := c.enc.NewEncoder().String(s)
			if err != nil {
				t.Fatalf("%s: %v", c.label, err)
			}
			return out
		}
		check := func(how string, doc fetch.Document, text string) {
			if doc.Charset != c.want || doc.Text != text {
				t.Errorf("%s by %s: %s %q", c.label, how, doc.Charset, doc.Text)
			}
		}
		check("header", read(t, encode("<p>"+c.text), "text/html; charset="+c.label, fetch.Text), c.text)
		check("header of text", read(t, encode(c.text), "text/plain; charset="+c.label, fetch.Text), c.text)
		if strings.HasPrefix(c.label, "utf-16") {
			continue
		}
		check("meta", read(t, `<html><head><meta charset="`+c.label+`">`+encode("<p>"+c.text), "text/html", fetch.Text), c.text)
		check("old meta", read(t, `<meta http-equiv=content-type content='text/html; charset=`+c.label+`'>`+encode("<p>"+c.text), "text/html", fetch.Text), c.text)
		xml := `<?xml version="1.0" encoding="` + c.label + `"?>` + encode("<p>"+c.text+"</p>")
		check("declaration", read(t, xml, "text/xml", fetch.Text), `<?xml version="1.0" encoding="`+c.label+`"?><p>`+c.text+"</p>")
	}
}

func TestCharsetsThatNobodyNames(t *testing.T) {
	for want, c := range map[string]struct {
		text string
		enc  encoding.Encoding
	}{
		"utf-8": {chinese, encoding.Nop}, "gb18030": {chinese, simplifiedchinese.GBK}, "big5": {trad, traditionalchinese.Big5}, "shift_jis": {jp, japanese.ShiftJIS},
		"euc-kr": {kr, korean.EUCKR}, "windows-1252": {western, charmap.Windows1252}, "utf-16le": {chinese, unicode.UTF16(unicode.LittleEndian, unicode.UseBOM)},
	} {
		for _, contentType := range []string{"text/html", "text/plain"} {
			raw, err := c.enc.NewEncoder().String(strings.Repeat("<p>"+c.text+"</p>\n", 4))
			if err != nil {
				t.Fatal(err)
			}
			doc := read(t, raw, contentType, fetch.Text)
			if doc.Charset != want || !strings.Contains(doc.Text, c.text) {
				t.Errorf("%s as %s: %s %q", want, contentType, doc.Charset, doc.Text)
			}
		}
	}
	if doc := read(t, "a\xff\xfeb", "text/plain; charset=utf-8", fetch.Text); doc.Text != "a\ufffdb" {
		t.Errorf("%q", doc.Text)
	}
	if doc := read(t, "\ufeffa", "text/plain; charset=no-such", fetch.Text); doc.Text != "a" || doc.Charset != "utf-8" {
		t.Errorf("%q", doc.Text)
	}
}

func TestWhatCannotBeSeenIsTakenOut(t *testing.T) { // contracts 2.15 rule 3
	for in, want := range map[string]string{
		"a\u200bb\u202ec\u2066d\u2069\ufeffe\u00adf\u2060": "abcdef",
		"x\U000e0049\U000e0047\U000e007fy\U000e0101":       "xy",
		"a\x00b\x1b[31mc\x7f\u0085d\u009be":                "ab[31mc\nde",
		"a\r\nb\rc\u2028d\u2029e\tf":                       "a\nb\nc\nd\ne\tf",
		"می\u200cخواهم":                                    "می\u200cخواهم", // Persian needs it
		"👩\u200d💻 ❤\ufe0f 1\ufe0f\u20e3":                   "👩\u200d💻 ❤\ufe0f 1\ufe0f\u20e3",
		"क्\u200dष":                                        "क्\u200dष",
		"i\u200dg\u200cn\u200do\ufe0f字\u200d字":             "igno字字",
		"م\u200c\u200c\u200dن":                             "م\u200cن",
		"a\u3164b\u115fc\u034fd":                           "abcd",
		"\u0601\u0661":                                     "\u0601\u0661",
		"עברית\u200f (x)\u200e":                            "עברית (x)",
	} {
		got, n := fetch.Clean(in)
		if got != want || (n == 0) != (utf8.RuneCountInString(in)-utf8.RuneCountInString(want)-strings.Count(in, "\r\n") == 0) {
			t.Errorf("%q: got %q %d, want %q", in, got, n, want)
		}
	}
	doc := read(t, "<title>a\u202eb\n c</title><meta name=author content='E\u200bve'><p>x\u202ey</p>", "text/html", fetch.Markdown)
	if doc.Title != "ab c" || doc.Text != "xy" || doc.Removed != 1 {
		t.Errorf("%+v", doc)
	}
}

func TestWhatIsNotShownIsNotRead(t *testing.T) { // contracts 2.15
	const source = `<body style="display:none"><p>seen</p><p hidden>a <b>b</b></p><div style="color:red; DISPLAY : none"><p>c<div>d</div></div>
<span style="visibility:hidden">e</span><template><p>f</template><svg><title>g</title><text>h</text></svg><script>i</script><style>j</style><noscript>k</noscript>
<!-- l --><select><option>m</select><button>n</button><textarea>o</textarea><iframe>p</iframe><object>q</object><math><mi>r</mi></math><p>end</p>`
	for _, mode := range []fetch.Mode{fetch.Text, fetch.Markdown} {
		if doc := read(t, source, "text/html", mode); doc.Text != "seen\n\nend" {
			t.Errorf("%q", doc.Text)
		}
	}
}

func TestTheMainText(t *testing.T) { // R136
	para := strings.Repeat("Bees dance to tell where flowers are, and others follow the dance. ", 6)
	source := `<html lang="en-GB"><head><title>Dance of bees | The Hive</title><meta property="og:site_name" content="The Hive"><meta name="author" content="Karl Frisch">
<meta property="article:published_time" content="2026-03-04T05:06:07Z"></head><body><nav><ul><li><a href="/">Home</a><li><a href="/about">About</a></ul></nav>
<article><h1>Dance of bees</h1><p>` + para + `</p><h2>Why</h2><p>` + para + `</p><ul><li>one<li>two <a href="b?x=(1)">link</a></ul></article>
<footer>Imprint and cookies</footer></body></html>`
	text := read(t, source, "text/html", fetch.Text)
	if text.Extent != fetch.Article || text.Title != "Dance of bees" && text.Title != "Dance of bees | The Hive" || text.Byline != "Karl Frisch" || text.SiteName != "The Hive" ||
		text.Language != "en-GB" || !text.Published.Equal(time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)) {
		t.Errorf("%+v", text)
	}
	if strings.Contains(text.Text, "Imprint") || strings.Contains(text.Text, "Home") || !strings.HasSuffix(text.Text, "- one\n- two link") {
		t.Errorf("%q", text.Text)
	}
	md := read(t, source, "text/html", fetch.Markdown)
	if !strings.Contains(md.Text, "\n\n## Why\n\nBees") || !strings.HasSuffix(md.Text, "- one\n- two [link](https://example.org/dir/b?x=%281%29)") {
		t.Errorf("%q", md.Text)
	}
	list := read(t, "<body><div><p>"+strings.Repeat("<a href=x>A short headline</a></p><p>", 200)+"</div>", "text/html", fetch.Text)
	if strings.Count(list.Text, "headline") != 200 {
		t.Errorf("%s %d", list.Extent, strings.Count(list.Text, "headline"))
	}
}

func TestTextIsCutWhereAsked(t *testing.T) { // R139
	long := strings.Repeat("字", 950) + "\n" + strings.Repeat("é", 500)
	for n, want := range map[int]int{0: 1451, 100: 100, 940: 940, 1000: 950, 1451: 1451, 5000: 1451} {
		doc, err := fetch.Read([]byte(long), "text/plain; charset=utf-8", fetch.Text, n)
		if err != nil || doc.Shown != want || doc.Total != 1451 || utf8.RuneCountInString(doc.Text) != want || !strings.HasPrefix(long, doc.Text) {
			t.Errorf("%d: shown %d of %d, %v", n, doc.Shown, doc.Total, err)
		}
	}
}
