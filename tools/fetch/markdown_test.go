package fetch_test

import (
	"testing"

	"github.com/ibid-notes/ibid/tools/fetch"
)

func TestMarkdownAndText(t *testing.T) { // R138, R222
	for _, c := range []struct{ html, text, md string }{
		{"<p>a  b\nc<p>d", "a b c\n\nd", "a b c\n\nd"},
		{"<div>a</div><div>b</div>c<br>d<br><br>e", "a\nb\nc\nd\n\ne", "a\n\nb\n\nc\nd\n\ne"},
		{"<h1>A <em>b</em></h1><h3>C<br>d</h3>x", "A b\n\nC\nd\n\nx", "# A *b*\n\n### C d\n\nx"},
		{"<b>x</b> <i> y </i>z<b></b><strong><b>w</b></strong><del>v</del>", "x y zwv", "**x** *y* z**w**~~v~~"},
		{"<ul><li>a<li>b<ul><li>c</ul><li><p>d<p>e</ul>f", "- a\n- b\n- c\n- d\n\ne\n\nf", "- a\n- b\n  - c\n- d\n\n  e\n\nf"},
		{"<ol start=9><li>a<li>b<blockquote>q<p>r</blockquote></ol>", "- a\n- b\n\nq\n\nr", "9. a\n10. b\n\n    > q\n    >\n    > r"},
		{"<blockquote><ul><li>a<li>b</ul></blockquote>c", "- a\n- b\n\nc", "> - a\n> - b\n\nc"},
		{"<a href=../x>in <b>it</b></a> <a href='#y'>here</a> <a href=javascript:x>no</a> <a href='mailto:a@b.c'>m</a>", "in it here no m", "[in **it**](https://example.org/x) here no [m](mailto:a@b.c)"},
		{"<a href='/c'><h2>Card</h2><p>text</p></a>", "Card\n\ntext", "## [Card](https://example.org/c)\n\n[text](https://example.org/c)"},
		{"<a href=/a>x<a href=/b>y</a></a>", "xy", "[x](https://example.org/a)[y](https://example.org/b)"},
		{"<img src=i.png alt='an [i]'><img src='data:image/png;base64,x'><img alt=x>", "", "![an \\[i\\]](https://example.org/dir/i.png)"},
		{"<p>x <code>a`b</code> <kbd>Ctrl</kbd></p><pre class='language-go'>if x {\n\ty()\n}\n</pre>z", "x a`b Ctrl\n\nif x {\n\ty()\n}\n\nz", "x `` a`b `` `Ctrl`\n\n```go\nif x {\n\ty()\n}\n```\n\nz"},
		{"<pre><code class='hljs lang-c++'>```</code></pre>", "```", "````c++\n```\n````"},
		{"<table><caption>T</caption><tr><th>a<th>b|c<tr><td>1<br>2<td><ul><li>x<li>y</ul><tr><td colspan=2>z</table>", "T\na | b|c\n1\n2 | - x\n- y\n\nz", "T\n\n| a | b\\|c |\n| --- | --- |\n| 1 2 | x y |\n| z | |"},
		{"<table><tr><td><p>layout<p>only</table>", "layout\n\nonly", "layout\n\nonly"},
		{"<table><tr><td>x<table><tr><td>1<td>2</table><td>y</table>", "x\n\n1 | 2 | y", "x\n\n| 1 | 2 |\n| --- | --- |\n\ny"},
		{"<dl><dt>t<dd>d<dt>u<dd>e</dl>", "t\nd\nu\ne", "t\nd\nu\ne"},
		{"a<hr>b", "a\n\nb", "a\n\n---\n\nb"},
		{"*a* _b_ c_d [[e]] `f` \\g &lt;h> ~~i~~ j|k", "*a* _b_ c_d [[e]] `f` \\g <h> ~~i~~ j|k", "\\*a\\* \\_b\\_ c_d \\[\\[e\\]\\] \\`f\\` \\\\g \\<h> \\~~i\\~~ j|k"},
		{"<p># a<p>- b<p>+ c<p>> d<p>--- e<p>1. f", "# a\n\n- b\n\n+ c\n\n> d\n\n--- e\n\n1. f", "\\# a\n\n\\- b\n\n\\+ c\n\n\\> d\n\n\\--- e\n\n1\\. f"},
		{"<p>一<b>二</b>三<ul><li>四</ul>", "一二三\n\n- 四", "一**二**三\n\n- 四"},
		{"<base href='https://cdn.example.net/q/'><a href=z>a</a>", "a", "[a](https://cdn.example.net/q/z)"},
		{"<plaintext><b>not bold</b>", "<b>not bold</b>", "```\n<b>not bold</b>\n```"},
		{"<unknown-tag>a</unknown-tag><font color=red>b</font><tt>c</tt>", "abc", "ab`c`"},
		{"</p></div></td>a</b></unknown>b", "ab", "ab"},
		{"<p>a<div>b</div>c</p>", "a\n\nb\nc", "a\n\nb\n\nc"},
		{"", "", ""},
	} {
		if got := read(t, c.html, "text/html", fetch.Text).Text; got != c.text {
			t.Errorf("%s\ntext is\n%q, want\n%q", c.html, got, c.text)
		}
		if got := read(t, c.html, "text/html", fetch.Markdown).Text; got != c.md {
			t.Errorf("%s\nmarkdown is\n%q, want\n%q", c.html, got, c.md)
		}
	}
}
