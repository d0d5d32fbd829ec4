import type { Nodes, RootContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { env } from '../env'

/** A piece of rendered Markdown: plain data that only ever becomes elements named here. */
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

/**
 * Markdown (CommonMark and GitHub's tables, task lists, strikethrough, bare links) as data. HTML in it
 * stays readable text; links lead to http, https and mailto only; pictures come from our own storage.
 */
export function parseMarkdown(markdown: string): MarkdownNode[] {
  const tree = fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
  const definitions = new Map<string, string>()
  collectDefinitions(tree, definitions)
  return tree.children.flatMap((node) => convert(node, definitions))
}

function collectDefinitions(node: Nodes, definitions: Map<string, string>): void {
  if (node.type === 'definition') definitions.set(node.identifier, node.url)
  if ('children' in node) for (const child of node.children) collectDefinitions(child, definitions)
}

function convert(node: RootContent, definitions: Map<string, string>): MarkdownNode[] {
  const inside = (): MarkdownNode[] =>
    'children' in node ? node.children.flatMap((child) => convert(child as RootContent, definitions)) : []
  switch (node.type) {
    case 'text':
    case 'html':
      return [node.value]
    case 'paragraph':
      return [{ tag: 'p', children: inside() }]
    case 'heading':
      // The page has its own h1 and h2.
      return [{ tag: 'h', level: Math.min(node.depth + 2, 6) as 3 | 4 | 5 | 6, children: inside() }]
    case 'blockquote':
      return [{ tag: 'blockquote', children: inside() }]
    case 'emphasis':
      return [{ tag: 'em', children: inside() }]
    case 'strong':
      return [{ tag: 'strong', children: inside() }]
    case 'delete':
      return [{ tag: 'del', children: inside() }]
    case 'inlineCode':
      return [{ tag: 'code', text: node.value }]
    case 'code':
      return [{ tag: 'pre', text: node.value }]
    case 'break':
      return [{ tag: 'br' }]
    case 'thematicBreak':
      return [{ tag: 'hr' }]
    case 'list':
      return [
        node.ordered
          ? { tag: 'ol', start: node.start ?? 1, children: inside() }
          : { tag: 'ul', children: inside() },
      ]
    case 'listItem':
      return [
        {
          tag: 'li',
          children:
            typeof node.checked === 'boolean'
              ? [{ tag: 'check', checked: node.checked }, ...inside()]
              : inside(),
        },
      ]
    case 'table':
      return [
        {
          tag: 'table',
          children: node.children.map((row, index) => ({
            tag: 'tr',
            children: row.children.map((cell) => ({
              tag: index === 0 ? 'th' : 'td',
              children: cell.children.flatMap((child) => convert(child, definitions)),
            })),
          })),
        },
      ]
    case 'link':
      return link(node.url, inside())
    case 'linkReference':
      return link(definitions.get(node.identifier) ?? '', inside())
    case 'image':
      return image(node.url, node.alt ?? '')
    case 'imageReference':
      return image(definitions.get(node.identifier) ?? '', node.alt ?? '')
    default:
      return inside()
  }
}

function link(url: string, children: MarkdownNode[]): MarkdownNode[] {
  const href = safeHref(url)
  return href ? [{ tag: 'a', href, children: children.length ? children : [href] }] : children
}

function image(url: string, alt: string): MarkdownNode[] {
  if (url.startsWith(`${env.NEXT_PUBLIC_SUPABASE_URL}/storage/v1/object/public/images/`)) {
    return [{ tag: 'img', src: url, alt }]
  }
  return link(url, [alt || url])
}

/** The address when it is one a reader may safely follow, else null. Relative ones stay on this site. */
function safeHref(url: string): string | null {
  try {
    const { protocol, href } = new URL(url, 'https://site.invalid')
    if (!['http:', 'https:', 'mailto:'].includes(protocol)) return null
    return href.startsWith('https://site.invalid/') ? href.slice('https://site.invalid'.length) : href
  } catch {
    return null
  }
}
