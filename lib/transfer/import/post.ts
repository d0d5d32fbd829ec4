import * as z from 'zod'
import type { PostState } from '../../post/states.ts'
import { visibleLength } from '../../text/characters.ts'
import { say } from '../../words/deferred.ts'
import { type Key, t } from '../../words/t.ts'
import { findTooManyEntries, mostVotes } from './entry-limits.ts'
import { explainIssue, mostInTitle, titleProblems } from './problems.ts'
import { readDate } from './read-date.ts'
import type { Problem } from './reading.ts'
import { findState, type States } from './states.ts'
import { cleanLine, cleanText, shorten, withoutAddresses } from './text.ts'
import { thread } from './threads.ts'

export type Person = { id: string | null; name: string }
export type Comment = { author: Person | null; body: string; createdAt: number; replies: Comment[] }

export type ImportedPost = {
  source: string | null
  id: string
  title: string
  details: string
  state: PostState
  /** The state's name in the file, as in the preview. */
  stateName: string
  category: string | null
  author: Person | null
  createdAt: number
  votes: number
  voters: { person: Person; createdAt: number | null }[]
  comments: Comment[]
  response: { text: string; author: Person | null; createdAt: number } | null
  remarks: Remarks
}

export type SourcedPost = ImportedPost & { source: string; categoryId: number }

type Remarks = {
  shortened: number
  emptyComments: number
  flattened: number
  zoneless: number
  undated: number
  duplicates: number
  unknownFields: string[]
}

export type ReadPost =
  { ok: true; post: ImportedPost; isLeftOut: boolean } | { ok: false; problems: Problem[] }

const mostInResponse = 1000
const mostInName = 100
const mostProblems = 10

const missing = (otherwise: Key) => (issue: { input?: unknown }) =>
  t(issue.input === undefined ? 'transfer.reason.isMissing' : otherwise)
const plain = (value: string) => value.toWellFormed().replaceAll('\0', '')
// A title that looks like a number is exported as a number by some trackers.
const text = z
  .union([z.string(), z.number(), z.boolean()], { error: missing('transfer.reason.mustBeText') })
  .transform((value) => plain(String(value)))
const id = z
  .union([z.string(), z.number(), z.bigint()], { error: missing('transfer.reason.mustBeTextOrNumber') })
  // Larger numbers lose precision, and could become another post's id.
  .refine((value) => typeof value !== 'number' || Math.abs(value) <= Number.MAX_SAFE_INTEGER, {
    error: () => t('transfer.reason.tooLargeNumber'),
    abort: true,
  })
  .transform((value) => plain(String(value)).trim())
  .refine((value) => value !== '', say('transfer.reason.isEmpty'))
  .refine((value) => value.length <= 500, say('transfer.reason.longerThan', { most: 500 }))
const moment = z.unknown().transform((value, context) => {
  const read = value === undefined ? { problem: t('transfer.reason.isMissing') } : readDate(value)
  if (!('problem' in read)) return read
  context.addIssue({ code: 'custom', message: read.problem })
  return z.NEVER
})
// A person's public id is derived from the name, so the name must not contain an email address.
const name = text.transform((value) => withoutAddresses(value.slice(0, 1000)).slice(0, 500) || null)
const person = z
  .union(
    [
      name.transform((value): Person | null => (value ? { id: null, name: value } : null)),
      z
        .object({ id: id.nullish(), name: name.nullish() })
        .transform((value): Person | null =>
          value.id || value.name ? { id: value.id ?? null, name: value.name ?? 'User' } : null,
        ),
    ],
    say('transfer.reason.mustBePerson'),
  )
  .nullish()
  .transform((value) => value ?? null)
const comment = z.object(
  {
    id: id.nullish(),
    parent_id: id.nullish(),
    author: person,
    body: text,
    created_at: moment,
    get replies() {
      return z.array(comment, say('transfer.reason.mustBeList')).nullish()
    },
  },
  { error: missing('transfer.reason.mustBeObject') },
)
const count = {
  error: ({ input }: { input?: unknown }) =>
    typeof input === 'string' || typeof input === 'number'
      ? t('transfer.reason.notCount', { text: shorten(cleanLine(String(input)), 40), most: mostVotes })
      : t('transfer.reason.mustBeCount', { most: mostVotes }),
}
const fields = {
  id,
  title: text,
  details: text.nullish(),
  state: text,
  created_at: moment.nullable(),
  author: person,
  votes: z.int(count).min(0, count).max(mostVotes, count).nullish(),
  voters: z
    .array(z.object({ person, created_at: moment.nullish() }), say('transfer.reason.mustBeList'))
    .nullish(),
  comments: z.array(comment, say('transfer.reason.mustBeList')).nullish(),
  response: z.object({ text, author: person, created_at: moment.nullish() }).nullish(),
  duplicate_of: id.nullish(),
  category: text.nullish(),
  source: text
    .refine((value) => value.length <= 500, say('transfer.reason.longerThan', { most: 500 }))
    .nullish(),
}
const schema = z.looseObject(fields, say('transfer.reason.isNoPost'))

