import { htmlTagNames } from 'html-tag-names'
import { LRUCache } from 'lru-cache'
import { type MarkdownNode, parseMarkdown } from './markdown.ts'

/** Lists are read again at every vote, but their texts rarely change. */
const kept = new LRUCache<string, string>({
  maxSize: 4_000_000,
  sizeCalculation: (text, key) => text.length + key.length,
})

/** Cut at a word, with three full stops: an ellipsis makes a page more expensive to send (docs/decisions/0004). */
export function plainText(markdown: string, length: number): string {
  const key = `${length} ${markdown}`
  const text = kept.get(key) ?? nodesText(parseMarkdown(markdown), length)
  kept.set(key, text)
  return text
}

export function nodesText(nodes: MarkdownNode[], length: number): string {
  const text = joined(lines(nodes))
  const characters = Array.from(text)
  if (characters.length <= length) return text
  const cut = characters.slice(0, length - 3).join('')
  const lastSpace = cut.lastIndexOf(' ')
  return `${(lastSpace > length / 2 ? cut.slice(0, lastSpace) : cut).replace(/[\s.,;:!?·-]+$/, '')}...`
}

const inline = new Set(['a', 'em', 'strong', 'del', 'code'])
const cells = new Set(['td', 'th'])

/** Each line or block on a line of its own, but a list continues the paragraph before it. */
function lines(nodes: MarkdownNode[], isItem = false): string {
  let text = ''
  let before = ''
  for (const node of nodes) {
    const tag = typeof node === 'string' ? before : node.tag
    const isContinued = !isItem && before === 'p' && (tag === 'ul' || tag === 'ol')
    text = isContinued ? `${text.trimEnd()} ${linesOf(node).trimStart()}` : text + linesOf(node)
    before = tag
  }
  return text
}

function linesOf(node: MarkdownNode): string {
  if (typeof node === 'string') return oneLine(withoutTags(node))
  const end = inline.has(node.tag) ? '' : cells.has(node.tag) ? ' ' : '\n'
  if (node.tag === 'li') return `\n${lines(node.children, true).trim().replace(/[,;]$/, '')}\n`
  if ('text' in node) return end + oneLine(node.text) + end
  if ('children' in node) return (end === ' ' ? '' : end) + lines(node.children) + end
  return node.tag === 'img' ? node.alt : node.tag === 'check' ? '' : end
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ')

/** Lines that end without punctuation are set apart from the next one. */
const joined = (text: string): string =>
  text
    .split('\n')
    .map((line) => oneLine(line).trim())
    .filter(Boolean)
    .reduce((all, line) => all + (/\p{Po}$/u.test(all) ? ' ' : all && ' · ') + line, '')

const htmlTags = new Set(htmlTagNames)

/** HTML tags and comments are left out; `a < b`, `<3` and `<text in angle brackets>` aren't HTML and stay. */
function withoutTags(text: string): string {
  return text.replace(/<!--[^<>]*-->|<\/?([a-z][a-z0-9]*)\b[^<>]*>/gi, (tag, name?: string) =>
    name && !htmlTags.has(name.toLowerCase()) ? tag : '',
  )
}
