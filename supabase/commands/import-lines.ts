import { z } from 'zod'
import { visibleLength } from '../../lib/text/text-length.ts'
import { cleanLine, cleanText, shorten } from './import-text.ts'

export type Line = { number: number; text: string | null; bytesRead: number }

const newline = 0x0a

/**
 * The lines of a stream of bytes, in constant memory; `text` is null where a line is longer than `longest` bytes.
 * Only \n ends a line: JSON texts may hold other separators. Bytes that are not UTF-8 become U+FFFD.
 */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  longest = 16 * 1024 * 1024,
): AsyncGenerator<Line> {
  const decoder = new TextDecoder()
  let parts: Uint8Array[] = []
  let length = 0
  let number = 0
  let bytesRead = 0
  const take = (): Line => {
    const text = length > longest ? null : decoder.decode(Buffer.concat(parts))
    parts = []
    length = 0
    return { number: ++number, text, bytesRead }
  }
  for await (const chunk of chunks) {
    let from = 0
    while (from < chunk.length) {
      const end = chunk.indexOf(newline, from)
      const part = chunk.subarray(from, end < 0 ? chunk.length : end)
      length += part.length
      if (length > longest) parts = []
      else parts.push(part)
      bytesRead += part.length + (end < 0 ? 0 : 1)
      if (end < 0) break
      from = end + 1
      yield take()
    }
  }
  if (length > 0) yield take()
}

const earliest = Date.UTC(2000, 0, 1)
const day = 86_400_000

const text = z.string().transform((value) => value.toWellFormed().replaceAll('\0', ''))
const moment = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], {
    error: (issue) =>
      issue.input === undefined ? 'is missing' : 'must be like 2026-11-20 or 2026-11-20T09:30:00Z',
  })
  .transform((value) => Date.parse(value))
  .refine((time) => time >= earliest, 'lies before the year 2000')
  .refine((time) => time < Date.now() + day, 'lies in the future')
  .transform((time) => Math.min(time, Date.now()))
const author = text.transform((value) => value.trim().slice(0, 500) || null).nullish()

const schema = z.object({
  id: text.pipe(z.string().trim().min(1, 'is empty').max(500, 'is longer than 500 characters')),
  title: text,
  details: text.nullish(),
  state: z.enum(['open', 'closed']),
  created_at: moment,
  author,
  votes: z.int().min(0).max(100_000).nullish(),
  comments: z.array(z.object({ author, body: text, created_at: moment })).nullish(),
  duplicate_of: text.nullish(),
})

type ImportedComment = { author: string | null; body: string; createdAt: number }

/** One post as it will be written, with a count of what had to be changed for it. */
export type ImportedPost = {
  id: string
  title: string
  details: string
  state: 'proposed' | 'completed'
  author: string | null
  createdAt: number
  votes: number
  comments: ImportedComment[]
  shortened: number
  emptyComments: number
  isDuplicate: boolean
}

/** The post a line describes, or in one sentence why it describes none. */
export function parseLine(line: string): { ok: true; post: ImportedPost } | { ok: false; reason: string } {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch (error) {
    return { ok: false, reason: `not JSON (${cleanLine((error as Error).message)})` }
  }
  const parsed = schema.safeParse(value, {
    error: (issue) => (issue.input === undefined ? 'is missing' : undefined),
  })
  if (!parsed.success) return { ok: false, reason: parsed.error.issues.slice(0, 3).map(explain).join('; ') }
  const data = parsed.data
  let shortened = 0
  const fit = (whole: string, most: number) => {
    const short = shorten(whole, most)
    if (short !== whole) shortened++
    return short
  }
  const title = fit(cleanLine(data.title), 140)
  if (visibleLength(title) < 3) return { ok: false, reason: 'title: has fewer than 3 visible characters' }
  const comments = (data.comments ?? []).flatMap((comment) => {
    const body = fit(cleanText(comment.body), 2500)
    const createdAt = Math.max(comment.created_at, data.created_at)
    return visibleLength(body) === 0 ? [] : [{ author: comment.author ?? null, body, createdAt }]
  })
  const post: ImportedPost = {
    id: data.id,
    title,
    details: fit(cleanText(data.details ?? ''), 10_000),
    state: data.state === 'closed' ? 'completed' : 'proposed',
    author: data.author ?? null,
    createdAt: data.created_at,
    votes: data.votes ?? 0,
    comments,
    shortened,
    emptyComments: (data.comments ?? []).length - comments.length,
    isDuplicate: Boolean(data.duplicate_of),
  }
  return { ok: true, post }
}

function explain(issue: z.core.$ZodIssue): string {
  const path = issue.path.map((part, i) =>
    typeof part === 'number' ? `[${part}]` : `${i ? '.' : ''}${String(part)}`,
  )
  return path.length === 0 ? issue.message : `${path.join('')}: ${issue.message}`
}
