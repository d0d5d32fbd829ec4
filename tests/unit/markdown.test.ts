import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test, vi } from 'vitest'
import { Markdown } from '../../components/ui/markdown'
import { type MarkdownNode, parseMarkdown } from '../../lib/text/markdown'
import { markdownHtml } from '../../lib/text/markdown-html'

/** Every address that the rendered text links to or loads. */
function addresses(nodes: MarkdownNode[]): string[] {
  return nodes.flatMap((node) => {
    if (typeof node === 'string') return []
    if (node.tag === 'img') return [node.src]
    const own = node.tag === 'a' ? [node.href] : []
    return 'children' in node ? [...own, ...addresses(node.children)] : own
  })
}

const words = (nodes: MarkdownNode[]): string =>
  nodes
    .map((node) =>
      typeof node === 'string'
        ? node
        : 'children' in node
          ? words(node.children)
          : 'text' in node
            ? node.text
            : '',
    )
    .join('')

describe('dangerous links are removed', () => {
  test.each([
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](java\tscript:alert(1))',
    '[x](&#106;avascript:alert(1))',
    '[x](<javascript:alert(1)>)',
    '[x]( javascript:alert(1))',
    '[x](vbscript:msgbox(1))',
    '[x](data:text/html,<script>alert(1)</script>)',
    '[x][y]\n\n[y]: javascript:alert(1)',
    '<javascript:alert(1)>',
    '![x](javascript:alert(1))',
    '![x](data:image/svg+xml,<svg onload=alert(1)>)',
    '[x](file:///etc/passwd)',
  ])('%s', (markdown) => {
    expect(addresses(parseMarkdown(markdown))).toEqual([])
  })
})

test('HTML is shown as text', () => {
  const nodes = parseMarkdown(
    'Use <text in angle brackets> and <img src=x onerror=alert(1)>\n\n<script>alert(1)</script>',
  )
  expect(words(nodes)).toContain('<text in angle brackets>')
  expect(words(nodes)).toContain('<script>alert(1)</script>')
})

test('http, https and mailto links stay, and relative ones stay on this site', () => {
  const nodes = parseMarkdown(
    '[a](https://example.com/x) <https://example.org> [b](mailto:a@b.co) [c](/new-features) www.example.net',
  )
  expect(addresses(nodes)).toEqual([
    'https://example.com/x',
    'https://example.org/',
    'mailto:a@b.co',
    '/new-features',
    'http://www.example.net/',
  ])
})

describe('an address of another site is a link only if it says https:// or http:// and its host in one word', () => {
  test.each([
    '<http:evil.example/buy>',
    '<HTTP:evil.example>',
    '<http:/evil.example>',
    '<http:///evil.example>',
    '![x](http:evil.example)',
    '[x](&#104;ttp:evil.example)',
    '[x](http\\:evil.example)',
    '[x](ht&Tab;tp://evil.example)',
    '[x](<ht\ttp://evil.example>)',
    '[x](<https://good.\t.evil.example>)',
    '[x](<https://good a b@evil.example>)',
    '[x](<  https://evil.example>)',
    '[x](//evil.example/)',
    '[x](/&#47;evil.example/)',
    '[x](///evil.example/)',
    '[x](//here.invalid/)',
    '[x](//there.invalid/)',
    '![x](//evil.example/a.png)',
    '> [x](\n> //evil.example/a)',
    '> [x][a]\n>\n> [a]:\n> //evil.example/b',
    '> [x](\n> HTTP:evil.example/c)',
    '- [x](\n  //evil.example)',
    '> - [x][a]\n>\n>   [a]: <http:evil.example>',
  ])('%j', (markdown) => {
    expect(addresses(parseMarkdown(markdown))).toEqual([])
  })

  test.each([
    ['HTTPS://Example.com', 'https://example.com/'],
    ['https&#58;//example.com?a', 'https://example.com/?a'],
    ['<https://example.com/a b.pdf>', 'https://example.com/a%20b.pdf'],
    ['http://a:b@example.com:8080/#c', 'http://a:b@example.com:8080/#c'],
    ['https://münchen.example', 'https://xn--mnchen-3ya.example/'],
  ])('but %j is one', (url, href) => {
    expect(addresses(parseMarkdown(`[x](${url})`))).toEqual([href])
  })
})

test.each(['site.invalid', 'here.invalid', 'there.invalid'])('a link to %s leads to that host', (host) => {
  for (const path of ['//evil.test', '/new-features', '/']) {
    const url = `https://${host}${path}`
    expect(addresses(parseMarkdown(`[x](${url})`))).toEqual([url])
  }
})

