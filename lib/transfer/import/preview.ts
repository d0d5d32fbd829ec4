import { longDate } from '../../text/dates.ts'
import type { PostState } from '../../post/states.ts'
import type { Reading } from './reading.ts'
import { authorName, cleanLine, shorten } from './text.ts'
import type { SourcedPost } from './post.ts'

const mostStates = 100

type Becomes = PostState | null | undefined

export class Preview {
  readonly #mostPosts: number
  readonly states = new Map<string, { becomes: Becomes; count: number }>()
  readonly categories = new Map<string, number>()
  readonly posts: SourcedPost[] = []

  constructor(mostPosts = 3) {
    this.#mostPosts = mostPosts
  }

  noteState(name: string, becomes: Becomes): void {
    if (!this.states.has(name) && this.states.size === mostStates) return
    this.states.set(name, { becomes, count: (this.states.get(name)?.count ?? 0) + 1 })
  }

  noteCategory(name: string): void {
    if (!name || (!this.categories.has(name) && this.categories.size === mostStates)) return
    this.categories.set(name, (this.categories.get(name) ?? 0) + 1)
  }

  notePost(post: SourcedPost): void {
    if (this.posts.length < this.#mostPosts) this.posts.push(post)
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
        Array.from(
          this.states,
          ([name, { becomes, count }]) =>
            `${name} -> ${becomes === undefined ? '(not known)' : (becomes ?? '(left out)')} (${count.toLocaleString('en-US')})`,
        ),
      ],
      [
        'Categories',
        Array.from(this.categories, ([name, count]) => `${name} (${count.toLocaleString('en-US')})`),
      ],
      ['First posts', this.posts.map(showPost)],
    ]
    const shown = blocks.filter(([, lines]) => lines.length > 0)
    return [`Read as ${format}.`, ...shown.map(([title, lines]) => [title, ...lines].join('\n  ')), ''].join(
      '\n\n',
    )
  }
}

function showPost(post: SourcedPost): string {
  const author = post.author ? `, ${authorName(post.author.name)}` : ''
  return `${post.title} (${post.state}, ${post.votes} votes, ${longDate(new Date(post.createdAt))}${author})`
}
