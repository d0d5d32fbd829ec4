import { createElement, Fragment } from 'react'
import type { MarkdownNode } from '@/lib/text/markdown'

/** What people wrote, as elements; there is no way from here to raw HTML. */
export function Markdown({ nodes }: { nodes: MarkdownNode[] }) {
  return (
    <div dir="auto" className="prose">
      <Children nodes={nodes} />
    </div>
  )
}

function Children({ nodes }: { nodes: MarkdownNode[] }) {
  return nodes.map((node, index) => <Fragment key={index}>{render(node)}</Fragment>)
}

function render(node: MarkdownNode) {
  if (typeof node === 'string') return node
  switch (node.tag) {
    case 'br':
      return <br />
    case 'hr':
      return <hr />
    case 'check':
      return (
        <input type="checkbox" checked={node.checked} readOnly disabled aria-label="Task" className="me-2" />
      )
    case 'pre':
      return (
        <pre tabIndex={0} role="region" aria-label="Code">
          <code>{node.text}</code>
        </pre>
      )
    case 'code':
      return <code>{node.text}</code>
    case 'img':
      return <img src={node.src} alt={node.alt} loading="lazy" decoding="async" />
    case 'a':
      return (
        <a
          href={node.href}
          rel="nofollow ugc noopener noreferrer"
          target={node.href.startsWith('/') ? undefined : '_blank'}
        >
          <Children nodes={node.children} />
        </a>
      )
    case 'ol':
      return (
        <ol start={node.start}>
          <Children nodes={node.children} />
        </ol>
      )
    case 'h':
      return createElement(`h${node.level}`, null, <Children nodes={node.children} />)
    case 'table':
      return (
        <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="Table">
          <table>
            <tbody>
              <Children nodes={node.children} />
            </tbody>
          </table>
        </div>
      )
    default:
      return createElement(node.tag, null, <Children nodes={node.children} />)
  }
}
