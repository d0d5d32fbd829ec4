import { t } from '../../words/t.ts'
import { basename } from 'node:path'
import { type Fields, groupBy, mostAtOnce, objectsIn, readJson, textIn } from './json-files.ts'
import { type Draft, type Reading, UnreadableFile } from './reading.ts'
import { openZip, readEntry } from './zip.ts'

/** Fider's enum.PostStatus; deleted posts are skipped. */
const states = ['open', 'started', 'completed', 'declined', 'planned', 'duplicate']

/** A zip file with its tables as JSON: app/pkg/backup in https://github.com/getfider/fider */
export function readFider(file: string): Reading {
  return { format: 'Fider, backup', drafts: readDrafts(file) }
}

async function* readDrafts(file: string): AsyncGenerator<Draft> {
  const { zip, entries } = await openZip(file, ['blobs/'])
  const table = async (name: string): Promise<Fields[]> => {
    const entry = entries.get(`${name}.json`)
    return entry
      ? objectsIn(readJson(await readEntry(zip, entry, mostAtOnce), `${name}.json in ${basename(file)}`))
      : []
  }
  try {
    if (!entries.has('posts.json'))
      throw new UnreadableFile(t('transfer.refusal.noBackup', { file: basename(file) }))
    const [tenant] = await table('tenants')
    const source =
      `fider ${textIn(tenant?.cname) || textIn(tenant?.subdomain) || textIn(tenant?.name)}`.trim()
    const users = new Map((await table('users')).map((user) => [user.id, user]))
    const personOf = (id: unknown) => (users.has(id) ? { id, name: users.get(id)!.name } : null)
    const votes = groupBy(await table('post_votes'), (vote) => vote.post_id)
    const comments = groupBy(
      (await table('comments')).filter((comment) => !comment.deleted_at && comment.is_approved !== false),
      (comment) => comment.post_id,
    )
    const posts = await table('posts')
    const numbers = new Map(posts.map((post) => [post.id, post.number]))
    for (const post of posts) {
      const state = states[Number(post.status)]
      if (!state || post.is_approved === false) continue
      const value = {
        source,
        id: post.number,
        title: post.title,
        details: post.description,
        state,
        created_at: post.created_at,
        author: personOf(post.user_id),
        voters: (votes.get(post.id) ?? []).map((vote) => ({
          person: personOf(vote.user_id),
          created_at: vote.created_at,
        })),
        comments: (comments.get(post.id) ?? []).map((comment) => ({
          author: personOf(comment.user_id),
          body: comment.content,
          created_at: comment.created_at,
        })),
        response: post.response
          ? { text: post.response, author: personOf(post.response_user_id), created_at: post.response_date }
          : null,
        duplicate_of: numbers.get(post.original_id),
      }
      yield { place: t('transfer.place.post', { post: Number(post.number) }), bytesRead: 0, value }
    }
  } finally {
    zip.close()
  }
}
