import type { Element, ElementContent, Properties, Root } from 'hast'
import { type Schema, sanitize } from 'hast-util-sanitize'
import type { Root as MarkdownRoot, TableRow } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { type Handlers, type State, toHast } from 'mdast-util-to-hast'
import { limitedMarkdown } from './markdown-limits.ts'
import { env } from '../env.ts'

/** The most characters of all addresses that references lead to. */
const referencedLength = 10_000

const allowed: Schema = {
  tagNames:
    'a blockquote br code del em h3 h4 h5 h6 hr img input li ol p pre strong table tbody td th thead tr ul'.split(
      ' ',
    ),
  attributes: {
    a: ['href'],
    img: ['src', 'alt'],
    input: [['type', 'checkbox'], 'checked', 'disabled'],
    ol: ['start'],
  },
  protocols: { href: ['http', 'https', 'mailto'], src: ['http', 'https'] },
}

/** HTML stays readable text, links are http, https or mailto, images are ours. Too much work gives plain text. */
export function markdownTree(markdown: string): Root {
  try {
    const tree = toHast(readMarkdown(markdown), { handlers: handlers() })
    const { children } = sanitize(tree, allowed) as Root
    // Removes the line breaks between blocks, which aren't needed.
    return {
      type: 'root',
      children: children.filter((child) => child.type !== 'text' || child.value !== '\n'),
    }
  } catch {
    return plainTree(markdown)
  }
}

export function plainTree(text: string): Root {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim())
  return { type: 'root', children: lines.map((line) => element('p', {}, [{ type: 'text', value: line }])) }
}

function readMarkdown(markdown: string): MarkdownRoot {
  return fromMarkdown(markdown, {
    extensions: limitedMarkdown(markdown),
    mdastExtensions: [gfmFromMarkdown()],
  })
}

function handlers(): Handlers {
  let left = referencedLength
  const outline: number[] = []
  // An address defined once can be referenced a thousand times, so their total length is limited.
  const destination = (state: State, identifier: string) => {
    const url = state.definitionById.get(identifier.toUpperCase())?.url ?? ''
    left -= url.length
    return left < 0 ? '' : url
  }
  return {
    blockquote: (state, node) => element('blockquote', {}, state.all(node)),
    list: (state, node) =>
      node.ordered
        ? element('ol', { start: node.start ?? 1 }, state.all(node))
        : element('ul', {}, state.all(node)),
    html: (_state, { value }) => ({ type: 'text', value }),
    break: () => element('br', {}, []),
    // The page has its own h1 and h2. Below them no level is skipped, whichever ones people chose.
    heading: (state, node) => {
      while (outline.length > 0 && outline.at(-1)! >= node.depth) outline.pop()
      outline.push(node.depth)
      return element(`h${Math.min(outline.length + 2, 6)}`, {}, state.all(node))
    },
    code: (_state, { value }) => element('pre', {}, [element('code', {}, [{ type: 'text', value }])]),
    listItem: (state, node) => element('li', {}, withCheckBox(node.checked, state.all(node))),
    table: (state, node) => element('table', {}, [element('tbody', {}, state.all(node))]),
    tableRow: (state, node, parent) =>
      element('tr', {}, parent?.children[0] === node ? headings(state, node) : state.all(node)),
    tableCell: (state, node) => element('td', {}, state.all(node)),
    link: (state, node) => link(node.url, state.all(node)),
    linkReference: (state, node) => link(destination(state, node.identifier), state.all(node)),
    image: (_state, node) => image(node.url, node.alt ?? ''),
    imageReference: (state, node) => image(destination(state, node.identifier), node.alt ?? ''),
  }
}

function headings(state: State, row: TableRow): ElementContent[] {
  return row.children.map((cell) => element('th', {}, state.all(cell)))
}

function withCheckBox(checked: boolean | null | undefined, children: ElementContent[]): ElementContent[] {
  const [first] = children
  if (typeof checked === 'boolean' && first?.type === 'element')
    first.children.unshift(element('input', { type: 'checkbox', checked, disabled: true }, []))
  return children
}

function link(url: string, children: ElementContent[]): ElementContent[] {
  const href = safeHref(url)
  if (!href) return children
  return [element('a', { href }, children.length > 0 ? children : [{ type: 'text', value: href }])]
}

function image(url: string, alt: string): ElementContent[] {
  return isOwnImage(url)
    ? [element('img', { src: url, alt }, [])]
    : link(url, [{ type: 'text', value: alt || url }])
}

function element(tagName: string, properties: Properties, children: ElementContent[]): Element {
  return { type: 'element', tagName, properties, children }
}

const here = 'https://here.invalid'
const there = 'https://there.invalid'

/** The database finds links in Markdown by how they're spelled, so only plain spellings lead to other sites. */
const elsewhere = /^https?:\/\/[^\s/?#]+([/?#]|$)|^mailto:/i

function safeHref(url: string): string | null {
  // Browsers treat a backslash as a slash, and skip tabs and line breaks.
  if (/[\\\t\r\n]/.test(url) || !URL.canParse(url, here)) return null
  if (elsewhere.test(url)) return new URL(url).href
  // A relative address depends on the current page.
  if ([here, there].some((site) => new URL(url, site).origin !== site)) return null
  const path = new URL(url, here).href.slice(here.length)
  // Two slashes would lead to another site.
  return path.startsWith('//') ? null : path
}

function isOwnImage(url: string): boolean {
  const bucket = `${env.NEXT_PUBLIC_SUPABASE_URL}/storage/v1/object/public/images/`
  return url.startsWith(bucket) && /^[\w-]+(\/[\w-]+)*\.\w+$/.test(url.slice(bucket.length))
}
