import { changeTags } from '@/lib/actions/triage'
import { callAction } from '@/lib/browser/call-action'
import type { Tag } from '@/lib/queries/triage'

/** What a change of tags came to: of which post, which tag, and whether it went on. */
export type TagChange = { post: number; tag: number; isAdded: boolean }

const idsOf = (tags: Tag[]) => tags.map(({ id }) => id)

export const tagPosts = (ids: number[], added: Tag[], removed: Tag[]) =>
  callAction(() => changeTags({ ids, added: idsOf(added), removed: idsOf(removed) }))

/** Takes exactly those changes back. Gives the reason where one could not be. */
export async function untagPosts(changes: TagChange[]): Promise<string> {
  for (const tag of new Set(changes.map((one) => one.tag))) {
    const of = changes.filter((one) => one.tag === tag)
    const ids = of.map(({ post }) => post)
    const [added, removed] = of[0]!.isAdded ? [[], [tag]] : [[tag], []]
    const result = await callAction(() => changeTags({ ids, added, removed }))
    if (!result.ok) return result.message
  }
  return ''
}
