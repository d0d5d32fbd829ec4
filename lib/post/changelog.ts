import { cursorPart } from './cursor-part.ts'

export type EntryState = 'draft' | 'scheduled' | 'published'

export const reactions = {
  like: 'M5.5 7 8 2.5a1.5 1.5 0 0 1 1.5 1.6v2.4h3a1.2 1.2 0 0 1 1.2 1.4l-.8 4.4a1.4 1.4 0 0 1-1.4 1.2h-6m0-6.5v6.5h-3V7z',
  love: 'M8 13.2 3.2 8.5a3 3 0 0 1 4.2-4.3l.6.6.6-.6a3 3 0 0 1 4.2 4.3z',
  celebrate: 'm8 2 1.8 3.9 4.2.5-3.1 2.9.8 4.2L8 11.4l-3.7 2.1.8-4.2L2 6.4l4.2-.5z',
} as const
export type Reaction = keyof typeof reactions

export const everyLabel = 'all'

export const entryAddress = (slug: string): string => `/changelog/${encodeURIComponent(slug)}`

export const changelogAddress = (label?: string): string =>
  label ? `/changelog/label/${encodeURIComponent(label)}` : '/changelog'

export const moreEntriesAddress = (after: string, label = everyLabel): string =>
  `/changelog/more/${cursorPart(after)}/${encodeURIComponent(label)}`

export const changelogFeedAddress = (label?: string): string =>
  `/changelog/feed.xml${label ? `?label=${encodeURIComponent(label)}` : ''}`
