import type { PostState } from '../../post/states.ts'
import { t } from '../../words/t.ts'
import { nobody, peopleIn, personId } from './people.ts'
import { readPost, type SourcedPost } from './post.ts'
import type { Preview } from './preview.ts'
import { explainProblems } from './problems.ts'
import { type Draft, type Problem, type Reading, Refusal } from './reading.ts'
import { commonStates, findState, plainName, type States } from './states.ts'
import { addToSummary, emptySummary, type Summary } from './summary.ts'
import { cleanLine, shorten } from './text.ts'
import { checkPosts, type Target, writePosts } from './write.ts'

export type Options = {
  target: Target
  source: string
  states: States
  unknownState?: PostState
  categories: ReadonlyMap<string, number>
  dryRun: boolean
  preview: Preview
  progress: {
    update: (bytesRead: number, posts: number) => void
    /** Called for each post that can't be imported, with its place in the file and, of a table, its rows. */
    note: (line: string, rows?: string[][]) => void
  }
  isOver?: () => boolean
}

const mostInReason = 500

/** A few posts at a time. Null if it was canceled before the end of the file. */
export async function importPosts(reading: Reading, options: Options): Promise<Summary | null> {
  const { target, dryRun, preview, progress, categories, isOver = () => false } = options
  const states = { ...commonStates, ...reading.states, ...options.states }
  const summary = emptySummary()
  const places = new Map<string, string>()
  const reject = (draft: Draft, ...problems: Problem[]) => {
    summary.bad++
    progress.note(shorten(cleanLine(explainProblems(draft, problems)), mostInReason), draft.rows)
  }
  let batch: { draft: Draft; post: SourcedPost; isLeftOut: boolean }[] = []
  let weight = 0
  const flush = async () => {
    const wanted = batch.filter(({ isLeftOut }) => !isLeftOut).map(({ post }) => post)
    const unwanted = batch.filter(({ isLeftOut }) => isLeftOut).map(({ post }) => post)
    const draftOf = new Map(batch.map(({ draft, post }) => [post, draft]))
    batch = []
    weight = 0
    if (draftOf.size === 0) return
    const { added, rejected } = await (dryRun ? checkPosts : writePosts)(target, wanted)
    const { added: leftOut } = await checkPosts(target, unwanted)
    for (const { post, reason } of rejected) reject(draftOf.get(post)!, { text: reason })
    summary.present += draftOf.size - added.length - rejected.length - leftOut.length
    summary.leftOut += leftOut.length
    for (const post of [...added, ...leftOut]) preview.noteNew(post)
    for (const post of added) {
      addToSummary(summary, post)
      preview.noteAdded(post)
      for (const person of peopleIn(post))
        if (person !== nobody) summary.people.add(personId(person, post.source))
    }
  }
  let count = 0
  for await (const draft of reading.drafts) {
    count++
    if ('problem' in draft) {
      reject(draft, { text: draft.problem })
      continue
    }
    noteState(preview, draft.value, states)
    const read = readPost(draft.value, states, options.unknownState)
    if (!read.ok) reject(draft, ...read.problems)
    else {
      const source = target.isSourceGiven ? options.source : (read.post.source ?? options.source)
      const { category } = read.post
      const categoryId = (category && categories.get(plainName(category))) || target.categoryId
      const post = { ...read.post, source, categoryId }
      const key = `${source}\n${post.id}`
      const before = places.get(key)
      if (before !== undefined) {
        reject(
          draft,
          draft.columns && !draft.columns.id
            ? { text: t('transfer.reason.sameAs', { place: before }) }
            : { field: 'id', text: t('transfer.reason.usedAlready', { id: post.id, place: before }) },
        )
        continue
      }
      places.set(key, draft.place)
      if (!read.isLeftOut) preview.notePost(post)
      batch.push({ draft, post, isLeftOut: read.isLeftOut })
      weight += weightOf(post)
    }
    // Small batches, so that people who write at the same time hardly wait.
    if (batch.length === 50 || weight > 250_000) {
      await flush()
      progress.update(draft.bytesRead, count)
      if (isOver()) return null
    }
  }
  await flush()
  if (count === 0) throw new Refusal(t('transfer.reason.noPosts'))
  return summary
}

function weightOf({ details, comments, votes }: SourcedPost): number {
  const said = comments.flatMap((one) => [one, ...one.replies])
  return details.length + 100 * votes + said.reduce((sum, { body }) => sum + body.length + 100, 0)
}

function noteState(preview: Preview, value: unknown, states: States): void {
  const { state: name, category } = (value ?? {}) as { state?: unknown; category?: unknown }
  if (typeof category === 'string') preview.noteCategory(shorten(cleanLine(category), 100))
  if (typeof name !== 'string') return
  preview.noteState(shorten(cleanLine(name), 100), findState(states, name))
}