/** Or why it can't be imported, in plain words. `otherwise` is the state for unknown names. */
export function readPost(value: unknown, states: States, otherwise?: PostState): ReadPost {
  const crowd = findTooManyEntries(value)
  if (crowd) return { ok: false, problems: [crowd] }
  const parsed = parse(value)
  if (!parsed)
    return { ok: false, problems: [{ field: 'comments', text: t('transfer.reason.nestedTooDeeply') }] }
  if (!parsed.success) {
    const { title } = (value ?? {}) as { title?: unknown }
    const problems = [
      ...titleProblems(title),
      ...parsed.error.issues.slice(0, mostProblems).map(explainIssue),
    ]
    return { ok: false, problems }
  }
  const data = parsed.data
  const remarks: Remarks = {
    shortened: 0,
    emptyComments: 0,
    flattened: 0,
    zoneless: 0,
    undated: data.created_at ? 0 : 1,
    duplicates: data.duplicate_of ? 1 : 0,
    unknownFields: Object.keys(data)
      .filter((key) => !Object.hasOwn(fields, key))
      .map((key) => shorten(cleanLine(key), 60)),
  }
  const fit = (whole: string, most: number) => {
    const short = shorten(whole, most)
    if (short !== whole) remarks.shortened++
    return short
  }
  const at = (read: { time: number; isZoneless: boolean }) => {
    if (read.isZoneless) remarks.zoneless++
    return read.time
  }
  const found = findState(states, data.state)
  const state = found === undefined ? otherwise : (found ?? 'proposed')
  const problems = titleProblems(data.title)
  if (!state)
    problems.push({
      field: 'state',
      text: t('transfer.reason.unknownState', { name: cleanLine(data.state) }),
    })
  if (!state || problems.length > 0) return { ok: false, problems }
  const title = fit(cleanLine(data.title), mostInTitle)
  const createdAt = data.created_at ? at(data.created_at) : Date.now()

  type Given = z.infer<typeof comment>
  const readComments = (given: Given[], after: number): Comment[] =>
    given.flatMap((one) => {
      const body = fit(cleanText(one.body), 2500)
      const own = { author: one.author, body, createdAt: Math.max(at(one.created_at), after) }
      const replies = readComments(one.replies ?? [], own.createdAt)
      if (visibleLength(body) > 0) return [{ ...own, replies }]
      remarks.emptyComments++
      return replies
    })
  const comments = readComments(thread(data.comments ?? []), createdAt).map((one) => {
    const replies = one.replies.flatMap(function flatten(reply): Comment[] {
      remarks.flattened += reply.replies.length
      return [{ ...reply, replies: [] }, ...reply.replies.flatMap(flatten)]
    })
    return { ...one, replies: replies.toSorted((a, b) => a.createdAt - b.createdAt) }
  })

  let response: ImportedPost['response'] = null
  const answer = cleanText(data.response?.text ?? '')
  if (data.response && visibleLength(answer) > 0) {
    const { author, created_at } = data.response
    const said = { author, createdAt: Math.max(created_at ? at(created_at) : createdAt, createdAt) }
    // An open post has no state change that could carry the response.
    if (state !== 'proposed' && answer.length <= mostInResponse) response = { ...said, text: answer }
    else comments.push({ ...said, body: fit(answer, 2500), replies: [] })
  }
  const voters = (data.voters ?? []).flatMap(({ person: voter, created_at }) =>
    voter ? [{ person: voter, createdAt: created_at ? Math.max(at(created_at), createdAt) : null }] : [],
  )
  const post: ImportedPost = {
    source: cleanLine(data.source ?? '') || null,
    id: data.id,
    title,
    details: fit(cleanText(data.details ?? ''), 10_000),
    state,
    stateName: shorten(cleanLine(data.state), mostInName),
    category: shorten(cleanLine(data.category ?? ''), mostInName) || null,
    author: data.author,
    createdAt,
    votes: Math.max(data.votes ?? 0, voters.length),
    voters,
    comments,
    response,
    remarks,
  }
  return { ok: true, post, isLeftOut: found === null }
}

function parse(value: unknown) {
  try {
    return schema.safeParse(value)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
