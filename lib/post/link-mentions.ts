import type { MarkdownNode } from '../text/markdown.ts'
import type { Mentioned } from '../text/mention.ts'
import { personAddress } from './activity.ts'

/** Finds names as private.named_in does. A name that two people have stays text. */
export function linkMentions(nodes: MarkdownNode[], people: Mentioned[]): MarkdownNode[] {
  const ids = new Map<string, string>(
    people.flatMap(({ id, name }) =>
      people.some((one) => one.name === name && one.id !== id) ? [] : [[`@${name}`, id] as const],
    ),
  )
  if (ids.size === 0) return nodes
  const names = [...ids.keys()]
    .toSorted((a, b) => b.length - a.length)
    .map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`))
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}._-])(${names.join('|')})(?![\\p{L}\\p{N}_])`, 'u')
  const link = (node: MarkdownNode): MarkdownNode[] => {
    if (typeof node !== 'string') {
      return [
        node.tag === 'a' || !('children' in node) ? node : { ...node, children: node.children.flatMap(link) },
      ]
    }
    return node
      .split(pattern)
      .map((part, index) =>
        index % 2 === 1 ? { tag: 'a' as const, href: personAddress(ids.get(part)!), children: [part] } : part,
      )
      .filter((part) => part !== '')
  }
  return nodes.flatMap(link)
}
