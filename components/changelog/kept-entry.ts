import type { LinkedPost } from '@/lib/queries/changelog-team'
import { readDraft, writeDraft } from '@/lib/session/browser/draft'
import { forgetDraft } from '@/lib/session/browser/forget-draft'

/** What is in the editor and may not have reached the database. */
export type KeptEntry = {
  title: string
  body: string
  slug: string
  labels: number[]
  posts: LinkedPost[]
  revision: number | null
  key: string
}

/** An entry has its own copy, and so does a new one about certain posts. */
const draftName = (id: number | null, linked: LinkedPost[]): string =>
  `entry:${id ?? ['new', ...linked.map((post) => post.id)].join(':')}`

const contentOf = ({ title, body, slug, labels, posts }: KeptEntry): string =>
  JSON.stringify([title, body, slug, labels.toSorted(), posts.map(({ id }) => id)])

export const isSameEntry = (one: KeptEntry, other: KeptEntry): boolean => contentOf(one) === contentOf(other)

export const readKept = (id: number | null, linked: LinkedPost[]): KeptEntry | null =>
  readDraft<KeptEntry>(draftName(id, linked))

export const writeKept = (id: number | null, linked: LinkedPost[], entry: KeptEntry): void =>
  writeDraft(draftName(id, linked), entry)

/** Once it is saved. An entry that was new until then has an id now. */
export function forgetKept(id: number, linked: LinkedPost[]): void {
  forgetDraft(draftName(id, linked))
  if (readKept(null, linked)) forgetDraft(draftName(null, linked))
}
