import { longDate } from '../../../lib/text/dates.ts'
import type { Reading } from './reading.ts'
import { authorName, cleanLine, shorten } from './text.ts'
import type { SourcedPost } from './post.ts'

const mostPosts = 3
const mostStates = 100

/** The detected format, what columns and states become, and the first posts. */
export class Preview {
  #states = new Map<string, { becomes: string; count: number }>()
  #posts: string[] = []

  noteState(name: string, becomes: string): void {
    if (!this.#states.has(name) && this.#states.size === mostStates) return
    const known = this.#states.get(name) ?? { becomes, count: 0 }
    this.#states.set(name, { becomes, count: known.count + 1 })
  }

  notePost(post: SourcedPost): void {
    if (this.#posts.length === mostPosts) return
    const author = post.author ? `, ${authorName(post.author.name)}` : ''
    const facts = `${post.state}, ${post.votes} votes, ${longDate(new Date(post.createdAt))}${author}`
    this.#posts.push(`${post.title} (${facts})`)
  }

  show({ format, columns }: Reading): string {
    const blocks: [string, string[]][] = [
      [
        'Columns',
        (columns ?? []).map(
          ({ heading, becomes }) => `${shorten(cleanLine(heading), 100)} -> ${becomes ?? '(left out)'}`,
        ),
      ],
      [
        'States',
        [...this.#states].map(
          ([name, { becomes, count }]) => `${name} -> ${becomes} (${count.toLocaleString('en-US')})`,
        ),
      ],
      ['First posts', this.#posts],
    ]
    const shown = blocks.filter(([, lines]) => lines.length > 0)
    return [`Read as ${format}.`, ...shown.map(([title, lines]) => [title, ...lines].join('\n  ')), ''].join(
      '\n\n',
    )
  }
}
