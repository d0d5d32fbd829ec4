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
  const text = words(nodes).replace(/\s+/g, ' ').trim()
  const characters = Array.from(text)
  if (characters.length <= length) return text
  const cut = characters.slice(0, length - 3).join('')
  const lastSpace = cut.lastIndexOf(' ')
  return `${(lastSpace > length / 2 ? cut.slice(0, lastSpace) : cut).replace(/[\s.,;:!?-]+$/, '')}...`
}

const inline = new Set(['a', 'em', 'strong', 'del', 'code'])

function words(nodes: MarkdownNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return withoutTags(node)
      const space = inline.has(node.tag) ? '' : ' '
      if ('text' in node) return node.text + space
      if (node.tag === 'ul' || node.tag === 'ol') return ` ${steps(node.children)} `
      if ('children' in node) return words(node.children) + space
      return node.tag === 'img' ? node.alt : space
    })
    .join('')
}

const steps = (items: MarkdownNode[]): string =>
  items
    .map((item) => words([item]).trim().replace(/[,;]$/, ''))
    .filter(Boolean)
    .join(' · ')

const htmlTags = new Set(htmlTagNames)

/** HTML tags and comments are left out; `a < b`, `<3` and `<text in angle brackets>` aren't HTML and stay. */
function withoutTags(text: string): string {
  return text.replace(/<!--[^<>]*-->|<\/?([a-z][a-z0-9]*)\b[^<>]*>/gi, (tag, name?: string) =>
    name && !htmlTags.has(name.toLowerCase()) ? tag : '',
  )
}
