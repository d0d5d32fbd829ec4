import { t } from '../words/t.ts'
import 'server-only'
import { storageAddress } from '../supabase/storage-address'
import { countText } from '../words/count-text'
import { longDate } from '../text/dates'
import { plainText } from '../text/plain-text'
import { readOwn } from './read-own'

export type Mentionable = Awaited<ReturnType<typeof listMentionable>>[number]

export async function listMentionable(postId: number | undefined, typed: string) {
  const rows = await readOwn((client) => client.rpc('mentionable', { post_id: postId, typed }))
  const isTwin = ({ id, name }: (typeof rows)[number]) =>
    rows.some((other) => other.id !== id && other.name.toLowerCase() === name.toLowerCase())
  const about = await describe(
    rows.filter(isTwin).map(({ id }) => id),
    postId,
  )
  return rows.map(({ id, name, avatar_url, is_team }) => ({
    id,
    name,
    avatar: storageAddress('avatars', avatar_url),
    isTeam: is_team,
    about: about.get(id) ?? null,
  }))
}

async function describe(people: string[], postId: number | undefined) {
  if (people.length === 0) return new Map<string, never>()
  const rows = await readOwn((client) => client.rpc('describe_people', { people, on_post: postId }))
  return new Map(
    rows.map((row) => {
      const written = `${countText(row.posts_total)} ${row.posts_total === 1 ? 'post' : 'posts'}`
      return [
        row.id,
        {
          deed: deedOf(row),
          since: t('queries.mentionable.joined', { value: longDate(new Date(row.created_at)), written }),
        },
      ]
    }),
  )
}

type Deeds = Record<'said_here' | 'last_title' | 'last_said', string | null> & { wrote_post: boolean }

function deedOf({ wrote_post, said_here, last_title, last_said }: Deeds): string {
  if (wrote_post) return t('queries.mentionable.wroteThisPost')
  const said = said_here ?? (last_title === null ? last_said : null)
  if (said !== null) return t('queries.mentionable.wrote', { plainText: plainText(said, 50) })
  return last_title === null
    ? t('queries.mentionable.hasntPostedYet')
    : t('queries.mentionable.wroteThePost', { last_title })
}
