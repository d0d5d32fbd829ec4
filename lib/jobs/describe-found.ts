import type { Preview } from '../transfer/import/preview.ts'
import type { Reading } from '../transfer/import/reading.ts'
import type { Summary } from '../transfer/import/summary.ts'
import { plainName, unclearStates } from '../transfer/import/states.ts'
import { authorName, cleanLine, shorten } from '../transfer/import/text.ts'

const plain = (text: string) => shorten(cleanLine(text), 100)

export function describeFound(reading: Reading, preview: Preview, summary: Summary, notes: string[]) {
  return {
    kind: 'posts',
    format: reading.format,
    columns: (reading.columns ?? [])
      .slice(0, 100)
      .map(({ heading, becomes }) => ({ heading: plain(heading), becomes })),
    dates: reading.unclearDates?.() ?? null,
    states: preview.states.map(({ name, count, added, becomes }) => ({
      name,
      count,
      added,
      isKnown: becomes !== undefined,
      isUnclear: Object.hasOwn(unclearStates, plainName(name)),
      becomes: becomes === undefined ? 'proposed' : becomes,
    })),
    categories: preview.categories,
    posts: preview.posts.map((post) => ({
      title: post.title,
      state: post.state,
      ...preview.namesOf(post),
      author: post.author && authorName(post.author.name),
      votes: post.votes,
      comments: post.comments.reduce((sum, { replies }) => sum + 1 + replies.length, 0),
      createdAt: new Date(post.createdAt).toISOString(),
    })),
    counts: countsOf(summary),
    unknownFields: [...summary.unknownFields.keys()],
    notes,
  }
}

/** The states whose posts were left out. */
export const listLeftOut = ({ states }: Preview) =>
  states.flatMap(({ name, becomes, added }) => (becomes === null && added > 0 ? { name, count: added } : []))

export function countsOf(summary: Summary): Record<string, number> {
  const { added, present, bad, leftOut, people, unknownFields } = summary
  const lines = added + present + bad + leftOut
  return { ...summary, people: people.size, unknownFields: unknownFields.size, lines }
}
