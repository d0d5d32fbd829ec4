import { randomUUID } from 'node:crypto'
import { zodResolver } from '@hookform/resolvers/zod'
import { describe, expect, test } from 'vitest'
import type * as z from 'zod'
import {
  confirmSignUpSchema,
  mailLinkSchema,
  profileSchema,
  resetPasswordSchema,
  signInSchema,
  signUpSchema,
} from '../../lib/schemas/account'
import { changePasswordSchema, deleteAccountSchema } from '../../lib/schemas/account-security'
import { commentBody, createCommentSchema } from '../../lib/schemas/comment'
import { hideSchema } from '../../lib/schemas/moderation'
import { bulkStateSchema, giveVoteSchema } from '../../lib/schemas/team'
import { fileProblem, imageAltSchema, imageOrderSchema, imageOwnerSchema } from '../../lib/schemas/image'
import { searchQuery, similarQuery } from '../../lib/schemas/query'
import { createPostSchema, editPostSchema, sendPostSchema, voteSchema } from '../../lib/schemas/post'
import { idsSchema } from '../../lib/schemas/fields'
import { checkHoneypot } from '@/lib/actions/refusals'
import { leastTimes } from '@/lib/schemas/fields'

const key = randomUUID()
const post = { category: 'bugs', title: 'A title', details: '' }
const edited = { id: 1, title: 'A title', details: 'Text', seenRevision: 0 }
const comment = { post: 1, parent: null, body: 'Hi', key }
const signUp = {
  name: 'Kim',
  email: 'kim@example.com',
  password: 'long enough',
  repeatPassword: 'long enough',
}
const signUpLink = { tokenHash: 'abc', type: 'signup' }
const tokens = { accessToken: 'e30.e30.x-_', refreshToken: 'abc' }
const confirmation = { link: signUpLink, name: 'Kim', password: 'long enough' }
const twice = (password: string) => ({ password, repeatPassword: password })
const change = { password: 'old', newPassword: 'long enough', confirmPassword: 'long enough' }
const bulk = { ids: [1], state: 'planned', seen: { 1: 'proposed' } }

const isTaken = (schema: z.ZodType, input: unknown) => schema.safeParse(input).success

describe('well formed', () => {
  const cases: [string, z.ZodType, unknown][] = [
    ['a title of three letters', createPostSchema, { ...post, title: 'abc' }],
    ['a title of a letter with two marks', createPostSchema, { ...post, title: 'ที่' }],
    ['a title of 140 emoji', createPostSchema, { ...post, title: '🎉'.repeat(140) }],
    ['details of 10,000 letters', createPostSchema, { ...post, details: 'x'.repeat(10_000) }],
    ['details with space at their end', createPostSchema, { ...post, details: `${'x'.repeat(10_000)}\n` }],
    ['a comment of 2500 emoji', createCommentSchema, { ...comment, body: '🎉'.repeat(2_500) }],
    ['a comment of one letter', createCommentSchema, { ...comment, body: 'x' }],
    ['a password of eight letters', signUpSchema, { ...signUp, ...twice('12345678') }],
    ['a password of 72 bytes', signUpSchema, { ...signUp, ...twice('x'.repeat(72)) }],
    ['an old password of any length', changePasswordSchema, change],
    ['a name with two marks on a letter', profileSchema, { name: 'Nguy\u0065\u0302\u0303n' }],
    ['a name of 80 letters', profileSchema, { name: 'x'.repeat(80) }],
    ['a name with an emoji', profileSchema, { name: 'Nora 🎉' }],
    ['the link of a mail', mailLinkSchema, { tokenHash: 'pkce_0a-9F', type: 'recovery' }],
    ['the tokens of an invite', mailLinkSchema, { tokens, type: 'invite' }],
    ['a confirmation', confirmSignUpSchema, confirmation],
    ['an account without a password', deleteAccountSchema, { password: '', content: 'keep' }],
    ['two hundred posts', idsSchema, { ids: Array.from({ length: 200 }, (_, n) => n + 1) }],
    ['eight pictures', imageOrderSchema, { ids: Array.from({ length: 8 }, () => randomUUID()) }],
    ['a picture’s words of 500 letters', imageAltSchema, { id: key, alt: 'x'.repeat(500) }],
    ['a vote taken back', voteSchema, { id: 1, wanted: false }],
  ]
  test.each(cases)('%s', (_, schema, input) => {
    expect(isTaken(schema, input)).toBe(true)
  })
})

