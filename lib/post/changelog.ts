import { cursorPart } from './address.ts'

export type EntryState = 'draft' | 'scheduled' | 'published'

/** The reactions that there are, with what stands for them. */
export const reactions = {
  like: { name: 'Like', sign: '👍' },
  love: { name: 'Love', sign: '❤️' },
  celebrate: { name: 'Celebrate', sign: '🎉' },
} as const
export type Reaction = keyof typeof reactions

/** Stands for no label in the path of a list. */
export const everyLabel = 'all'

export const entryAddress = (slug: string): string => `/changelog/${encodeURIComponent(slug)}`

/** The entries with a label; all of them without one. */
export const changelogAddress = (label?: string): string =>
  label ? `/changelog/label/${encodeURIComponent(label)}` : '/changelog'

/** Where a list of entries goes on behind a cursor. */
export const moreEntriesAddress = (after: string, label = everyLabel): string =>
  `/changelog/more/${cursorPart(after)}/${encodeURIComponent(label)}`

export const changelogFeedAddress = (label?: string): string =>
  `/changelog/feed.xml${label ? `?label=${encodeURIComponent(label)}` : ''}`
