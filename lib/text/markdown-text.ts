import { type MarkdownNode, parseMarkdown } from './markdown.ts'

/** Text for the plain-text part of emails: lines stay, and a link's address follows its words. */
export function markdownText(markdown: string, site: string): string {
  return blocksText(parseMarkdown(markdown), site, '\n\n')
}

/** Blocks are set apart by `gap`. Text and inline elements beside each other are one block. */
function blocksText(nodes: MarkdownNode[], site: string, gap: string): string {
  const blocks: string[] = []
  let inline = ''
  const endInline = () => {
    blocks.push(inline.trim())
    inline = ''
  }
  for (const node of nodes) {
    const block = blockText(node, site)
    if (block === null) inline += inlineText(node, site)
    else {
      endInline()
      blocks.push(block)
    }
  }
  endInline()
  return blocks.filter(Boolean).join(gap)
}

function blockText(node: MarkdownNode, site: string): string | null {
  if (typeof node === 'string') return null
  switch (node.tag) {
    case 'p':
    case 'h':
    case 'li':
    case 'table':
      return blocksText(node.children, site, '\n')
    case 'blockquote':
      return blocksText(node.children, site, '\n\n').replace(/^/gm, '> ')
    case 'ul':
      return itemsText(node.children, site, () => '- ')
    case 'ol':
      return itemsText(node.children, site, (index) => `${node.start + index}. `)
    case 'tr':
      return node.children.map((cell) => blockText(cell, site)).join(' | ')
    case 'td':
    case 'th':
      return blocksText(node.children, site, ' ')
    case 'pre':
      return node.text
    case 'hr':
      return '---'
    default:
      return null
  }
}

function itemsText(nodes: MarkdownNode[], site: string, mark: (index: number) => string): string {
  return nodes
    .flatMap((node) => blockText(node, site) ?? [])
    .map((item, index) => mark(index) + item.replaceAll('\n', `\n${' '.repeat(mark(index).length)}`))
    .join('\n')
}

function inlineText(node: MarkdownNode, site: string): string {
  if (typeof node === 'string') return node
  switch (node.tag) {
    case 'a':
      return linkText(node.children.map((child) => inlineText(child, site)).join(''), node.href, site)
    case 'img':
      return linkText(node.alt, node.src, site)
    case 'br':
      return '\n'
    case 'check':
      return node.checked ? '☑ ' : '☐ '
    default:
      if ('text' in node) return node.text
      return 'children' in node ? node.children.map((child) => inlineText(child, site)).join('') : ''
  }
}

function linkText(words: string, href: string, site: string): string {
  const address = href.startsWith('/') ? site + href : href
  if (words === '') return address
  return bare(words) === bare(address) ? words : `${words} (${address})`
}

const bare = (address: string): string => address.replace(/^(https?:\/\/|mailto:)/, '').replace(/\/$/, '')