describe('refused', () => {
  const cases: [string, z.ZodType, unknown][] = [
    ['a title of two letters', createPostSchema, { ...post, title: 'ab' }],
    ['a title of two letters with joiners between', createPostSchema, { ...post, title: 'a\u200d\u200db' }],
    ['a title of spaces', createPostSchema, { ...post, title: '     ' }],
    ['a title that cannot be seen', createPostSchema, { ...post, title: '\u200b\u200b\u200b\u200b' }],
    [
      'a title of stacked marks',
      createPostSchema,
      { ...post, title: `Z${'\u0313\u0314\u0315\u0316\u0317'.repeat(2)}algo` },
    ],
    ['a name of stacked marks', profileSchema, { name: `Z${'\u0313'.repeat(6)}algo` }],
    ['a title of 141 letters', createPostSchema, { ...post, title: 'x'.repeat(141) }],
    ['details of 10,001 letters', createPostSchema, { ...post, details: 'x'.repeat(10_001) }],
    ['a post without a key', sendPostSchema, post],
    ['an edit that empties the details', editPostSchema, { ...edited, details: ' \n ' }],
    ['an edit of no post', editPostSchema, { ...edited, id: 0 }],
    ['a comment of nothing', createCommentSchema, { ...comment, body: '' }],
    ['a comment of spaces', createCommentSchema, { ...comment, body: ' \n\t ' }],
    ['a comment that cannot be seen', createCommentSchema, { ...comment, body: '\u200b\u2060' }],
    ['a comment of a variation selector', createCommentSchema, { ...comment, body: '\ufe0f' }],
    ['a comment of 2501 letters', createCommentSchema, { ...comment, body: 'x'.repeat(2_501) }],
    ['a comment without a key', createCommentSchema, { ...comment, key: undefined }],
    ['a vote that says neither', voteSchema, { id: 1, wanted: 'yes' }],
    ['a password of seven letters', signUpSchema, { ...signUp, ...twice('1234567') }],
    ['a password of four emoji', signUpSchema, { ...signUp, ...twice('🎉🎉🎉🎉') }],
    ['a password of 73 bytes', signUpSchema, { ...signUp, ...twice('x'.repeat(73)) }],
    ['a password of 37 letters with accents', signUpSchema, { ...signUp, ...twice('é'.repeat(37)) }],
    ['another password the second time', signUpSchema, { ...signUp, repeatPassword: 'long enougH' }],
    [
      'another new one the second time',
      resetPasswordSchema,
      { ...twice('long enough'), repeatPassword: 'x' },
    ],
    ['another changed one the second time', changePasswordSchema, { ...change, confirmPassword: 'x' }],
    ['a change without the old password', changePasswordSchema, { ...change, password: '' }],
    ['no name', profileSchema, { name: '   ' }],
    ['a name of 81 letters', profileSchema, { name: 'x'.repeat(81) }],
    ['a sign-in without a password', signInSchema, { email: 'kim@example.com', password: '' }],
    ['a sign-in without an address', signInSchema, { email: 'kim', password: 'x' }],
    ['a deletion that does not say what stays', deleteAccountSchema, { password: 'x', content: 'some' }],
    ...['sms', 'email'].map((type): [string, z.ZodType, unknown] => [
      `a link of a mail that is never sent, ${type}`,
      mailLinkSchema,
      { tokenHash: 'abc', type },
    ]),
    ['a link without its token', mailLinkSchema, { tokenHash: '', type: 'recovery' }],
    ['a link with a NUL in its token', mailLinkSchema, { tokenHash: 'a\0b', type: 'recovery' }],
    ['a search with a NUL', searchQuery, { q: 'x\0y' }],
    ['a search in a category with a NUL', searchQuery, { q: 'dark', category: '\0' }],
    ['a search after a NUL', searchQuery, { q: 'dark', after: '\0' }],
    ['a title with a NUL', similarQuery, { title: 'x\0y' }],
    ['a link that says nothing', mailLinkSchema, { type: 'recovery' }],
    [
      'tokens with a line end',
      mailLinkSchema,
      { type: 'invite', tokens: { ...tokens, accessToken: 'a.b.c\n' } },
    ],
    [
      'a confirmation with a NUL in its token',
      confirmSignUpSchema,
      { ...confirmation, link: { ...signUpLink, tokenHash: 'a\0b' } },
    ],
    [
      'a confirmation by the link of a recovery',
      confirmSignUpSchema,
      { ...confirmation, link: { ...signUpLink, type: 'recovery' } },
    ],
    ['a confirmation without a name', confirmSignUpSchema, { ...confirmation, name: ' ' }],
    ['half of a character in a name', profileSchema, { name: 'Nor\ud800a' }],
    ['no posts', idsSchema, { ids: [] }],
    ['two hundred and one posts', idsSchema, { ids: Array.from({ length: 201 }, (_, n) => n + 1) }],
    ['a state there is not', bulkStateSchema, { ...bulk, state: 'done' }],
    ['a note of 1,001 letters', bulkStateSchema, { ...bulk, note: 'x'.repeat(1_001) }],
    ['nine pictures', imageOrderSchema, { ids: Array.from({ length: 9 }, () => randomUUID()) }],
    ['a picture of a person', imageOwnerSchema, { owner: 'profile', id: 1, alt: '' }],
    ['a picture’s words of 501 letters', imageAltSchema, { id: key, alt: 'x'.repeat(501) }],
  ]
  test.each(cases)('%s', (_, schema, input) => {
    expect(isTaken(schema, input)).toBe(false)
  })
})

