import { t } from '../../words/t.ts'
import { below, type Fields, groupBy, isObject, objectsIn, readJsonValues, textIn } from './json-files.ts'
import type { Draft, Reading } from './reading.ts'
import type { States } from './states.ts'

const lists = ['posts', 'comments', 'votes', 'statusChanges'] as const
type Lists = Record<(typeof lists)[number], Fields[]>

/** In Canny, "closed" means declined. */
export const cannyStates: States = { closed: 'proposed' }

/** posts/list, comments/list, votes/list and status_changes/list: https://developers.canny.io/api-reference */
export function readCanny(files: string[]): Reading {
  return { format: 'Canny, answers of its API', states: cannyStates, drafts: readDrafts(files) }
}

export const looksLikeCanny = (value: Fields): boolean =>
  !('title' in value) && lists.some((name) => Array.isArray(value[name]))

async function* readDrafts(files: string[]): AsyncGenerator<Draft> {
  const all: Lists = { posts: [], comments: [], votes: [], statusChanges: [] }
  for (const value of files.flatMap(readJsonValues)) {
    if (isObject(value)) for (const name of lists) all[name].push(...objectsIn(value[name]))
    else all.posts.push(...objectsIn(value))
  }
  const postOf = (one: Fields) => below(one, 'post').id
  const comments = groupBy(all.comments.filter(isPublic), postOf)
  const votes = groupBy(all.votes, postOf)
  const changes = groupBy(all.statusChanges, postOf)
  for (const [i, post] of all.posts.entries()) {
    yield {
      place: t('transfer.place.post', { post: i + 1 }),
      bytesRead: 0,
      value: toPost(post, comments.get(post.id) ?? [], votes.get(post.id) ?? [], changes.get(post.id) ?? []),
    }
  }
}

const isPublic = (comment: Fields) => comment.internal !== true && comment.private !== true

function toPost(post: Fields, comments: Fields[], votes: Fields[], changes: Fields[]): unknown {
  const last = changes
    .filter((change) => change.status === post.status && saidWith(change))
    .toSorted((a, b) => textIn(b.created).localeCompare(textIn(a.created)))[0]
  return {
    source: 'canny',
    id: post.id,
    title: post.title,
    details: withImages(textIn(post.details), post),
    state: post.status,
    category: textIn(below(post, 'category').name) || textIn(below(post, 'board').name) || null,
    created_at: post.created,
    author: personOf(post.author),
    votes: typeof post.score === 'number' ? Math.max(post.score, 0) : 0,
    voters: votes.map((vote) => ({ person: personOf(vote.voter), created_at: vote.created })),
    comments: comments.map((comment) => ({
      id: comment.id,
      parent_id: comment.parentID,
      author: personOf(comment.author),
      body: withImages(textIn(comment.value), comment),
      created_at: comment.created,
    })),
    response: last && {
      text: saidWith(last),
      author: personOf(last.changer),
      created_at: last.created,
    },
  }
}

const saidWith = (change: Fields) => textIn(below(change, 'changeComment').value)

const personOf = (value: unknown) => (isObject(value) ? { id: value.id, name: value.name } : null)

function withImages(text: string, { imageURLs }: Fields): string {
  const links = Array.isArray(imageURLs) ? imageURLs.filter((url) => typeof url === 'string') : []
  return [text, ...links.map((url) => `<${url}>`)].join('\n\n')
}
