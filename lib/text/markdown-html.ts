import type { Element, ElementContent, Root, RootContent } from 'hast'
import { toHtml } from 'hast-util-to-html'
import { markdownTree, plainTree } from './markdown-tree.ts'

/** HTML for feeds and emails, where a line ends where the person ended it, as on the site (app/_styles/prose.css). */
export function markdownHtml(markdown: string, site: string): string {
  return toHtml(outside(markdownTree(markdown), site))
}

export function plainHtml(text: string): string {
  return toHtml(plainTree(text))
}

function outside(tree: Root, site: string): Root {
  const inside = (children: RootContent[], keepsLines: boolean): ElementContent[] =>
    (children as ElementContent[]).flatMap((child) => {
      if (child.type === 'element') return complete(child, keepsLines)
      return keepsLines && child.type === 'text' ? withBreaks(child.value) : child
    })
  const complete = (element: Element, keepsLines: boolean): ElementContent => {
    const { tagName, properties } = element
    // Feed readers remove form controls.
    if (tagName === 'input') return { type: 'text', value: properties.checked ? '☑ ' : '☐ ' }
    const children = inside(element.children, keepsLines || tagName === 'p')
    if (tagName !== 'a') return { ...element, children }
    const href = String(properties.href)
    return {
      ...element,
      properties: { href: href.startsWith('/') ? site + href : href, rel: ['nofollow', 'ugc'] },
      children,
    }
  }
  return { ...tree, children: inside(tree.children, false) }
}

function withBreaks(text: string): ElementContent[] {
  return text
    .split('\n')
    .flatMap((line, index) => [
      ...(index > 0 ? [{ type: 'element' as const, tagName: 'br', properties: {}, children: [] }] : []),
      { type: 'text' as const, value: line },
    ])
}
