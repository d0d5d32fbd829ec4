import { describe, expect, test } from 'vitest'
import { anonClient, createMember, createPost } from '../support/database.ts'
import { admin, mailsAfterWait, post, setState, useVoter, voter } from '../support/mails.ts'

useVoter()

describe('the link in a mail', () => {
  async function token(): Promise<string> {
    await setState('planned')
    return (await mailsAfterWait())[0]!.token
  }

  test('shows the settings without signing in, and changes nothing by being opened', async () => {
    const link = await token()
    const { data } = await anonClient().rpc('mail_settings', { token: link }).throwOnError()
    expect(data).toMatchObject([
      {
        address: `${voter.email[0]}…@example.com`,
        pace: 'at-once',
        has_account: true,
        post_id: post,
        follows: true,
      },
    ])
  })

  test('ends the emails about its post, or all of them, and starts them again', async () => {
    const link = await token()
    const set = async (change: { pace?: 'never' | 'daily'; follows?: boolean }) =>
      (
        await anonClient()
          .rpc('set_mail_settings', { token: link, ...change })
          .throwOnError()
      ).data
    const read = async () => (await anonClient().rpc('mail_settings', { token: link }).throwOnError()).data[0]
    expect(await set({ follows: false })).toBe(true)
    expect(await read()).toMatchObject({ follows: false, pace: 'at-once' })
    await set({ follows: true, pace: 'never' })
    expect(await read()).toMatchObject({ follows: true, pace: 'never' })
    await set({ pace: 'daily' })
    expect((await voter.one('my_notice_settings')).mail).toBe('daily')
  })

  test('ends emails about a merged post and the one that remains, undone or not', async () => {
    const link = await token()
    const stays = (await createPost()).id
    await voter.call('follow_post', { post_id: post, wanted: 'all' })
    await admin.call('merge_posts', { post_ids: [post], into_id: stays })
    const read = async () => (await anonClient().rpc('mail_settings', { token: link }).throwOnError()).data[0]
    expect(await read()).toMatchObject({ post_id: stays, follows: true })
    await anonClient().rpc('set_mail_settings', { token: link, follows: false }).throwOnError()
    expect(await read()).toMatchObject({ post_id: stays, follows: false, pace: 'at-once' })
    await setState('planned', undefined, [stays])
    expect(await mailsAfterWait(voter.email, [stays])).toEqual([])
    const undone = await admin.client.rpc('unmerge_posts', { post_ids: [post] }).throwOnError()
    expect(undone.data[0]!.outcome).toBe('done')
    await setState('in-progress')
    expect(await mailsAfterWait()).toEqual([])
  })

  test('that was changed, belongs to no one or was made for something else doesn’t work', async () => {
    const link = await token()
    const stranger = await createMember()
    const parts = link.split('.')
    const forged = [
      link.replace(voter.id, stranger.id),
      `${link.slice(0, -1)}${link.endsWith('0') ? '1' : '0'}`,
      [parts[0], parts[1], '0', ...parts.slice(3)].join('.'),
      link.replace('.set.', '.confirm.'),
      link.replace('.set.', '.summary.'),
      'p..0.set.',
      '',
      'x'.repeat(10_000),
    ]
    for (const bad of forged) {
      expect((await anonClient().rpc('mail_settings', { token: bad }).throwOnError()).data).toEqual([])
      expect(
        (await anonClient().rpc('set_mail_settings', { token: bad, pace: 'never' }).throwOnError()).data,
      ).toBe(false)
      expect((await anonClient().rpc('confirm_follow', { token: bad }).throwOnError()).data).toEqual([])
    }
  })
})

test('a personal feed is readable by anyone with its address, until it is renewed', async () => {
  const key = await voter.call('renew_feed')
  await setState('planned', 'For the feed')
  const read = async (feed: string) =>
    (await anonClient().rpc('followed_feed', { key: feed }).throwOnError()).data
  expect(await read(key)).toMatchObject([{ kind: 'post.state', post_id: post, note: 'For the feed' }])
  await voter.call('follow_post', { post_id: post, wanted: 'muted' })
  expect(await read(key)).toEqual([])
  await voter.call('follow_post', { post_id: post })
  const renewed = await voter.call('renew_feed')
  expect(await read(key)).toEqual([])
  expect(await read(renewed)).toHaveLength(1)
  await voter.call('renew_feed', { wanted: false })
  expect(await read(renewed)).toEqual([])
})
