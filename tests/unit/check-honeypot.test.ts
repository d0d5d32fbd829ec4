import { expect, test } from 'vitest'
import { checkHoneypot } from '@/lib/actions/refusals'
import { leastTimes } from '@/lib/schemas/fields'
import { createCommentSchema } from '@/lib/schemas/comment'

test('a form of which nothing is said, or that took its time, is a person’s', () => {
  expect(checkHoneypot(undefined, leastTimes.post)).toBeNull()
  expect(checkHoneypot({ isFilled: false, milliseconds: leastTimes.post }, leastTimes.post)).toBeNull()
})

test.each([
  ['whose hidden field is filled in', { isFilled: true, milliseconds: 60_000 }],
  ['that took no time', { isFilled: false, milliseconds: 3 }],
  ['that claims to have', { isFilled: false, milliseconds: -1 }],
])('a form %s is to be sent once more', (_, trap) => {
  expect(checkHoneypot(trap, leastTimes.comment)).toMatchObject({ ok: false, reason: 'rate-limit' })
})

test('a comment without a word about its form is well formed', () => {
  const sent = { post: 1, parent: null, body: 'Yes', key: crypto.randomUUID() }
  expect(createCommentSchema.safeParse(sent).success).toBe(true)
})
