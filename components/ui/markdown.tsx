import { t } from '@/lib/words/t'
import { createElement, Fragment } from 'react'
import type { MarkdownNode } from '@/lib/text/markdown'

/** Markdown as elements, never as raw HTML. `topHeading` is one level below the heading above it. */
export function Markdown({ nodes, topHeading = 3 }: { nodes: MarkdownNode[]; topHeading?: 2 | 3 }) {
  return (
    <div dir="auto" className="prose">
      <Children nodes={nodes} lift={3 - topHeading} />
    </div>
  )
}

function Children({ nodes, lift = 0 }: { nodes: MarkdownNode[]; lift?: number }) {
  return nodes.map((node, index) => <Fragment key={index}>{render(node, lift)}</Fragment>)
}

function render(node: MarkdownNode, lift: number) {
  if (typeof node === 'string') return node
  switch (node.tag) {
    case 'br':
      return <br />
    case 'hr':
      return <hr />
    case 'check':
      return (
        <input type="checkbox" checked={node.checked} readOnly disabled aria-label={t('ui.markdown.task')} />
      )
    case 'pre':
      return (
        <pre tabIndex={0} role="group" aria-label={t('ui.markdown.code')}>
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
          <Children nodes={node.children} lift={lift} />
        </ol>
      )
    case 'h':
      return createElement(`h${node.level - lift}`, null, <Children nodes={node.children} />)
    case 'table':
      return (
        <div tabIndex={0} role="group" aria-label={t('common.table')}>
          <table>
            <tbody>
              <Children nodes={node.children} />
            </tbody>
          </table>
        </div>
      )
    default:
      return createElement(node.tag, null, <Children nodes={node.children} lift={lift} />)
  }
}
