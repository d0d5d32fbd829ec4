import type { Element, ElementContent, Root, RootContent } from 'hast'
import { toHtml } from 'hast-util-to-html'
import { markdownTree, plainTree } from './markdown-tree.ts'

export function markdownHtml(markdown: string, site: string): string {
  return toHtml(outside(markdownTree(markdown), site))
}

export function plainHtml(text: string): string {
  return toHtml(plainTree(text))
}

function outside(tree: Root, site: string): Root {
  const inside = (children: RootContent[]): ElementContent[] =>
    (children as ElementContent[]).map((child) => (child.type === 'element' ? complete(child) : child))
  const complete = (element: Element): ElementContent => {
    const { tagName, properties } = element
    // Feed readers remove form controls.
    if (tagName === 'input') return { type: 'text', value: properties.checked ? '☑ ' : '☐ ' }
    const children = inside(element.children)
    if (tagName !== 'a') return { ...element, children }
    const href = String(properties.href)
    return {
      ...element,
      properties: { href: href.startsWith('/') ? site + href : href, rel: ['nofollow', 'ugc'] },
      children,
    }
  }
  return { ...tree, children: inside(tree.children) }
}
