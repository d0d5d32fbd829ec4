import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { ageEntry, draftEntry } from '../support/changelog.ts'
import { createMember, createPost, type Member, serverClient, sql } from '../support/database.ts'
import { agePost, takeMails, tellAll } from '../support/notices.ts'

let admin: Member
let voter: Member
let subscriber: Member
let post: number

beforeEach(async () => {
  ;[admin, voter, subscriber] = await Promise.all([
    createMember({ admin: true }),
    createMember(),
    createMember(),
  ])
  post = (await createPost({ title: 'Wanted' })).id
  await voter.call('set_vote', { post_id: post, wanted: true })
  await subscriber.call('set_notice_settings', { changelog: true })
  // Without leftovers of other tests.
  await sql`delete from private.untold`
})

const publish = (entry_id: number, more: object = {}) =>
  admin.one('admin_publish_entry', { entry_id, ...more })
const takeBack = (entry_id: number) => admin.call('admin_take_back_entry', { entry_id })
const complete = () => admin.call('admin_set_state', { post_ids: [post], new_state: 'completed' })
const reopen = () => admin.call('admin_set_state', { post_ids: [post], new_state: 'planned' })
const told = async (who: Member) => {
  await tellAll()
  return (await who.call('my_notices')).flatMap(({ items }) =>
    (items as { kind: string }[]).map(({ kind }) => kind),
  )
}
/** For a state change, also the new state. */
const kindOf = ({ kind, to_state }: { kind: string; to_state?: string | null }) =>
  to_state ? `${kind} ${to_state}` : kind
/** The content of emails to these people once the time for corrections is over. */
async function mailed(entry: number, ...people: Member[]) {
  await tellAll()
  await agePost(post, '11 minutes')
  await ageEntry(entry, '11 minutes')
  const mails = await takeMails(people.map(({ email }) => email))
  return mails.map((mail) => ({
    ...mail,
    to: people.findIndex(({ email }) => email === mail.to),
    kinds: mail.posts!.flatMap(({ items }) => items.map(kindOf)),
  }))
}
const kindsOf = (mails: { to: number; kinds: string[] }[]) =>
  mails.map(({ to, kinds }) => `${to} ${kinds.join()}`).toSorted()

describe('an entry', () => {
  test('notifies voters of linked posts and subscribers, with its name', async () => {
    const entry = await draftEntry(admin, { title: 'Night mode is here', posts: [post] })
    const bystander = await createMember()
    expect(await told(voter)).toEqual([])
    await publish(entry)
    expect(await told(voter)).toEqual(['changelog.published'])
    expect(await told(subscriber)).toEqual(['changelog.published'])
    expect(await told(bystander)).toEqual([])
    expect(await told(admin)).toEqual([])
    const mails = await mailed(entry, voter, subscriber, bystander)
    expect(kindsOf(mails)).toEqual(['0 changelog.published', '1 changelog.published'])
    expect(mails[0]!.posts![0]).toMatchObject({ id: -entry, title: 'Night mode is here' })
  })

  test('and the completion of its post notify once, whichever comes first', async () => {
    for (const order of ['entry', 'post'] as const) {
      const entry = await draftEntry(admin, { posts: [post] })
      if (order === 'post') await complete()
      await publish(entry)
      if (order === 'entry') await complete()
      expect(await told(voter)).toEqual(['changelog.published'])
      expect(kindsOf(await mailed(entry, voter, subscriber))).toEqual([
        '0 changelog.published',
        '1 changelog.published',
      ])
      post = (await createPost()).id
      await sql`delete from private.notices where person_id = ${voter.id}`
      await voter.call('set_vote', { post_id: post, wanted: true })
    }
  })

  test('isn’t emailed to people who were already emailed that all linked posts are completed', async () => {
    await complete()
    const entry = await draftEntry(admin, { posts: [post] })
    expect(kindsOf(await mailed(entry, voter, subscriber))).toEqual(['0 post.state completed'])
    await publish(entry)
    expect(kindsOf(await mailed(entry, voter, subscriber))).toEqual(['1 changelog.published'])
    expect(await told(voter)).toEqual(['changelog.published'])
  })

  test('unpublished in time notifies no one, and its posts’ completion does', async () => {
    const entry = await draftEntry(admin, { posts: [post] })
    await complete()
    await publish(entry)
    await tellAll()
    await takeBack(entry)
    expect(await told(voter)).toEqual(['post.state'])
    expect(await told(subscriber)).toEqual([])
    expect(kindsOf(await mailed(entry, voter, subscriber))).toEqual(['0 post.state completed'])
    await publish(entry)
    expect(await told(voter)).toEqual(['changelog.published'])
    expect(kindsOf(await mailed(entry, voter, subscriber))).toEqual(['1 changelog.published'])
  })

  test('notifies again only if asked to', async () => {
    const entry = await draftEntry(admin, { posts: [post] })
    await publish(entry)
    await mailed(entry, voter)
    await admin.call('admin_save_entry', { entry_id: entry, new_title: 'Corrected', new_body: '' })
    expect(kindsOf(await mailed(entry, voter))).toEqual([])
    await admin.call('admin_tell_entry_again', { entry_id: entry })
    expect(await told(voter)).toEqual(['changelog.changed'])
    expect(kindsOf(await mailed(entry, voter))).toEqual(['0 changelog.changed'])
  })

  test('without notifications leaves those of the state change', async () => {
    const entry = await draftEntry(admin, { posts: [post] })
    await publish(entry, { tells: false, completes: true })
    expect(await told(voter)).toEqual(['post.state'])
    expect(await told(subscriber)).toEqual([])
  })
})