test('a comment is trimmed before it is counted', () => {
  expect(commentBody.parse(`${'x'.repeat(2_500)}  \r\n`)).toBe('x'.repeat(2_500))
  expect(commentBody.parse('one\r\ntwo')).toBe('one\ntwo')
})

test.each(['', 'Kim', 'kim@'])('a vote for %j needs a person or an address', async (voter) => {
  const resolve = zodResolver(giveVoteSchema)
  const values = { post: 1, voter, why: 'Asked' }
  const { errors } = await resolve(values, undefined, { fields: {}, shouldUseNativeValidation: false })
  expect((errors as { voter?: { message: string } }).voter?.message).toMatch(/^Choose a person below/)
})

test.each([
  [' ', 'Enter a reason.'],
  ['x'.repeat(201), 'Enter a reason of up to 200 characters.'],
])('the reason %j is told what it lacks', (reason, message) => {
  const told = (result: { error?: { issues: { message: string }[] } }) =>
    result.error?.issues.map((issue) => issue.message)
  expect(told(hideSchema.safeParse({ ids: [1], reason }))).toEqual([message])
  expect(told(giveVoteSchema.safeParse({ post: 1, voter: 'kim@example.com', why: reason }))).toEqual([
    message,
  ])
})

test('a file is checked before it is sent', () => {
  const megabytes = 1024 * 1024
  expect(fileProblem({ name: 'a.png', type: 'image/png', size: 5 * megabytes })).toBeNull()
  expect(fileProblem({ name: 'a.png', type: 'image/png', size: 5 * megabytes + 1 })).toContain('larger than')
  expect(fileProblem({ name: 'a.svg', type: 'image/svg+xml', size: 10 })).toContain('choose a PNG')
})

test('a million combining marks are refused as quickly as any other name', () => {
  const name = `a${'\u0315'.repeat(500_000)}${'\u0300'.repeat(500_000)}`
  const used = process.cpuUsage()
  expect(profileSchema.safeParse({ name }).success).toBe(false)
  expect(createPostSchema.shape.title.safeParse(name).success).toBe(false)
  const { user, system } = process.cpuUsage(used)
  // Normalizing them would take hours.
  expect((user + system) / 1000).toBeLessThan(2_000)
})

test('a form without timing, or filled in slowly, counts as a person’s', () => {
  expect(checkHoneypot(undefined, leastTimes.post)).toBeNull()
  expect(checkHoneypot({ isFilled: false, milliseconds: leastTimes.post }, leastTimes.post)).toBeNull()
})

test.each([
  ['whose hidden field is filled in', { isFilled: true, milliseconds: 60_000 }],
  ['that took no time', { isFilled: false, milliseconds: 3 }],
  ['that claims to have', { isFilled: false, milliseconds: -1 }],
])('a form %s must be sent once more', (_, trap) => {
  expect(checkHoneypot(trap, leastTimes.comment)).toMatchObject({ ok: false, reason: 'rate-limit' })
})

test('a comment without form timing is valid', () => {
  const sent = { post: 1, parent: null, body: 'Yes', key: crypto.randomUUID() }
  expect(createCommentSchema.safeParse(sent).success).toBe(true)
})