test.each(['/\\evil.test', '/a/..//evil.test', './/evil.test'])(
  'the address %s leads to no other site',
  (url) => {
    expect(addresses(parseMarkdown(`[x](<${url}>)`)).filter((href) => !/^\/(?!\/)/.test(href))).toEqual([])
  },
)

test.each([
  '../avatars/a.png',
  'a/%2e%2e/../../avatars/b.png',
  'a\\..\\b.png',
  'a/b.png?c',
  '..%2favatars/a.png',
])('an image cannot leave our storage by %s', (path) => {
  const url = `http://127.0.0.1:54321/storage/v1/object/public/images/${path}`
  expect(JSON.stringify(parseMarkdown(`![x](<${url}>)`))).not.toContain('"img"')
})

test('images come from our own storage; others become links', () => {
  const own = 'http://127.0.0.1:54321/storage/v1/object/public/images/a/b.png'
  expect(parseMarkdown(`![own](${own})`)).toEqual([
    { tag: 'p', children: [{ tag: 'img', src: own, alt: 'own' }] },
  ])
  expect(parseMarkdown('![other](https://example.com/pixel.gif)')).toEqual([
    { tag: 'p', children: [{ tag: 'a', href: 'https://example.com/pixel.gif', children: ['other'] }] },
  ])
  const asLong = `https://example.com/${own.replace('a/b.png', '').slice('https://example.com/'.length)}a/b.png`
  expect(JSON.stringify(parseMarkdown(`![other](${asLong})`))).not.toContain('"img"')
})

test('lists, tasks, tables, code and quotes become elements', () => {
  const tags = (markdown: string) => JSON.stringify(parseMarkdown(markdown))
  expect(tags('3. x')).toContain('"start":3')
  expect(tags('- [x] done')).toContain('"checked":true')
  expect(tags('|a|b|\n|-|-|\n|1|2|')).toContain('"th"')
  expect(tags('```\n<b>\n```')).toContain('"text":"<b>"')
  expect(tags('> quote')).toContain('blockquote')
  expect(tags('# big')).toContain('"level":3')
})

const html = (markdown: string, topHeading?: 2 | 3) =>
  renderToStaticMarkup(createElement(Markdown, { nodes: parseMarkdown(markdown), topHeading }))

test.each([
  ['# a\n#### b\n## c\n# d', 'h3 h4 h4 h3'],
  ['###### a\n##### b\n# c', 'h3 h3 h3'],
  ['## a\n> ### b\n\n- # c', 'h3 h4 h3'],
  ['# 1\n## 2\n### 3\n#### 4\n##### 5\n###### 6', 'h3 h4 h5 h6 h6 h6'],
])('the headings of %j skip no level', (markdown, expected) => {
  const levels = (text: string) => [...text.matchAll(/<(h\d)/g)].map(([, level]) => level).join(' ')
  expect(levels(html(markdown))).toBe(expected)
  expect(levels(html(markdown, 2))).toBe(expected.replace(/\d/g, (level) => String(Number(level) - 1)))
})

test('a task is on one line with its checkbox', () => {
  const box = '<input type="checkbox" readOnly="" disabled="" aria-label="Task"'
  expect(html('- [x] done\n- [ ] to *do*\n- none')).toBe(
    `<div dir="auto" class="prose"><ul><li><p>${box} checked=""/>done</p></li><li><p>${box}/>to <em>do</em></p></li><li><p>none</p></li></ul></div>`,
  )
})

vi.mock('hast-util-sanitize', async (original) => {
  const { sanitize } = await original<typeof import('hast-util-sanitize')>()
  return {
    sanitize: (...given: Parameters<typeof sanitize>) => {
      if (JSON.stringify(given[0]).includes('breaks'))
        throw new RangeError('Maximum call stack size exceeded')
      return sanitize(...given)
    },
  }
})

test('a text that cannot be converted is shown as written, without affecting others', () => {
  const broken = 'It *breaks*\n<here>'
  expect(parseMarkdown(broken)).toEqual([
    { tag: 'p', children: ['It *breaks*'] },
    { tag: 'p', children: ['<here>'] },
  ])
  expect(markdownHtml(broken, 'https://x.test')).toBe('<p>It *breaks*</p><p>&#x3C;here></p>')
  expect(markdownHtml('It *holds*', 'https://x.test')).toBe('<p>It <em>holds</em></p>')
})
