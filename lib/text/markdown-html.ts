import type { MarkdownNode } from './markdown'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/**
 * Parsed Markdown as a string of safe HTML, for readers outside the site.
 * @param site the address that links within the site are completed with
 */
export function markdownHtml(nodes: MarkdownNode[], site: string): string {
  const inside = (children: MarkdownNode[]) => markdownHtml(children, site)
  return nodes
    .map((node) => {
      if (typeof node === 'string') return escapeHtml(node)
      switch (node.tag) {
        case 'br':
        case 'hr':
          return `<${node.tag}>`
        case 'check':
          return node.checked ? '☑ ' : '☐ '
        case 'pre':
          return `<pre><code>${escapeHtml(node.text)}</code></pre>`
        case 'code':
          return `<code>${escapeHtml(node.text)}</code>`
        case 'img':
          return `<img src="${escapeHtml(node.src)}" alt="${escapeHtml(node.alt)}">`
        case 'a':
          return `<a href="${escapeHtml(node.href.startsWith('/') ? site + node.href : node.href)}" rel="nofollow ugc">${inside(node.children)}</a>`
        case 'ol':
          return `<ol start="${node.start}">${inside(node.children)}</ol>`
        case 'h':
          return `<h${node.level}>${inside(node.children)}</h${node.level}>`
        default:
          return `<${node.tag}>${inside(node.children)}</${node.tag}>`
      }
    })
    .join('')
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character]!)
}
