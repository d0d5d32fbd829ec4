import { expect, test } from 'vitest'
import { htmlToMarkdown } from '../../lib/transfer/import/html.ts'

test.each([
  ['paragraphs and stress', '<p>Sort &amp; <b>keep</b></p>\n<p>it</p>', 'Sort & **keep**\n\nit'],
  [
    'lists',
    '<ul><li>one</li><li><p>two</p><ol><li>x</li></ol></li></ul><p>end</p>',
    '- one\n- two\n  1. x\n\nend',
  ],
  [
    'a link',
    '<p><a href="https://x.example/?a=1&amp;b=2">here</a></p>',
    '[here](https://x.example/?a=1&b=2)',
  ],
  ['a picture', '<p>See<br><img alt="" src="https://x.example/a.png"></p>', 'See\n<https://x.example/a.png>'],
  [
    'addresses by their own names',
    '<p><a data-href="/no" href="/yes">here</a> <img data-src="lazy.gif" src=\'https://x.example/a.png\'></p>',
    '[here](/yes) <https://x.example/a.png>',
  ],
  [
    'code',
    '<p>Run</p><pre><code>if a &lt; b:\n    <span>go</span>\n</code></pre><p>and <code>x</code></p>',
    'Run\n\n```\nif a < b:\n    go\n```\n\nand `x`',
  ],
  ['what is not for readers', '<p>a<!-- [if <b>word</b>] --> b<a name="x"></a></p><!-- ', 'a b\n\n<!--'],
  [
    'words that nothing else keeps apart',
    '<ul><li><p>one</p><p>two</p></li></ul><table><tr><td>a</td><td>b</td></tr></table>',
    '- one two\n\na b',
  ],
  [
    'quotes',
    '<p>They said</p><blockquote><p>one<br>two</p><blockquote>deeper</blockquote><ul><li>x</li></ul></blockquote>so',
    'They said\n\n> one\n> two\n>\n> > deeper\n>\n> - x\n\nso',
  ],
  [
    'quotes that are empty or have no end',
    '<blockquote></blockquote></blockquote><p>a</p><blockquote>b',
    'a\n\n> b',
  ],
  [
    'quotes in one another without end',
    `${'<blockquote>'.repeat(9)}<p>a</p>${'</blockquote>'.repeat(9)}<p>b</p>`,
    '> > > > a\n\nb',
  ],
  ['signs by name', '<p>It&rsquo;s&nbsp;&hellip; &Eacute;t&eacute; &frac12;</p>', 'It’s … Été ½'],
  ['signs', '<p>&lt;b&gt; &#39;x&#x27; &nope; &#99999999;</p>', "<b> 'x' &nope; &#99999999;"],
  ['no HTML', 'a <text> with a & b\n\n  as it is', 'a <text> with a & b\n\n  as it is'],
])('%s', (_, html, markdown) => {
  expect(htmlToMarkdown(html)).toBe(markdown)
})

test.each([
  '<p>',
  '<ul><li>x',
  '<blockquote>',
  '<blockquote>x',
  '</blockquote>x',
  '<blockquote>x</blockquote>',
  '<a ',
  '<a href="x">',
  '&#1',
  '<!--',
  '<!-- -->',
  '<pre>',
  '<img src',
])('a hundred thousand times %s is read quickly', (part) => {
  const begun = process.cpuUsage()
  htmlToMarkdown(`</p>${part.repeat(100_000)}`)
  expect(process.cpuUsage(begun).user / 1_000).toBeLessThan(5000)
})
