import type { Element, RootContent } from 'hast'
import { toString } from 'hast-util-to-string'
import { markdownTree } from './markdown-tree.ts'

export type MarkdownNode =
  | string
  | {
      tag: 'p' | 'blockquote' | 'em' | 'strong' | 'del' | 'ul' | 'li' | 'table' | 'tr' | 'td' | 'th'
      children: MarkdownNode[]
    }
  | { tag: 'h'; level: 3 | 4 | 5 | 6; children: MarkdownNode[] }
  | { tag: 'ol'; start: number; children: MarkdownNode[] }
  | { tag: 'check'; checked: boolean }
  | { tag: 'pre'; text: string }
  | { tag: 'code'; text: string }
  | { tag: 'a'; href: string; children: MarkdownNode[] }
  | { tag: 'img'; src: string; alt: string }
  | { tag: 'br' }
  | { tag: 'hr' }

export function parseMarkdown(markdown: string): MarkdownNode[] {
  return toNodes(markdownTree(markdown).children)
}

function toNodes(children: RootContent[]): MarkdownNode[] {
  const nodes: MarkdownNode[] = []
  for (const child of children) {
    if (child.type === 'element') nodes.push(...toNode(child))
    else if (child.type === 'text') {
      const last = nodes.at(-1)
      if (typeof last === 'string') nodes[nodes.length - 1] = last + child.value
      else nodes.push(child.value)
    }
  }
  return nodes
}

function toNode(element: Element): MarkdownNode[] {
  const { tagName, properties } = element
  switch (tagName) {
    case 'a':
      return [{ tag: 'a', href: String(properties.href), children: toNodes(element.children) }]
    case 'br':
    case 'hr':
      return [{ tag: tagName }]
    case 'code':
    case 'pre':
      return [{ tag: tagName, text: toString(element) }]
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return [{ tag: 'h', level: Number(tagName[1]) as 3 | 4 | 5 | 6, children: toNodes(element.children) }]
    case 'img':
      return [{ tag: 'img', src: String(properties.src), alt: String(properties.alt) }]
    case 'input':
      return [{ tag: 'check', checked: Boolean(properties.checked) }]
    case 'ol':
      return [{ tag: 'ol', start: Number(properties.start ?? 1), children: toNodes(element.children) }]
    case 'tbody':
      return toNodes(element.children)
    default:
      return [{ tag: tagName as 'p', children: toNodes(element.children) }]
  }
}
