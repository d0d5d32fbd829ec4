import { longDate } from '../../text/dates.ts'
import type { PostState } from '../../post/states.ts'
import type { Reading } from './reading.ts'
import { authorName, cleanLine, shorten } from './text.ts'
import type { SourcedPost } from './post.ts'
import { plainName } from './states.ts'

const mostStates = 100

type Becomes = PostState | null | undefined

type Noted = { name: string; count: number }

/** Names with the same plain name are one, as in the import: the first spelling stands for all. */
export class Preview {
  readonly #mostPosts: number
  readonly #states = new Map<string, Noted & { becomes: Becomes; added: number }>()
  readonly #categories = new Map<string, Noted & { added: number }>()
  readonly posts: SourcedPost[] = []

  constructor(mostPosts = 3) {
    this.#mostPosts = mostPosts
  }

  noteState(name: string, becomes: Becomes): void {
    note(this.#states, name, { name, becomes, count: 0, added: 0 })
  }

  noteCategory(name: string): void {
    if (name) note(this.#categories, name, { name, count: 0, added: 0 })
  }

  /** Of a post that wasn't imported before, even if it is left out. */
  noteNew({ stateName }: SourcedPost): void {
    const state = this.#states.get(plainName(stateName))
    if (state) state.added++
  }

  /** Of a post that was imported, or would be. */
  noteAdded({ category }: SourcedPost): void {
    const own = category && this.#categories.get(plainName(category))
    if (own) own.added++
  }

  get states() {
    return [...this.#states.values()]
  }

  get categories() {
    return [...this.#categories.values()]
  }

  /** The names that stand for those of a post. */
  namesOf({ stateName, category }: SourcedPost): { stateName: string; category: string | null } {
    return {
      stateName: this.#states.get(plainName(stateName))?.name ?? stateName,
      category: category && (this.#categories.get(plainName(category))?.name ?? category),
    }
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
        this.states.map(
          ({ name, becomes, count }) =>
            `${name || '(none)'} -> ${becomes === undefined ? '(not known)' : (becomes ?? '(left out)')} (${count.toLocaleString('en-US')})`,
        ),
      ],
      ['Categories', this.categories.map(({ name, count }) => `${name} (${count.toLocaleString('en-US')})`)],
      ['First posts', this.posts.map(showPost)],
    ]
    const shown = blocks.filter(([, lines]) => lines.length > 0)
    return [`Read as ${format}.`, ...shown.map(([title, lines]) => [title, ...lines].join('\n  ')), ''].join(
      '\n\n',
    )
  }
}

function note<One extends Noted>(all: Map<string, One>, name: string, first: One): void {
  const key = plainName(name)
  if (!all.has(key) && all.size === mostStates) return
  const one = all.get(key) ?? first
  one.count++
  all.set(key, one)
}

function showPost(post: SourcedPost): string {
  const author = post.author ? `, ${authorName(post.author.name)}` : ''
  return `${post.title} (${post.state}, ${post.votes} votes, ${longDate(new Date(post.createdAt))}${author})`
}