describe('an address', () => {
  const address = () => `${randomUUID()}@example.org`
  const confirm = async (email: string) => {
    await serverClient().rpc('subscribe_to_changelog', { address: email }).throwOnError()
    const [mail] = await takeMails([email])
    expect(mail).toMatchObject({ kind: 'confirm' })
    return (await serverClient().rpc('confirm_follow', { token: mail!.token }).throwOnError()).data
  }

  test('is notified once it is confirmed, and stops with one click', async () => {
    const email = address()
    const entry = await draftEntry(admin)
    await serverClient().rpc('subscribe_to_changelog', { address: email }).throwOnError()
    await publish(entry)
    await tellAll()
    await ageEntry(entry, '11 minutes')
    expect((await takeMails([email])).map(({ kind }) => kind)).toEqual(['confirm'])
    const other = address()
    expect(await confirm(other)).toEqual([{ title: 'Changelog', category_slug: null, slug: 'changelog' }])
    const next = await draftEntry(admin)
    await publish(next)
    await tellAll()
    await ageEntry(next, '11 minutes')
    const [mail, ...more] = await takeMails([email, other])
    expect(more).toEqual([])
    expect(mail).toMatchObject({ to: other, post_id: -next })
    const end = { token: mail!.token, follows: false }
    const settings = (await serverClient().rpc('mail_settings', { token: mail!.token })).data
    expect(settings).toMatchObject([{ changelog: true, has_account: false }])
    expect((await serverClient().rpc('set_mail_settings', end)).data).toBe(true)
    expect(await sql`select 1 from private.mail_addresses where address = ${other}`).toHaveLength(0)
  })

  test('of an account is emailed once', async () => {
    await confirm(subscriber.email)
    const entry = await draftEntry(admin)
    await publish(entry)
    expect(kindsOf(await mailed(entry, subscriber))).toEqual(['0 changelog.published'])
  })
})

test('one click in an email ends the changelog for a member, and the post it came for', async () => {
  const entry = await draftEntry(admin, { posts: [post] })
  await publish(entry)
  const mails = await mailed(entry, voter, subscriber)
  for (const { token } of mails) await serverClient().rpc('set_mail_settings', { token, follows: false })
  expect((await subscriber.one('my_notice_settings')).changelog).toBe(false)
  expect(await voter.one('my_follow', { post_id: post })).toMatchObject({ level: 'muted' })
})

/** A generator that gives the same numbers for the same seed. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'no one is notified twice, in whatever order things happen (seed %i)',
  async (seed) => {
    const next = random(seed)
    const both = await createMember()
    await both.call('set_vote', { post_id: post, wanted: true })
    await both.call('set_notice_settings', { changelog: true })
    const people = [voter, subscriber, both]
    const entry = await draftEntry(admin, { posts: [post] })
    const mails: { to: number; kinds: string[] }[] = []
    const steps = [
      complete,
      reopen,
      () => publish(entry),
      () => takeBack(entry),
      async () => void mails.push(...(await mailed(entry, ...people))),
      () => tellAll(),
      () => admin.call('admin_save_entry', { entry_id: entry, new_title: `At ${next()}`, new_body: '' }),
    ]
    for (let count = 0; count < 14; count++) await steps[Math.floor(next() * steps.length)]!()
    await complete()
    await publish(entry)
    mails.push(...(await mailed(entry, ...people)))
    for (const to of [0, 1, 2]) {
      const own = mails.filter((mail) => mail.to === to).map(({ kinds }) => kinds)
      const entries = own.filter((kinds) => kinds.some((kind) => kind.startsWith('changelog')))
      expect(entries.length).toBeLessThanOrEqual(1)
      expect(entries.flat()).not.toContain('post.state completed')
      const completed = own.findIndex((kinds) => kinds.includes('post.state completed'))
      // Someone who only follows the post is notified about the entry first or not at all; subscribers are.
      if (to === 0 && completed >= 0 && entries.length > 0)
        expect(own.indexOf(entries[0]!)).toBeLessThan(completed)
      if (to === 1) expect(own).toEqual([['changelog.published']])
      expect(own.length).toBeGreaterThan(0)
      const notices = await told(people[to]!)
      expect(notices.filter((kind) => kind !== 'post.state')).toEqual(['changelog.published'])
    }
  },
)
